/** The options page: everything that a person can set, and what their administrator has. */
import { message } from '../platform/i18n.ts';
import { Icon } from '../ui/icons.tsx';
import { mount } from '../ui/mount.tsx';
import { AccessSection } from './access.tsx';
import { AppearanceSection } from './appearance.tsx';
import './options.css';

const links = [
  { id: 'appearance', text: message('appearance') },
  { id: 'access', text: message('access') },
];

function Options() {
  return (
    <main data-surface="options">
      <header class="toolbar">
        <Icon name="settings" />
        <h1>{message('settingsTitle', message('extensionName'))}</h1>
      </header>
      <div class="page-grid">
        <nav aria-label={message('settings')}>
          <ul>
            {links.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="sections">
          <AppearanceSection />
          <AccessSection />
        </div>
      </div>
    </main>
  );
}

mount(<Options />, message('settingsTitle', message('extensionName')));
