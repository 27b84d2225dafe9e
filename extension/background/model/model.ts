/**
 * The worker's whole state, as types that all its files may import. A `Tab` has one `Scan` of its document at a time. A
 * scan has a `FrameLink` for each document, with the `SightedText`s that the document reported, and an `Entry` for each
 * data: URL, with its occurrences and the `OccurrenceFacts` of each. No other data about these is kept elsewhere.
 */

import type { CspPolicy } from '../../../src/csp/csp.ts';
import type { ObservedOutcome } from '../../../src/outcome/state-words.ts';
import type { CssLocation } from '../../../src/payload/css/css-types.ts';
import type { DataUrl, Finding, Inspection, Unreachable } from '../../../src/report/report.ts';
import type { ReportedPlace } from '../../../src/report/source-text.ts';
import type { UnreachableReason } from '../../../src/report/unreachable-reasons.ts';
import type { Destination, Drop, Occurrence, Place } from '../../../src/vocabulary.ts';
import type {
  ChildFrame,
  FrameAnswer,
  FrameCommand,
  FrameMessage,
  Lineage,
  Sighting,
} from '../../platform/frame-messages.ts';
import type { SessionState } from '../../platform/scan-state.ts';
import type { PageHeaders } from '../../platform/surface-messages.ts';
import type { Asked, SurfaceUpdate } from '../../platform/surface-updates.ts';
import type { NetworkLog } from './network-log.ts';
import type { Quota } from './quota.ts';
import type { WatchMode } from './watch-mode.ts';

/**
 * The result of reading a text: its Inspection, its size in bytes of UTF-8, and the id of the URL that the browser
 * requests for it.
 */
export interface Read {
  inspection: Inspection;
  requestId: string;
  bytes: number;
}

// Each kind of command without its request number.
type OmitRequestId<Command> = Command extends unknown ? Omit<Command, 'request'> : never;

/** The worker's end of a connection to a content script, and the facts that are known about its frame. */
export interface FrameLink {
  readonly frameId: number;
  /**
   * The URL of the frame's document, as reported by the browser; for two exceptions see `frame-message-handler.ts`
   * and `polling-port.ts`.
   */
  url: string;
  /** Whether the frame's content script is running. */
  isOpen: boolean;
  /** Whether the document that contains the frame can access it (same origin). */
  isAccessible: boolean;
  /** Whether the frame's document is in quirks mode. */
  isQuirky: boolean;
  /** The policies in the document's meta elements, as the last walk found them. */
  policies: readonly string[];
  /** The policies that blocked something in the document, whatever their source. */
  enforced: Set<string>;
  /** The encoding of the frame's document. */
  charset: string;
  /** The position of the frame's document among the documents of the page. */
  lineage: Lineage;
  /** The time of the frame's last message, in milliseconds of the worker's clock. */
  lastMessageAt: number;
  /** Whether the frame has walked its whole document or was removed. */
  isFinished: boolean;
  /** Whether the user stopped the frame's scan before the end. */
  isStopped: boolean;
  /** Whether the frame has been silent for so long that the scan no longer waits for it. The frame may still finish. */
  isUnresponsive: boolean;
  /** The child frames in the frame's document, according to its last report. */
  children: readonly ChildFrame[];
  /**
   * The data: URLs in each of the frame's data: style sheets, with their counts (see `countSheetUrls`), by the key of
   * the sheet's text.
   */
  sheetContents: Map<number, Promise<ReadonlyMap<string, number>>>;
  /** Whether the links in the document's headers have been listed. */
  hasHeaderLinks: boolean;
  /**
   * Asks the frame a question. Resolves with null if the frame was removed, has no answer, or does not answer in time.
   *
   * @param size the expected size of the answer in bytes, which extends the timeout
   */
  ask(question: OmitRequestId<FrameCommand>, size?: number): Promise<FrameAnswer>;
  /** Sends a command that expects no answer. */
  post(command: OmitRequestId<FrameCommand>): void;
  answer(message: Extract<FrameMessage, { type: 'answer' }>): void;
  /** Ends the walk of the frame's document if it is still running. */
  stop(): void;
  /** Ends the content script. */
  close(): void;
  /** Must be called when the port has closed. */
  gone(): void;
}

/**
 * Identifies an occurrence as its frame does: the frame, the key of the text in that frame (see `isKnownToFrame`), and
 * the number of the occurrence under that key.
 */
export interface InFrame {
  frame: FrameLink;
  key: number;
  index: number;
}

/** The facts about an occurrence that are not part of a Report. */
export interface OccurrenceFacts extends ReportedPlace {
  /** Identifies the occurrence in its frame; null if no frame reported the occurrence, or if its frame was removed. */
  inFrame: InFrame | null;
  /** The number of the occurrence in order of discovery, from 1; 0 if only DevTools reported it. */
  number: number;
  /** The outcome that the content script observes; undefined if it observes none. */
  observed: ObservedOutcome | undefined;
}

