/** The context menu: a page's data: URLs, or the one under the pointer, in the inspector tab. */

import { browser, type Menus, type Tabs } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';

export const menuIds = { page: 'page', image: 'image', link: 'link' } as const;

/** To be called when the extension is installed or updated: browsers keep menus from then on. */
export async function createMenus(): Promise<void> {
  await browser.contextMenus.removeAll();
  browser.contextMenus.create({
    id: menuIds.page,
    title: message('menuPage'),
    contexts: ['page', 'frame', 'selection', 'editable', 'link', 'image', 'video', 'audio'],
  });
  // Images over 2 MB come without their URL, and an item bound to data:* would not be there for them.
  browser.contextMenus.create({ id: menuIds.image, title: message('menuImage'), contexts: ['image'] });
  browser.contextMenus.create({
    id: menuIds.link,
    title: message('menuLink'),
    contexts: ['link'],
    targetUrlPatterns: ['data:*'],
  });
}

/** What a click asks for. */
export interface MenuRequest {
  tabId: number;
  frameId: number;
  /** The URL under the pointer as the browser resolved it, '' for "the image under the pointer", null for the page. */
  url: string | null;
}

export function requestOf(info: Menus.OnClickData, tab: Tabs.Tab | undefined): MenuRequest | null {
  if (tab?.id === undefined) return null;
  const url =
    info.menuItemId === menuIds.image
      ? (info.srcUrl ?? '')
      : info.menuItemId === menuIds.link
        ? (info.linkUrl ?? '')
        : null;
  return { tabId: tab.id, frameId: info.frameId ?? 0, url };
}
