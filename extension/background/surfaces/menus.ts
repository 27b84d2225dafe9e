/**
 * The context menu, whose items inspect all data: URLs of a page, those in a selection, or the one under the pointer.
 */

import { browser, type Menus, type Tabs } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';

/** Must be called when the extension is installed or updated. Browsers keep the menus until then. */
export async function createMenus(): Promise<void> {
  await browser.contextMenus.removeAll();
  const { create } = browser.contextMenus;
  create({
    id: 'page',
    title: message('menuPage'),
    contexts: ['page', 'frame', 'selection', 'editable', 'link', 'image', 'video', 'audio'],
  });
  create({ id: 'selection', title: message('menuSelection'), contexts: ['selection'] });
  // For an image over 2 MB, the browser provides no URL, so an item limited to data:* URLs would not appear.
  create({ id: 'image', title: message('menuImage'), contexts: ['image'] });
  create({ id: 'media', title: message('menuMedia'), contexts: ['audio', 'video'] });
  create({
    id: 'link',
    title: message('menuLink'),
    contexts: ['link'],
    targetUrlPatterns: ['data:*'],
  });
}

/** The target of a click: a URL as the browser resolved it, a large image, or the user's selection. */
export type MenuTarget = { kind: 'url'; url: string } | { kind: 'large-image' } | { kind: 'selection' };

export interface MenuRequest {
  tabId: number;
  frameId: number;
  what: MenuTarget | { kind: 'page' };
}

/** The request that a click stands for; null if the click was outside of a tab. */
export function requestOf(info: Menus.OnClickData, tab: Tabs.Tab | undefined): MenuRequest | null {
  if (tab?.id === undefined) return null;
  return { tabId: tab.id, frameId: info.frameId ?? 0, what: menuTarget(info) };
}

function menuTarget({ menuItemId, srcUrl, linkUrl, frameUrl }: Menus.OnClickData): MenuRequest['what'] {
  const url = (given: string | undefined): MenuTarget =>
    given ? { kind: 'url', url: given } : { kind: 'large-image' };
  switch (menuItemId) {
    case 'image':
    case 'media':
      return url(srcUrl);
    case 'link':
      return url(linkUrl);
    case 'selection':
      return { kind: 'selection' };
    default:
      // For a click in a frame that shows a data: URL, the target is this URL.
      return frameUrl?.startsWith('data:') ? { kind: 'url', url: frameUrl } : { kind: 'page' };
  }
}
