/** Serves the popup, the panel, and the inspector tab: each joins one tab and asks for details by id. */
import { identify } from '../../../src/data-url/written.ts';
import type { DataUrl } from '../../../src/report/report.ts';
import { anatomyFor, bodyOf, bounded, dataUrlIn, detailFor, writtenIn } from '../../platform/answers.ts';
import { browser, type Runtime } from '../../platform/browser.ts';
import { editUserPolicy } from '../../platform/settings.ts';
import { type Address, readSurfaceMessage, type SurfaceMessage } from '../../platform/surface-messages.ts';
import type { Answer, Detail, MarkedAnatomy, None, SurfaceUpdate } from '../../platform/surface-updates.ts';
import { idsOfMarked, textOf } from '../frames/ask-frames.ts';
import type { Scan, Tab } from '../model/model.ts';
import { computeOutcomes } from '../model/outcomes.ts';
import { reportJson } from '../model/overview.ts';
import { decisionFor } from '../model/own-policies.ts';
import { ownPolicies } from '../model/page-csp.ts';
import { tabs } from '../model/tab.ts';
import { postSoon } from '../posting.ts';
import { scanMoreAfterEnd } from '../scan/after-scan.ts';
import { wantCspHeader } from '../scan/csp-header.ts';
import { headersCame } from '../scan/header-links.ts';
import { addNetworkSightings, forgetNetwork, keepGone } from '../scan/network-sightings.ts';
import { stopScan, updateListening } from '../scan/scan-lifecycle.ts';
import { startWatching, watchSite } from '../scan/start-watching.ts';
import { sheetLoaded } from '../sheets/dropped-urls.ts';
import { documentSource } from '../sheets/file-texts.ts';
import { changeMode } from '../watching/watching.ts';
import { follow, join, leave } from './joining.ts';
import { markOccurrence, releaseOutlines, showOccurrence } from './showing.ts';

type Question = Exclude<Extract<SurfaceMessage, { request: number }>, { type: 'allow' | 'severity' }>;
type Action = Exclude<SurfaceMessage, Question | { type: 'open' | 'allow' | 'severity' }>;

export function acceptSurface(port: Runtime.Port): void {
  // Only the extension's own pages are surfaces. A page's process can choose the name of its port, but not the URL of
  // the sender.
  if (!port.sender?.url?.startsWith(browser.runtime.getURL(''))) {
    port.disconnect();
    return;
  }
  let tabId: number | undefined;
  let isOpen = true;
  let isPanel = false;
  // The popup covers a part of the page, so the outlines that it requests are held until it closes.
  const isPopup = port.sender.url.startsWith(browser.runtime.getURL('popup.html'));
  let hasOutlined = false;
  const send = (update: SurfaceUpdate) => {
    if (isOpen) port.postMessage(update);
  };
  const joined = () => (tabId === undefined ? undefined : tabs.get(tabId));

  const reportUnsaved = (change: Promise<unknown>): void => {
    change.catch((error: unknown) => send({ type: 'unsaved', why: bounded(String(error), 300) }));
  };

  const reply = (request: number, answered: Promise<Answer>) => {
    void answered.catch(() => null).then((value) => send({ type: 'answer', request, value }));
  };

  port.onMessage.addListener((raw: unknown) => {
    const message = readSurfaceMessage(raw);
    if (!message) return;
    const tab = joined();
    if (message.type === 'open') {
      if (tab && tab.id !== message.tabId) leave(tab, send);
      tabId = message.tabId;
      join(tabId, send, message.scan, message.byAction);
    } else if (message.type === 'allow' || message.type === 'severity') {
      const { request, ...edit } = message;
      const stored = editUserPolicy(edit);
      reportUnsaved(stored);
      if (request === undefined) return;
      reply(
        request,
        stored.then((undo) => ({ undo })),
      );
    } else if ('request' in message) {
      if (message.type === 'show' && message.outlines !== 'none') hasOutlined = true;
      reply(message.request, tab ? answer(tab, message, isPopup) : Promise.resolve(null));
    } else if (tab) {
      if (message.type === 'network') isPanel = true;
      act(tab, message);
    }
  });

  /** Handles requests about a tab that need no answer. */
  const act = (tab: Tab, message: Action) => {
    switch (message.type) {
      case 'follow':
        return follow(tab, send);
      case 'keep-log':
        // This is set before the page navigates, because its document may be replaced before DevTools reports the
        // navigation.
        tab.network.keepsGone = true;
        return;
      case 'navigated':
        return postSoon(tab, message.keep ? keepGone(tab) : forgetNetwork(tab));
      case 'headers':
        tab.network.headers = message;
        return headersCame(tab.scan);
      case 'sheet-loaded':
        if (sheetLoaded(tab.scan, message.url)) scanMoreAfterEnd(tab.scan);
        return;
      case 'csp-request':
        return wantCspHeader(tab, message.on);
      case 'network': {
        const { network } = tab;
        network.whenRead = network.whenRead
          .then(() => addNetworkSightings(tab, network, message.sightings, message.coverage))
          .then((ids) => postSoon(tab, ids))
          .catch(() => {}); // A text that DevTools reported but that cannot be read is not a data: URL of the page.
        return;
      }
      case 'stop':
        return stopScan(tab);
      case 'watch':
        if (message.what === 'site') return reportUnsaved(watchSite(tab, message.on));
        if (message.on) return reportUnsaved(startWatching(tab));
        return changeMode(tab, 'stop');
      default:
        message satisfies never;
    }
  };

  port.onDisconnect.addListener(() => {
    isOpen = false;
    const tab = joined();
    // A closed tab is deleted before the panel of its DevTools disconnects.
    if (!tab) return updateListening();
    // The page may be gone or no longer accessible to scripts.
    if (isPopup && hasOutlined) void releaseOutlines(tab.id).catch(() => {});
    // Without DevTools, no further requests of the page are reported.
    if (isPanel) postSoon(tab, forgetNetwork(tab));
    leave(tab, send, isPanel);
  });
}

