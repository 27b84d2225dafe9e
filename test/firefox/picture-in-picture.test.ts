/** Tests Document Picture-in-Picture windows in Firefox: see `test/e2e/picture-in-picture.test.ts`. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import {
  expectedParts,
  expectedUrls,
  pageWithWindow,
  partsNotRead,
  urlsIn,
} from '../support/picture-in-picture.ts';
import { linesOf } from '../support/places.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull(
  'a Document Picture-in-Picture window is scanned, and its frames of other sites are named',
  async (t) => {
    await using server = await serve({ routes: { '/nested': 'x', '/frame': 'x' } });
    server.routes.set('/', pageWithWindow(server));
    const firefox = await launch(t);
    await firefox.navigate(server.url('/'));
    const { value } = await firefox.send<{ value: Record<string, string> }>('WebDriver:FindElement', {
      using: 'css selector',
      value: 'button',
    });
    const [id] = Object.values(value);
    await firefox.send('WebDriver:ElementClick', { id });
    await poll(
      'the window',
      60_000,
      async () => (await firefox.inPage(() => document.body.classList.contains('opened'))) || undefined,
    );
    await firefox.inPage(() => document.querySelector('template')?.remove());
    // A popup closes if its window has no focus.
    await firefox.inBrowser(() => window.focus());
    const popup = await firefox.openPopup();
    const report = await reportOf(popup);
    await popup.close();
    await firefox.inPage(() => window.opened?.close());
    assert.deepEqual(urlsIn(report), expectedUrls, linesOf(report).join('\n'));
    assert.deepEqual(partsNotRead(report), expectedParts(server));
  },
);
