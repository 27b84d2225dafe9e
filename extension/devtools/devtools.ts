/** The DevTools page: registers the panel and the sidebar pane of the Elements panel, and answers the worker. */
import { browser, type Runtime } from '../platform/browser.ts';
import type { SheetTextsRequest } from '../platform/devtools-messages.ts';
import { message } from '../platform/i18n.ts';
import { canEvaluate } from './content-script.ts';
import { sheetTexts } from './sheet-texts.ts';

const { inspectedWindow, panels } = browser.devtools;

void panels.create(message('panelTitle'), 'icons/icon-32.png', 'panel.html');

// The sidebar pane needs the selected element, and must not ask for it in the page's own world.
if (canEvaluate) {
  void panels.elements
    .createSidebarPane(message('sidebarTitle'))
    .then((pane) => pane.setPage('sidebar.html'));
}

browser.runtime.onMessage.addListener((asked: unknown, { tab }: Runtime.MessageSender) => {
  const { type, tabId, urls } = asked as SheetTextsRequest;
  // Content scripts can send such messages, too, but only the worker's come without a `tab`.
  const isOurs = tab === undefined && type === 'sheet-texts' && tabId === inspectedWindow.tabId;
  return isOurs ? sheetTexts(urls) : undefined;
});
