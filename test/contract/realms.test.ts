/** The content script must recognize nodes from any frame: see `nodeType` in `extension/content/dom.ts`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, type Source, sourcesIn } from './sources.ts';

/** Returns uses of `instanceof` and comparisons of prototypes, which are valid only within one realm. */
const ofOneRealm = (source: Source): string[] =>
  codeOf(source).match(/\binstanceof\s+\w+|\bisPrototypeOf\b/g) ?? [];

test('what looks at a realm is seen', () => {
  const text = '// a instanceof B\nif (a instanceof Element) x.isPrototypeOf(y);';
  assert.deepEqual(ofOneRealm({ file: 'a.ts', text }), ['instanceof Element', 'isPrototypeOf']);
});

test('the content script takes no node for one of another kind since it comes from another frame', () => {
  const sources = sourcesIn('extension/content');
  assert.ok(sources.length > 20);
  assert.deepEqual(
    sources.flatMap((source) => ofOneRealm(source).map((found) => `${source.file}: ${found}`)),
    [],
  );
});
