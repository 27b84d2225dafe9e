/** What was clicked or selected, from the click in the context menu to the inspector tab that shows it. */

import { browser } from '../platform/browser.ts';
import type { Asked } from '../platform/messages.ts';
import { type FrameLink, keysIn } from './frame-link.ts';
import { rememberHovered } from './inject.ts';
import { flush, liveOf } from './live.ts';
import type { Meant, MenuRequest } from './menus.ts';
import { delay, firstOf } from './patience.ts';
import type { Session } from './session.ts';
import { runScan } from './sessions.ts';
import { idOf } from './sightings.ts';

/** A click in the context menu: the inspector tab opens at once and shows what was meant when it has been found. */
export async function inspectFromMenu({ tabId, frameId, what }: MenuRequest): Promise<void> {
  const live = liveOf(tabId);
  live.session.byAction = true;
  // The new tab takes the pointer away from the page.
  if (what.kind === 'hovered') await rememberHovered(tabId, frameId);
  const scanned = runScan(live);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // It was closed meanwhile.
  if (!tab) return;
  const url = browser.runtime.getURL(`inspector.html?tab=${tabId}`);
  await browser.tabs.create({ url, openerTabId: tabId, index: tab.index + 1 });
  if (what.kind === 'page') return;
  const { session } = live;
  const { scan } = session;
  // A frame that is busy does not hold back what another has told.
  await Promise.race([scanned, frameRead(session, frameId)]);
  let ids = await locate(session, frameId, what);
  if (ids.length === 0) {
    await scanned;
    ids = await locate(session, frameId, what);
  }
  if (scan !== session.scan || session.state.kind === 'failed') return;
  const asked: Asked = { ids, isSelection: what.kind === 'selection' };
  session.asked = asked;
  // Its row comes before it is opened.
  await flush(live);
  for (const send of live.surfaces) send({ type: 'select', ...asked });
}

/** Resolves when a frame has walked its document, and what it found has been read; or when its scan is aborted. */
async function frameRead(session: Session, frameId: number): Promise<void> {
  const { scan } = session;
  while (!scan.signal.aborted && !scan.frames.get(frameId)?.finished) await scan.changed();
  await session.reading;
}

/** Milliseconds that the frame which was clicked has to know what is meant before the others are asked. */
const headStart = 1000;

/** The ids of what was clicked or selected. */
async function locate(session: Session, frameId: number, what: Meant): Promise<string[]> {
  const { frames } = session.scan;
  const clicked = frames.get(frameId);
  if (what.kind === 'selection') {
    const keys = clicked ? await clicked.ask({ type: 'selected' }) : null;
    return keysIn(keys).flatMap((key) => (clicked && idOf(session, clicked, key)) ?? []);
  }
  if (what.kind === 'url' && !what.url.startsWith('data:')) return [];
  const idIn = async (frame: FrameLink) => {
    const key = await frame.ask({ type: 'locate', url: what.kind === 'url' ? what.url : '' });
    return typeof key === 'number' ? idOf(session, frame, key) : null;
  };
  const own = clicked ? idIn(clicked) : Promise.resolve(null);
  const first = await Promise.race([own, delay(headStart)]);
  // What a data: frame is made of stands in the document that holds the frame; the pointer is in the frame alone.
  const others =
    what.kind === 'url' && !first ? [...frames.values()].filter((frame) => frame !== clicked) : [];
  const id = await firstOf([own, ...others.map(idIn)]);
  return id === null ? [] : [id];
}
