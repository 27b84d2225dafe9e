/**
 * All that the worker knows, as types that all its files may import. A `Tab` has one `Scan` of its document at a time. A
 * scan has a `FrameLink` for each document, with the `SightedText`s that it reported, an `Entry` for each data: URL, with
 * its occurrences, and the `OccurrenceFacts` of each of these. Nothing about one of them is kept elsewhere.
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

/** A text that was read, with its size in bytes of UTF-8 and the id of the URL that is requested for it. */
export interface Read {
  inspection: Inspection;
  requestId: string;
  bytes: number;
}

// Each kind of command without its number.
type OmitRequestId<Command> = Command extends unknown ? Omit<Command, 'request'> : never;

/** The worker's end of a connection to a content script, and what is known of its frame. */
export interface FrameLink {
  readonly frameId: number;
  /** URL of the frame's document, from the browser; see `connections.ts` for the one exception. */
  url: string;
  /** Its content script is running. */
  isOpen: boolean;
  /** The document that holds the frame can access it (same origin). */
  isAccessible: boolean;
  /** Its document is in quirks mode. */
  isQuirky: boolean;
  /** The encoding of its document. */
  charset: string;
  /** The position of its document among those of the page. */
  lineage: Lineage;
  /** Time of its last message, in milliseconds of the worker's clock. */
  lastMessageAt: number;
  /** It has walked its whole document, or was removed. */
  isFinished: boolean;
  /** The user stopped its scan before its end. */
  isStopped: boolean;
  /** It has sent nothing for so long that the scan no longer waits for it; it may still finish. */
  isUnresponsive: boolean;
  /** The frames in its document, by its last report. */
  children: readonly ChildFrame[];
  /** The contents of its data: style sheets (see `countSheetUrls`), by the keys of their texts. */
  sheetContents: Map<number, Promise<ReadonlyMap<string, number>>>;
  /** The links in its document's headers have been listed. */
  hasHeaderLinks: boolean;
  /**
   * Resolves with null if the frame was removed, has no answer, or does not answer in time.
   *
   * @param size expected bytes of the answer, which extend the timeout
   */
  ask(question: OmitRequestId<FrameCommand>, size?: number): Promise<FrameAnswer>;
  /** Sends a command that has no answer. */
  post(command: OmitRequestId<FrameCommand>): void;
  answer(message: Extract<FrameMessage, { type: 'answer' }>): void;
  /** Ends the walk of its document, unless that has ended. */
  stop(): void;
  /** Ends the content script. */
  close(): void;
  /** Must be called when the port has closed. */
  gone(): void;
}

/** The frame of an occurrence, the key of its text there (see `isKnownToFrame`), and its number under that key. */
export interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

/** The facts about an occurrence that are not part of the Report. */
export interface OccurrenceFacts extends ReportedPlace {
  /** Null if no frame reported it, or the frame was removed. */
  origin: Origin | null;
  /** Its number in order of discovery, from 1; 0 if only DevTools reported it. */
  number: number;
  /** How its content script sees it; undefined if it sees nothing. */
  observed: ObservedOutcome | undefined;
}

export interface Entry {
  dataUrl: DataUrl;
  /** Bytes of UTF-8 of the written URL. */
  bytes: number;
  /** Identifies the URL that the browser requests: the SHA-256 of the URL parser's output. */
  requestId: string;
  /** The keys (`verdictKey`) of the occurrences that the verdict takes into account. */
  judgedBy: ReadonlySet<string>;
  /** The text of the URL in a sheet, an SVG file or a header that the worker read itself. */
  fetched: string | null;
}

export interface Entries {
  byId: Map<string, Entry>;
  /** The facts about each occurrence of an entry. */
  facts: WeakMap<Occurrence, OccurrenceFacts>;
  /** Entries by `requestId`: the page may write the same URL in several ways. */
  byRequest: Map<string, Set<Entry>>;
  /** Entries whose occurrences, or facts about these, have changed since the last `computeOutcomes`. */
  outdated: Set<Entry>;
  /** Ids of removed entries that the surfaces may still show, each with the id that it was merged into. */
  removed: Map<string, string | null>;
}

