/** The theme that was last shown, available before first paint, because the setting itself is loaded too late. */
const key = 'theme';

/** The remembered theme; empty if none was shown yet or the browser stores nothing. */
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
    // The next surface shows the theme only after it has loaded the setting.
  }
}
