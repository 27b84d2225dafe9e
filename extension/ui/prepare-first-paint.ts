/**
 * Sets the chosen theme and the direction of the extension's texts before anything is painted. Runs in a classic
 * script, because a module would run too late.
 */
import { rememberedTheme } from '../platform/remembered-theme.ts';

interface Api {
  i18n: { getMessage(key: string): string };
}

/** Sets the theme, the language, and the direction of a page. */
export function prepareFirstPaint(): void {
  // The API is used without the polyfill, which would make up most of the script.
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  const message = (key: string): string => (browser ?? chrome)?.i18n.getMessage(key) ?? '';
  const root = document.documentElement;
  root.dataset.theme = rememberedTheme();
  // The direction of the extension's texts, which may be in a different language than the browser's.
  root.dir = message('textDirection');
  root.lang = message('locale');
}
