/** The DevTools page: registers the panel and the sidebar pane of the Elements panel, and answers the worker. */
import { browser, type Runtime } from '../platform/browser.ts';
import type { SheetTextsRequest } from '../platform/devtools-messages.ts';
import { message } from '../platform/i18n.ts';
import { canEvaluate } from './content-script.ts';
import { sheetTexts } from './sheet-texts.ts';

const { inspectedWindow, panels } = browser.devtools;

void panels.create(message('panelTitle'), 'icons/icon-32.png', 'panel.html');

// The pane needs the selected element, and must not ask for it in the page's own world.
if (canEvaluate) {
  void panels.elements
    .createSidebarPane(message('sidebarTitle'))
    .then((pane) => pane.setPage('sidebar.html'));
}

// In Firefox, extensions can't get texts that were loaded before they asked.
if (canEvaluate)
  browser.runtime.onMessage.addListener((asked: unknown, { tab }: Runtime.MessageSender) => {
    const { type, tabId, urls } = asked as SheetTextsRequest;
    // Content scripts send such messages to all pages of the extension.
    const isOurs = tab === undefined && type === 'sheet-texts' && tabId === inspectedWindow.tabId;
    return isOurs ? sheetTexts(urls) : undefined;
  });
