/** The DevTools page: registers the panel. */
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';

void browser.devtools.panels.create(message('panelTitle'), 'icons/icon-32.png', 'panel.html');
