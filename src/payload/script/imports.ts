/** Finds imports in a script whose specifiers need a base URL. A data: URL can't be one. */
import type { ReferenceCollector } from '../references.ts';
import { javascriptTokens } from './javascript-tokens.ts';

/** Matches a text that every script with imports or re-exports contains. A quick check, without tokens. */
export const mayImport = /\bimport\b|\bfrom\s*["'/]/;
/** Matches a specifier that is resolved against the base URL. Import maps decide about other specifiers. */
const needsBase = /^\.{0,2}\//;

/** Number of code units between two pauses. */
const stride = 1 << 14;
/** Maximum length, in code units, of a token that is compared. */
const maxWord = 20;

/**
 * Whether the tokens before a string make it the specifier of an `import` or `export` statement. After a property or
 * variable named `from` or `import`, an operator would come before the string.
 */
export const isImported = (before: readonly string[]): boolean =>
  before.at(-2) !== '.' &&
  (before.at(-1) === 'import' || (before.at(-1) === 'from' && /^(?:[}*]|[\w$]+)$/.test(before.at(-2) ?? '')));

/** Whether a string is the argument of `import()`, and not of a property or private method with this name. */
const isCalled = (before: readonly string[]): boolean =>
  before.at(-1) === '(' && before.at(-2) === 'import' && !/^[.#]$/.test(before.at(-3) ?? '');

/** Adds the relative imports of a script. Yields now and then. */
export function* addImports(collector: ReferenceCollector, script: string): Generator<null, void, void> {
  if (!mayImport.test(script)) return;
  let before: string[] = [];
  let pause = stride;
  for (const { kind, start, end } of javascriptTokens(script)) {
    if (start >= pause) {
      yield null;
      pause = start + stride;
    }
    if (kind === 'comment') continue;
    const written = script.slice(start + 1, end - 1);
    if (kind === 'string' && (isImported(before) || isCalled(before)) && needsBase.test(written))
      collector.add({
        ...{ written, start: start + 1, end: end - 1 },
        ...{ element: '', name: 'import', destination: 'script' },
      });
    before = [...before.slice(-2), script.slice(start, Math.min(end, start + maxWord))];
  }
}
