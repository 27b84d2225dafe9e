/**
 * A session: what the worker knows of one tab's document while surfaces look at it. It holds derived data only and
 * nothing that a new scan would not bring back; the worker may die at any moment.
 */
import type { CspPolicy } from '../../src/csp.ts';
import type { DataUrl, DataUrlRequest, Destination, Finding, Unreachable } from '../../src/report/report.ts';
import type { Asked, SessionState } from '../platform/messages.ts';
import type { FrameLink } from './frame-link.ts';
import { createRoom, type Room } from './room.ts';

/** Where an occurrence can be asked for: the frame that found it, its key there, its number under that key. */
export interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

export interface Entry {
  dataUrl: DataUrl;
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

export interface Session {
  readonly tabId: number;
  /** The toolbar button was clicked on this tab's page. */
  byAction: boolean;
  state: SessionState;
  page: { url: string; title: string };
  /** The frames of the running or last scan, by frame id. */
  frames: Map<number, FrameLink>;
  entries: Map<string, Entry>;
  /** The same by what is requested for them: one, or as many as there are ways in which the page writes it. */
  byRequest: Map<string, Set<Entry>>;
  /** Ids of entries that are there no more, until the surfaces have been told, each with what it was merged into. */
  left: Map<string, string | null>;
  network: NetworkLog;
  /** What each frame has told, by its key. */
  told: Map<FrameLink, Map<number, Told>>;
  unreachable: Unreachable[];
  /** What the frames may still tell. */
  room: Room;
  /** Style sheets that their frame may not read, and the elements that bring them. */
  sheets: UnreadSheet[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** Ends when all that was received so far has been read. */
  reading: Promise<void>;
  /** Counts the scans, so that what an older one left behind is known. */
  scan: number;
  /** What the page does from now on is told, too. */
  watching: boolean;
  /** The running scan's name to its content scripts. */
  nonce: string;
  /** What a person asked for from outside the surfaces; undefined when nobody asked. */
  asked: Asked | undefined;
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  /** What the page's server said of its policies when a person had it asked; null where nobody wants that. */
  server: { kind: 'wanted'; url: string; until: number } | { kind: 'asking' } | ServerAnswer | null;
  /** What the page as a whole was judged to be, and when, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
}

export function createSession(tabId: number): Session {
  return {
    tabId,
    byAction: false,
    state: { kind: 'reading' },
    page: { url: '', title: '' },
    frames: new Map(),
    entries: new Map(),
    byRequest: new Map(),
    left: new Map(),
    network: createNetworkLog(),
    told: new Map(),
    unreachable: [],
    room: createRoom(),
    sheets: [],
    timing: { startedAt: 0, scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    reading: Promise.resolve(),
    scan: 0,
    watching: false,
    nonce: '',
    asked: undefined,
    policies: [],
    server: null,
    judged: null,
  };
}

/** Lets the content scripts go, with the texts that they own; the Report stays. */
export function release(session: Session): void {
  for (const frame of session.frames.values()) frame.close();
  session.told = new Map();
}

/** Whether the content scripts were let go, so that nothing can be asked from the page before it is read again. */
export const isReleased = ({ state, frames }: Session): boolean =>
  state.kind === 'done' && [...frames.values()].every(({ isOpen }) => !isOpen);