/** The tab's scan, whose costs and states are computed. */
function currentScan({ scan }: Tab): Scan {
  computeOutcomes(scan);
  return scan;
}

async function answer(tab: Tab, question: Question, isPopup: boolean): Promise<Answer> {
  // A page that was released must have been scanned again before it can answer.
  const refreshed = () => tab.refreshed.then(() => currentScan(tab));
  switch (question.type) {
    case 'detail':
      return detailOf(currentScan(tab), question);
    case 'body':
      return bodyAt(await refreshed(), question);
    case 'anatomy':
      return anatomyAt(await refreshed(), question);
    case 'written':
      return writtenBlobAt(await refreshed(), question);
    case 'show':
      return showOccurrence(await refreshed(), question, isPopup);
    case 'source':
      return documentSource(await refreshed(), question.id, question.occurrence);
    case 'mark':
      return markOccurrence(await refreshed(), question.id, question.occurrence, question.name);
    case 'marked':
      return idsOfMarked(await refreshed(), question.name);
    case 'csp':
      return ownPolicies(currentScan(tab));
    case 'report':
      return reportJson(currentScan(tab));
  }
}

/** The data: URL at an address; null if there is none. Its costs and states are those of the last `computeOutcomes`. */
const dataUrlAt = ({ entries }: Scan, address: Address): DataUrl | null =>
  dataUrlIn(entries.byId.get(address.id)?.dataUrl, address);

/** Everything that a surface shows about a data: URL. */
export function detailOf(scan: Scan, address: Address): Detail | null {
  const dataUrl = dataUrlAt(scan, address);
  return dataUrl && detailFor(dataUrl, decisionFor(scan.page.url, dataUrl));
}

/** The written URL, from a frame or another source that still contains it; null if there is none. */
async function writtenAt(scan: Scan, address: Address): Promise<string | Blob | null> {
  const { awaitedTexts } = scan;
  const { id } = address;
  const text = awaitedTexts.get(id) ?? textOf(scan, id).finally(() => awaitedTexts.delete(id));
  awaitedTexts.set(id, text);
  return writtenIn(await text, address);
}

/**
 * The parts of the written URL, with the marked positions in it; null if the text of the URL is no longer available.
 */
export async function anatomyAt(scan: Scan, address: Address): Promise<MarkedAnatomy | null> {
  const dataUrl = dataUrlAt(scan, address);
  const written = await writtenAt(scan, address);
  if (!dataUrl || written === null) return null;
  // The URL that DevTools reported may be spelled differently, with different positions.
  return (await identify(written)).sha256 === dataUrl.sha256 ? anatomyFor(dataUrl, written) : null;
}

/** The written URL as a plain-text Blob; null if the page is gone or does not answer. */
export async function writtenBlobAt(scan: Scan, address: Address): Promise<Blob | null> {
  const written = await writtenAt(scan, address);
  return written === null ? null : new Blob([written], { type: 'text/plain' });
}

/** The decoded body; `none` if the URL is rejected; null if the page is gone or does not answer. */
export async function bodyAt(scan: Scan, address: Address): Promise<Blob | None | null> {
  const written = await writtenAt(scan, address);
  return written === null ? null : bodyOf(written);
}
