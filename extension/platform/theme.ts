/** How surfaces look: apart from the policy, of which most surfaces know nothing. */
import { browser } from './browser.ts';
import { watchSetting } from './watch-setting.ts';

const themeKey = 'theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** How surfaces look; as the system does until someone says otherwise. */
export async function loadTheme(): Promise<Theme> {
  const { [themeKey]: value } = await browser.storage.local.get(themeKey);
  return themes.find((theme) => theme === value) ?? 'system';
}

export const saveTheme = (theme: Theme): Promise<void> => browser.storage.local.set({ [themeKey]: theme });

export const watchTheme = (onChange: () => void): void => watchSetting(themeKey, onChange);
