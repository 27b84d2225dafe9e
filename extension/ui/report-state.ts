/** The Report as a surface shows it, and a pure reducer that applies events to it. */

import type { PolicyEdit } from '../../src/policy/edit.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { afterFailure, type SessionState } from '../platform/scan-state.ts';
import type {
  Asked,
  CspRequestState,
  Overview,
  PagePolicy,
  Row,
  SurfaceUpdate,
  Watching,
} from '../platform/surface-updates.ts';

export interface ReportState {
  /** The rows in the order in which they were found. */
  rows: readonly Row[];
  /** Maps the ids of removed rows to the ids of the rows that they were merged into. */
  merged: ReadonlyMap<string, string>;
  state: { kind: 'connecting' } | SessionState;
  overview: Overview | null;
  /** The match pattern of the page's site. */
  origin: string;
  watching: Watching;
  policy: PagePolicy;
  cspRequest: CspRequestState;
  /** The changes of the policy that were made on this surface and can be undone, oldest first. */
  rulings: readonly Ruling[];
  /** The most recent of these changes, until its message is closed. */
  ruling: Ruling | null;
  /** The reason why the browser did not store the last change; null if it did. */
  unsaved: string | null;
  /** The time when the page's last complete scan ended, in milliseconds since 1970; null if there was none. */
  readAt: number | null;
  /** Whether the list is outdated, because the worker stopped or the page was left. */
  isStale: boolean;
  /** The ids that the user asked for on the page; empty if none was found, undefined if there was no request. */
  asked: Asked | undefined;
}

/** A change of the policy from a finding, and the edit that undoes it. */
export interface Ruling {
  what: 'muted' | 'allowed';
  /** The rule's id, or the media type. */
  name: string;
  /** The uses for which the type is allowed. Absent if it is allowed for every use. */
  destinations?: Destination[] | undefined;
  site: string | null;
  undo: PolicyEdit;
}

/** The changes whose message isn't shown anymore. */
export const earlierRulings = ({ rulings, ruling }: Pick<ReportState, 'rulings' | 'ruling'>): Ruling[] =>
  rulings.filter((each) => each !== ruling);

/** Whether the page is still being scanned, or is about to be. */
export const isReading = ({ kind }: ReportState['state']): boolean =>
  kind === 'reading' || kind === 'connecting';

/** The Report with fields that only the reducer needs. */
export interface HeldReport extends ReportState {
  byId: ReadonlyMap<string, Row>;
  /** Whether a scan has begun. The list is kept until there are new rows. */
  isReset: boolean;
}

export type RowsUpdate = Extract<SurfaceUpdate, { type: 'rows' }>;

export type ReportEvent =
  /** Updates of rows. Several updates may have been collected. */
  | { type: 'rows'; updates: readonly RowsUpdate[] }
  | Exclude<SurfaceUpdate, { type: 'rows' | 'answer' }>
  /** The worker stopped. */
  | { type: 'lost' }
  /**
   * The user stored a change of the policy, with the edit that undoes it, or changed which pages are watched. If
   * `ruling` is null, the message about the last change is closed.
   */
  | { type: 'kept'; ruling?: Ruling | null }
  | { type: 'undone'; ruling: Ruling };

export const firstReport: HeldReport = {
  rows: [],
  byId: new Map(),
  isReset: false,
  merged: new Map(),
  state: { kind: 'connecting' },
  overview: null,
  origin: '<all_urls>',
  watching: { page: false, isLive: false, site: null },
  policy: { site: null, rules: {}, ruledBy: {} },
  cspRequest: null,
  rulings: [],
  ruling: null,
  unsaved: null,
  readAt: null,
  isStale: false,
  asked: undefined,
};

/** The Report after an event. */
export function reduceReport(held: HeldReport, event: ReportEvent): HeldReport {
  switch (event.type) {
    case 'rows':
      return withRows(held, event.updates);
    case 'reset':
      return { ...held, isReset: true, asked: undefined };
    case 'select': {
      const { ids, kind } = event;
      return { ...held, asked: { ids, kind } };
    }
    case 'state':
      return withState(held, event);
    case 'unsaved':
      return { ...held, ruling: null, unsaved: event.why };
    case 'lost':
      return { ...held, isStale: true };
    case 'kept': {
      const { ruling = held.ruling } = event;
      const rulings = event.ruling ? [...held.rulings, event.ruling] : held.rulings;
      return { ...held, unsaved: null, ruling, rulings };
    }
    case 'undone': {
      const rulings = held.rulings.filter((each) => each !== event.ruling);
      return { ...held, unsaved: null, rulings, ruling: held.ruling === event.ruling ? null : held.ruling };
    }
  }
}

function withRows(held: HeldReport, updates: readonly RowsUpdate[]): HeldReport {
  const byId = new Map(held.byId);
  const merged = new Map(held.merged);
  let { isReset, state } = held;
  // A page that had not answered in time answers now. The end of this scan will be reported.
  const isAnswering = afterFailure(state) === 'answer';
  if (isAnswering && updates.some(({ rows }) => rows.length > 0)) state = { kind: 'reading' };
  for (const { rows, gone } of updates) {
    for (const { id, into } of gone) if (into !== null) merged.set(id, into);
    // Other removals do not matter if all rows are about to be replaced.
    if (isReset && rows.length === 0) continue;
    if (isReset) byId.clear();
    isReset = false;
    for (const row of rows) {
      byId.set(row.sha256, row);
      merged.delete(row.sha256);
    }
    for (const { id } of gone) byId.delete(id);
  }
  return { ...held, state, byId, merged, isReset, rows: [...byId.values()] };
}

function withState(
  held: HeldReport,
  { type: _, ...said }: Extract<SurfaceUpdate, { type: 'state' }>,
): HeldReport {
  const { state } = said;
  const isStale = afterFailure(state) === 'gone';
  const next = { ...held, ...said, isStale };
  // If the scan fails on a page that can be scanned, the earlier rows are kept.
  const hasEnded = state.kind === 'done' || afterFailure(state) === 'closed';
  const isEmpty = held.isReset && hasEnded;
  const cleared = isEmpty
    ? { rows: [], byId: new Map<string, Row>(), merged: new Map<string, string>(), isReset: false }
    : {};
  const readAt = state.kind === 'done' ? state.at : held.readAt;
  return { ...next, readAt, ...cleared };
}
