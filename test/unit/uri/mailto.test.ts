/** Tests addresses in mailto: URLs: only the recipient's host interprets the local part (RFC 5321, section 2.4). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../../src/references/compare-references.ts';
import { normalizeScheme } from '../../../src/uri/normalize.ts';

test('only the domain behind the last "@" has no case', () => {
  for (const [url, normal] of [
    ['MAILTO:Joe@Example.COM', 'mailto:Joe@example.com'],
    ['mailto:"a@B"@C.example', 'mailto:"a@B"@c.example'],
    ['mailto:%22a@B%22@C.example', 'mailto:%22a@B%22@c.example'],
    ['mailto:a@B@C', 'mailto:a@B@c'],
    ['mailto:A@B,C@D', 'mailto:A@b,C@d'],
    ['mailto:"x@Y,z@W"@C', 'mailto:"x@Y,z@W"@C'],
    ['mailto:Joe', 'mailto:Joe'],
    ['mailto:A@B?to=C@D', 'mailto:A@b?to=C@D'],
  ] as const) {
    assert.equal(normalizeScheme(url), normal, url);
    assert.equal(normalizeScheme(normal), normal, url);
  }
  assert.equal(compare('mailto:a@B@c', 'mailto:a@b@c'), 'different');
  assert.equal(compare('mailto:Joe@c', 'mailto:joe@c'), 'different');
  assert.equal(compare('mailto:"x@Y"@c', 'mailto:"x@Y"@C'), 'scheme');
});
