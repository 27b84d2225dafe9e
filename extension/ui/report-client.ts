/** A surface's connection to a tab: questions and answers, actions, and a new connection when the worker died. */

import type { PolicyEdit } from '../../src/policy/edit.ts';
import type { Exception } from '../../src/policy/exceptions.ts';
import { browser, type Runtime, type Tabs } from '../platform/browser.ts';
import { portNames } from '../platform/limits.ts';
import { afterFailure } from '../platform/scan-state.ts';
import type { Coverage, NetworkSighting, PageHeaders, SurfaceMessage } from '../platform/surface-messages.ts';
import type { Answer, Stored, SurfaceUpdate } from '../platform/surface-updates.ts';
import { createOutbox } from './outbox.ts';
import {
  firstReport,
  type ReportEvent,
  type ReportState,
  type RowsUpdate,
  type Ruling,
  reduceReport,
} from './report-state.ts';

export type { ReportState, Ruling };

// Each kind of question without its number.
type OmitRequestId<Message> = Message extends { request?: number | undefined }
  ? Omit<Message, 'request'>
  : never;
export type Question = OmitRequestId<SurfaceMessage>;

export interface ReportClient {
  /** There is no page behind it that could be scanned, watched or shown. */
  isSample?: boolean;
  /** Asks the worker; null if it has no answer any more. */
  ask(question: Question): Promise<Answer>;
  rescan(): void;
  /** Ends the running scan: what was found stays. */
  stop(): void;
  /** Keeps the surface up to date with every document of the tab. */
  follow(): void;
  watch(what: 'page' | 'site', on: boolean): void;
  /** Turns a rule off, on a site or, with null, everywhere. */
  mute(rule: string, site: string | null): void;
  /** Allows a media type. */
  allow(exception: Exception): void;
  /** Undoes one of these. */
  undo(ruling: Ruling): void;
  /** Closes the message on the last of these. */
  closeRuling(): void;
  /** Has the page's CSP header fetched as soon as its site is granted, or cancels that. */
  fetchCspHeader(on: boolean): void;
  /** Adds requests that DevTools saw, and which of the page's requests so far are included. */
  reportSightings(sightings: readonly NetworkSighting[], coverage: Coverage): void;
  /** Keeps removed rows in the list, until a navigation without `keep`. */
  keepLog(): void;
  /** The inspected page has navigated: earlier requests are not the new page's; they stay listed if kept. */
  navigated(keep: boolean): void;
  /** Reports the page's headers, as DevTools have them. */
  reportHeaders(headers: PageHeaders): void;
  /** Reports that DevTools have the text of a style sheet. */
  reportSheet(url: string): void;
  close(): void;
}

/**
 * Rows up to which each message is shown at once, and whole. With more, updates wait a millisecond for every 20 rows, and
 * the list is made in steps.
 */
export const fewRows = 1000;
const rowsPerMillisecond = 20;

/** How many times the connection is renewed while a page is being scanned. */
const maxReconnects = 3;

/** A port on which `open` has been posted. */
export interface OpenedPort {
  port: Runtime.Port;
  /** Returns the messages received so far and stops keeping them; null if the port was closed. */
  takeOver(): unknown[] | null;
}

/**
 * Connects to a tab.
 *
 * @param onChange called with a new state at every change
 * @param opened the first port, if a click on the toolbar button of that tab has opened one
 */
