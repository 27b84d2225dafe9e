/** Renders a surface into its page, in the browser's language and in the chosen theme. */
import { type ComponentChild, render } from 'preact';
import { locale, message } from '../platform/i18n.ts';
import { loadTheme, watchTheme } from '../platform/theme.ts';
import './tokens.css';
import './ui.css';

const root = document.documentElement;

async function showTheme(): Promise<void> {
  root.dataset.theme = await loadTheme();
}

export function mount(surface: ComponentChild, title = message('extensionName')): void {
  void showTheme();
  watchTheme(() => void showTheme());
  root.lang = locale();
  // The direction of our texts, which may be in another language than the browser's.
  root.dir = message('textDirection');
  document.title = title;
  const place = document.getElementById('root');
  if (place) render(surface, place);
}
