/**
 * Runs the content script of the built extension in each document of a page, over the DevTools protocol. The script
 * runs in an isolated world, which the page can't access, and posts its messages to a substitute for the extension's
 * port.
 */
import { readFile } from 'node:fs/promises';
import { within } from '../cli/drivers/wait.ts';
import type { ObservedOutcome } from '../outcome/state-words.ts';
import type { Unreachable } from '../report/report.ts';
import type { ReportingDocument } from '../report/source-text.ts';
import type { UnreachableReason } from '../report/unreachable-reasons.ts';
import { withoutPassword } from '../uri/misleading.ts';
import type { Occurrence } from '../vocabulary.ts';

/** A connection to Chromium over the DevTools protocol. */
export interface TestedSession {
  send(method: string, params?: object): Promise<unknown>;
  detach(): Promise<void>;
}

/** The members of a Playwright `Frame` that are used. */
export interface TestedFrame {
  url(): string;
  parentFrame(): TestedFrame | null;
}

/** The members of a Playwright `Page`, from any of its packages, that are used. */
export interface TestedPage {
  url(): string;
  isClosed(): boolean;
  frames(): TestedFrame[];
  context(): {
    browser(): { version(): string; browserType(): { name(): string } } | null;
    newCDPSession(target: TestedPage | TestedFrame): Promise<TestedSession>;
  };
}

/** An occurrence as the content script reports it: see `extension/platform/frame-messages.ts`. */
export interface Reported extends Omit<Occurrence, 'frame' | 'cost' | 'rule' | 'conditions' | 'sheet'> {
  bytes?: number;
  rules?: readonly string[];
  sight?: ObservedOutcome | null;
  sheet?: { href: string; nth: number };
  dataSheet?: { key: number; nth: number };
}

/** A text with its occurrences in a document. The text is null if it is too large. */
export interface Sighted {
  text: string | null;
  occurrences: Reported[];
}

/** The messages of the content script that matter here. The texts in Blobs have been read. */
type Message =
  | ({ type: 'started'; isQuirky: boolean; charset: string } & ReportingDocument)
  | {
      type: 'found';
      sightings: { key: number; text?: string | null; occurrences: Reported[] }[];
    }
  | { type: 'seen'; seen: ({ key: number; occurrence: number } & Pick<Reported, 'sight' | 'users'>)[] }
  | { type: 'unreachable'; unreachable: (Unreachable & { at: { selector: string } | null })[] }
  | { type: 'policy'; text: string }
  | { type: 'part'; name: string }
  | ({ type: 'done' } & Pick<ScannedDocument, 'title' | 'frames' | 'policies' | 'scanMs' | 'longestTaskMs'>);

/** A document, and the results that its content script has reported. */
export interface ScannedDocument extends ReportingDocument {
  isTop: boolean;
  isQuirky: boolean;
  charset: string;
  title: string;
  /** The texts and their occurrences, by the key of each text. */
  sightings: Map<number, Sighted>;
  unreachable: Unreachable[];
  /** The frames in the document, and why a frame may have no content script. */
  frames: { url: string; reason: Unreachable['reason'] }[];
  /** The policies of the document's meta elements, and those that its violations reveal. */
  policies: string[];
  enforced: string[];
  scanMs: number;
  longestTaskMs: number;
}

interface FrameTree {
  /** An error page of the browser has the URL that could not be loaded. */
  frame: { id: string; loaderId: string; url: string; urlFragment?: string; unreachableUrl?: string };
  childFrames?: FrameTree[];
}

/**
 * Runs in the isolated world. Replaces the extension's API, which Chromium doesn't install there.
 *
 * @param scan the name of the scan
 * @param maxSize maximum size, in bytes, of a text; larger texts are skipped
 */
function standIn(scan: string, maxSize: number): void {
  type Posted = { type: string; sightings?: { text?: string | Blob }[] };
  const waiting: Posted[] = [];
  if (matchMedia('(scripting: none)').matches) {
    // Without scripts, a document has no timers, but it has tasks.
    const tasks: TaskController[] = [];
    const setTimer = (run: () => void, delay = 0): number => {
      const task = new TaskController();
      scheduler.postTask(run, { delay: Math.max(delay, 0), signal: task.signal }).catch(() => {});
      return tasks.push(task);
    };
    const clearTimer = (id: number) => tasks[id - 1]?.abort();
    Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer });
  }
  const listeners = { message: [] as ((command: object) => void)[], disconnect: [] as (() => void)[] };
  let wake = () => {};
  const runtime = {
    id: scan as string | undefined,
    connect: () => ({
      postMessage(message: Posted) {
        waiting.push(message);
        wake();
      },
      disconnect() {},
      onMessage: { addListener: (listener: (command: object) => void) => listeners.message.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => listeners.disconnect.push(listener) },
    }),
  };
  const readText = async (text: string | Blob | undefined) => {
    if (!(text instanceof Blob)) return text;
    return text.size > maxSize ? null : text.text();
  };
  const ours = {
    /** Returns the next message, which may be megabytes long; undefined if nothing arrives for a moment. */
    async take() {
      if (waiting.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 200);
        });
      return Promise.all(
        waiting.splice(0, 1).map(async (message) => ({
          ...message,
          ...(message.sightings && {
            sightings: await Promise.all(
              message.sightings.map(async (each) => ({ ...each, text: await readText(each.text) })),
            ),
          }),
        })),
      );
    },
    put(command: object) {
      for (const listener of listeners.message) listener(command);
    },
    end() {
      runtime.id = undefined;
      for (const listener of listeners.disconnect) listener();
    },
  };
  Object.assign(globalThis, {
    browser: { runtime },
    dataUrlInspectorScanName: scan,
    dataUrlInspectorStandIn: ours,
  });
}

