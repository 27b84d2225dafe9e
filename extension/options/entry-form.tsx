/** A form for one entry of the policy. Each field shows its errors while the user types. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mimeTypeGroups } from '../../src/mime/mime-type.ts';
import type { OwnEntry } from '../../src/policy/edit.ts';
import { type Destination, destinations, severities } from '../../src/vocabulary.ts';
import { message } from '../platform/i18n.ts';
import { destinationText } from '../ui/text/format.ts';
import { type Draft, readDraft } from './draft.ts';
import { problemText } from './entry-text.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  initial: Draft;
  onSave: (entry: OwnEntry) => void;
  onCancel: () => void;
}

/** Patterns that are suggested while the user types. */
const suggestions = [
  'text/html',
  'image/svg+xml',
  'image/*',
  'font/*',
  ...Object.keys(mimeTypeGroups).map((group) => `group:${group}`),
];

export function EntryForm({ initial, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(initial);
  /** Whether the user has tried to save. Until then, an empty field is not an error. */
  const [isAsked, setIsAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { entry, problems } = readDraft(draft);
  const shown = {
    pattern: isAsked || draft.pattern !== '' ? problems.pattern : undefined,
    site: problems.site,
    destinations: isAsked ? problems.destinations : undefined,
  };
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const setUsedAs = (destination: Destination, on: boolean) =>
    set({
      destinations: destinations.filter((each) =>
        each === destination ? on : draft.destinations.includes(each),
      ),
    });

  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = (event: Event) => {
    event.preventDefault();
    if (Object.keys(problems).length === 0) return onSave(entry);
    setIsAsked(true);
    const [field] = Object.keys(problems);
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus();
  };

  return (
    <form
      class="entry-form"
      ref={form}
      onSubmit={save}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      aria-label={message('entry')}
    >
      <TextField
        field="pattern"
        label={message('pattern')}
        hint={message('patternHint')}
        value={draft.pattern}
        problem={shown.pattern && problemText(shown.pattern)}
        suggestions={suggestions}
        onInput={(pattern) => set({ pattern })}
      />
      <div class="field">
        <label for={`${id}-verdict`}>{message('verdict')}</label>
        <select
          id={`${id}-verdict`}
          value={draft.severity ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({ severity: severities.find((each) => each === value) ?? null })
          }
        >
          {severities.map((each) => (
            <option key={each} value={each}>
              {message(`disallowed_${each}`)}
            </option>
          ))}
          <option value="">{message('allowed')}</option>
        </select>
      </div>
      <TextField
        field="site"
        label={message('site')}
        hint={message('siteHint')}
        value={draft.site}
        problem={shown.site && problemText(shown.site)}
        onInput={(site) => set({ site })}
      />
      <fieldset
        data-field="destinations"
        class="field"
        aria-describedby={shown.destinations ? `${id}-destinations` : undefined}
      >
        <legend>{message('where')}</legend>
        <div class="choices">
          {[true, false].map((everywhere) => (
            <label key={String(everywhere)}>
              <input
                type="radio"
                name={`${id}-everywhere`}
                checked={draft.everywhere === everywhere}
                onChange={() => set({ everywhere })}
              />
              {message(everywhere ? 'everywhere' : 'onlyAs')}
            </label>
          ))}
        </div>
        {!draft.everywhere && (
          <div class="choices destinations">
            {destinations.map((each) => (
              <label key={each}>
                <input
                  type="checkbox"
                  value={each}
                  checked={draft.destinations.includes(each)}
                  onChange={({ currentTarget }) => setUsedAs(each, currentTarget.checked)}
                />
                {destinationText(each)}
              </label>
            ))}
          </div>
        )}
        {shown.destinations && (
          <p class="problem" id={`${id}-destinations`} role="alert">
            {message('chooseDestination')}
          </p>
        )}
      </fieldset>
      <div class="buttons">
        <button type="submit" class="primary">
          {message('save')}
        </button>
        <button type="button" onClick={onCancel}>
          {message('cancel')}
        </button>
      </div>
    </form>
  );
}
