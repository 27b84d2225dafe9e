/** The last theme that was shown, where it can be read before anything is painted: the setting itself comes later. */
const key = 'theme';

/** Empty where none was shown yet, or where the browser keeps nothing. */
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
    // The next surface will show it a moment later.
  }
}
