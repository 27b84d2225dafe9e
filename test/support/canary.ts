/** Loads documents into iframes of a real browser, and finds out which of them ran a script. */
import { text as textOf } from 'node:stream/consumers';
import { notWithin } from '../../src/cli/drivers/wait.ts';
import type { Served } from './serve.ts';

/**
 * Returns a script that reports its document: a call without quotes, spaces or angle brackets, so it can be inserted
 * anywhere.
 */
export const canaryOf = (index: number): string => `top.postMessage(${index},\`*\`)`;

/** Maximum number of documents in a page. Each additional page takes one second. */
const batchLength = 200;
/** Maximum time for one page, in milliseconds. */
const deadline = 180_000;

/**
 * A document that nests two more documents after an animation has ended. When the innermost document loads, all other
 * documents have performed their automatic actions.
 */
const after = `<style>@keyframes a{}p{animation:a 50ms}</style><p>x<script>
document.querySelector('p').onanimationend = () => {
  document.body.append(Object.assign(document.createElement('iframe'), {
    srcdoc: '<iframe srcdoc="<script>top.postMessage(\\'ended\\',\\'*\\')<\\/script>"></iframe>',
  }));
};
</script>`;

/**
 * Collects the numbers that documents post. Sends them when the page and, after it, three more documents have loaded
 * one by one. The response is the address of the next page, because opening a new tab for each page could fail.
 */
const script = `const ran = new Set();
const post = (what, body) => fetch('/' + what, { method: 'POST', body });
let ended = 0;
const next = () => {
  const iframe = document.createElement('iframe');
  iframe.src = 'data:text/html,' + ${JSON.stringify(encodeURIComponent(after))};
  document.body.append(iframe);
};
addEventListener('message', async ({ data }) => {
  if (typeof data === 'number') ran.add(data);
  if (data !== 'ended') return;
  post('ended');
  if (++ended < 3) return next();
  const address = await (await post('ran', JSON.stringify([...ran]))).text();
  if (address !== '') location.replace(address);
});
// The page has loaded when its iframes have, and those that are saved as files never do.
addEventListener('load', () => {
  post('loaded');
  next();
});`;

const attributeValue = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Loads URLs into iframes or objects of a browser's page.
 *
 * @param server serves the pages with the iframes
 * @param open navigates to a page of the server
 * @returns the indexes of the URLs that called their canary
 */
export async function ranInFrames(
  server: Served,
  open: (url: string) => Promise<unknown>,
  urls: readonly string[],
  element: 'iframe' | 'object' = 'iframe',
  attributes = '',
): Promise<Set<number>> {
  const name = element === 'iframe' ? 'src' : 'data';
  let from = 0;
  const frames = (): string =>
    urls
      .slice(from, from + batchLength)
      .map((url) => `<${element} ${attributes} ${name}="${attributeValue(url)}"></${element}>`)
      .join('');
  const ran = new Set<number>();
  // These requests only let the error message say how far a page got.
  for (const stage of ['/loaded', '/ended']) server.routes.set(stage, '');
  server.routes.set(
    '/frames',
    // The iframes must be in the viewport, because animations do not run outside of it. Small iframes are drawn faster.
    () => `<!doctype html><title>Frames</title><style>iframe{position:fixed;top:0;left:0;width:20px;height:20px}</style><body>
<script>${script}</script>${frames()}`,
  );
  await new Promise<void>((resolve, reject) => {
    const late = () =>
      reject(new Error(`The frames from ${from}: ${notWithin(deadline)}. ${server.requests}`));
    let timer = setTimeout(late, deadline);
    server.routes.set('/ran', async (request) => {
      for (const index of JSON.parse(await textOf(request)) as number[]) ran.add(index);
      clearTimeout(timer);
      from += batchLength;
      if (from < urls.length) {
        timer = setTimeout(late, deadline);
        return `/frames?${from}`;
      }
      resolve();
      return '';
    });
    open(server.url('/frames')).catch((error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
  return ran;
}
