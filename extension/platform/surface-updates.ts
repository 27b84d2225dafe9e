/** Messages from the worker to surfaces: the Report and its changes, and answers to questions. */

import type { Anatomy } from '../../src/data-url/anatomy.ts';
import type { Picture } from '../../src/picture.ts';
import type { PolicyEdit } from '../../src/policy/edit.ts';
import type { ExceptionChoice } from '../../src/policy/exceptions.ts';
import type { Policy } from '../../src/policy/policy-types.ts';
import type { Mark } from '../../src/report/marks.ts';
import type {
  DataUrl,
  DataUrlRequest,
  EngineReading,
  Finding,
  Name,
  Reading,
  Report,
} from '../../src/report/report.ts';
import type { RunTime } from '../../src/report/run-time.ts';
import type { Weighed } from '../../src/report/weights.ts';
import type { Destination, Occurrence, State, StateKind } from '../../src/vocabulary.ts';
import type { none } from './limits.ts';
import type { SessionState } from './scan-state.ts';
import type { Shown } from './show-messages.ts';

/**
 * Whether the page is watched, whether it is watched only while the panel is open (`isLive`), and whether every page of
 * its site is watched; `site` is null if the page has no site.
 */
export type Watching = { page: boolean; isLive: boolean; site: boolean | null };

/** The state of the request for the server's CSP header; null if there is none. See `cspRequestState` in the worker. */
export type CspRequestState = { kind: 'asking' } | { kind: 'answered'; policies: number } | null;

/**
 * The rule settings that apply to the page's site, the policy that each setting comes from, and the site's name in
 * policies. `isLocked`: only the administrator's policy applies.
 */
export type PagePolicy = Pick<Policy, 'rules' | 'ruledBy'> & { site: string | null; isLocked?: boolean };

/** The reason why a data: URL is disallowed, and the ways in which the user may allow it. */
export interface Decision {
  /** The essence of the disallowed type. */
  type: string;
  destination: Destination;
  reason: Pick<Finding, 'messageId' | 'args' | 'message'>;
  /** Whether the decision is the administrator's, so that the user can't allow the data: URL. */
  isAdministrators: boolean;
  /** The possible exceptions, narrowest first. */
  choices: ExceptionChoice[];
}

/** The parts of a data: URL that a list shows; the rest is requested by id. */
export interface Row
  extends Omit<DataUrl, 'occurrences' | 'nested' | 'payload' | 'engines' | 'requests' | 'name'>,
    Weighed {
  occurrenceCount: number;
  requestCount: number;
  /** The time of the first request that DevTools reported, in ISO 8601. */
  requestedAt: string | null;
  /** The cause of the first request: a URL followed by a line number. */
  initiator: string | null;
  /** Whether the page requested the data: URL although no occurrence in its documents explains the request. */
  isRequestedOnly: boolean;
  nestedCount: number;
  /** The occurrences; only the first ones if there are many. */
  places: readonly Pick<
    Occurrence,
    'frame' | 'place' | 'element' | 'name' | 'selector' | 'destination' | 'rule' | 'sheet' | 'line' | 'column'
  >[];
  /** The data: URL's name in the page's own words; null if there is none. */
  name: Name | null;
  /**
   * How the data: URL may be drawn; null if it is not a picture, or if drawing it would take too much time or memory.
   */
  picture: Picture | null;
  /** Whether the page only quotes the data: URL instead of using it: see `isWeak`. */
  isWeak: boolean;
  /** The most severe state of the data: URL; null if unknown. */
  state: State | null;
  /** The states of the occurrences, each kind only once. */
  states: readonly StateKind[];
  /** The time when the last occurrence was removed from a watched page; otherwise null. */
  removedAt: string | null;
  /** When the content of the data: URL runs, if it is active; null if it never runs: see `runTimeOf`. */
  runs: RunTime | null;
}

/** The Report without its list. */
export type Overview = Omit<Report, 'dataUrls' | 'version'>;

/**
 * A data: URL with the parts that a list does not show. If it has very many occurrences, only the first ones are
 * included; an export contains all of them.
 */
export interface Detail extends Row {
  occurrences: readonly Occurrence[];
  requests: readonly DataUrlRequest[];
  /** The facts about the body; null if the URL is rejected. */
  payload: Reading | null;
  /** The readings of browsers that deviate from the standards. */
  engines: EngineReading[];
  /** The data: URLs nested in the body. */
  nested: readonly Row[];
  /** The decision that disallows the data: URL; null if it is allowed. */
  decision: Decision | null;
}

/** Worker → surface. `rows` replace the rows with the same ids; the rows in `gone` are removed from the list. */
export type SurfaceUpdate =
  | { type: 'reset' }
  | { type: 'rows'; rows: Row[]; gone: Gone[] }
  | {
      type: 'state';
      state: SessionState;
      overview: Overview;
      origin: string;
      watching: Watching;
      policy: PagePolicy;
      cspRequest: CspRequestState;
    }
  /** The data: URLs that the user chose outside of the surface. If the list is empty, nothing was found. */
  | ({ type: 'select' } & Asked)
  /** The browser could not store a change of the policy or of the watch list. `why` is its error message. */
  | { type: 'unsaved'; why: string }
  | { type: 'answer'; request: number; value: Answer };

/** A row that was removed, and the row that it was merged into, if any. */
export interface Gone {
  id: string;
  into: string | null;
}

/** The data: URLs that a user chose on the page itself. */
export interface Asked {
  ids: string[];
  /**
   * `selection`: the list shows only these data: URLs. `large-image`: the browser doesn't report which image was
   * clicked, so these are all images in the document that are too large for the context menu.
   */
  kind: 'url' | 'large-image' | 'selection';
}

export type None = typeof none;

/**
 * Confirms that a change of the user's policy was stored. `undo` is the edit that undoes the change; null if it changed
 * nothing.
 */
export interface Stored {
  undo: PolicyEdit | null;
}

/** The answer to a surface's question; null if the page no longer has the text or does not answer. */
export type Answer =
  | Stored
  | Detail
  | MarkedAnatomy
  | string
  | string[]
  | Blob
  | Shown
  | None
  | boolean
  | null;

/** A written URL split into parts. Its runs refer to the items of `marked` by number. */
export type MarkedAnatomy = Anatomy & { marked: readonly Mark[] };
