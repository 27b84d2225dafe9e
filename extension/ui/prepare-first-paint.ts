/**
 * Before anything is painted: the theme that was chosen, and the direction of our texts. In a script that is no module,
 * which would come too late.
 */
import { rememberedTheme } from '../platform/remembered-theme.ts';

interface Api {
  i18n: { getMessage(key: string): string };
}

/** Sets the theme, the language and the direction of a page. */
export function prepareFirstPaint(): void {
  // The polyfill would be most of the script.
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  const message = (key: string): string => (browser ?? chrome)?.i18n.getMessage(key) ?? '';
  const root = document.documentElement;
  root.dataset.theme = rememberedTheme();
  // The direction of our texts, which may be in another language than the browser's.
  root.dir = message('textDirection');
  root.lang = message('locale');
}
