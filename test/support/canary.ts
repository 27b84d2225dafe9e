/** Documents in iframes of a real browser, and which of them ran a script. */
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import type { Served } from './serve.ts';

/** What a document runs to be counted: a call without quotes, spaces and angle brackets, which fits anywhere. */
export const canaryOf = (index: number): string => `top.postMessage(${index},\`*\`)`;

/** Documents on a page at a time. */
const batchLength = 100;

/** The page's script: its URLs in iframes, and when all have ended their loading, the numbers that were called. */
const script = `(async () => {
  const { urls, after } = await (await fetch('/batch')).json();
  const ran = new Set();
  addEventListener('message', ({ data }) => typeof data === 'number' && ran.add(data));
  const frame = (url, attributes = {}) => new Promise((resolve) => {
    const iframe = Object.assign(document.createElement('iframe'), attributes);
    iframe.onload = iframe.onerror = resolve;
    iframe.src = url;
    document.body.append(iframe);
    // What is saved as a file never loads.
    setTimeout(resolve, 5000);
  });
  await Promise.all(urls.map((url) => frame(url)));
  // What waits for a timer, an animation or a frame in a frame has run when those that came later have.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => {
      const ended = ({ data }) => {
        if (data !== 'ended') return;
        removeEventListener('message', ended);
        resolve();
      };
      addEventListener('message', ended);
      frame('data:text/html,' + encodeURIComponent(after));
    });
  }
  await fetch('/ran', { method: 'POST', body: JSON.stringify([...ran]) });
})()`;

/** Three levels deep, each with an animation that has to end. */
const after = `<style>@keyframes a{}p{animation:a 50ms}</style><p>x<script>
document.querySelector('p').onanimationend = () => {
  document.body.append(Object.assign(document.createElement('iframe'), {
    srcdoc: '<iframe srcdoc="<script>top.postMessage(\\'ended\\',\\'*\\')<\\/script>"></iframe>',
  }));
};
</script>`;

/**
 * @param server serves the pages with the iframes
 * @param open goes to a page of it
 * @returns the positions of those of the URLs that called their canary
 */
export async function ranInFrames(
  server: Served,
  open: (url: string) => Promise<unknown>,
  urls: readonly string[],
): Promise<Set<number>> {
  const ran = new Set<number>();
  const arrived = new EventTarget();
  server.routes.set(
    '/frames',
    '<!doctype html><title>Frames</title><style>iframe{position:fixed;top:0;left:0}</style><body><script src="/frames.js"></script>',
  );
  server.routes.set('/frames.js', script);
  server.routes.set('/ran', async (request) => {
    for (const index of JSON.parse(await textOf(request)) as number[]) ran.add(index);
    arrived.dispatchEvent(new Event('ran'));
    return 'thanks';
  });
  for (let from = 0; from < urls.length; from += batchLength) {
    const batch = urls.slice(from, from + batchLength);
    server.routes.set('/batch', JSON.stringify({ urls: batch, after }));
    const done = once(arrived, 'ran');
    await open(server.url('/frames'));
    await done;
    if (process.env.VERBOSE) console.log(from, ran.size);
  }
  return ran;
}
