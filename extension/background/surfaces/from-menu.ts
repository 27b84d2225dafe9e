/**
 * Handles a click in the context menu: opens the inspector tab, which shows the data: URL that was clicked or selected.
 */

import { browser, inspectorPage } from '../../platform/browser.ts';
import type { Asked } from '../../platform/surface-updates.ts';
import { idsIn } from '../frames/ask-frames.ts';
import type { FrameLink, Scan } from '../model/model.ts';
import { during, untilAborted } from '../model/scan.ts';
import { tabOf } from '../model/tab.ts';
import { postNow } from '../posting.ts';
import { actedOn, runScan } from '../scan/scan-lifecycle.ts';
import { delay, firstOf } from '../timeout.ts';
import type { MenuRequest, MenuTarget } from './menus.ts';

/**
 * Handles a click in the context menu. The inspector tab opens immediately, and shows the data: URL as soon as it is
 * found.
 */
export async function inspectFromMenu(request: MenuRequest): Promise<void> {
  const { tabId, frameId, what } = request;
  const tab = tabOf(tabId);
  actedOn(tab, request);
  void runScan(tab);
  const shown = await browser.tabs.get(tabId).catch(() => null);
  // The tab was closed in the meantime.
  if (!shown) return;
  const url = browser.runtime.getURL(inspectorPage(tabId));
  await browser.tabs.create({ url, openerTabId: tabId, index: shown.index + 1 });
  if (what.kind === 'page') return;
  // Chromium may report the click before it grants access to the page. In this case, the opened tab scans the page
  // again.
  let scan: Scan;
  do {
    scan = tab.scan;
    await untilAborted(scan, select(scan, frameId, what));
  } while (scan.signal.aborted && tab.action === request);
}

/** Finds the data: URLs that the user clicked or selected, and selects them in the surfaces. */
async function select(scan: Scan, frameId: number, what: MenuTarget): Promise<void> {
  const { tab, frames } = scan;
  const isDone = () => scan.state.kind === 'done';
  // A busy frame must not delay the search for a URL that another frame has already reported.
  while (!isDone() && !frames.get(frameId)?.isFinished) await during(scan, scan.changed());
  await during(scan, scan.whenRead);
  let ids = await during(scan, locate(scan, frameId, what));
  if (ids.length === 0) {
    while (!isDone()) await during(scan, scan.changed());
    ids = await during(scan, locate(scan, frameId, what));
  }
  const asked: Asked = { ids, kind: what.kind };
  scan.asked = asked;
  // The surfaces can select only rows that they have received.
  await during(scan, postNow(tab));
  for (const send of tab.surfaces) send({ type: 'select', ...asked });
}

/** Number of milliseconds to wait for the clicked frame's answer before the other frames are asked as well. */
const headStart = 1000;

/** The ids of the data: URLs that were clicked or selected. */
async function locate(scan: Scan, frameId: number, what: MenuTarget): Promise<string[]> {
  const { frames } = scan;
  const clicked = frames.get(frameId);
  if (what.kind !== 'url') {
    const type = what.kind === 'selection' ? 'selected' : 'locate';
    return clicked ? idsIn(scan, clicked, await clicked.ask({ type, url: '' })) : [];
  }
  if (!what.url.startsWith('data:')) return [];
  const idIn = async (frame: FrameLink) =>
    idsIn(scan, frame, await frame.ask({ type: 'locate', url: what.url }))[0] ?? null;
  const own = clicked ? idIn(clicked) : Promise.resolve(null);
  const first = await Promise.race([own, delay(headStart)]);
  // The URL of a frame that shows a data: URL is in the parent document.
  const others = first ? [] : [...frames.values()].filter((frame) => frame !== clicked);
  const id = await firstOf([own, ...others.map(idIn)]);
  return id === null ? [] : [id];
}
