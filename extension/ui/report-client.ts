/** A surface's end of a session: the Report as it stands, questions and answers, and a new link when the worker died. */

import { browser, type Runtime } from '../platform/browser.ts';
import { batchLength, maxPolicies, maxSightings, portNames } from '../platform/limits.ts';
import type {
  Answer,
  Asked,
  NetworkSighting,
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
  /** When the page was last read to its end, in ms since 1970; null if it was not. */
  readAt: number | null;
  /** The worker died since: what is shown was read before. */
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

// Each kind of question without its number.
type WithoutNumber<Message> = Message extends { request: number } ? Omit<Message, 'request'> : never;
export type Question = WithoutNumber<SurfaceMessage>;

export interface ReportClient {
  /** Asks the worker; null where it cannot tell any more. */
  ask(question: Question): Promise<Answer>;
  rescan(): void;
  /** Has whatever document comes to the tab read, too. */
  follow(): void;
  watch(what: 'page' | 'site', on: boolean): void;
  /** Does not want to hear of a rule any more, on a site or, with null, everywhere. */
  mute(rule: string, site: string | null): void;
  /** Allows a media type on a site. */
  allow(pattern: string, site: string): void;
  /** Takes the last of these back. */
  undo(): void;
  /** Has the page's server asked for its policy as soon as its site is granted, or takes that back. */
  askServer(on: boolean): void;
  /** Adds what DevTools saw; with `isWhole` that is all that the page requested so far. */
  tell(seen: readonly NetworkSighting[], isWhole: boolean): void;
  /** The inspected page has gone to another address: what DevTools saw before is not its own; listed if kept. */
  navigated(keep: boolean): void;
  /** The page's policies as its server sent them. */
  tellPolicies(policies: { text: string; reportOnly: boolean }[]): void;
  close(): void;
}

/** Milliseconds in which what DevTools sees is gathered. */
const tellInterval = 50;

/** Rows up to which each message shows at once; of more, as many make wait a millisecond longer. */
const fewRows = 1000;
const rowsPerMillisecond = 20;

/** How often the link is made anew by itself while a page is being read. */
const reconnects = 3;

/**
 * Joins a tab's session.
 *
 * @param byAction the surface was opened by a click on the toolbar button of that tab
 * @param onChange called with a new state whenever something changed
 */
export function connectReport(
  tabId: number,
  byAction: boolean,
  onChange: (state: ReportState) => void,
): ReportClient {
  let current: ReportState = {
    rows: [],
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
  const rows = new Map<string, Row>();
  const merged = new Map<string, string>();
  const waiting = new Map<number, (answer: Answer) => void>();
  /** What DevTools saw, as far as it was sent and on: the worker forgets it when it dies. */
  let told: NetworkSighting[] = [];
  let policies: Extract<SurfaceMessage, { type: 'policies' }>['policies'] | null = null;
  let sent = 0;
  let tellsWhole: boolean | null = null;
  let telling: ReturnType<typeof setTimeout> | undefined;
  /** Questions that wait until the page has been read again. */
  const whenRead: (() => void)[] = [];
  const wake = () => {
    for (const resolve of whenRead.splice(0)) resolve();
  };
  /** A new worker has to read the page before it can answer for what is shown. */
  let isBehind = false;
  let isFirst = true;
  let follows = false;
  let isReset = false;
  let nextRequest = 0;
  let lives = reconnects;
  let port: Runtime.Port | null = null;
  let isClosed = false;

  const change = (changed: Partial<ReportState>) => {
    current = { ...current, ...changed };
    onChange(current);
  };
  let rowTimer: ReturnType<typeof setTimeout> | undefined;
  const showRows = () => {
    clearTimeout(rowTimer);
    rowTimer = undefined;
    change({ rows: [...rows.values()], merged: new Map(merged) });
  };
  // What was shown stays until there is something to show instead.
  const clearIfReset = () => {
    if (isReset) rows.clear();
    isReset = false;
  };

  const receive = (update: SurfaceUpdate) => {
    switch (update.type) {
      case 'reset':
        isReset = true;
        return change({ asked: undefined });
      case 'rows':
        for (const { id, into } of update.gone) if (into !== null) merged.set(id, into);
        // What else has gone is of no matter where all is about to be replaced.
        if (isReset && update.rows.length === 0) return;
        clearIfReset();
        for (const row of update.rows) {
          rows.set(row.sha256, row);
          merged.delete(row.sha256);
        }
        for (const { id } of update.gone) rows.delete(id);
        // A long list takes time to arrange: the longer it is, the more is gathered before.
        if (rows.size <= fewRows) return showRows();
        rowTimer ??= setTimeout(showRows, rows.size / rowsPerMillisecond);
        return;
      case 'state':
        // Where a new reading ends without a list, what was read before stays on show.
        if (update.state.kind !== 'reading' && rowTimer !== undefined) showRows();
        if (update.state.kind === 'done') {
          if (isReset) change({ rows: [] });
          clearIfReset();
          // Who follows is called back by itself even then, and is not to go on so for ever.
          if (!follows) lives = reconnects;
        }
        if (update.state.kind !== 'reading') {
          isBehind = false;
          wake();
        }
        return change({
          state: update.state,
          ...(update.state.kind === 'done' ? { readAt: update.state.at } : {}),
          overview: update.overview,
          origin: update.origin,
          watching: update.watching,
          policy: update.policy,
          server: update.server,
          isStale: update.state.kind === 'failed' && update.state.failure === 'page-gone',
        });
      case 'select':
        return change({ asked: update });
      case 'unsaved':
        return change({ ruling: null, unsaved: update.why });
      case 'answer':
        waiting.get(update.request)?.(update.value);
        waiting.delete(update.request);
    }
  };

  const post = (message: SurfaceMessage) => port?.postMessage(message);
  const connect = (scan: 'if-needed' | 'now') => {
    if (port) return;
    port = browser.runtime.connect({ name: portNames.surface });
    port.onMessage.addListener((message) => receive(message as SurfaceUpdate));
    port.onDisconnect.addListener(() => {
      port = null;
      isBehind = true;
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
      wake();
      if (isClosed) return;
      change({ isStale: true });
      // A worker that idles away is called back when it is needed; one that died at work is needed now.
      const { kind } = current.state;
      const isNeeded = kind === 'done' ? follows : kind !== 'failed';
      if (isNeeded && lives-- > 0) connect('now');
    });
    // The click opened the page that was there then; later pages it did not.
    post({ type: 'open', tabId, scan, byAction: byAction && isFirst });
    isFirst = false;
    if (follows) post({ type: 'follow' });
    sent = 0;
    if (tellsWhole !== null) sendTold();
    if (policies) post({ type: 'policies', policies });
  };
  /** Sends what DevTools saw since, in messages of a bounded size. */
  const sendTold = () => {
    clearTimeout(telling);
    telling = undefined;
    if (!port) return;
    do {
      const seen: NetworkSighting[] = [];
      for (let length = 0; sent < told.length && seen.length < maxSightings && length < batchLength; ) {
        const sighting = told[sent++] as NetworkSighting;
        seen.push(sighting);
        length += typeof sighting.text === 'string' ? sighting.text.length : 0;
      }
      post({ type: 'network', seen, isWhole: tellsWhole === true && sent === told.length });
    } while (sent < told.length);
  };
  connect('if-needed');
  /** Says something of the policy; the worker judges anew by it. */
  const say = (message: SurfaceMessage, ruling: Ruling | null) => {
    if (!port) connect('if-needed');
    post(message);
    change({ ruling, unsaved: null });
  };

  return {
    async ask(question) {
      if (!port) connect('if-needed');
      while (isBehind && port) {
        await new Promise<void>((resolve) => whenRead.push(resolve));
      }
      if (!port) return null;
      const request = nextRequest++;
      return new Promise((resolve) => {
        waiting.set(request, resolve);
        post({ ...question, request });
      });
    },
    rescan() {
      lives = reconnects;
      if (port) post({ type: 'open', tabId, scan: 'now', byAction: false });
      else connect('now');
    },
    follow() {
      follows = true;
      post({ type: 'follow' });
    },
    watch(what, on) {
      if (!port) connect('if-needed');
      post({ type: 'watch', what, on });
      change({ unsaved: null });
    },
    mute(rule, site) {
      const { rules, ruledBy } = current.policy;
      const before = ruledBy[rule]?.by === 'user' && ruledBy[rule].site === site ? rules[rule] : undefined;
      const undo: SurfaceMessage = { type: 'severity', rule, site, severity: before ?? null };
      say({ type: 'mute', rule, site, on: true }, { what: 'muted', name: rule, site, undo });
    },
    allow(pattern, site) {
      const message = { type: 'allow', pattern, site } as const;
      say(
        { ...message, on: true },
        { what: 'allowed', name: pattern, site, undo: { ...message, on: false } },
      );
    },
    askServer(on) {
      if (!port) connect('if-needed');
      post({ type: 'server', on });
    },
    undo() {
      if (current.ruling) say(current.ruling.undo, null);
    },
    tell(seen, isWhole) {
      for (const sighting of seen) told.push(sighting);
      tellsWhole = isWhole;
      telling ??= setTimeout(sendTold, tellInterval);
    },
    navigated(keep) {
      told = [];
      sent = 0;
      policies = null;
      post({ type: 'navigated', keep });
    },
    tellPolicies(told) {
      policies = told.slice(0, maxPolicies);
      post({ type: 'policies', policies });
    },
    close() {
      clearTimeout(telling);
      isClosed = true;
      clearTimeout(rowTimer);
      port?.disconnect();
    },
  };
}
