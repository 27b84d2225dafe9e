/** Adapts a surface to the DevTools that contain it: to their theme and their browser. */
import { browser, isFirefox } from '../platform/browser.ts';
import type { ThemeSource } from '../ui/mount.tsx';
import './tools-theme.css';

/** The browsers' APIs for a change of theme differ; the polyfill's types have neither. */
interface Themed {
  themeName: string;
  onThemeChanged?: { addListener(listener: (theme: string) => void): void };
  setThemeChangeHandler?(listener: (theme: string) => void): void;
}

/** DevTools are light unless they are dark, whatever the system prefers. */
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
