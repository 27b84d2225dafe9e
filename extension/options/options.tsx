/** The options page: all settings of the user, and the settings of the user's administrator. */
import { useRef } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import { Tip } from '../ui/parts/tool.tsx';
import { AccessSection } from './access.tsx';
import { AppearanceSection } from './appearance.tsx';
import { ExchangeSection } from './exchange.tsx';
import { PolicySection } from './policy-section.tsx';
import { RulesSection } from './rules.tsx';
import { LimitsSection } from './scan-limits.tsx';
import { SitesSection } from './sites.tsx';
import { type Status, usePolicies } from './use-policies.ts';
import './options.css';

const links = [
  { id: 'types', text: message('types') },
  { id: 'rules', text: message('rules') },
  { id: 'exchange', text: message('exchange') },
  { id: 'sites', text: message('sites') },
  { id: 'appearance', text: message('appearance') },
  { id: 'limits', text: message('limits') },
  { id: 'access', text: message('access') },
];

function Options() {
  const { policies, change, announce, status } = usePolicies();
  if (!policies) return null;
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
          <PolicySection policies={policies} change={change} />
          <RulesSection policies={policies} change={change} />
          <ExchangeSection policies={policies} change={change} />
          <SitesSection announce={announce} />
          <AppearanceSection />
          <LimitsSection />
          <AccessSection />
        </div>
      </div>
      <StatusMessage status={status} onDismiss={() => announce(null)} />
    </main>
  );
}

/** Describes the last action, with a button to undo it. */
function StatusMessage({ status, onDismiss }: { status: Status | null; onDismiss: () => void }) {
  const dismiss = useRef<HTMLButtonElement>(null);
  return (
    <div class="action-status" role="status" data-status={status ? (status.isError ? 'error' : 'done') : ''}>
      {status && <span class={status.isError ? 'error' : ''}>{status.text}</span>}
      {status?.undo && (
        <button
          type="button"
          data-action="undo"
          onClick={() => {
            dismiss.current?.focus();
            void status.undo?.();
          }}
        >
          {message('undo')}
        </button>
      )}
      {status && (
        <button
          ref={dismiss}
          type="button"
          class="tool"
          data-action="dismiss"
          aria-label={message('dismiss')}
          onClick={onDismiss}
        >
          <Icon name="close" />
          <Tip text={message('dismiss')} />
        </button>
      )}
    </div>
  );
}

mount(<Options />, message('settingsTitle', message('extensionName')));
