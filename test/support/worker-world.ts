/**
 * A small simulated browser for the worker: one tab, its documents with their content scripts, surfaces, and an API
 * whose answers the test releases. Only the worker is real.
 */
import { createHash } from 'node:crypto';
import './group-by.ts';
import type { Tab } from '../../extension/background/model/model.ts';
import type { SurfaceMessage } from '../../extension/platform/surface-messages.ts';
import type { SurfaceUpdate } from '../../extension/platform/surface-updates.ts';

export const tabId = 7;
export const listedUrl = 'https://listed.example/';
export const otherUrl = 'https://other.example/';
/** A page whose address the browser hides, and in which it allows no script. */
export const closedUrl = 'data:,closed';
/** A page in which the browser allows scripts, and whose address it reveals, only after a click. */
export const guardedUrl = 'https://guarded.example/';

/** A document of the tab. Only its end of the port behaves like that of the real content script. */
interface PageDocument {
  url: string;
  /** The only data: URL in the document. */
  text: string;
  /** Whether the browser injects the content script when the document starts. */
  isRegistered: boolean;
  /** Whether the user clicked the toolbar button on the document. */
  isClicked: boolean;
  scanName: string | undefined;
  running: { name: string; port: Port; isWatched: boolean } | undefined;
  /** The ports through which the document has called a worker. */
  calling: Set<Port>;
  /** The document's messages that have not arrived yet, in order. */
  outbox: (() => void)[];
}

type Listener = (value: unknown) => void;

/** The worker's end of a port. */
interface Port {
  name: string;
  sender: object;
  isOpen: boolean;
  heard: Listener[];
  ended: Listener[];
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: Listener): void };
  onDisconnect: { addListener(listener: Listener): void };
}

/**
 * @param toPage receives the messages
 * @param closed called when the worker disconnects
 */
function createPort(name: string, sender: object, toPage: Listener, closed: () => void): Port {
  const port: Port = {
    name,
    sender: { id: 'worker-world', ...sender },
    isOpen: true,
    heard: [],
    ended: [],
    postMessage: (message) => port.isOpen && toPage(message),
    disconnect() {
      if (!port.isOpen) return;
      port.isOpen = false;
      closed();
    },
    onMessage: { addListener: (listener) => port.heard.push(listener) },
    onDisconnect: { addListener: (listener) => port.ended.push(listener) },
  };
  return port;
}

const end = (port: Port): void => {
  if (!port.isOpen) return;
  port.isOpen = false;
  for (const listener of port.ended) listener(port);
};

export interface Surface {
  port: Port;
  /** The texts of the surface's rows. */
  rows: Map<string, string>;
  isReset: boolean;
  state: Extract<SurfaceUpdate, { type: 'state' }> | null;
  /** The texts of the rows that the worker selected in the surface. */
  selected: (string | undefined)[];
}

const calls = { script: [] as (() => void)[], storage: [] as (() => void)[] };
export type Api = keyof typeof calls;

let documents: PageDocument[] = [];
let surfaces: Surface[] = [];
let storage = { local: {} as Record<string, unknown>, session: {} as Record<string, unknown> };
let registered: string[] = [];
let timers: { at: number; run: () => void; id: number }[] = [];
let now = 0;
let lastTimer = 0;
let documentCount = 0;
/** The texts of the tab's badge, in order. */
export const badges: string[] = [];

const onConnect: Listener[] = [];
const onMenuClicked: ((info: object, tab: object) => void)[] = [];
const onGranted: (() => void)[] = [];
const onRevoked: (() => void)[] = [];
let isGranted = true;
const onUpdated = new Set<(id: number, change: { status: string }) => void>();
const onStorageChanged: ((changes: object, area: string) => void)[] = [];

/** Returns an answer that stays pending until the test releases it. */
const later = <T>(api: Api, answer: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    calls[api].push(() => {
      try {
        resolve(answer());
      } catch (error) {
        reject(error);
      }
    });
  });

const current = (): PageDocument => documents.at(-1) as PageDocument;

const isOpenTo = ({ url, isClicked }: PageDocument): boolean =>
  url !== closedUrl && (url !== guardedUrl || isClicked);

