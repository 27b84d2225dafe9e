import { useId, useState } from 'preact/hooks';
import { truncate } from '../../src/truncate.ts';
import { message } from '../platform/i18n.ts';
import { maxFieldLength } from './limits.ts';

interface Props {
  field: string;
  label: string;
  value: string;
  rows?: number;
  /** A hint that is shown below the field. */
  hint?: string;
  onChange: (value: string) => void;
}

/**
 * A field for a URL, or for a text that contains URLs. A text so long that it would block the page is truncated, with a
 * note.
 */
export function TextField({ field, label, value, rows = 3, hint, onChange }: Props) {
  const id = useId();
  const [hasCut, setHasCut] = useState(false);
  const take = (text: string) => {
    setHasCut(text.length > maxFieldLength);
    onChange(truncate(text, maxFieldLength));
  };
  // The text may have been replaced since it was truncated.
  const isCut = hasCut && value.length >= maxFieldLength - 1;
  return (
    <div class="field">
      <label class="field">
        <span>{label}</span>
        <textarea
          data-field={field}
          rows={rows}
          spellcheck={false}
          autocomplete="off"
          dir="ltr"
          aria-describedby={`${hint === undefined ? '' : `${id}-hint `}${id}-cut`}
          value={value}
          onInput={({ currentTarget }) => take(currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (pasted.length <= maxFieldLength) return;
            event.preventDefault();
            const { selectionStart, selectionEnd, value: before } = event.currentTarget;
            take(before.slice(0, selectionStart) + pasted + before.slice(selectionEnd));
          }}
        />
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="dim">
          {hint}
        </p>
      )}
      <p id={`${id}-cut`} class="note" role="status" data-cut={isCut ? field : undefined}>
        {isCut ? message('cutForReading') : ''}
      </p>
    </div>
  );
}
