/** The Report as a surface shows it, and what it becomes by each event: a pure reducer. */
import type {
  Asked,
  Overview,
  PagePolicy,
  Row,
  ServerState,
  SessionState,
  SurfaceMessage,
  SurfaceUpdate,
  Watching,
} from '../platform/messages.ts';

export interface ReportState {
  /** As they were found. */
  rows: readonly Row[];
  /** Ids of rows that are there no more, with those that they were merged into. */
  merged: ReadonlyMap<string, string>;
  state: { kind: 'connecting' } | SessionState;
  overview: Overview | null;
  /** The match pattern of the page's site. */
  origin: string;
  watching: Watching;
  policy: PagePolicy;
  server: ServerState;
  /** The last thing that was said of the policy from here, while it can be taken back. */
  ruling: Ruling | null;
  /** Why the browser did not keep what was said last; null where it did. */
  unsaved: string | null;
  /** When the page was last scanned to its end, in ms since 1970; null if it was not. */
  readAt: number | null;
  /** The worker died since: what is shown was found before. */
  isStale: boolean;
  /** What was asked for from outside, nothing where it was not found; undefined where nobody asked. */
  asked: Asked | undefined;
}

/** What a person said of the policy in passing: which text says so, and the message that takes it back. */
export interface Ruling {
  what: 'muted' | 'allowed';
  /** The rule's id, or the media type. */
  name: string;
  site: string | null;
  undo: SurfaceMessage;
}

/** With what the reducer alone needs. */
export interface HeldReport extends ReportState {
  byId: ReadonlyMap<string, Row>;
  /** A scan has begun: what is shown stays until there is something to show instead. */
  isReset: boolean;
}

export type RowsUpdate = Extract<SurfaceUpdate, { type: 'rows' }>;

export type ReportEvent =
  /** Several may have been gathered. */
  | { type: 'rows'; updates: readonly RowsUpdate[] }
  | Exclude<SurfaceUpdate, { type: 'rows' | 'answer' }>
  /** The worker died. */
  | { type: 'lost' }
  /** A person had the browser keep something: of the policy, with how that is taken back, or of a site. */
  | { type: 'kept'; ruling?: Ruling | null };

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
  server: null,
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
      const { ids, isSelection } = event;
      return { ...held, asked: { ids, isSelection } };
    }
    case 'state':
      return withState(held, event);
    case 'unsaved':
      return { ...held, ruling: null, unsaved: event.why };
    case 'lost':
      return { ...held, isStale: true };
    case 'kept':
      return { ...held, unsaved: null, ruling: event.ruling === undefined ? held.ruling : event.ruling };
  }
}

function withRows(held: HeldReport, updates: readonly RowsUpdate[]): HeldReport {
  const byId = new Map(held.byId);
  const merged = new Map(held.merged);
  let { isReset } = held;
  for (const { rows, gone } of updates) {
    for (const { id, into } of gone) if (into !== null) merged.set(id, into);
    // What else is gone does not matter where all is about to be replaced.
    if (isReset && rows.length === 0) continue;
    if (isReset) byId.clear();
    isReset = false;
    for (const row of rows) {
      byId.set(row.sha256, row);
      merged.delete(row.sha256);
    }
    for (const { id } of gone) byId.delete(id);
  }
  return { ...held, byId, merged, isReset, rows: [...byId.values()] };
}

function withState(
  held: HeldReport,
  { type: _, ...said }: Extract<SurfaceUpdate, { type: 'state' }>,
): HeldReport {
  const { state } = said;
  const isStale = state.kind === 'failed' && state.failure === 'page-gone';
  const next = { ...held, ...said, isStale };
  // Where a scan ends otherwise, what was found before stays on show.
  if (state.kind !== 'done') return next;
  const cleared = held.isReset ? { rows: [], byId: new Map<string, Row>(), isReset: false } : {};
  return { ...next, readAt: state.at, ...cleared };
}
