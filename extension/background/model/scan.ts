/**
 * One scan of a tab's document. The next scan is a new object (`next-scan.ts`). A scan is the current one
 * until its signal is aborted, which ends everything that runs for the scan.
 */
import type { CspPolicy } from '../../../src/csp/csp.ts';
import type { Finding, Unreachable } from '../../../src/report/report.ts';
import type { ChildFrame } from '../../platform/frame-messages.ts';
import { maxChildFrames, maxFrames } from '../../platform/limits.ts';
import type { Asked, SessionState } from '../../platform/surface-updates.ts';
import type { FrameLink } from '../frames/frame-link.ts';
import type { FrameAddress } from '../scan/frame-addresses.ts';
import type { Read } from '../scan/read.ts';
import type { FetchedSheets } from '../sheets/stylesheets.ts';
import { createEntries, type Entries } from './entries.ts';
import type { HeaderPolicy } from './network-log.ts';
import { createQuota, type Quota } from './quota.ts';
import type { Tab } from './tab.ts';

/** A style sheet that the worker may read where its frame may not. */
export interface UnreadSheet {
  url: string;
  holder: FrameLink;
  frame: string;
  element: string;
  selector: string;
}

/** A text that a frame reported. */
export interface Seen {
  read: Read;
  /** The numbers of its entry's occurrences in that frame; null for one that is not listed. */
  at: (number | null)[];
}

/** The server's answer to the request for its CSP header; reasons are those of `unreachableReasons`. */
export type ServerAnswer =
  | { kind: 'answered'; policies: HeaderPolicy[] }
  | { kind: 'refused'; reason: string };

/**
 * The state of a user's request for the CSP header. `until`: when it expires, in milliseconds of the worker's
 * clock. The next scan takes over a request that is wanted or being sent.
 */
export type Server =
  | { kind: 'wanted'; url: string; until: number }
  | { kind: 'asking'; answer: Promise<ServerAnswer> }
  | ServerAnswer;

/** Facts about the document. */
export interface ScanFacts {
  page: { url: string; title: string };
  entries: Entries;
  /** By frame id: the connected frames whose document is still there, including expelled ones. */
  frames: Map<number, FrameLink>;
  /** At least one frame has connected; it may have been removed since. */
  hasAnswered: boolean;
  /** The sightings of each frame, by key. */
  sightings: Map<FrameLink, Map<number, Seen>>;
  /** The frames' own addresses, until their parent documents have been read. */
  addresses: FrameAddress[];
  /** How much the frames may still report. */
  quota: Quota;
  /** Style sheets that their frame may not read, with the elements that load them. */
  sheets: UnreadSheet[];
  fetchedSheets: FetchedSheets;
  /** Parts that could not be scanned, except frames that are missing or not answering: these may still answer. */
  unreachable: Unreachable[];
  /** The parts that are missing or not answering, as of the last time that all others had finished. */
  unanswered: Unreachable[];
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  /** Policies that documents were seen to enforce. */
  seenPolicies: CspPolicy[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** The user's request for the server's CSP header, or the answer; null without a request. */
  server: Server | null;
  /** The findings on the page as a whole, and when they were made, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
  /** The data: URLs that a user chose in the context menu; undefined without such a choice. */
  asked: Asked | undefined;
}

export interface Scan extends ScanFacts {
  readonly tab: Tab;
  /** The scan's name, known to its content scripts; '' for the initial scan of a tab. */
  readonly nonce: string;
  /** Aborted when another scan replaces this one: later results are dropped. */
  readonly signal: AbortSignal;
  readonly state: SessionState;
  /** The only way to change the state. The state of an aborted scan does not change. */
  enter(state: SessionState): void;
  /** Ends the content scripts and all that runs for the scan. */
  abort(): void;
  /** Resolves when everything received so far has been read. */
  readonly reading: Promise<void>;
  /**
   * Runs work after everything that was received earlier, unless the scan is aborted first. An error does not
   * stop later work.
   */
  inOrder(work: () => void | Promise<void>, failed?: (error: unknown) => void): void;
  /** Documents without the extension API, by the browser's ids: their messages are pulled. */
  pulled: Set<string>;
  /** `collect` is running. */
  isCollecting: boolean;
  /** A call of `scanMoreAfterEnd` is pending: many frames may be added at once. */
  isMoreDue: boolean;
  /** Why the browser allows no script in the top document; null unless it has refused. */
  refusal: Error | null;
  /** Must be called at every message from a frame. */
  notify(): void;
  /** Resolves at the next message from a frame or change of state, and when the scan is aborted. */
  changed(): Promise<void>;
}

/** @param known facts about the document from before the scan */
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
    seenPolicies: [],
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
 * The outcome of a promise, if the scan is still the current one by then.
 *
 * @throws the signal's reason once the scan is aborted, which `untilAborted` catches
 */
export async function during<T>({ signal }: Pick<Scan, 'signal'>, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } finally {
    signal.throwIfAborted();
  }
}

/** Awaits work, and ignores its error if the scan is aborted. */
export async function untilAborted({ signal }: Scan, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Whether a content script is connected. */
export const isOpen = ({ frames }: Scan): boolean => [...frames.values()].some((frame) => frame.isOpen);

/** Notes the current child frames of a frame. @returns whether their number is within the limits */
export function nameChildren({ frames }: Scan, frame: FrameLink, children: readonly ChildFrame[]): boolean {
  let others = 0;
  for (const each of frames.values()) if (each !== frame) others += each.children.length;
  frame.children = children.slice(0, Math.min(maxChildFrames, Math.max(maxFrames - others, 0)));
  return frame.children.length === children.length;
}
