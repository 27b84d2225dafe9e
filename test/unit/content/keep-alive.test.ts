/**
 * Tests a page that is hidden for ten minutes. This is the only part of watching that would take too long in a browser.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const minute = 60_000;

/** Implements the members of a document that `stayWatched` and `reviveWorkerWhenVisible` use. */
class Tab extends EventTarget {
  isHidden = false;
  get hidden(): boolean {
    return this.isHidden;
  }
  show(isShown: boolean): void {
    this.isHidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

// The content script reads the members of a document from the prototypes of these classes, so the classes must exist.
const others =
  'Attr CharacterData DocumentFragment Element HTMLImageElement HTMLMediaElement NamedNodeMap Node NodeIterator ShadowRoot';
for (const name of others.split(' ')) Object.assign(globalThis, { [name]: class {} });
Object.assign(globalThis, { Document: Tab });
const { stayWatched, reviveWorkerWhenVisible } = await import('../../../extension/content/keep-alive.ts');

let tab: Tab;
let connected: string[];
let isThere: boolean;

beforeEach(() => {
  tab = new Tab();
  connected = [];
  isThere = true;
  const runtime = {
    get id() {
      return isThere ? 'id' : undefined;
    },
    connect: ({ name }: { name: string }) => connected.push(name),
  };
  Object.assign(globalThis, { document: tab, chrome: { runtime } });
});

test('a page that is seen is watched as long as it is there', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'] });
  const sentTypes = new Set<string>();
  const controller = new AbortController();
  stayWatched(({ type }) => sentTypes.add(type), controller.signal);
  t.mock.timers.tick(60 * minute);
  assert.deepEqual([...sentTypes], ['alive']);
  controller.abort();
  sentTypes.clear();
  t.mock.timers.tick(minute);
  assert.equal(sentTypes.size, 0);
});

test('watching ends ten minutes after a page was last seen', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'] });
  let last = '';
  stayWatched(({ type }) => (last = type), new AbortController().signal);
  tab.show(false);
  t.mock.timers.tick(9 * minute);
  assert.equal(last, 'alive');
  // The time starts again whenever the page is shown.
  tab.show(true);
  tab.show(false);
  t.mock.timers.tick(10 * minute);
  assert.equal(last, 'alive');
  t.mock.timers.tick(minute);
  assert.equal(last, 'unwatched');
});

test('a worker that was stopped is woken at once for a page that is seen', () => {
  reviveWorkerWhenVisible();
  assert.deepEqual(connected, ['wake']);
});

test('for a hidden page it is woken when that is seen again, to go on or to end', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  tab.isHidden = true;
  reviveWorkerWhenVisible();
  t.mock.timers.tick(9 * minute);
  assert.deepEqual(connected, []);
  tab.show(true);
  assert.deepEqual(connected, ['wake']);
  tab.isHidden = true;
  reviveWorkerWhenVisible();
  t.mock.timers.tick(11 * minute);
  tab.show(true);
  assert.deepEqual(connected, ['wake', 'over']);
});

test('an extension that has gone meanwhile is not called', () => {
  tab.isHidden = true;
  reviveWorkerWhenVisible();
  isThere = false;
  tab.show(true);
  assert.deepEqual(connected, []);
});

test('elements of the page that are named like members of the document are not asked', () => {
  Object.assign(tab, { addEventListener: {} });
  Object.defineProperty(tab, 'hidden', { value: {} });
  const controller = new AbortController();
  stayWatched(() => {}, controller.signal);
  controller.abort();
  reviveWorkerWhenVisible();
  assert.deepEqual(connected, ['wake']);
});
