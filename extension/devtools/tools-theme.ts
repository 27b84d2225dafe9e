/** Adapts a surface to the theme and the browser of the DevTools window that contains it. */
import { browser, isFirefox } from '../platform/browser.ts';
import type { ThemeSource } from '../ui/mount.tsx';
import './tools-theme.css';

/** The browsers' different APIs for changes of the theme. The polyfill's types include neither. */
interface Themed {
  themeName: string;
  onThemeChanged?: { addListener(listener: (theme: string) => void): void };
  setThemeChangeHandler?(listener: (theme: string) => void): void;
}

/**
 * The theme for the name of a DevTools theme. All DevTools themes but `dark` are light, regardless of the system's
 * preference.
 */
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
