/** Tests the HTML report in Firefox: saved from the popup and opened from disk, without messages on the console. */
import assert from 'node:assert/strict';
import { assertPictures, onDisk, picturePage, shownIn, stoppedIn } from '../support/html-file.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: Firefox's internals have no types
declare const Services: any;
declare const Ci: any;
// biome-ignore-end lint/suspicious/noExplicitAny: see above

testInFull('the HTML report in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': picturePage } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
  await popup.evaluate(() => document.querySelector<HTMLElement>('[data-action="export"]')?.click());
  await popup.waitFor(() => document.querySelector('[data-action="export-html"]'));
  const html = await popup.evaluate(() => {
    const saved = new Promise<Blob>((resolve) => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        if (!(blob instanceof Blob) || !blob.type.startsWith('text/html')) return createObjectURL(blob);
        resolve(blob);
        return '#';
      };
    });
    // Prevents the download, which would open a dialog.
    HTMLAnchorElement.prototype.click = () => {};
    document.querySelector<HTMLElement>('[data-action="export-html"]')?.click();
    return saved.then((blob) => blob.text());
  });
  await popup.close();
  const url = await onDisk(t, html);
  await firefox.navigate(url);

  const { colors, ...shown } = await firefox.inPage(shownIn);
  assert.deepEqual(shown, { scripts: 0, requests: [], direction: 'ltr', isStyled: true, boxes: 6 });
  assertPictures(colors);
  const messagesOf = (address: string) =>
    firefox.inBrowser((wanted) => {
      const all: { sourceName?: string; message: string }[] = Services.console
        .getMessageArray()
        .map((each: { QueryInterface: (kind: unknown) => object }) =>
          each instanceof Ci.nsIScriptError ? each.QueryInterface(Ci.nsIScriptError) : each,
        );
      return all
        .filter((each) => `${each.sourceName} ${each.message}`.includes(wanted))
        .map(({ message }) => message);
    }, address);
  assert.deepEqual(await messagesOf(url), []);

  const stopped = await firefox.inPage(stoppedIn);
  assert.deepEqual(stopped, ['base-uri', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']);
  // Any other messages would already have appeared on this console.
  assert.ok((await messagesOf(url)).length > 0);
});
