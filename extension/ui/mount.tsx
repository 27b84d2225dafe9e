/** Renders a surface into its page, in the chosen theme; `first-paint.ts` has set the language and the last theme. */
import { type ComponentChild, render } from 'preact';
import { message } from '../platform/i18n.ts';
import { rememberTheme } from '../platform/remembered-theme.ts';
import { loadTheme, watchTheme } from '../platform/theme.ts';
import './tokens.css';
import './ui.css';

const root = document.documentElement;

async function showTheme(): Promise<void> {
  const theme = await loadTheme();
  root.dataset.theme = theme;
  rememberTheme(theme);
}

export function mount(surface: ComponentChild, title = message('extensionName')): void {
  void showTheme();
  watchTheme(() => void showTheme());
  document.title = title;
  const place = document.getElementById('root');
  // In place of the shapes that the HTML shows until now.
  place?.replaceChildren();
  if (place) render(surface, place);
}