/** A style sheet that the worker may read but its frame may not; or, without `element`, a file that the frame draws. */
export interface UnreadSheet {
  url: string;
  holder: FrameLink;
  element: string;
  selector: string;
}

/** A style sheet whose rules a frame can read, but not its text. Only the text contains what the browser dropped. */
export interface SheetText extends UnreadSheet {
  /** `wanted`: not looked for yet. `unread`: not found. */
  state: 'wanted' | 'unread' | 'read';
}

/** A data: URL in a sheet that was fetched. */
export interface SheetUrl extends CssLocation {
  written: string;
  /** `text` for a string, which `image-set(var(--x))` may turn into a URL. */
  place: Extract<Place, 'stylesheet' | 'text'>;
  name: string;
  destination: Destination;
  face?: string;
  dropped?: Drop;
  /** Bytes of UTF-8 that it takes in the sheet. */
  bytes: number;
  /** Its number among those of the same text and use in the sheet, from 1. */
  nth: number;
}

/** The result for one sheet: its contents, or why it was not read. */
export type SheetContent =
  | {
      urls: readonly SheetUrl[];
      /** By address, `@import` with the condition of the first rule that imports it: `@import print`. */
      imports: ReadonlyMap<string, string>;
    }
  | { reason: UnreachableReason };

/** The sheets fetched in a scan, by address: nothing is fetched twice, and their number is limited. */
export type FetchedSheets = Map<string, SheetContent>;

/** A text that a frame reported. */
export interface SightedText {
  read: Read;
  /** In the order of the frame's numbers; null for one that is not listed. */
  occurrences: (Occurrence | null)[];
}

/** The server's answer to the request for its CSP header. */
export type CspAnswer = ({ kind: 'answered' } & PageHeaders) | { kind: 'refused'; reason: UnreachableReason };

/**
 * The state of a user's request for the CSP header. `until`: when it expires, in milliseconds of the worker's
 * clock. The next scan takes over a request that is wanted or being sent.
 */
export type CspRequest =
  | { kind: 'wanted'; url: string; until: number }
  | { kind: 'asking'; answer: Promise<CspAnswer> }
  | CspAnswer;

/** A frame's own address, as the frame reported it. */
export interface FrameAddress {
  frame: FrameLink;
  sighting: Sighting;
}

