/**
 * Determines whether a script's string is used as an import, a worker, or a request, if the tokens before it show that.
 */

import { readHead } from '../../data-url/parse.ts';
import { isInGroup } from '../../mime/mime-type.ts';
import { undoJsLiteral } from '../../uri/escapes.ts';
import type { Destination } from '../../vocabulary.ts';
import { isImported } from './imports.ts';
import type { JavascriptToken } from './javascript-tokens.ts';

export interface ScriptUse {
  destination: Destination;
  /** See `Occurrence.use`. */
  use?: 'module';
}

const unused: ScriptUse = { destination: 'none' };
const module: ScriptUse = { destination: 'script', use: 'module' };
/**
 * Functions whose first argument is fetched, each with the request's destination (Fetch 2.2.5). `importScripts` fetches
 * each of its arguments.
 */
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

/** Maximum number of tokens before a literal that are examined: those of up to 15 earlier arguments. */
export const maxTokensBefore = 32;
/** Maximum number of tokens that name a function: `new globalThis.Worker(new globalThis.URL(`. */
const maxWords = 10;

/**
 * Matches the type of an import that isn't a script, after its literal or after the `new URL()` around the literal:
 * https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script
 */
const withType =
  /^\s*(?:(?:\)\s*(?:\.\s*href\s*)?)?,\s*\{\s*)?["']?(?:with|assert)["']?\s*:?\s*\{\s*["']?type["']?\s*:\s*["'](css|json|text)["']/;
/** Maximum number of code units at the beginning of a literal that are searched for the type of its URL. */
const maxHead = 1 << 10;

/** The use of the module that a literal imports. */
function importedBy(text: string, { start, end }: JavascriptToken): ScriptUse {
  const type = withType.exec(text.slice(end, end + 100))?.[1];
  if (type === 'css') return { destination: 'style' };
  // Text may have any media type.
  if (type === 'text') return functions.fetch!;
  if (type !== 'json') return module;
  // JSON is data, like the response to a request. An import with any other type fails like a script with a wrong type.
  const head = readHead(undoJsLiteral(text.slice(start + 1, Math.min(end - 1, start + maxHead))));
  return isInGroup(head.type, 'json') ? functions.fetch! : module;
}

/** The parenthesis of the last call of `importScripts`, if the next token is in its arguments; otherwise null. */
function openCall(text: string, before: readonly JavascriptToken[]): JavascriptToken | null {
  const name = before.findLastIndex(
    ({ kind, start }) => kind === 'word' && text.startsWith('importScripts', start),
  );
  let depth = 0;
  // A piece of a template also begins or ends in a brace if an expression is beside it.
  for (const { start, end } of name < 0 ? [] : before.slice(name + 1)) {
    if (')]}'.includes(text[start]!)) depth--;
    if ('([{'.includes(text[end - 1]!)) depth++;
    if (depth <= 0) return null;
  }
  return depth === 1 ? before[name + 1]! : null;
}

/**
 * Determines the use of a literal.
 *
 * @param before the tokens before the literal, without comments: at least the last `maxTokensBefore`
 */
export function useOfLiteral(
  text: string,
  before: readonly JavascriptToken[],
  literal: JavascriptToken,
): ScriptUse {
  const wordsBefore = (end: number) =>
    before
      .slice(Math.max(0, end - maxWords), end)
      .map((token) => text.slice(token.start, Math.min(token.end, token.start + 20)));
  const words = wordsBefore(before.length);
  const last = words.at(-1);
  const imported = importedBy(text, literal);
  if (last === '(') return useOfArgument(words.slice(0, -1), imported);
  if (last === ',') {
    const at = openCall(text, before.slice(-maxTokensBefore));
    const use = at === null ? unused : useOfArgument(wordsBefore(before.lastIndexOf(at)), imported);
    return use === functions.importScripts ? use : unused;
  }
  return literal.kind === 'string' && isImported(words) ? imported : unused;
}

/**
 * Determines the use of a function's argument, as if it were the first one.
 *
 * @param words the words before the parenthesis
 * @param imported the use of a module that `import()` loads
 */
function useOfArgument(words: string[], imported: ScriptUse): ScriptUse {
  let name = words.pop() ?? '';
  // An optional call (`fetch?.(…)`).
  if (name === '.' && words.pop()) name = words.pop() ?? '';
  const isMember = words.at(-1) === '.';
  // A private method has any name.
  if (words.at(-1) === '#') return unused;
  if (name === 'import') return isMember ? unused : imported;
  // HTML 11.2.4: `addModule` is a method of worklets, which run modules.
  if (name === 'addModule') return isMember ? module : unused;
  if (isMember) {
    words.pop();
    if (words.at(-1) === '?') words.pop();
    if (!globals.has(words.pop() ?? '')) return unused;
  }
  const isNew = words.at(-1) === 'new';
  if (!isNew) return words.at(-1) === 'function' ? unused : (own(functions, name) ?? unused);
  words.pop();
  // The use of a string in `new URL()` is that of the URL object.
  if (name === 'URL') return words.pop() === '(' ? useOfArgument(words, imported) : unused;
  return own(constructors, name) ?? unused;
}
