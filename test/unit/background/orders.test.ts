/**
 * Tests every order in which surfaces open and close, documents start and call, the worker ends, answers and messages
 * arrive, and watching begins or ends. The real worker runs in a small simulated browser, and is checked when nothing
 * is pending.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../support/seed.ts';
import {
  answer,
  clickImage,
  closedUrl,
  closeSurface,
  deliver,
  guardedUrl,
  killWorker,
  listedUrl,
  navigate,
  openSurface,
  otherUrl,
  post,
  resetWorld,
  rest,
  startDocument,
  startWorker,
  tabId,
  tick,
  untilIdle,
  world,
} from '../../support/worker-world.ts';

const tabs = await startWorker();
const { isWatching } = await import('../../../extension/background/model/watch-mode.ts');

/** The effects of a person's actions that determine whether the page is watched in the end. */
interface Model {
  /** Whether watching was stopped: for this document or, while DevTools is open, for all following documents. */
  isStopped: boolean;
}
type Step = fc.AsyncCommand<Model, null>;

const command = (name: string, run: (model: Model) => void, check = (): boolean => true): Step => ({
  check,
  async run(model) {
    run(model);
    await untilIdle();
    isConsistent();
  },
  toString: () => name,
});

function leaveFor(model: Model, url: string): void {
  model.isStopped &&= world.surfaces.length > 0;
  navigate(url);
}

const steps: Record<string, Step> = {
  toListed: command('to a page of one site', (model) => leaveFor(model, listedUrl)),
  toOther: command('to a page of another', (model) => leaveFor(model, otherUrl)),
  toClosed: command('to a page without access', (model) => leaveFor(model, closedUrl)),
  toGuarded: command('to a page that needs a click', (model) => leaveFor(model, guardedUrl)),
  starts: command('the document starts', startDocument),
  arrives: command('a message arrives', () => deliver('current')),
  arrivesLate: command('a message of a document before arrives', () => deliver('before')),
  scriptRuns: command('a script has run', () => answer('script')),
  storageAnswers: command('the storage answers', () => answer('storage')),
  time: command('time goes by', () => tick(2000)),
  opens: command(
    'the popup opens',
    () => void openSurface(false),
    () => world.surfaces.length < 3,
  ),
  clicks: command('the menu is clicked', () => {
    clickImage(world.page.text);
    world.page.isClicked = true;
  }),
  panelOpens: command(
    'the panel opens',
    () => void openSurface(true),
    () => world.surfaces.length < 3,
  ),
  closes: command(
    'a surface closes',
    () => world.surfaces[0] && closeSurface(world.surfaces[0]),
    () => world.surfaces.length > 0,
  ),
  start: command(
    'a person starts to watch',
    (model) => {
      model.isStopped = false;
      post(world.surfaces[0] as (typeof world.surfaces)[0], { type: 'watch', what: 'page', on: true });
    },
    () => world.surfaces.length > 0,
  ),
  stop: command(
    'a person stops to watch',
    (model) => {
      model.isStopped = true;
      post(world.surfaces[0] as (typeof world.surfaces)[0], { type: 'watch', what: 'page', on: false });
    },
    () => world.surfaces.length > 0,
  ),
  list: command(
    'a person puts the site on the watch list',
    () => post(world.surfaces[0] as (typeof world.surfaces)[0], { type: 'watch', what: 'site', on: true }),
    () => world.surfaces.length > 0,
  ),
  dies: command('the worker dies', () => {
    killWorker();
    tabs.clear();
  }),
};

/** Checks conditions that must be true at every moment. */
function isConsistent(): void {
  const tab = tabs.get(tabId);
  if (!tab) return;
  const { scan, mode } = tab;
  assert.equal(scan.signal.aborted, false, 'the scan of a tab counts');
  if (isWatching(mode)) {
    const { state } = scan;
    const isAlive = state.kind !== 'failed' || state.failure === 'no-answer';
    assert.ok(isAlive, `watched (${mode}), but nothing is scanned`);
  }
}

