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
  ['data:image/svg+xml,%253Csvg/%253e', ['%253C', '%3C', 1], ['%253e', '%3E', 1]],
  ['data:image/svg+xml,%25253Csvg/%25253E', ['%25253C', '%3C', 1], ['%25253E', '%3E', 1]],
  ['data:image/svg+xml,&#37;3Csvg/&#37;3E', ['&#37;3C', '%3C', 1], ['&#37;3E', '%3E', 1]],
  [
    "data:image/svg+xml,%3Csvg id=3D3D'=C3=A9'/>",
    [' ', '%20', 1],
    ['=3D3D', '=', 1],
    ["'", '%27', 2],
    ['=C3', '%C3', 1],
    ['=A9', '%A9', 1],
    ['>', '%3E', 1],
  ],
  [`data:image/gif;base64,${gif.slice(0, 20)}!\r\n ${gif.slice(20)}`, ['!\r\n ', '', 1]],
  ['data:image/svg&#43;xml;a=b,%3Csvg/%3E', ['data:image/svg&#43;xml', 'data:image/svg+xml', 1]],
  [`data:image/gif;base64%2C${gif}`, ['%2C', ',', 1]],
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

const whole = /%[\da-f]{2}|&[#\w]{1,40};|[\ud800-\udbff][\udc00-\udfff]/gi;
/** Whether a text occurs somewhere without the rest of an escape, a reference or a surrogate pair around it. */
function standsWhole(part: string, text: string): boolean {
  const within = new Set(
    [...text.matchAll(whole)].flatMap((found) =>
      Array.from({ length: found[0].length - 1 }, (_, n) => found.index + n + 1),
    ),
  );
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!within.has(at) && !within.has(at + part.length)) return true;
  return false;
}
/** Pieces of a URL, with ways in which they may be written before a repair. */
const spellings: [string, ...string[]][] = [
  [
    '%3C',
    '%253C',
    '%253c',
    '%25253C',
    '%2525253C',
    '<',
    '&lt;',
    '&#37;3C',
    '&percnt;3C',
    '\\x3c',
    '=3C',
    '%3c',
  ],
  ['%C3%A9', 'é', '%25C3%25A9', '&eacute;', '&#xe9;', '=C3=A9'],
  ['%F0%9F%98%80', '😀', '%25F0%259F%2598%2580', '&#x1f600;', '=F0=9F=98=80'],
  ['%F0%9F%98%81', '😁', '\\ud83d\\ude01'],
  ['%25', '%2525', '%252525', '&percnt;', '&#37;', '=25'],
  ['%20', ' ', '%2520', '&#32;', '=20'],
  ...['a', '3', 'C', '25', 'é', '&amp;', '#', '/', '='].map((text): [string] => [text]),
  ['', '\t', '=\n', ' ', '"'],
];
const respelled = fc.array(
  fc.constantFrom(...spellings).chain((each) => fc.tuple(fc.constant(each[0]), fc.constantFrom(...each))),
  { maxLength: 16 },
);

test('no change begins or ends within an escape, a reference, or a surrogate pair', () => {
  fc.assert(
    fc.property(respelled, (pieces) => {
      const [url, written] = [0, 1].map((n) => `data:,${pieces.map((each) => each[n]).join('')}`);
      for (const { before, after } of atOnce(comparing(written!, url!)).edits) {
        const said = `${written} → ${url}: ${before} → ${after}`;
        // Truncated texts end with whole escapes, too.
        assert.ok(before === '' || standsWhole(before.replace(/…$/, ''), written!), said);
        assert.ok(after === '' || standsWhole(after.replace(/…$/, ''), url!), said);
      }
    }),
    runs(30_000, 500),
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
