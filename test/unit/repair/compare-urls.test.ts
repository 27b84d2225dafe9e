/** Tests each change that a repair makes, and everything that the repair loses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { comparing } from '../../../src/repair/compare-urls.ts';
import { repairDataUrl } from '../../../src/repair/repair.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

for (const [written, ...expected] of [
  ['data:text/plain;charset=utf 8,hello big world', [';charset=utf 8', ';charset=utf-8', 1], [' ', '%20', 2]],
  ['data:text/plain;foo="bar,baz";charset=utf8,body', [';foo="bar,baz"', ';foo=bar%2Cbaz', 1]],
  [`data:image/gif,base64,${gif}`, ['', ';base64', 1], ['base64,', '', 1]],
  [`data:image/gif;base64,${gif}");`, ['");', '', 1]],
  ['data:text/html;base64,PGgx\u00a0PkE8L2gxPg', ['\u00a0', '', 1], ['', '==', 1]],
  ['data:image/svg+xml,&lt;svg/&gt;', ['&lt;', '%3C', 1], ['&gt;', '%3E', 1]],
  ['data:,é€é', ['', ';charset=utf-8', 1], ['é', '%C3%A9', 2], ['€', '%E2%82%AC', 1]],
  ['data:text/plain,a b%2', [' ', '%20', 1], ['%', '%25', 1]],
  ['data:text/plain,%2x%25%zz%', ['%', '%25', 3]],
  ['data:text/css,a b%\t25', [' ', '%20', 1], ['\t', '', 1]],
  ['data:text/css;base64,Pj4-Pz8_', ['-', '+', 1], ['_', '/', 1]],
  ['data:text/css;base64,%50%6a4-', ['%50', 'P', 1], ['%6a', 'j', 1], ['-', '+', 1]],
] as [string, ...[string, string, number][]][])
  test(`changes of ${written.slice(0, 50)}`, () => {
    const repair = repairDataUrl(written);
    assert.ok(repair.ok);
    const found = repair.edits.map(({ before, after, count }) => [before, after, count]);
    // All edits are compared with the expected ones, so nothing else in a long text was changed.
    assert.deepEqual(found, expected);
    assert.deepEqual(repair.lost, []);
  });

test('what browsers read in the written URL alone is lost', () => {
  for (const [written, url, ...lost] of [
    ['data:image/png;charset=utf-8;a=b,x', 'data:image/png;a=b,x', ['charset=utf-8', 'charset-of-binary']],
    ['data:text/css;charset=nosuch,x', 'data:text/css,x', ['charset=nosuch', 'unknown-charset']],
    ['data:text/css;a=b;base64,eA==#f', 'data:text/css;base64,eA==', ['a=b', 'not-kept'], ['#f', 'not-kept']],
    ['data:text/css;a,x#f', 'data:text/css,x%23f'],
    // Neither the word "base64" itself nor a part of a character reference counts as lost.
    ['data:text/css;base=64,eA==', 'data:text/css;base64,eA=='],
    ['data:text/css;base=64;base64,eA==', 'data:text/css;base64,eA==', ['base=64', 'not-kept']],
    ['data:text/css;base64,eA&#61;&#x3D;', 'data:text/css;base64,eA=='],
    ['data:text/css;base64,eA&#61;&#61;#f', 'data:text/css;base64,eA==', ['#f', 'not-kept']],
  ] as [string, string, ...[string, string][]][])
    assert.deepEqual(
      atOnce(comparing(written, url)).lost.map(({ text, reason }) => [text, reason]),
      lost,
      written,
    );
});

test('the changes add up to the difference, and no change is none', () => {
  fc.assert(
    fc.property(arbitraryDataUrl, (written) => {
      assert.deepEqual(atOnce(comparing(written, written)), { edits: [], lost: [] });
      const repair = repairDataUrl(written);
      if (!repair.ok || repair.url === written) return;
      const { edits, url } = repair;
      assert.ok(edits.length > 0, written);
      // Long texts are truncated, and what may be a password is left out.
      if (edits.some(({ before, after }) => /…$|@/.test(before) || /…$|@/.test(after))) return;
      const more = edits.reduce(
        (sum, { before, after, count }) => sum + count * (after.length - before.length),
        0,
      );
      assert.equal(more, url.length - written.length, `${written} → ${url}: ${JSON.stringify(edits)}`);
    }),
    runs(30_000, 500),
  );
});
