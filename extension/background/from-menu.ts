/** What was clicked or selected, from the click in the context menu to the inspector tab that shows it. */

import { browser } from '../platform/browser.ts';
import type { Asked } from '../platform/messages.ts';
import { keysIn } from './frame-link.ts';
import { rememberHovered } from './inject.ts';
import { liveOf } from './live.ts';
import type { Meant, MenuRequest } from './menus.ts';
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
  await scanned;
  if (what.kind === 'page' || live.session.state.kind !== 'done') return;
  const ids = await locate(live.session, frameId, what);
  const asked: Asked = { ids, isSelection: what.kind === 'selection' };
  live.session.asked = asked;
  for (const send of live.surfaces) send({ type: 'select', ...asked });
}

/** The ids of what was clicked or selected. */
async function locate(session: Session, frameId: number, what: Meant): Promise<string[]> {
  const { frames } = session.scan;
  const clicked = frames.get(frameId);
  if (!clicked) return [];
  if (what.kind === 'selection') {
    const keys = await clicked.ask({ type: 'selected' });
    return keysIn(keys).flatMap((key) => idOf(session, clicked, key) ?? []);
  }
  if (what.kind === 'url' && !what.url.startsWith('data:')) return [];
  // What a data: frame is made of stands in the document that holds the frame.
  const ids = await Promise.all(
    [clicked, ...frames.values()].map(async (frame) => {
      const key = await frame.ask({ type: 'locate', url: what.kind === 'url' ? what.url : '' });
      return typeof key === 'number' ? idOf(session, frame, key) : null;
    }),
  );
  return ids.filter((id) => id !== null).slice(0, 1);
}
