import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceMapUrl } from '../../../extension/devtools/source-map-url.ts';

test('the last source map of a file, if it is a data: URL', () => {
  const map = 'data:application/json;base64,e30=';
  assert.equal(sourceMapUrl(`a()\n//# sourceMappingURL=${map}\n`), map);
  assert.equal(sourceMapUrl(`a()\n//@ sourceMappingURL=${map}`), map);
  assert.equal(sourceMapUrl(`a{}/*# sourceMappingURL=${map} */`), map);
  assert.equal(sourceMapUrl(`a{}/*# sourceMappingURL=${map}*/`), map);
  assert.equal(sourceMapUrl(`//# sourceMappingURL=data:,old\n//# sourceMappingURL=${map}`), map);
});

test('what is none', () => {
  for (const text of ['', 'a()', '//# sourceMappingURL=a.map', 'const sourceMappingURL="data:,x"']) {
    assert.equal(sourceMapUrl(text), null, text);
  }
});
