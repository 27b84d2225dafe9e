/** The DevTools page: registers the panel and the sidebar pane of the Elements panel. */
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { canEvaluate } from './content-script.ts';

const { panels } = browser.devtools;

void panels.create(message('panelTitle'), 'icons/icon-32.png', 'panel.html');

// The pane needs the selected element, and must not ask for it in the page's own world.
if (canEvaluate) {
  void panels.elements
    .createSidebarPane(message('sidebarTitle'))
    .then((pane) => pane.setPage('sidebar.html'));
}