export interface Entry {
  dataUrl: DataUrl;
  /** The size of the written URL in bytes of UTF-8. */
  bytes: number;
  /** Identifies the URL that the browser requests: the SHA-256 of the output of the URL parser. */
  requestId: string;
  /** The keys (`verdictKey`) of the occurrences that the verdict is based on. */
  judgedBy: ReadonlySet<string>;
  /** The text of the URL if the worker itself read it in a style sheet, an SVG file or a header; otherwise null. */
  fetched: string | null;
}

export interface Entries {
  byId: Map<string, Entry>;
  /** The facts about each occurrence of the entries. */
  facts: WeakMap<Occurrence, OccurrenceFacts>;
  /** The entries by `requestId`. A page may write the same URL in several ways, each with its own entry. */
  byRequest: Map<string, Set<Entry>>;
  /** The entries whose occurrences, or the facts about these, have changed since the last `computeOutcomes`. */
  outdated: Set<Entry>;
  /**
   * The ids of removed entries that the surfaces may still show, each with the id of the entry that it was merged into.
   */
  removed: Map<string, string | null>;
}

/** A style sheet or picture that a document uses. */
export interface FileUse {
  url: string;
  holder: FrameLink;
  /** The element that loads a style sheet; '' if it is unknown, and for a picture. */
  element: string;
  selector: string;
}

/**
 * A style sheet of which a frame can read the rules but not the text. Only the text contains the declarations that the
 * browser dropped.
 */
export interface SheetText extends FileUse {
  /** `wanted`: the text has not been requested yet. `unread`: the text was not found. */
  state: 'wanted' | 'unread' | 'read';
}

/** A data: URL in a style sheet that was fetched. */
export interface SheetUrl extends CssLocation {
  written: string;
  /** `text` for a string that `image-set(var(--x))` may turn into a URL. */
  place: Extract<Place, 'stylesheet' | 'text'>;
  name: string;
  destination: Destination;
  face?: string;
  dropped?: Drop;
  /** Number of bytes of UTF-8 that the URL takes up in the sheet. */
  bytes: number;
  /** The number of the URL among those with the same text and use in the sheet, from 1. */
  nth: number;
}

/** The result of fetching one sheet: its contents, or the reason why it was not read. */
export type SheetContent =
  | {
      urls: readonly SheetUrl[];
      /**
       * The URLs of the imported sheets, each with the condition of the first rule that imports it, such as `@import
       * print`.
       */
      imports: ReadonlyMap<string, string>;
    }
  | { reason: UnreachableReason };

/** The style sheets that were fetched in a scan, by URL. No sheet is fetched twice, and their number is limited. */
export type FetchedSheets = Map<string, SheetContent>;

/** A text that a frame reported. */
export interface SightedText {
  read: Read;
  /** The occurrences in the order of the frame's numbers; null for each occurrence that is not listed. */
  occurrences: (Occurrence | null)[];
}

/** The server's answer to the request for the CSP header. */
export type CspAnswer = ({ kind: 'answered' } & PageHeaders) | { kind: 'refused'; reason: UnreachableReason };

/**
 * The state of a user's request for the CSP header. `until`: the time when the request expires, in milliseconds of the
 * worker's clock. A request that is `wanted` or being sent is passed on to the next scan.
 */
export type CspRequest =
  | { kind: 'wanted'; url: string; until: number }
  | { kind: 'asking'; answer: Promise<CspAnswer> }
  | CspAnswer;

/** The URL of a frame's own document, as the frame reported it. */
export interface FrameAddress {
  frame: FrameLink;
  sighting: Sighting;
}

