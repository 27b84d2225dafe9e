/**
 * The storage key of the theme that was shown last. It is available before first paint; the setting itself is loaded
 * too late.
 */
const key = 'theme';

/** The remembered theme; empty if none has been shown yet or the browser refuses storage. */
export function rememberedTheme(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function rememberTheme(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The next surface then shows the theme only after it has loaded the setting.
  }
}
