/** The use of a script's string as an import, a worker or a request, if the tokens before it show that. */
import type { JavascriptToken } from '../payload/script/javascript-tokens.ts';
import type { Part } from './found-in-file.ts';

export type ScriptUse = Pick<Part, 'destination' | 'use'>;

const unused: ScriptUse = { destination: 'none' };
const module: ScriptUse = { destination: 'script', use: 'module' };
/** Functions whose first argument is fetched, and the request's destination (Fetch 2.2.5). */
const functions: Readonly<Record<string, ScriptUse>> = {
  fetch: { destination: 'empty' },
  importScripts: { destination: 'script' },
};
const constructors: Readonly<Record<string, ScriptUse>> = {
  Worker: { destination: 'worker' },
  SharedWorker: { destination: 'worker' },
};
const globals = new Set(['window', 'self', 'globalThis']);
const own = (table: Readonly<Record<string, ScriptUse>>, name: string): ScriptUse | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Maximum tokens before a literal that are examined: `new globalThis.Worker(new globalThis.URL(`. */
export const maxTokensBefore = 10;

/** The type of an import that isn't a script: https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script */
const withType =
  /^\s*(?:,\s*\{\s*)?["']?(?:with|assert)["']?\s*:?\s*\{\s*["']?type["']?\s*:\s*["'](css|json)["']/;
/** The use of such an import. */
const types: Readonly<Record<string, ScriptUse>> = {
  css: { destination: 'style' },
  // Data, like the response to a request.
  json: functions.fetch!,
};

/**
 * The use of a literal.
 *
 * @param before the tokens before it, without comments: at least the last `maxTokensBefore`
 */
export function useOfLiteral(
  text: string,
  before: readonly JavascriptToken[],
  { kind, end }: JavascriptToken,
): ScriptUse {
  const words = before
    .slice(-maxTokensBefore)
    .map((token) => text.slice(token.start, Math.min(token.end, token.start + 20)));
  const last = words.at(-1);
  const imported = types[withType.exec(text.slice(end, end + 100))?.[1] ?? ''] ?? module;
  if (last === '(') return useOfArgument(words.slice(0, -1), imported);
  // The next token is a string. After a property or variable named `from` or `import`, there would be an operator.
  const isImport = last === 'import' || (last === 'from' && /^(?:[}*]|[\w$]+)$/.test(words.at(-2) ?? ''));
  if (!isImport || kind !== 'string' || words.at(-2) === '.') return unused;
  return imported;
}

/**
 * The use of a function's first argument.
 *
 * @param words the words before the parenthesis
 * @param imported the use of what `import()` gets
 */
function useOfArgument(words: string[], imported: ScriptUse): ScriptUse {
  const name = words.pop() ?? '';
  const isMember = words.at(-1) === '.';
  if (name === 'import') return isMember ? unused : imported;
  if (isMember && !globals.has(words.at(-2) ?? '')) return unused;
  if (isMember) words.splice(-2);
  const isNew = words.at(-1) === 'new';
  if (!isNew) return words.at(-1) === 'function' ? unused : (own(functions, name) ?? unused);
  words.pop();
  // A string in `new URL()` has the use of the URL object.
  if (name === 'URL') return words.pop() === '(' ? useOfArgument(words, imported) : unused;
  return own(constructors, name) ?? unused;
}