/** The facts about the document. */
export interface ScanFacts {
  page: { url: string; title: string };
  entries: Entries;
  /** The connected frames whose documents have not been removed, by frame id; includes expelled ones. */
  frames: Map<number, FrameLink>;
  /** Whether any frame has connected so far, even if it has been removed since. */
  hasAnswered: boolean;
  /** The texts that each frame reported, by key. */
  sightings: Map<FrameLink, Map<number, SightedText>>;
  /** The frames' own URLs, kept until their parent documents have been read. */
  addresses: FrameAddress[];
  /** The remaining amount that the frames may report. */
  quota: Quota;
  /** Style sheets that their frame may not read, with the elements that load them. */
  sheets: FileUse[];
  fetchedSheets: FetchedSheets;
  /** Files that documents draw and that may be in the browser's cache. */
  files: FileUse[];
  /** The style sheets whose rules frames have read, by frame and URL. */
  sheetTexts: Map<string, SheetText>;
  /**
   * The parts that could not be scanned, except for frames that are missing or not answering, as these may still
   * answer.
   */
  unreachable: Unreachable[];
  /** The parts that were still missing or not answering when all other parts last finished. */
  unanswered: Unreachable[];
  /** The Content Security Policies in the meta elements of documents. */
  policies: CspPolicy[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** The user's request for the server's CSP header, or the answer to it; null if there is no request. */
  cspRequest: CspRequest | null;
  /**
   * When the page began to be watched or, if later, when an occurrence last became unused, in milliseconds of the
   * worker's clock.
   */
  unusedSince: number;
  /**
   * The findings about the page as a whole, and the time when they were computed, in milliseconds of the worker's
   * clock.
   */
  judged: { findings: Finding[]; at: number } | null;
  /** The data: URLs that a user chose in the context menu; undefined if the user chose none. */
  asked: Asked | undefined;
}

export interface Scan extends ScanFacts {
  readonly tab: Tab;
  /** The name of the scan, which its content scripts know. */
  readonly nonce: string;
  /** Aborted when another scan replaces this one. The later results of this scan are then dropped. */
  readonly signal: AbortSignal;
  /** Aborted when the user stops the scan. The results so far are then kept. */
  readonly stopped: AbortSignal;
  /** Resolves when the user stops the scan. */
  readonly whenStopped: Promise<void>;
  /** `unscanned`: the tab has not been scanned, and this object is a placeholder. */
  readonly state: SessionState | { kind: 'unscanned' };
  /** The only way to change the state. The state of an aborted scan no longer changes. */
  enter(state: SessionState): void;
  /** Ends the scan at the user's request: see `stopped`. */
  stop(): void;
  /** The URLs of the style sheets that are being fetched. */
  fetching: Set<string>;
  /** Ends the content scripts and everything that runs for the scan. */
  abort(): void;
  /** Resolves when everything that was received so far has been read. */
  readonly whenRead: Promise<void>;
  /**
   * Runs work after everything that was received earlier, unless the scan is aborted first. If the work fails, `part`
   * is listed as not scanned, and later work still runs. Default part: the page.
   */
  inOrder(work: () => void | Promise<void>, part?: Pick<Unreachable, 'kind' | 'url'>): void;
  /** The documents without the extension API, by the browser's ids. Their messages are polled. */
  polled: Set<string>;
  /** The ids of the frames into which the content script was injected. Each of them will connect. */
  injected: Set<number>;
  /** Number of pending calls of `injectEverywhere`. */
  injecting: number;
  /** Whether `collect` is running. */
  isCollecting: boolean;
  /** Whether a call of `scanMoreAfterEnd` is already scheduled, because many frames may be added at once. */
  isMoreDue: boolean;
  /** The texts that frames were asked for and have not yet sent, by the data: URL's id. Prevents asking twice. */
  awaitedTexts: Map<string, Promise<string | Blob | null>>;
  /** The error with which the browser refused to inject the script into the top document; null if there was none. */
  refusal: Error | null;
  /** Must be called for every message from a frame. */
  notify(): void;
  /** Resolves when a frame sends a message, the state changes, or the scan is aborted. */
  changed(): Promise<void>;
}

/** Posts an update to a surface. */
export type Send = (update: SurfaceUpdate) => void;

export interface Tab {
  readonly id: number;
  /** The running scan, or the last one. Only `replaceScan` changes it. */
  scan: Scan;
  surfaces: Set<Send>;
  /** The surfaces that follow the tab from document to document, as DevTools does. */
  followers: Set<Send>;
  /** The tab's watch mode. Only `changeMode` changes it. */
  mode: WatchMode;
  /** Whether the page's site is on the watch list. */
  isListed: boolean;
  /** The requests that DevTools reported. They outlive scans. */
  network: NetworkLog;
  /**
   * The small texts that were read most recently, by their ids. Frames, DevTools, or the next scan of the same page may
   * report a text again while no entry for it exists.
   */
  recent: Map<string, Promise<Read>>;
  /** Identifies the user's last action on this document; null if there was none. Only `actedOn` sets it. */
  action: object | null;
  /**
   * Whether the browser itself injected the extension's script when the document began, because the page's site is on
   * the watch list.
   */
  isEntered: boolean;
  /** The number of documents that were removed since a scan was last completed. */
  goneInRow: number;
  /** The ids of the entries that have changed and have not been posted to the surfaces yet. */
  unsent: Set<string>;
  postTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the first rows of this scan were posted or are about to be posted. */
  hasPosted: boolean;
  /** Duration of the last posting, in milliseconds. */
  postMs: number;
  /** Resolves when all changes so far have been posted to the surfaces. */
  posted: Promise<void>;
  /** Whether a posting is queued. It will include every change up to its start. */
  isPostDue: boolean;
  /** Resolves when a page that was released has been scanned again. */
  refreshed: Promise<void>;
  releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether users can't return to the last surface: see `releaseLater`. */
  isReleasedAtOnce: boolean;
}