/** Checks conditions that must be true when nothing is pending. */
function isRight({ isStopped }: Model): void {
  isConsistent();
  const { page, surfaces } = world;
  const tab = tabs.get(tabId);
  const isWatched = tab !== undefined && isWatching(tab.mode);
  assert.equal(
    page.running?.isWatched ?? false,
    isWatched,
    'the page hears of no more than of its watch mode',
  );
  if (tab?.scan.state.kind === 'failed' && tab.action)
    assert.ok(page.isClicked, 'the click was on this page');
  if (isWatched) {
    assert.equal(tab.scan.state.kind, 'done');
    assert.equal(page.running?.name, tab.scan.nonce, 'the scan is that of the page that is there');
  }
  if (tab?.mode === 'list') assert.ok(world.isListed, 'the page before does not have this one watched');
  if (tab && world.isListed && !isStopped && tab.scan.state.kind === 'done' && page.running)
    assert.ok(isWatched, 'a page of the watch list is watched');
  for (const { state, rows, isReset } of surfaces) {
    assert.equal(state?.watching.page, isWatched, 'each surface says whether the page is watched');
    if (state?.state.kind === 'failed') continue;
    assert.equal(state?.state.kind, 'done', 'no surface waits for ever');
    assert.equal(isReset, false);
    if (page.running) assert.deepEqual([...rows.values()], [page.text], 'and shows what the page holds');
  }
}

async function runOrder(isListed: boolean, order: Iterable<Step>): Promise<void> {
  tabs.clear();
  resetWorld(isListed);
  navigate(listedUrl);
  const model: Model = { isStopped: false };
  await fc.asyncModelRun(() => ({ model, real: null }), order);
  await rest();
  isRight(model);
}

/** Generates sequences of steps as on a busy machine: few steps, and many pending messages. */
const orders = fc.commands(
  Object.values(steps).map((step) => fc.constant(step)),
  { maxCommands: 40, size: 'max' },
);

test('a site is put on the watch list while its page is left: the next one is watched, and its list fills', async () => {
  tabs.clear();
  resetWorld(false);
  navigate(otherUrl);
  const popup = openSurface(false);
  await rest();
  post(popup, { type: 'watch', what: 'page', on: true });
  await rest();
  // This request resembles the rescan after a grant.
  post(popup, { type: 'open', tabId, scan: 'now', byAction: false });
  for (let n = 0; n < 4; n++) {
    await untilIdle();
    answer('script');
  }
  await untilIdle();
  post(popup, { type: 'watch', what: 'site', on: true });
  while (!world.isRegistered) {
    await untilIdle();
    answer('storage');
  }
  // The page's script begins, but has no time to report its result.
  while (world.page.outbox.length > 2 && deliver('current')) await untilIdle();
  world.page.outbox = [];
  closeSurface(popup);
  navigate(otherUrl);
  const next = openSurface(false);
  await untilIdle();
  assert.equal(next.state?.state.kind, 'reading');
  while (deliver('before')) await untilIdle();
  assert.equal(next.state?.state.kind, 'failed', 'the page before has gone');
  while (answer('storage')) await untilIdle();
  await rest();
  assert.equal(next.state?.watching.page, true);
  assert.equal(next.state?.state.kind, 'done');
  assert.deepEqual([...next.rows.values()], [world.page.text]);
});

test('a click in the menu that comes before its grant is answered by the scan that has it', async () => {
  tabs.clear();
  resetWorld(false);
  navigate(guardedUrl);
  clickImage(world.page.text);
  await rest();
  world.page.isClicked = true;
  const surface = openSurface(true);
  await rest();
  assert.equal(surface.state?.state.kind, 'done');
  assert.deepEqual(surface.selected, [world.page.text]);
});

test('a click that comes after the browser has refused the script is answered by another attempt', async () => {
  tabs.clear();
  resetWorld(false);
  navigate(guardedUrl);
  openSurface(true);
  await untilIdle();
  assert.ok(answer('script'), 'the browser refuses it');
  const popup = openSurface(false);
  await rest();
  assert.equal(popup.state?.state.kind, 'done');
  assert.deepEqual([...popup.rows.values()], [world.page.text]);
});

test('however things come, a page that is watched has been scanned, and is shown', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), orders, (isListed, order) => runOrder(isListed, order)),
    runs(5000),
  );
});
