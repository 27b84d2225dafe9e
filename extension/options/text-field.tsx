/** A text input with its label, hint, and error. */
import { useId } from 'preact/hooks';
import { Icon } from '../ui/parts/icons.tsx';

interface Props {
  field: string;
  label: string;
  hint?: string;
  value: string;
  problem?: string | undefined;
  suggestions?: readonly string[];
  onInput: (value: string) => void;
}

export function TextField({ field, label, hint, value, problem, suggestions, onInput }: Props) {
  const id = useId();
  return (
    <div class="field" data-field={field}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        spellcheck={false}
        autocomplete="off"
        value={value}
        list={suggestions && `${id}-list`}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem ${hint ? `${id}-hint` : ''}`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <p class="problem" id={`${id}-problem`} aria-live="polite">
        {problem && (
          <>
            <Icon name="error" />
            {problem}
          </>
        )}
      </p>
      {hint && (
        <p class="dim hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
