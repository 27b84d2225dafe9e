/** One scan of a tab's document: all that the next scan replaces. */
import type { CspPolicy } from '../../src/csp.ts';
import type { Unreachable } from '../../src/report/report.ts';
import { maxChildFrames, maxFrames } from '../platform/limits.ts';
import type { ChildFrame } from '../platform/messages.ts';
import type { FrameAddress } from './frame-addresses.ts';
import type { FrameLink } from './frame-link.ts';
import { createRoom, type Room } from './room.ts';
import type { Entry } from './session.ts';
import type { FetchedSheets } from './stylesheets.ts';

/** A style sheet that the worker may read where its frame may not. */
export interface UnreadSheet {
  url: string;
  frame: string;
  element: string;
  selector: string;
}

/** A frame's text: what it became, and where among its occurrences those are that the frame has told. */
export interface Told {
  entry: Entry;
  at: number[];
}

export interface Scan {
  /** The scan's name to its content scripts; '' for the one before the first. */
  readonly nonce: string;
  /** Aborted by the next scan, or as the document or the tab goes: what comes later counts for nothing. */
  readonly signal: AbortSignal;
  abort(): void;
  /** By frame id: those that connected and whose document is still there, with those that were expelled. */
  frames: Map<number, FrameLink>;
  /** One of them has connected, though it may have gone. */
  hasAnswered: boolean;
  /** What each frame reported, by its key. */
  sightings: Map<FrameLink, Map<number, Told>>;
  /** What frames told of their own addresses, until the documents that hold them have been read. */
  addresses: FrameAddress[];
  /** Documents without the extension's API, by the browser's ids: their messages are fetched. */
  pulled: Set<string>;
  /** What the frames may still report. */
  quota: Room;
  /** Style sheets that their frame may not read, and the elements that bring them. */
  sheets: UnreadSheet[];
  fetchedSheets: FetchedSheets;
  /** What could not be looked into, without the frames that are missing or silent: these may still answer. */
  unreachable: Unreachable[];
  /** The frames that are missing or silent, as of the last time that all others had finished. */
  unanswered: Unreachable[];
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** Somebody waits for its frames already. */
  isCollecting: boolean;
  /** Why the browser lets no script into the top document; null as long as it has not refused. */
  refusal: Error | null;
  /** To be called at every word from a frame. */
  notify(): void;
  /** Resolves at the next word from a frame, and when the scan is aborted. */
  changed(): Promise<void>;
}

export function createScan(nonce = ''): Scan {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  signal.addEventListener('abort', notify);
  return {
    nonce,
    signal,
    abort: () => controller.abort(),
    frames: new Map(),
    hasAnswered: false,
    sightings: new Map(),
    addresses: [],
    pulled: new Set(),
    quota: createRoom(),
    sheets: [],
    fetchedSheets: new Map(),
    unreachable: [],
    unanswered: [],
    policies: [],
    timing: { startedAt: performance.now(), scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    isCollecting: false,
    refusal: null,
    notify,
    changed: () => new Promise((resolve) => (signal.aborted ? resolve() : waiting.add(resolve))),
  };
}

/** Takes the frames that a frame's document holds now. @returns whether all of them are within what a page may name */
export function nameChildren({ frames }: Scan, frame: FrameLink, children: readonly ChildFrame[]): boolean {
  let others = 0;
  for (const each of frames.values()) if (each !== frame) others += each.children.length;
  frame.children = children.slice(0, Math.min(maxChildFrames, Math.max(maxFrames - others, 0)));
  return frame.children.length === children.length;
}
