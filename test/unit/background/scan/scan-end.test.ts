/**
 * Tests the end of a scan in the small simulated browser: what surfaces then receive, and links in headers, which may
 * arrive at any time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SurfaceUpdate } from '../../../../extension/platform/surface-updates.ts';
import {
  answer,
  closedUrl,
  deliver,
  listedUrl,
  openOn,
  otherUrl,
  post,
  rest,
  type Surface,
  startDocument,
  startWorker,
  tick,
  untilIdle,
  world,
} from '../../../support/worker-world.ts';

const tabs = await startWorker();

/**
 * Opens a tab on a page, with a surface.
 *
 * @returns the updates that the surface receives
 */
function opened(url: string, given: Parameters<typeof openOn>[1] = {}) {
  const surface = openOn(url, given);
  const updates: SurfaceUpdate[] = [];
  const { postMessage } = surface.port;
  surface.port.postMessage = (update: unknown) => {
    updates.push(update as SurfaceUpdate);
    postMessage(update);
  };
  return { surface, updates };
}

/**
 * Lets one pending event happen.
 *
 * @returns whether an event was pending
 */
async function step(): Promise<boolean> {
  await untilIdle();
  return answer('storage') || deliver('current') || answer('script') || tick(40_000);
}

const statesOf = (updates: readonly SurfaceUpdate[]) =>
  updates.flatMap((each) => (each.type === 'state' && each.state.kind !== 'reading' ? [each] : []));

const pages: [
  name: string,
  url: string,
  given: { isListed?: boolean; isPanel?: boolean },
  watched: boolean,
][] = [
  ['a page in the popup', otherUrl, {}, false],
  ['a page of the watch list', listedUrl, { isListed: true }, true],
  ['a page in the panel, which watches it', otherUrl, { isPanel: true }, true],
  ['a page that can’t be scanned', closedUrl, {}, false],
];

for (const [name, url, given, isWatched] of pages)
  test(`one state at the end of a scan: ${name}`, async () => {
    const { updates } = opened(url, given);
    startDocument();
    while (await step());
    const states = statesOf(updates);
    assert.deepEqual(
      states.map(({ watching }) => watching.page),
      [isWatched],
    );
    const last = updates.findLast(({ type }) => type === 'rows' || type === 'state');
    assert.equal(last?.type, 'state', 'the rows come before it');
  });

const link = 'data:,in-header';
const postHeaders = (surface: Surface, text: string): void =>
  post(surface, {
    type: 'headers',
    policies: [],
    links: [{ url: world.page.url, text }],
  });

test('links of headers are listed once, after the document’s own, whenever DevTools report them', async () => {
  for (let moment = 0; ; moment++) {
    const { surface, updates } = opened(otherUrl, { isPanel: true });
    let count = 0;
    while (count < moment && (await step())) count++;
    const isBeforeEnd = [...tabs.values()].every(({ scan }) => scan.state.kind === 'reading');
    // The first answer contains no headers.
    postHeaders(surface, '');
    await untilIdle();
    postHeaders(surface, `<${link}>; rel=preload; as=image`);
    while (isBeforeEnd && statesOf(updates).length === 0) assert.ok(await step());
    if (isBeforeEnd)
      assert.deepEqual([...surface.rows.values()], [world.page.text, link], `moment ${moment}`);
    await rest();
    assert.deepEqual([...surface.rows.values()], [world.page.text, link], `moment ${moment}`);
    const entries = Array.from(tabs.values(), ({ scan }) => [...scan.entries.byId.values()]).flat();
    const counts = entries.map(({ dataUrl }) => dataUrl.occurrences.length);
    assert.deepEqual(counts, [1, 1], `moment ${moment}`);
    if (count < moment) break;
  }
});
