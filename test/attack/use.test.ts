/** SVG use elements no longer load data: URLs, so the rule about them must not report an error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import { place } from '../unit/rules/cases.ts';
import { documents, inUse, type Widths } from './use.ts';

/** Loads each document in a frame, and returns the widths that it posts. */
const drawn = (urls: string[]): Promise<Widths[]> =>
  Promise.all(
    urls.map(
      (url) =>
        new Promise<Widths>((resolve) => {
          const frame = document.createElement('iframe');
          addEventListener('message', ({ data, source }) => {
            if (source === frame.contentWindow) resolve(data);
          });
          frame.src = url;
          document.body.append(frame);
        }),
    ),
  );

const nothing: Widths = { image: true, own: 30, data: 0 };

test('nothing is taken from it in Chromium', async (t) => {
  const chromium = await plainBrowser('');
  t.after(chromium.close);
  chromium.server.routes.set('/use', '<!doctype html><body>');
  await chromium.page.goto(chromium.server.url('/use'));
  assert.deepEqual(
    await chromium.page.evaluate(drawn, documents),
    documents.map(() => nothing),
  );
});

test('nothing is taken from it in Firefox', async (t) => {
  await using server = await serve({ routes: { '/use': '<!doctype html><body>' } });
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/use'));
  assert.deepEqual(
    await firefox.inPage(drawn, documents),
    documents.map(() => nothing),
  );
});

test('no error is made of it, on a page or in a frame', async () => {
  const places = [{ ...place('image'), element: 'use' }];
  const onPage = judge({ inspection: await inspect(inUse), occurrences: places, policy: defaultPolicy });
  const severities = onPage.findings.flatMap(({ rule, severity }) =>
    rule === 'use-data-url' ? severity : [],
  );
  assert.deepEqual(severities, ['warning']);
  for (const written of documents) {
    const subject = { inspection: await inspect(written), occurrences: [place('iframe')] };
    const { findings } = judge({ ...subject, policy: defaultPolicy });
    assert.equal(findings.find(({ rule }) => rule === 'use-data-url')?.severity, 'warning', written);
  }
});
