/**
 * A surface's connection to a tab: questions and answers, actions, and a new connection when the worker has stopped.
 */

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

// Each kind of question without its request number.
type OmitRequestId<Message> = Message extends { request?: number | undefined }
  ? Omit<Message, 'request'>
  : never;
export type Question = OmitRequestId<SurfaceMessage>;

export interface ReportClient {
  /** Whether this is a sample, without a page that could be scanned, watched, or shown. */
  isSample?: boolean;
  /** Asks the worker a question. Resolves to null if the worker can no longer answer it. */
  ask(question: Question): Promise<Answer>;
  rescan(): void;
  /** Ends the running scan. The results so far are kept. */
  stop(): void;
  /** Keeps the surface up to date with every document of the tab. */
  follow(): void;
  watch(what: 'page' | 'site', on: boolean): void;
  /** Turns a rule off, on a site or, if the site is null, everywhere. */
  mute(rule: string, site: string | null): void;
  /** Allows a media type. */
  allow(exception: Exception): void;
  /** Undoes a change that `mute` or `allow` made. */
  undo(ruling: Ruling): void;
  /** Closes the message about the last change. */
  closeRuling(): void;
  /** Requests the page's CSP header as soon as access to its site is granted, or cancels the request. */
  fetchCspHeader(on: boolean): void;
  /**
   * Adds requests that DevTools reported. `coverage` states which of the page's requests up to now have been reported.
   */
  reportSightings(sightings: readonly NetworkSighting[], coverage: Coverage): void;
  /** Keeps removed rows in the list until a navigation without `keep`. */
  keepLog(): void;
  /**
   * Reports that the inspected page has navigated. Earlier requests do not belong to the new page, but stay in the list
   * if they are kept.
   */
  navigated(keep: boolean): void;
  /** Reports the page's headers, which come from DevTools. */
  reportHeaders(headers: PageHeaders): void;
  /** Reports that DevTools can provide the text of a style sheet. */
  reportSheet(url: string): void;
  close(): void;
}

/**
 * Maximum number of rows for which each update is shown immediately and completely. With more rows, updates wait a
 * millisecond for every 20 rows, and the list is arranged in steps.
 */
export const fewRows = 1000;
const rowsPerMillisecond = 20;

/** Maximum number of times that the connection is renewed while a page is being scanned. */
const maxReconnects = 3;

/** A port on which `open` has already been posted. */
export interface OpenedPort {
  port: Runtime.Port;
  /** Returns the messages received so far and stops keeping them; null if the port was closed. */
  takeOver(): unknown[] | null;
}

/**
 * Connects to a tab.
 *
 * @param onChange called with the new state after every change
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
  /** Whether the worker is new and must scan the page before it can answer about the data that is shown. */
  let isBehind = false;
  /** The URL of the page that was shown when the worker stopped. */
  let lostPage: string | undefined;
  /** Whether the last scan that ended couldn't scan its document. */
  let hasFailed = false;
  /** The questions that wait until a new worker has scanned the page. */
  const whenScanned: (() => void)[] = [];
  const unanswered = new Map<number, (answer: Answer) => void>();
  let nextRequest = 0;

  const post = (message: SurfaceMessage) => port?.postMessage(message);
  const outbox = createOutbox(post, () => port !== null);

  const apply = (event: ReportEvent) => {
    report = reduceReport(report, event);
    onChange(report);
  };
  // A long list takes time to arrange. The longer it is, the more updates are collected first.
  let gathered: RowsUpdate[] = [];
  let rowTimer: ReturnType<typeof setTimeout> | undefined;
  const showRows = () => {
    clearTimeout(rowTimer);
    rowTimer = undefined;
    const updates = gathered;
    gathered = [];
    if (updates.length > 0) apply({ type: 'rows', updates });
  };
  /** Whether a new worker has reported a different page than the one that was shown when the old worker stopped. */
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
      // A new worker has scanned the same page. Its rows replace the earlier ones all at once, so that none of them
      // moves.
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
    // A surface that follows the tab also reconnects after a scan. For such a surface, the limit isn't reset, so that
    // it can't reconnect endlessly.
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
    // A worker that stopped while idle is started when it is needed. A worker that stopped during a scan is needed now.
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
    // A click grants access only to the first page, not to later ones.
    post({ type: 'open', tabId, scan, byAction: false });
    if (follows) post({ type: 'follow' });
    outbox.sendAll();
  };
  const rescan = () => {
    reconnects = maxReconnects;
    if (port) post({ type: 'open', tabId, scan: 'now', byAction: false });
    else connect('now');
  };
  /** Posts a message to the worker, and starts the worker if it has stopped. */
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
  /** Changes the user's policy, which the worker then applies. Resolves to null if the change could not be stored. */
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
  /**
   * Scans the next document after a failure, so that the earlier page's failure isn't shown for it. A page that refuses
   * scripts can't report that it was left.
   */
  const loaded = (id: number, { status }: Tabs.OnUpdatedChangeInfoType) => {
    if (id === tabId && status !== undefined && hasFailed) rescan();
  };
  /** Scans after a grant if the worker has stopped, because a stopped worker doesn't know this surface. */
  const granted = () => {
    if (!port) rescan();
  };
  // Panels don't provide `tabs` or, in Firefox, `permissions`. For panels, the worker follows the tab.
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