export function connectReport(
  tabId: number,
  onChange: (state: ReportState) => void,
  opened?: OpenedPort,
): ReportClient {
  let report = firstReport;
  let port: Runtime.Port | null = null;
  let follows = false;
  let reconnects = maxReconnects;
  /** A new worker must scan the page before it can answer about what is shown. */
  let isBehind = false;
  /** The address of the page that was shown when the worker stopped. */
  let lostPage: string | undefined;
  /** The last scan that has ended couldn't scan its document. */
  let hasFailed = false;
  /** Questions that wait for that scan. */
  const whenScanned: (() => void)[] = [];
  const unanswered = new Map<number, (answer: Answer) => void>();
  let nextRequest = 0;

  const post = (message: SurfaceMessage) => port?.postMessage(message);
  const outbox = createOutbox(post, () => port !== null);

  const apply = (event: ReportEvent) => {
    report = reduceReport(report, event);
    onChange(report);
  };
  // A long list takes time to arrange: the longer it is, the more updates are collected first.
  let gathered: RowsUpdate[] = [];
  let rowTimer: ReturnType<typeof setTimeout> | undefined;
  const showRows = () => {
    clearTimeout(rowTimer);
    rowTimer = undefined;
    const updates = gathered;
    gathered = [];
    if (updates.length > 0) apply({ type: 'rows', updates });
  };
  /** A new worker has reported the address of the page, and it isn't the one that was shown. */
  const isOtherPage = () => (report.overview?.page.url || lostPage) !== lostPage;
  const goOn = () => {
    for (const resolve of whenScanned.splice(0)) resolve();
  };

  const receive = (update: SurfaceUpdate) => {
    if (update.type === 'answer') {
      unanswered.get(update.request)?.(update.value);
      unanswered.delete(update.request);
      return;
    }
    if (update.type === 'rows') {
      gathered.push(update);
      // The same page, scanned by a new worker: its rows take the place of the others at once, so that none moves.
      if (isBehind && report.readAt !== null && !isOtherPage()) return;
      const count = report.byId.size + update.rows.length;
      if (count <= fewRows) showRows();
      else rowTimer ??= setTimeout(showRows, count / rowsPerMillisecond);
      return;
    }
    const isEnd = update.type === 'state' && update.state.kind !== 'reading';
    if (isEnd || update.type === 'reset') showRows();
    apply(update);
    if (isBehind && isOtherPage()) showRows();
    if (!isEnd) return;
    hasFailed = ![null, 'gone'].includes(afterFailure(update.state));
    // A surface that follows the tab reconnects after a scan, too, which must not go on endlessly.
    if (update.state.kind === 'done' && !follows) reconnects = maxReconnects;
    isBehind = false;
    goOn();
  };

  const disconnected = () => {
    port = null;
    // Drops the rows of a scan that will not end.
    if (isBehind) gathered = [];
    else lostPage = report.overview?.page.url;
    isBehind = true;
    for (const resolve of unanswered.values()) resolve(null);
    unanswered.clear();
    goOn();
    apply({ type: 'lost' });
    // A worker that stopped while idle is started when it is needed; one that died during a scan is needed now.
    const { kind } = report.state;
    const isNeeded = kind === 'done' ? follows : kind !== 'failed';
    if (isNeeded && reconnects-- > 0) connect('now');
  };
  const listenTo = (connected: Runtime.Port) => {
    port = connected;
    port.onMessage.addListener((message) => receive(message as SurfaceUpdate));
    port.onDisconnect.addListener(disconnected);
  };
  const connect = (scan: 'if-needed' | 'now') => {
    if (port) return;
    listenTo(browser.runtime.connect({ name: portNames.surface }));
    // A click grants access to the first page only, not to later ones.
    post({ type: 'open', tabId, scan, byAction: false });
    if (follows) post({ type: 'follow' });
    outbox.sendAll();
  };
  const rescan = () => {
    reconnects = maxReconnects;
    if (port) post({ type: 'open', tabId, scan: 'now', byAction: false });
    else connect('now');
  };
  /** Posts to the worker, and starts it if it has stopped. */
  const send = (message: SurfaceMessage) => {
    connect('if-needed');
    post(message);
  };
  const request = (question: Question): Promise<Answer> => {
    const number = nextRequest++;
    return new Promise((resolve) => {
      unanswered.set(number, resolve);
      post({ ...question, request: number });
    });
  };
  /** Changes the policy, by which the worker then judges again. Null if it could not be stored. */
  const change = (edit: PolicyEdit): Promise<Stored | null> => {
    connect('if-needed');
    return request(edit) as Promise<Stored | null>;
  };
  const rule = async (edit: PolicyEdit, made: Omit<Ruling, 'undo'>) => {
    const undo = (await change(edit))?.undo;
    if (undo) apply({ type: 'kept', ruling: { ...made, undo } });
  };
  const received = opened?.takeOver();
  if (opened && received) {
    listenTo(opened.port);
    for (const update of received) receive(update as SurfaceUpdate);
  } else connect('if-needed');
  /** A page that refuses scripts can't report its end: the next document must not show that page's failure. */
  const loaded = (id: number, { status }: Tabs.OnUpdatedChangeInfoType) => {
    if (id === tabId && status !== undefined && hasFailed) rescan();
  };
  /** A worker that has stopped doesn't know of this surface, so the surface itself scans after a grant. */
  const granted = () => {
    if (!port) rescan();
  };
  // Panels lack `tabs`, and in Firefox also `permissions`: the worker follows their tab.
  browser.permissions?.onAdded.addListener(granted);
  browser.tabs?.onUpdated.addListener(loaded);

  return {
    async ask(question) {
      connect('if-needed');
      while (isBehind && port) await new Promise<void>((resolve) => whenScanned.push(resolve));
      return port ? request(question) : null;
    },
    rescan,
    stop: () => post({ type: 'stop' }),
    follow() {
      follows = true;
      post({ type: 'follow' });
    },
    watch(what, on) {
      send({ type: 'watch', what, on });
      apply({ type: 'kept' });
    },
    mute: (name, site) =>
      void rule({ type: 'severity', rule: name, site, severity: 'off' }, { what: 'muted', name, site }),
    allow: ({ pattern, destinations, site }) =>
      void rule(
        { type: 'allow', pattern, destinations, site, on: true },
        { what: 'allowed', name: pattern, destinations, site },
      ),
    fetchCspHeader: (on) => send({ type: 'csp-request', on }),
    async undo(ruling) {
      if (await change(ruling.undo)) apply({ type: 'undone', ruling });
    },
    closeRuling: () => apply({ type: 'kept', ruling: null }),
    reportSightings: outbox.add,
    keepLog: () => post({ type: 'keep-log' }),
    navigated(keep) {
      outbox.clear();
      post({ type: 'navigated', keep });
    },
    reportHeaders: outbox.setHeaders,
    reportSheet: (url) => post({ type: 'sheet-loaded', url }),
    close() {
      outbox.close();
      browser.permissions?.onAdded.removeListener(granted);
      browser.tabs?.onUpdated.removeListener(loaded);
      clearTimeout(rowTimer);
      port?.disconnect();
    },
  };
}
