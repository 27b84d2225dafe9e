/** Puts a surface into its page, in the browser's language. */
import { type ComponentChild, render } from 'preact';
import { browser } from '../platform/browser.ts';
import { locale, message } from '../platform/i18n.ts';
import './tokens.css';
import './ui.css';

export function mount(surface: ComponentChild): void {
  document.documentElement.lang = locale();
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir') || 'ltr';
  document.title = message('extensionName');
  const root = document.getElementById('root');
  if (root) render(surface, root);
}
