/** Tests the rewritten data: URL, whose media type lets both browsers load the content at its occurrences. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { inspect } from '../../../src/inspect.ts';
import { loadable, relabeled, unloadableFor } from '../../../src/outcome/loadable.ts';
import { copyOf } from '../../../src/report/copy-text.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { arbitraryAt } from '../../vectors/arbitrary-outcome.ts';
import { occurrence } from '../rules/subject.ts';

const places: Record<string, Occurrence> = {
  img: occurrence('image'),
  stylesheet: { ...occurrence('style'), element: 'link', name: 'href', use: 'stylesheet' },
  module: { ...occurrence('script'), element: 'script', use: 'module' },
  audio: { ...occurrence('audio'), element: 'audio' },
  object: { ...occurrence('object'), element: 'object' },
  iframe: { ...occurrence('iframe'), element: 'iframe' },
};

const cases: [place: string, written: string, loads: string | null][] = [
  ['stylesheet', 'data:text/plain;charset=utf-8,p{}', 'data:text/css;charset=utf-8,p{}'],
  ['stylesheet', 'data:,p{}', 'data:text/css,p{}'],
  ['module', 'data:;base64,MA==', 'data:text/javascript;base64,MA=='],
  ['img', 'data:image/gif;charset="a b";base64,R0lGODlh', 'data:image/gif;base64,R0lGODlh'],
  ['iframe', 'data:text/html;charset="utf-8 ",x', 'data:text/html;charset=utf-8,x'],
  [
    'object',
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' style='top:0;'/>",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' style='top:0%3B'/>",
  ],
  ['img', 'data:image/gif;base64,R0lGODlh', null],
  ['iframe', 'data:text/html;x="y z";charset="a b",x', null],
];

test('the type, and no charset that nobody knows', async () => {
  for (const [place, written, expected] of cases) {
    const placed = { inspection: await inspect(written), occurrences: [places[place] as Occurrence] };
    assert.equal(loadable(written, placed), expected, written);
  }
});

test('a rewritten URL has the same body, and no media type that stops it', async () => {
  const sizes = runs(1000, 250);
  let rewritten = 0;
  for (const [way, place] of Object.entries(places)) {
    await fc.assert(
      fc.asyncProperty(arbitraryAt(way), async (written) => {
        const placed = { inspection: await inspect(written), occurrences: [place] };
        const url = loadable(written, placed);
        if (url === null) return;
        rewritten++;
        const [before, after] = [decodeDataUrl(written), decodeDataUrl(url)];
        // A user name makes only fetch() fail, and is removed together with the path.
        if (before.ok) assert.deepEqual(after.ok && after.body, before.body);
        const copy = copyOf(written, 'repaired', { essence: null, detectedType: null });
        for (const each of [url, (copy && loadable(copy, placed)) ?? url]) {
          const reread = { inspection: await inspect(each), occurrences: [place] };
          assert.equal(unloadableFor(reread), null, `${written} → ${each}`);
        }
      }),
      { ...sizes, includeErrorInReport: true },
    );
  }
  assert.ok(rewritten > sizes.numRuns / 2, `${rewritten} rewritten`);
});

test('a picture under the type of another picture gets that of its bytes; what goes by its type keeps it', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  for (const [written, expected] of [
    [`data:image/jpeg;base64,${gif}`, `data:image/gif;base64,${gif}`],
    [`data:image/png;x=1;base64,${gif}#f`, `data:image/gif;x=1;base64,${gif}#f`],
    [`data:image/gif;base64,${gif}`, null],
    [`data:image/svg+xml;base64,${gif}`, null],
    [`data:text/plain;base64,${gif}`, null],
    [`data:;base64,${gif}`, `data:image/gif;base64,${gif}`],
    [`data:,${'GIF89a'}`, null],
    ["data:image/png,<svg xmlns='http://www.w3.org/2000/svg'/>", null],
  ] as const)
    assert.equal(relabeled(written, await inspect(written)), expected, written);
});
