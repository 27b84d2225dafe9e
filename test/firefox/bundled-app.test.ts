/** Tests a bundled app with pictures, fonts and icons in its script and style sheet, in Firefox. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { appFolder, checkApp } from '../support/bundled-app.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull(
  'the Report of a bundled app says what its sources do in Firefox',
  { timeout: 300_000 },
  async (t) => {
    await using server = await serve({ folder: appFolder });
    const firefox = await launch(t);
    await firefox.navigate(server.url('/index.html'));
    const popup = await firefox.openPopup();
    // Firefox blocks the sound, but predictions for Firefox do not take the policy for sound into account
    // (docs/conformance.md).
    checkApp(await reportOf(popup));
    // Firefox draws a box for a character that no font contains. On a machine with few fonts, that includes most
    // writing systems.
    await popup.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-row]')]
        .find(({ textContent }) => textContent?.includes('Lumen Stars'))
        ?.click(),
    );
    const shown = await popup.waitFor(() => {
      const labels = [...document.querySelectorAll('.specimen [role="img"]')].map((each) =>
        each.getAttribute('aria-label'),
      );
      const icons = [...document.querySelectorAll('.specimen .icons li')].map(
        ({ textContent }) => textContent,
      );
      return labels.length + icons.length > 0 ? { labels, icons } : null;
    });
    assert.deepEqual(shown, { labels: [], icons: ['2605'] });
    await popup.close();
  },
);
