/** The setting for the theme of all surfaces. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { loadTheme, saveTheme, type Theme, themes, watchTheme } from '../platform/theme.ts';
import { Section } from './section.tsx';

export function AppearanceSection() {
  const [theme, setTheme] = useState<Theme | null>(null);
  useEffect(() => {
    const load = () => void loadTheme().then(setTheme);
    load();
    watchTheme(load);
  }, []);
  return (
    <Section id="appearance" title={message('appearance')} hint={message('appearanceHint')}>
      <fieldset class="choices">
        <legend>{message('theme')}</legend>
        {themes.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="theme"
              value={each}
              checked={theme === each}
              onChange={() => void saveTheme(each)}
            />
            {message(`theme_${each}`)}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