function callWorker(document: PageDocument): void {
  const closed = () => document.calling.delete(port);
  const port = createPort('wake', senderOf(document), () => {}, closed);
  document.calling.add(port);
  document.outbox.push(() => connect(port));
}

const senderOf = ({ url }: PageDocument) => ({
  tab: { id: tabId },
  frameId: 0,
  url,
  origin: new URL(url).origin,
});

function connect(port: Port): void {
  if (port.isOpen) for (const listener of onConnect) listener(port);
}

/** Does the same as the start of `extension/content/main.ts`. */
function runContentScript(document: PageDocument): void {
  const { scanName, running } = document;
  if (scanName === undefined) {
    callWorker(document);
    return;
  }
  if (running?.name === scanName) return;
  if (running) document.outbox.push(() => end(running.port));
  const answer = (raw: unknown) => {
    const message = raw as { type: string; on: boolean; request: number };
    if (message.type === 'watch') own.isWatched = message.on;
    else
      send({
        type: 'answer',
        request: message.request,
        value: { text: document.text, locate: [0] }[message.type] ?? null,
      });
  };
  const send = (message: unknown) =>
    document.outbox.push(() => {
      if (port.isOpen) for (const listener of port.heard) listener(message);
    });
  const port = createPort(`frame ${scanName}`, senderOf(document), answer, () => {
    if (document.running !== own) return;
    document.running = undefined;
    if (own.isWatched) callWorker(document);
  });
  const own = { name: scanName, port, isWatched: false };
  document.running = own;
  document.outbox.push(() => connect(port));
  send({
    type: 'started',
    url: document.url,
    isAccessible: true,
    isQuirky: false,
    charset: 'UTF-8',
    lineage: { own: '', parent: '' },
  });
  const occurrence = {
    place: 'attribute',
    element: 'img',
    name: 'src',
    selector: 'img',
    destination: 'image',
    inert: false,
  };
  send({ type: 'found', sightings: [{ key: 0, text: document.text, occurrences: [occurrence] }] });
  send({ type: 'done', title: '', frames: [], policies: [], scanMs: 1, longestTaskMs: 1 });
}

const event = () => ({ addListener() {}, removeListener() {} });
const area = (name: 'local' | 'session') => ({
  get: (key: string) => later('storage', () => ({ [key]: storage[name][key] })),
  set: (values: object) =>
    later('storage', () => {
      Object.assign(storage[name], values);
      for (const listener of onStorageChanged) listener(values, name);
    }),
});

const register = (patterns: string[]): void => {
  registered = patterns;
};

interface Script {
  func?: { name: string };
  args?: unknown[];
  files?: string[];
}

const browser = {
  runtime: {
    id: 'worker-world',
    lastError: undefined,
    getURL: (path: string) => `chrome-extension://worker-world/${path}`,
    onConnect: { addListener: (listener: Listener) => onConnect.push(listener) },
    onInstalled: event(),
  },
  i18n: { getMessage: (key: string) => (key === 'locale' ? 'en' : key) },
  contextMenus: {
    onClicked: { addListener: onMenuClicked.push.bind(onMenuClicked) },
  },
  commands: { onCommand: event() },
  permissions: {
    onAdded: { addListener: onGranted.push.bind(onGranted) },
    onRemoved: { addListener: onRevoked.push.bind(onRevoked) },
    contains: async () => isGranted,
  },
  tabs: {
    onRemoved: event(),
    onUpdated: {
      addListener: onUpdated.add.bind(onUpdated),
      removeListener: onUpdated.delete.bind(onUpdated),
    },
    create: async () => {},
    get: async () => (isOpenTo(current()) ? { url: current().url, title: '' } : {}),
  },
  action: {
    setBadgeText: async ({ text }: { text: string }) => {
      badges.push(text);
    },
    setBadgeBackgroundColor: async () => {},
    setBadgeTextColor: async () => {},
    setTitle: async () => {},
  },
  storage: {
    local: area('local'),
    session: area('session'),
    managed: { get: async () => ({}) },
    onChanged: {
      addListener: (listener: (changes: object, area: string) => void) => onStorageChanged.push(listener),
    },
  },
  scripting: {
    executeScript: ({ func, args, files }: Script) =>
      later('script', () => {
        const document = current();
        if (!isOpenTo(document)) throw new Error('Cannot access contents of the page.');
        if (func?.name === 'prepare') document.scanName = args?.[0] as string;
        if (files) runContentScript(document);
        return [
          { frameId: 0, documentId: document.text, result: func?.name === 'prepare' ? null : [false, false] },
        ];
      }),
    getRegisteredContentScripts: () => later('storage', () => registered.map(() => ({}))),
    unregisterContentScripts: () => later('storage', () => register([])),
    updateContentScripts: ([script]: { matches: string[] }[]) =>
      later('storage', () => register(script?.matches ?? [])),
    registerContentScripts: ([script]: { matches: string[] }[]) =>
      later('storage', () => register(script?.matches ?? [])),
  },
};

