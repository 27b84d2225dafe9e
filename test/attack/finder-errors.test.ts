/**
 * An error in the content script must affect only the part that is being scanned. Browsers throw if a text exceeds the
 * limits of their regular expressions or strings, but these limits differ between versions, so this test makes them
 * throw at one text of the page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundle, plainBrowser } from '../support/differential.ts';
import { runs } from '../support/seed.ts';
import type * as Finders from './finder-places.ts';

declare const finders: typeof Finders;

const mark = 'toomuch';
const methods = ['exec', 'charCodeAt', 'indexOf', 'includes', 'slice', 'replace', 'trim', 'split'];
const texts = [`data:,${mark}`, `"data:,${mark}" `, `url(data:,${mark})`, `0;url=data:,${mark}\\61 `];

/** Returns parts that surround the failing text: an image, a text and a style sheet. */
const around = (name: string) =>
  `<img alt="" src="data:,${name}-image"><p>"data:,${name}-text"</p><style>b{background:url(data:,${name}-sheet)}</style>`;
const others = ['first', 'last'].flatMap((name) =>
  ['image', 'text', 'sheet'].map((kind) => `data:,${name}-${kind}`),
);

/** Maximum number of parts in one place. */
const maxParts = 10;

test('an error costs one part of the page, which is reported without the text of the browser', {
  timeout: 300_000,
}, async (t) => {
  const { page, close } = await plainBrowser((await bundle('test/attack/finder-places.ts', 'finders')).text);
  t.after(close);
  const scanned = (place: string, method: string, text: string) =>
    page.evaluate(
      ({ place, method, text, mark, first, last }) => {
        finders.put(place, text);
        document.body.insertAdjacentHTML('afterbegin', first);
        document.body.insertAdjacentHTML('beforeend', last);
        return { sound: finders.scan(), failing: finders.scanFailing(method, mark) };
      },
      { place, method, text, mark, first: around('first'), last: around('last') },
    );
  const places = await page.evaluate(() => Object.keys(finders.places));
  let thrown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.constantFrom(...methods),
      fc.constantFrom(...texts),
      async (place, method, text) => {
        const { sound, failing } = await scanned(place, method, text);
        thrown += failing.thrown;
        const missing = sound.found.filter((written) => !failing.found.includes(written));
        assert.deepEqual(
          missing.filter((written) => others.includes(written)),
          [],
        );
        const lost = failing.unreachable.slice(sound.unreachable.length);
        assert.ok(missing.length === 0 || lost.length > 0, `${missing} is not reported`);
        assert.ok(lost.length <= maxParts, `${lost.length} parts are reported`);
        for (const { kind, reason } of lost) {
          assert.equal(reason, 'scan-error');
          assert.ok(kind === 'element' || kind === 'stylesheet', kind);
        }
      },
    ),
    runs(300),
  );
  assert.ok(thrown > 100, `${thrown} errors`);

  const beside = await page.evaluate((mark) => {
    document.body.innerHTML = `<img alt="" src="data:,beside" srcset="data:,${mark}" title="data:,title">`;
    return finders.scanFailing('charCodeAt', mark);
  }, mark);
  assert.deepEqual(beside.found, ['data:,beside', 'data:,title']);
  assert.deepEqual(
    beside.unreachable
      .filter(({ reason }) => reason === 'scan-error')
      .map((part) => Object(part).at.selector),
    [':root > body:nth-child(2) > img:nth-child(1)[srcset]'],
  );
});
