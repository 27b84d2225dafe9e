/** Exports, imports, and resets the user's policy. */

import { useRef, useState } from 'preact/hooks';
import { emptyPolicy } from '../../src/policy/policy.ts';
import { type PolicyProblem, parsePolicy, serializePolicy } from '../../src/policy/read-policy.ts';
import { ruleIds } from '../../src/rules/index.ts';
import { message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { saveBlob } from '../ui/parts/save.ts';
import { visibleText } from '../ui/text/format.ts';
import { Problems } from './entry-text.tsx';
import { Section } from './section.tsx';
import type { EditorProps } from './use-policies.ts';

/**
 * Maximum size, in bytes, of a policy file. A larger file was chosen by mistake, and reading it would block the page.
 */
const maxPolicyFile = 2_000_000;

const rules = ruleIds();

export function ExchangeSection({ policies, change }: EditorProps) {
  const [refused, setRefused] = useState<{ why: string; problems: PolicyProblem[] } | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const importFile = async (file: File) => {
    const name = visibleText(file.name);
    // The input is cleared, so that the user can choose the same file again after correcting it.
    if (input.current) input.current.value = '';
    if (file.size > maxPolicyFile) return setRefused({ why: message('importTooLarge', name), problems: [] });
    const { policy, problems } = parsePolicy(await file.text(), { rules });
    if (problems.length > 0) {
      return setRefused({ why: message('importRefused', problems.length, name), problems });
    }
    setRefused(null);
    await change(message('imported', name), () => policy);
  };
  const exportFile = () =>
    saveBlob(
      new Blob([serializePolicy(policies.user)], { type: 'application/json' }),
      'data-url-inspector-policy.json',
    );

  return (
    <Section id="exchange" title={message('exchange')} hint={message('exchangeHint')}>
      <div class="buttons">
        <button type="button" data-action="export" onClick={exportFile}>
          <Icon name="save" />
          {message('exportPolicy')}
        </button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={message('importPolicy')}
          onChange={({ currentTarget: { files } }) => files?.[0] && void importFile(files[0])}
        />
        <button type="button" data-action="import" onClick={() => input.current?.click()}>
          <Icon name="file" />
          {message('importPolicy')}
        </button>
        <button
          type="button"
          data-action="reset"
          onClick={() => void change(message('resetDone'), () => emptyPolicy)}
        >
          <Icon name="rescan" />
          {message('reset')}
        </button>
      </div>
      <div role="alert">
        {refused && (
          <div class="note-box" data-refused={refused.problems.length}>
            <h3>
              <Icon name="error" />
              {refused.why}
            </h3>
            <Problems problems={refused.problems} />
          </div>
        )}
      </div>
    </Section>
  );
}
