/** The theme of all surfaces. It is stored separately from the policy, which most surfaces do not need. */
import { browser } from './browser.ts';
import { watchSetting } from './watch-setting.ts';

const themeKey = 'theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The chosen theme. By default, it is the system's. */
export async function loadTheme(): Promise<Theme> {
  const { [themeKey]: value } = await browser.storage.local.get(themeKey);
  return themes.find((theme) => theme === value) ?? 'system';
}

export const saveTheme = (theme: Theme): Promise<void> => browser.storage.local.set({ [themeKey]: theme });

export const watchTheme = (onChange: () => void): void => watchSetting(themeKey, onChange);
