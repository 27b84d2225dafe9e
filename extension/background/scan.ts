/**
 * One scan of a tab's document. The next one is a new object (`next-scan.ts`); what still runs for this one ends at its
 * signal, which is all that anything asks to know whether it still counts.
 */
import type { CspPolicy } from '../../src/csp.ts';
import type { Finding, Unreachable } from '../../src/report/report.ts';
import { maxChildFrames, maxFrames } from '../platform/limits.ts';
import type { Asked, ChildFrame, SessionState } from '../platform/messages.ts';
import { createEntries, type Entries, type Entry } from './entries.ts';
import type { FrameAddress } from './frame-addresses.ts';
import type { FrameLink } from './frame-link.ts';
import type { HeaderPolicy } from './network-log.ts';
import { createQuota, type Quota } from './quota.ts';
import type { FetchedSheets } from './stylesheets.ts';
import type { Tab } from './tab.ts';

/** A style sheet that the worker may read where its frame may not. */
export interface UnreadSheet {
  url: string;
  frame: string;
  element: string;
  selector: string;
}

/** A frame's text: its entry, and where among its occurrences those are that the frame reported. */
export interface Seen {
  entry: Entry;
  at: number[];
}

/** What a page's server says when it is asked anew for its policies; the reasons are those of `unreachableReasons`. */
export type ServerAnswer =
  | { kind: 'answered'; policies: HeaderPolicy[] }
  | { kind: 'refused'; reason: string };

/** A wish holds until a time in milliseconds of the worker's clock; whoever asks goes on when the page is scanned anew. */
export type Server =
  | { kind: 'wanted'; url: string; until: number }
  | { kind: 'asking'; answer: Promise<ServerAnswer> }
  | ServerAnswer;

/** What is known of the document. */
export interface ScanFacts {
  page: { url: string; title: string };
  entries: Entries;
  /** By frame id: those that connected and whose document is still there, with those that were expelled. */
  frames: Map<number, FrameLink>;
  /** One of them has connected, though it may have gone. */
  hasAnswered: boolean;
  /** What each frame reported, by its key. */
  sightings: Map<FrameLink, Map<number, Seen>>;
  /** What frames reported of their own addresses, until the documents that hold them have been read. */
  addresses: FrameAddress[];
  /** What the frames may still report. */
  quota: Quota;
  /** Style sheets that their frame may not read, and the elements that bring them. */
  sheets: UnreadSheet[];
  fetchedSheets: FetchedSheets;
  /** Parts that could not be scanned, without the frames that are missing or not answering: these still may. */
  unreachable: Unreachable[];
  /** The frames that are missing or not answering, as of the last time that all others had finished. */
  unanswered: Unreachable[];
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** What the page's server said of its policies when a person had it asked; null where nobody wants that. */
  server: Server | null;
  /** The findings on the page as a whole, and when they were made, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
  /** What a person asked for from outside the surfaces; undefined when nobody asked. */
  asked: Asked | undefined;
}

export interface Scan extends ScanFacts {
  readonly tab: Tab;
  /** The scan's name to its content scripts; '' for the one before the first. */
  readonly nonce: string;
  /** Aborted as another scan takes its place: what comes later counts for nothing. */
  readonly signal: AbortSignal;
  readonly state: SessionState;
  /** The one place where the state changes; that of an aborted scan does not. */
  enter(state: SessionState): void;
  /** Lets the content scripts go, and ends all that runs for the scan. */
  abort(): void;
  /** Ends when all that was received so far has been read. */
  readonly reading: Promise<void>;
  /** Does some work after all that was received before; if the scan is aborted first, never. What fails ends nothing else. */
  inOrder(work: () => void | Promise<void>, failed?: (error: unknown) => void): void;
  /** Documents without the extension's API, by the browser's ids: their messages are fetched. */
  pulled: Set<string>;
  /** Its frames are waited for already. */
  isCollecting: boolean;
  /** New frames of a watched page are waited for, of which many may come at once. */
  isMoreDue: boolean;
  /** Why the browser lets no script into the top document; null as long as it has not refused. */
  refusal: Error | null;
  /** To be called at every message from a frame. */
  notify(): void;
  /** Resolves at the next message from a frame, as the state changes, and when the scan is aborted. */
  changed(): Promise<void>;
}

/** @param known what is known of the document before it is scanned */
export function createScan(
  tab: Tab,
  nonce: string,
  known: Partial<ScanFacts> = {},
  first: SessionState = { kind: 'reading' },
): Scan {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = new Set<() => void>();
  let state = first;
  let reading = Promise.resolve();
  const notify = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const facts: ScanFacts = {
    page: { url: '', title: '' },
    entries: createEntries(),
    frames: new Map(),
    hasAnswered: false,
    sightings: new Map(),
    addresses: [],
    quota: createQuota(),
    sheets: [],
    fetchedSheets: new Map(),
    unreachable: [],
    unanswered: [],
    policies: [],
    timing: { startedAt: performance.now(), scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    server: null,
    judged: null,
    asked: undefined,
    ...known,
  };
  return {
    ...facts,
    tab,
    nonce,
    signal,
    get state() {
      return state;
    },
    enter(next) {
      if (signal.aborted) return;
      state = next;
      notify();
    },
    abort() {
      if (signal.aborted) return;
      for (const frame of facts.frames.values()) frame.close();
      controller.abort();
      notify();
    },
    get reading() {
      return reading;
    },
    inOrder(work, failed) {
      reading = reading
        .then(() => (signal.aborted ? undefined : work()))
        .catch((error: unknown) => (signal.aborted ? undefined : failed?.(error)));
    },
    pulled: new Set(),
    isCollecting: false,
    isMoreDue: false,
    refusal: null,
    notify,
    changed: () => new Promise((resolve) => (signal.aborted ? resolve() : waiting.add(resolve))),
  };
}

/**
 * The outcome of a promise, for as long as the scan counts.
 *
 * @throws the signal's reason once the scan is aborted, which `untilAborted` takes
 */
export async function during<T>({ signal }: Pick<Scan, 'signal'>, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } finally {
    signal.throwIfAborted();
  }
}

/** Ends quietly where the scan is aborted on the way. */
export async function untilAborted({ signal }: Scan, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Whether a content script is there to be asked. */
export const isOpen = ({ frames }: Scan): boolean => [...frames.values()].some((frame) => frame.isOpen);

/** Takes the frames that a frame's document holds now. @returns whether all of them are within what a page may name */
export function nameChildren({ frames }: Scan, frame: FrameLink, children: readonly ChildFrame[]): boolean {
  let others = 0;
  for (const each of frames.values()) if (each !== frame) others += each.children.length;
  frame.children = children.slice(0, Math.min(maxChildFrames, Math.max(maxFrames - others, 0)));
  return frame.children.length === children.length;
}
