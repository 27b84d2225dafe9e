/** Renders a surface in the chosen theme. `prepareFirstPaint` has set the language and the last theme. */
import { type ComponentChild, render } from 'preact';
import { message } from '../platform/i18n.ts';
import { rememberTheme } from '../platform/remembered-theme.ts';
import { loadTheme, type Theme, watchTheme } from '../platform/theme.ts';

const root = document.documentElement;

/** The source of a surface's theme. By default, this is the theme that the user has chosen for all surfaces. */
export interface ThemeSource {
  load(): Promise<Theme>;
  watch(onChange: () => void): void;
}

const chosenTheme: ThemeSource = {
  async load() {
    const theme = await loadTheme();
    rememberTheme(theme);
    return theme;
  },
  watch: watchTheme,
};

export function mount(
  surface: ComponentChild,
  title = message('extensionName'),
  theme: ThemeSource = chosenTheme,
): void {
  const showTheme = async () => {
    root.dataset.theme = await theme.load();
  };
  void showTheme();
  theme.watch(() => void showTheme());
  document.title = title;
  const place = document.getElementById('root');
  // Removes the skeleton that the HTML has shown until now.
  place?.replaceChildren();
  if (place) render(surface, place);
}
