/** The last theme that was shown, readable before first paint: the setting itself is loaded too late. */
const key = 'theme';

/** Empty if none was shown yet, or if the browser stores nothing. */
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
    // The next surface shows it only after loading the setting.
  }
}
