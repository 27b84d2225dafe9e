/** The DevTools page: registers the panel, and a pane beside the elements. */
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { canEvaluate } from './content-script.ts';

const { panels } = browser.devtools;

void panels.create(message('panelTitle'), 'icons/icon-32.png', 'panel.html');

// Without a way to ask what is selected, other than in the page's own world, the pane would have nothing to show.
if (canEvaluate) {
  void panels.elements
    .createSidebarPane(message('sidebarTitle'))
    .then((pane) => pane.setPage('sidebar.html'));
}