/** Maximum size, in bytes, of a text. Larger texts are skipped. */
const maxTextSize = 1 << 26;

/** Maximum length of the URL of a frame that was not loaded, which may be a data: URL. */
const maxAddressLength = 2000;

/** Maximum number of times that a page is checked for frames that have appeared in the meantime. */
const maxRounds = 3;

/** Maximum number of milliseconds to wait, after the walk, for images that are not displayed yet. */
const maxPendingTime = 1500;

const scripts = new Map<string, Promise<string>>();
/** Reads a script of the built extension, which the package contains. */
function scriptOf(name: string): Promise<string> {
  const file = new URL(`../../dist/chromium/${name}.js`, import.meta.url);
  const script = scripts.get(name) ?? readFile(file, 'utf8');
  scripts.set(name, script);
  return script;
}

let scans = 0;

/**
 * Scans all documents of a page that answer in time.
 *
 * @param end the deadline, a time of `performance.now()`
 * @returns the scanned documents, and the frames that could not be scanned
 * @throws the browser's error if the top document can't be scanned
 */
export async function scanDocuments(
  page: TestedPage,
  end: number,
): Promise<{ documents: ScannedDocument[]; unread: Unreachable[] }> {
  const name = `test ${++scans}`;
  const sessions = new Map<TestedPage | TestedFrame, TestedSession>();
  const scanned = new Map<string, Promise<ScannedDocument | null>>();
  const unread: Unreachable[] = [];
  const inTime = <T>(work: Promise<T>) => within('the page', Math.max(end - performance.now(), 1), work);
  const isLate = () => performance.now() >= end;
  const note = (url: string, reason: UnreachableReason) => {
    unread.push({ kind: 'frame', url: withoutPassword(url), reason });
  };
  const treeOf = async (target: TestedPage | TestedFrame, session: TestedSession) => {
    try {
      const { frameTree } = (await inTime(session.send('Page.getFrameTree'))) as { frameTree: FrameTree };
      return framesIn(frameTree);
    } catch (error) {
      if (target === page) throw error;
      // The frame was removed or moved to another process.
      sessions.delete(target);
      if (isLate()) note(target.url(), 'no-answer');
      return [];
    }
  };
  const scan = async (session: TestedSession, frame: Framed) => {
    try {
      return await inTime(scanDocument(session, frame, name));
    } catch (error) {
      if (frame.isTop) throw error;
      if (isLate()) note(frame.url, 'no-answer');
      else if (error instanceof ScriptError) note(frame.url, 'scan-error');
      // A frame first contains an empty document, possibly without a URL. There is nothing to scan in it.
      else if (!/^(?:about:blank)?$/.test(frame.url)) note(frame.url, 'removed');
      return null;
    }
  };
  try {
    for (let round = 0; round < maxRounds && !isLate(); round++) {
      const before = scanned.size;
      await connect(page, sessions);
      const listed = [...sessions].map(async ([target, session]) => {
        for (const [at, { id, loaderId, url, urlFragment = '', unreachableUrl }] of (
          await treeOf(target, session)
        ).entries()) {
          const key = `${id} ${loaderId}`;
          const frame = { id, url: url + urlFragment, isTop: target === page && at === 0 };
          if (scanned.has(key)) continue;
          if (unreachableUrl !== undefined) {
            if (frame.isTop) throw new Error('the browser shows an error instead.');
            scanned.set(key, Promise.resolve(null));
            note(unreachableUrl.slice(0, maxAddressLength), 'failed-or-redirected');
            continue;
          }
          const work = scan(session, frame);
          // Prevents an unhandled rejection while the frames of other processes are still being listed.
          work.catch(() => {});
          scanned.set(key, work);
        }
      });
      await Promise.all(listed);
      await Promise.all(scanned.values());
      if (scanned.size === before) break;
    }
    const documents = (await Promise.all(scanned.values())).filter((each) => each !== null);
    if (documents.filter(({ isTop }) => isTop).length > 1) throw new Error('navigated');
    return { documents, unread };
  } finally {
    for (const session of sessions.values()) session.detach().catch(() => {});
  }
}

