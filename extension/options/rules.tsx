/** Lists every rule with its purpose and the severity of its findings. */

import { useId, useRef, useState } from 'preact/hooks';
import { setRule } from '../../src/policy/edit.ts';
import { ruleSettings } from '../../src/policy/policy.ts';
import type { OwnPolicy, RuleSetting } from '../../src/policy/policy-types.ts';
import { isSite } from '../../src/policy/read-policy.ts';
import { type RuleDocs, ruleDocs } from '../../src/rules/docs.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import { siteName, visibleText } from '../ui/text/format.ts';
import { ruleText } from '../ui/text/surface-texts.ts';
import { typedSite } from './draft.ts';
import { Locked } from './entry-text.tsx';
import { Section } from './section.tsx';
import { TextField } from './text-field.tsx';
import type { EditorProps } from './use-policies.ts';

const settingText = (setting: RuleSetting): string =>
  setting === 'off' ? message('ruleOff') : message(`severity_${setting}`);

/** The text, in lower case, in which a search looks for the words of a rule. */
const wordsOf = ({ id, category }: RuleDocs): string =>
  [id, message(`category_${category}`), ...Object.values(ruleText(id))].join(' ').toLowerCase();

export function RulesSection(props: EditorProps) {
  const [search, setSearch] = useState('');
  const id = useId();
  const words = search.toLowerCase().split(/\s+/);
  const found = ruleDocs.filter((rule) => words.every((word) => wordsOf(rule).includes(word)));
  return (
    <Section id="rules" title={message('rules')} hint={message('rulesHint')}>
      <div class="field search">
        <label for={id}>{message('searchRules')}</label>
        <input
          id={id}
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <p class="dim" role="status">
          {message('rulesFound', found.length, formatNumber(found.length), formatNumber(ruleDocs.length))}
        </p>
      </div>
      <ul class="rules">
        {found.map((rule) => (
          <Rule key={rule.id} rule={rule} {...props} />
        ))}
      </ul>
    </Section>
  );
}

/** The settings of a rule for single sites in a policy. */
const onSites = ({ sites = {} }: OwnPolicy, rule: string): [site: string, setting: RuleSetting][] =>
  Object.entries(sites).flatMap(([site, { rules }]) => {
    const setting = rules?.[rule];
    return setting ? [[site, setting] as [string, RuleSetting]] : [];
  });

function Rule({ rule, policies, change }: EditorProps & { rule: RuleDocs }) {
  const { user, administrator } = policies;
  const { id, category, severity } = rule;
  const { title, why, fix } = ruleText(id);
  const labelId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const theirs = administrator.rules?.[id];
  const isLocked = theirs !== undefined || administrator.locked === true;
  const setting = isLocked ? theirs : user.rules?.[id];
  const set = (site: string | null, to: RuleSetting | null) =>
    change(message('ruleChanged', settingText(to ?? severity)), (own) =>
      setRule(own, { rule: id, site }, to),
    );
  return (
    <li class="rule" data-rule={id}>
      <div class="rule-head">
        <div class="rule-title">
          <strong id={labelId}>{title}</strong>
          <span class="dim">
            {message(`category_${category}`)} · <code>{id}</code>
          </span>
        </div>
        {isLocked && <Locked />}
        <select
          ref={select}
          aria-labelledby={labelId}
          disabled={isLocked}
          value={setting ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void set(null, ruleSettings.find((each) => each === value) ?? null)
          }
        >
          <option value="">{message('ruleDefault', settingText(severity))}</option>
          {ruleSettings.map((each) => (
            <option key={each} value={each}>
              {settingText(each)}
            </option>
          ))}
        </select>
      </div>
      <ul class="overrides">
        {onSites(administrator, id).map(([site, to]) => (
          <li key={`a${site}`} data-site={site}>
            <span>{message('ruleOnSite', settingText(to), siteName(site))}</span>
            <Locked />
          </li>
        ))}
        {onSites(user, id).map(([site, to]) => (
          <li key={`u${site}`} data-site={site}>
            <span>{message('ruleOnSite', settingText(to), siteName(site))}</span>
            {administrator.locked !== true && (
              <Tool
                id="remove-override"
                icon="remove"
                label={message('removeOverride', title, siteName(site))}
                onClick={() => {
                  // Moves the focus, because the focused button is removed together with its entry.
                  select.current?.focus();
                  void set(site, null);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <details>
        <summary>
          {message('whyAndFix')}
          <span class="visually-hidden">: {title}</span>
        </summary>
        <p>{why}</p>
        <p>
          <strong>{message('remedy')}</strong> {fix}
        </p>
        {administrator.locked !== true && (
          <SiteOverride title={title} onAdd={(site, to) => void set(site, to)} />
        )}
      </details>
    </li>
  );
}

/** A form that adds a setting for one site. "Mute" in a finding does the same. */
function SiteOverride({ title, onAdd }: { title: string; onAdd: (site: string, to: RuleSetting) => void }) {
  const [text, setText] = useState('');
  const [setting, setSetting] = useState<RuleSetting>('off');
  const id = useId();
  const site = typedSite(text);
  const isGood = site === null || isSite(site);
  const add = (event: Event) => {
    event.preventDefault();
    if (site === null || !isGood) return;
    onAdd(site, setting);
    setText('');
  };
  return (
    <form class="fields" onSubmit={add} aria-label={message('overrideOf', title)}>
      <TextField
        field="site"
        label={message('onlyOnSite')}
        value={text}
        problem={isGood ? undefined : message('policyProblem_not_site', visibleText(text))}
        onInput={setText}
      />
      <div class="field">
        <label for={id}>{message('ruleSetting')}</label>
        <select
          id={id}
          value={setting}
          onChange={({ currentTarget: { value } }) =>
            setSetting(ruleSettings.find((each) => each === value) ?? 'off')
          }
        >
          {ruleSettings.map((each) => (
            <option key={each} value={each}>
              {settingText(each)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" disabled={site === null || !isGood}>
        <Icon name="add" />
        {message('add')}
      </button>
    </form>
  );
}