let locked: Promise<unknown> = Promise.resolve();
const locks = {
  request(_: string, work: () => Promise<unknown>) {
    locked = locked.catch(() => {}).then(work);
    return locked;
  },
};

/** Replaces the browser's globals with this simulated world. */
export function installWorld(): void {
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
  Object.assign(globalThis, {
    chrome: browser,
    browser,
    addEventListener() {},
    setTimeout(run: () => void, time = 0) {
      timers.push({ at: now + time, run, id: ++lastTimer });
      return lastTimer;
    },
    clearTimeout(id: number) {
      timers = timers.filter((each) => each.id !== id);
    },
  });
  performance.now = () => now;
  // Computes the same digest on this thread, because a test could not wait for another thread.
  crypto.subtle.digest = async (_: unknown, bytes: BufferSource) =>
    new Uint8Array(
      createHash('sha256')
        .update(bytes as Uint8Array)
        .digest(),
    ).buffer;
}

/** The worker's tabs, once the worker has started. */
let workerTabs = new Map<number, Tab>();

/**
 * Starts the worker in this world, with a page in its tab. Resolves when nothing is pending.
 *
 * @returns the worker's tabs
 */
export async function startWorker(): Promise<Map<number, Tab>> {
  installWorld();
  resetWorld(false);
  navigate(otherUrl);
  ({ tabs: workerTabs } = await import('../../extension/background/model/tab.ts'));
  await import('../../extension/background/main.ts');
  await rest();
  return workerTabs;
}

/** Opens a surface on a page, in a browser and a worker that have just started. */
export function openOn(url: string, { isListed = false, isPanel = false } = {}): Surface {
  workerTabs.clear();
  resetWorld(isListed);
  navigate(url);
  return openSurface(isPanel);
}

/** Resolves when only work that waits for an outside event remains. */
export const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Resets the world to a browser that has just started, with a page in its tab. */
export function resetWorld(isListed: boolean): void {
  documents = [];
  surfaces = [];
  registered = isListed ? ['https://listed.example/*'] : [];
  storage = { local: { watchedSites: [...registered] }, session: {} };
  timers = [];
  calls.script = [];
  calls.storage = [];
  isGranted = true;
  locked = Promise.resolve();
}

const isOneOf = (patterns: string[], url: string) =>
  patterns.some((pattern) => url.startsWith(pattern.slice(0, -1)));

export function navigate(url: string): void {
  const before = documents.at(-1);
  if (before) {
    const ports = [...before.calling, ...(before.running ? [before.running.port] : [])];
    before.outbox.push(() => {
      for (const port of ports) end(port);
    });
    before.running = undefined;
  }
  documents.push({
    url,
    text: `data:,${++documentCount}`,
    isRegistered: isOneOf(registered, url),
    isClicked: false,
    scanName: undefined,
    running: undefined,
    calling: new Set(),
    outbox: [],
  });
  for (const listener of onUpdated) listener(tabId, { status: 'loading' });
}

/** Starts a new document. The browser injects the content script if the document's site is on the watch list. */
export function startDocument(): void {
  const document = current();
  if (!document.isRegistered) return;
  document.isRegistered = false;
  runContentScript(document);
}

/**
 * Delivers the next message of a document.
 *
 * @returns whether there was a message
 */
