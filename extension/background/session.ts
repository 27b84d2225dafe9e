/**
 * A session: what the worker knows of one tab's document while surfaces look at it. It holds derived data only and
 * nothing that a new scan would not bring back; the worker may die at any moment.
 */
import type { CspPolicy } from '../../src/csp.ts';
import type { DataUrl, DataUrlRequest, Destination, Finding } from '../../src/report/report.ts';
import type { Asked, SessionState } from '../platform/messages.ts';
import type { FrameLink } from './frame-link.ts';
import { createScan, type Scan } from './scan.ts';

/** Where an occurrence can be asked for: the frame that found it, its key there, its number under that key. */
export interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

export interface Entry {
  dataUrl: DataUrl;
  /** Bytes of UTF-8 of the written URL. */
  bytes: number;
  /** One for each occurrence, null where no frame told it. */
  origins: (Origin | null)[];
  /** Identifies the URL that is requested for it: the SHA-256 of what the URL parser makes of it. */
  requestId: string;
  /** The kinds of its places that it has been judged by. */
  judgedBy: ReadonlySet<string>;
  /** The text that a style sheet held which the worker itself fetched. */
  fetched: string | null;
}

/** A URL that DevTools named; a frame's texts stay with the frame, these do not. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** By what tells one request from another: DevTools tells some twice, before and after they ended. */
  requests: Map<string, DataUrlRequest>;
  /** The script or style sheet whose source map it is: nothing that the page requests. */
  file: string | null;
  /** By the page that is there now, not only by one before it. */
  isCurrent: boolean;
}

/** A Content Security Policy as the page's server sent it. */
export type HeaderPolicy = Pick<CspPolicy, 'text' | 'reportOnly'>;

/** What a page's server says when it is asked anew for its policies; the reasons are those of `unreachableReasons`. */
export type ServerAnswer =
  | { kind: 'answered'; policies: HeaderPolicy[] }
  | { kind: 'refused'; reason: string };

/** What DevTools told of the page. */
export interface NetworkLog {
  /** Ids of what was requested, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** All that the page requested so far was told; null while no DevTools are open. */
  isWhole: boolean | null;
  /** The policies that came with the page; null where nobody told. */
  headers: HeaderPolicy[] | null;
  /** What has left the page stays in the list. */
  keepsGone: boolean;
}

export const createNetworkLog = (): NetworkLog => ({
  byKey: new Map(),
  byRequest: new Map(),
  isWhole: null,
  headers: null,
  keepsGone: false,
});

export interface Session {
  readonly tabId: number;
  /** The toolbar button was clicked on this tab's page. */
  byAction: boolean;
  /** The browser itself put our script into the document as it began. */
  isEntered: boolean;
  state: SessionState;
  page: { url: string; title: string };
  /** The running scan, or the last one. */
  scan: Scan;
  entries: Map<string, Entry>;
  /** Those whose occurrences have changed since it was said what they cost: see `settleCosts`. */
  uncharged: Set<Entry>;
  /** The same by what is requested for them: one, or as many as there are ways in which the page writes it. */
  byRequest: Map<string, Set<Entry>>;
  /** Ids of entries that are there no more, until the surfaces have been told, each with what it was merged into. */
  left: Map<string, string | null>;
  network: NetworkLog;
  /** Ends when all that was received so far has been read. */
  reading: Promise<void>;
  /** What the page does from now on is told, too. */
  watching: boolean;
  /** What a person asked for from outside the surfaces; undefined when nobody asked. */
  asked: Asked | undefined;
  /** What the page's server said of its policies when a person had it asked; null where nobody wants that. */
  server: { kind: 'wanted'; url: string; until: number } | { kind: 'asking' } | ServerAnswer | null;
  /** What the page as a whole was judged to be, and when, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
}

export function createSession(tabId: number): Session {
  return {
    tabId,
    byAction: false,
    isEntered: false,
    state: { kind: 'reading' },
    page: { url: '', title: '' },
    scan: createScan(),
    entries: new Map(),
    uncharged: new Set(),
    byRequest: new Map(),
    left: new Map(),
    network: createNetworkLog(),
    reading: Promise.resolve(),
    watching: false,
    asked: undefined,
    server: null,
    judged: null,
  };
}

/** Lets the content scripts go, with the texts that they own; the Report stays. */
export function release({ scan }: Session): void {
  for (const frame of scan.frames.values()) frame.close();
  scan.sightings = new Map();
  // Frames that answer only now find nobody to answer to.
  scan.abort();
}

/** Whether the content scripts were let go, so that nothing can be asked from the page before it is read again. */
export const isReleased = ({ state, scan }: Session): boolean =>
  state.kind === 'done' && [...scan.frames.values()].every(({ isOpen }) => !isOpen);

/** Whether the tab was scanned at all. */
export const wasScanned = ({ scan }: Session): boolean => scan.nonce !== '';