/** Adds a session for the page, and for each frame with its own process. */
async function connect(
  page: TestedPage,
  sessions: Map<TestedPage | TestedFrame, TestedSession>,
): Promise<void> {
  const context = page.context();
  if (!sessions.has(page)) sessions.set(page, await context.newCDPSession(page));
  for (const frame of page.frames()) {
    const parent = frame.parentFrame();
    if (sessions.has(frame) || parent === null || isOfBrowser(parent.url())) continue;
    // Any other frame belongs to the session of the frame that contains it.
    const session = await context.newCDPSession(frame).catch(() => null);
    if (session) sessions.set(frame, session);
  }
}

const framesIn = ({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] =>
  isOfBrowser(frame.url) ? [] : [frame, ...childFrames.flatMap(framesIn)];

/** Whether a URL is that of Chromium's own viewer of PDF. */
const isOfBrowser = (url: string): boolean =>
  url.startsWith('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/');

/** A frame's document, by the frame's id in the protocol. */
interface Framed {
  id: string;
  url: string;
  isTop: boolean;
}

/** Thrown for an error in the content script. */
class ScriptError extends Error {}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

async function scanDocument(
  session: TestedSession,
  { id, url, isTop }: Framed,
  name: string,
): Promise<ScannedDocument> {
  const { executionContextId: contextId } = (await session.send('Page.createIsolatedWorld', {
    frameId: id,
    worldName: 'data-url-inspector',
  })) as { executionContextId: number };
  const evaluate = async (expression: string): Promise<unknown> => {
    const asked = { expression, contextId, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails: thrown } = (await session.send('Runtime.evaluate', asked)) as Evaluated;
    if (thrown) throw new ScriptError(thrown.exception?.description ?? thrown.text);
    return result.value;
  };
  const document: ScannedDocument = {
    ...{ url: withoutPassword(url), isTop, isAccessible: false, isQuirky: false, charset: '', title: '' },
    ...{ lineage: { own: '', parent: '' }, sightings: new Map(), unreachable: [], frames: [] },
    ...{ policies: [], enforced: [], scanMs: 0, longestTaskMs: 0 },
  };
  // Build tools that keep the names of functions insert calls of a helper with this name.
  const helper = 'const __name = (f) => f;';
  await evaluate(`{ ${helper} (${standIn})(${JSON.stringify(name)}, ${maxTextSize}); }`);
  await evaluate(await scriptOf('content'));
  try {
    for (let until = Number.POSITIVE_INFINITY; performance.now() < until; ) {
      const [message] = (await evaluate('dataUrlInspectorStandIn.take()')) as Message[];
      if (message?.type === 'part') {
        await evaluate(await scriptOf(message.name));
        await evaluate(`dataUrlInspectorStandIn.put(${JSON.stringify(message)})`);
      } else if (message) receive(document, message);
      if (message?.type === 'done') until = performance.now() + maxPendingTime;
      if (until !== Number.POSITIVE_INFINITY && !isPending(document)) break;
    }
    return document;
  } finally {
    // This ends the content script, which would otherwise keep its results in memory.
    evaluate('dataUrlInspectorStandIn.end()').catch(() => {});
  }
}

const isPending = ({ sightings }: ScannedDocument): boolean =>
  [...sightings.values()].some(({ occurrences }) => occurrences.some(({ sight }) => sight === 'pending'));

function receive(document: ScannedDocument, message: Message): void {
  const { sightings } = document;
  switch (message.type) {
    case 'started': {
      const { isAccessible, isQuirky, charset, lineage } = message;
      Object.assign(document, { isAccessible, isQuirky, charset, lineage });
      return;
    }
    case 'found':
      for (const { key, text, occurrences } of message.sightings) {
        const known = sightings.get(key);
        if (known) known.occurrences.push(...occurrences);
        else sightings.set(key, { text: text ?? null, occurrences: [...occurrences] });
      }
      return;
    case 'seen':
      for (const { key, occurrence, ...seen } of message.seen)
        Object.assign(sightings.get(key)?.occurrences[occurrence] ?? {}, seen);
      return;
    case 'unreachable':
      for (const { at, kind, url, reason } of message.unreachable) {
        const selector = kind === 'element' ? at?.selector : undefined;
        document.unreachable.push({ kind, url, ...(selector && { selector }), reason });
      }
      return;
    case 'policy':
      document.enforced.push(message.text);
      return;
    case 'done': {
      const { title, frames, policies, scanMs, longestTaskMs } = message;
      Object.assign(document, { title, frames, policies, scanMs, longestTaskMs });
    }
  }
}