/** Facts about the document. */
export interface ScanFacts {
  page: { url: string; title: string };
  entries: Entries;
  /** By frame id: the connected frames whose document is still there, including expelled ones. */
  frames: Map<number, FrameLink>;
  /** At least one frame has connected; it may have been removed since. */
  hasAnswered: boolean;
  /** The texts that each frame reported, by key. */
  sightings: Map<FrameLink, Map<number, SightedText>>;
  /** The frames' own addresses, until their parent documents have been read. */
  addresses: FrameAddress[];
  /** How much the frames may still report. */
  quota: Quota;
  /** Style sheets that their frame may not read, with the elements that load them. */
  sheets: UnreadSheet[];
  fetchedSheets: FetchedSheets;
  /** Files that documents draw and that may be in the browser's cache. */
  files: UnreadSheet[];
  /** By frame and address, the style sheets that frames have read by their rules. */
  sheetTexts: Map<string, SheetText>;
  /** Parts that could not be scanned, except frames that are missing or not answering: these may still answer. */
  unreachable: Unreachable[];
  /** The parts that are missing or not answering, as of the last time that all others had finished. */
  unanswered: Unreachable[];
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  /** Policies that violations show documents to enforce. */
  enforcedPolicies: CspPolicy[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** The user's request for the server's CSP header, or the answer; null without a request. */
  cspRequest: CspRequest | null;
  /**
   * When the page began to be watched or, if later, an occurrence last became unused; in milliseconds of the worker's
   * clock.
   */
  unusedSince: number;
  /** The findings on the page as a whole, and when they were made, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
  /** The data: URLs that a user chose in the context menu; undefined without such a choice. */
  asked: Asked | undefined;
}

export interface Scan extends ScanFacts {
  readonly tab: Tab;
  /** The scan's name, known to its content scripts. */
  readonly nonce: string;
  /** Aborted when another scan replaces this one: later results are dropped. */
  readonly signal: AbortSignal;
  /** Aborted when the user stops the scan: what was found stays. */
  readonly stopped: AbortSignal;
  /** Resolves when the user stops the scan. */
  readonly whenStopped: Promise<void>;
  /** `unscanned`: the tab has had no scan; this object stands for it. */
  readonly state: SessionState | { kind: 'unscanned' };
  /** The only way to change the state. The state of an aborted scan does not change. */
  enter(state: SessionState): void;
  /** Ends the scan for the user: see `stopped`. */
  stop(): void;
  /** The addresses of the style sheets that are being fetched. */
  fetching: Set<string>;
  /** Ends the content scripts and all that runs for the scan. */
  abort(): void;
  /** Resolves when everything received so far has been read. */
  readonly reading: Promise<void>;
  /**
   * Runs work after everything that was received earlier, unless the scan is aborted first. If it fails, the part that
   * it is about is named as not scanned, by default the page; later work goes on.
   */
  inOrder(work: () => void | Promise<void>, part?: Pick<Unreachable, 'kind' | 'url'>): void;
  /** Documents without the extension API, by the browser's ids: their messages are polled. */
  polled: Set<string>;
  /** The ids of frames that have the content script: each connects. */
  injected: Set<number>;
  /** Calls of `injectEverywhere` that the browser has not answered. */
  injecting: number;
  /** `collect` is running. */
  isCollecting: boolean;
  /** A call of `scanMoreAfterEnd` is pending: many frames may be added at once. */
  isMoreDue: boolean;
  /** The texts that frames have been asked for, by the data: URL's id: none is asked for twice before its answer. */
  awaitedTexts: Map<string, Promise<string | Blob | null>>;
  /** Why the browser allows no script in the top document; null unless it has refused. */
  refusal: Error | null;
  /** Must be called at every message from a frame. */
  notify(): void;
  /** Resolves at the next message from a frame or change of state, and when the scan is aborted. */
  changed(): Promise<void>;
}

/** Posts an update to a surface. */
export type Send = (update: SurfaceUpdate) => void;

export interface Tab {
  readonly id: number;
  /** The running scan, or the last one: only `replaceScan` changes it. */
  scan: Scan;
  surfaces: Set<Send>;
  /** The surfaces that show every document of the tab, as DevTools do. */
  followers: Set<Send>;
  /** Only `changeMode` changes it. */
  mode: WatchMode;
  /** The page's site is on the watch list. */
  isListed: boolean;
  /** The requests that DevTools reported: they outlive scans. */
  network: NetworkLog;
  /**
   * The small texts that were read last, by their ids: one may be reported again before it has an entry, or after it has
   * lost it, by a frame and by DevTools, or by the scan of the same page that follows.
   */
  recent: Map<string, Promise<Read>>;
  /** The user's last action on this document, or null: see `actedOn`, which alone sets it. */
  action: object | null;
  /** The browser itself injected our script into the document as it began (a site of the watch list). */
  isEntered: boolean;
  /** The number of documents that were removed since the last completed scan. */
  goneInRow: number;
  /** Ids of entries that the surfaces have not seen yet. */
  unsent: Set<string>;
  postTimer: ReturnType<typeof setTimeout> | undefined;
  /** The first rows of this scan were posted, or are about to be. */
  hasPosted: boolean;
  /** Milliseconds that the last posting took. */
  postMs: number;
  /** Resolves when all changes have been posted to the surfaces. */
  posted: Promise<void>;
  /** A posting waits for its turn, and will include every change until then. */
  isPostDue: boolean;
  /** Resolves when a page that was released has been scanned again. */
  refreshed: Promise<void>;
  releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last surface was one that users don't return to: see `releaseLater`. */
  isReleasedAtOnce: boolean;
}
