/** A bundled app, with pictures, fonts and icons in its script and style sheet, in Firefox. */
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import { appFolder, checkApp } from '../support/bundled-app.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

test('the Report of a bundled app says what its sources do in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ folder: appFolder });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/index.html'));
  const popup = await firefox.openPopup();
  // Firefox blocks the sound; its predictions know no policy for sound (docs/conformance.md).
  checkApp(await reportOf(popup));
  await popup.close();
});