export function deliver(which: 'current' | 'before'): boolean {
  const sender =
    which === 'current' ? current() : documents.slice(0, -1).find(({ outbox }) => outbox.length > 0);
  const message = sender?.outbox.shift();
  message?.();
  return message !== undefined;
}

/**
 * Releases the next answer of the API.
 *
 * @returns whether an answer was pending
 */
export function answer(api: Api): boolean {
  const call = calls[api].shift();
  call?.();
  return call !== undefined;
}

/**
 * Runs the first timer that is due within the given number of milliseconds.
 *
 * @returns whether a timer was due
 */
export function tick(within: number): boolean {
  const [first] = timers.toSorted((a, b) => a.at - b.at);
  if (!first || first.at > now + within) return false;
  now = Math.max(now, first.at);
  timers = timers.filter((each) => each !== first);
  first.run();
  return true;
}

/** Ends the worker: everything that it waits for is lost, and its ports close. */
export function killWorker(): void {
  calls.script = [];
  calls.storage = [];
  timers = [];
  locked = Promise.resolve();
  surfaces = [];
  const { running, calling } = current();
  for (const { outbox } of documents.slice(0, -1)) outbox.length = 0;
  // Messages to the worker are lost. A document that calls it starts a new worker.
  current().outbox = [];
  running?.port.disconnect();
  if (calling.size > 0 && running === undefined) callWorker(current());
}

export function openSurface(isPanel: boolean): Surface {
  const receive = (raw: unknown) => {
    const update = raw as SurfaceUpdate;
    if (update.type === 'reset') surface.isReset = true;
    if (update.type === 'select') surface.selected = update.ids.map((id) => surface.rows.get(id));
    if (update.type === 'state') surface.state = update;
    const isEnd = update.type === 'state' && update.state.kind === 'done';
    if (surface.isReset && (isEnd || (update.type === 'rows' && update.rows.length > 0))) {
      surface.rows.clear();
      surface.isReset = false;
    }
    if (update.type !== 'rows') return;
    for (const { sha256, head } of update.rows) surface.rows.set(sha256, head);
    for (const { id } of update.gone) surface.rows.delete(id);
  };
  const port = createPort('surface', { url: browser.runtime.getURL('popup.html') }, receive, () => {});
  const surface: Surface = { port, rows: new Map(), isReset: false, state: null, selected: [] };
  surfaces.push(surface);
  if (!isPanel) current().isClicked = true;
  connect(port);
  post(surface, { type: 'open', tabId, scan: 'if-needed', byAction: !isPanel });
  if (isPanel) post(surface, { type: 'follow' });
  return surface;
}

/** Chooses "Inspect this image" in the context menu. */
export function clickImage(srcUrl: string): void {
  for (const listener of onMenuClicked) listener({ menuItemId: 'image', srcUrl, frameId: 0 }, { id: tabId });
}

/** Grants access to all sites, as on the options page. */
export function grantAll(): void {
  isGranted = true;
  for (const listener of onGranted) listener();
}

/** Revokes access to all sites. */
export function revokeAll(): void {
  isGranted = false;
  for (const listener of onRevoked) listener();
}

export function post({ port }: Surface, message: SurfaceMessage): void {
  for (const listener of port.heard) listener(message);
}

export function closeSurface(surface: Surface): void {
  surfaces = surfaces.filter((each) => each !== surface);
  end(surface.port);
}

export const world = {
  get page(): PageDocument {
    return current();
  },
  get surfaces(): readonly Surface[] {
    return surfaces;
  },
  /** Whether the browser injects the content script into the pages of the current site. */
  get isRegistered(): boolean {
    return isOneOf(registered, current().url);
  },
  /** Whether the site of the current page is on the watch list. */
  get isListed(): boolean {
    return isOneOf((storage.local.watchedSites as string[] | undefined) ?? [], current().url);
  },
};

/** Delivers all messages and advances the time until nothing is pending. */
export async function rest(): Promise<void> {
  for (let step = 0; step < 2000; step++) {
    await untilIdle();
    startDocument();
    const isMoved =
      deliver('before') || deliver('current') || answer('script') || answer('storage') || tick(40_000);
    if (!isMoved) return;
  }
  throw new Error('The worker does not come to rest.');
}
