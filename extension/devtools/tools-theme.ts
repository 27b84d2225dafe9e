/** Adapts a surface to the DevTools window that contains it, by its theme and browser. */
import { browser, isFirefox } from '../platform/browser.ts';
import type { ThemeSource } from '../ui/mount.tsx';
import './tools-theme.css';

/** The browsers' different APIs for a change of theme, both of which are missing from the polyfill's types. */
interface Themed {
  themeName: string;
  onThemeChanged?: { addListener(listener: (theme: string) => void): void };
  setThemeChangeHandler?(listener: (theme: string) => void): void;
}

/** The theme of a DevTools theme name. DevTools is light unless it is dark, regardless of the system's preference. */
const themeOf = (name: string) => (name === 'dark' ? 'dark' : 'light');

export function toolsTheme(): ThemeSource {
  const panels = browser.devtools.panels as unknown as Themed;
  let name = panels.themeName;
  document.documentElement.dataset.tools = isFirefox() ? 'firefox' : 'chromium';
  return {
    load: async () => themeOf(name),
    watch(onChange) {
      const follow = (now: string) => {
        name = now;
        onChange();
      };
      if (panels.onThemeChanged) panels.onThemeChanged.addListener(follow);
      else panels.setThemeChangeHandler?.(follow);
    },
  };
}
