/** Imports in a script whose specifiers need a base URL, which a data: URL isn't. */
import type { ReferenceCollector } from '../references.ts';
import { javascriptTokens } from './javascript-tokens.ts';

/** A quick check: without a match, a script has no such imports. */
const mayImport = /\b(?:from|import)\b\s{0,20}\(?\s{0,20}["']\.{0,2}\//;
/** A specifier that is resolved against the base URL; import maps decide about others. */
const needsBase = /^\.{0,2}\//;

/** Code units between two pauses. */
const stride = 1 << 14;
/** Maximum length, in code units, of a token that is compared. */
const maxWord = 20;

/**
 * Whether the tokens before a string make it the specifier of an `import` or `export` statement. After a property or
 * variable named `from` or `import`, there would be an operator.
 */
export const isImported = (before: readonly string[]): boolean =>
  before.at(-2) !== '.' &&
  (before.at(-1) === 'import' || (before.at(-1) === 'from' && /^(?:[}*]|[\w$]+)$/.test(before.at(-2) ?? '')));

/** A property or private method named `import` is not meant. */
const isCalled = (before: readonly string[]): boolean =>
  before.at(-1) === '(' && before.at(-2) === 'import' && !/^[.#]$/.test(before.at(-3) ?? '');

/** Adds the imports of a script that are relative; yields now and then. */
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
