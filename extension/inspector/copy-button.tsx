import { useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { copiedText, ManualCopyField } from '../ui/detail/actions.tsx';
import { type Copied, copyText } from '../ui/parts/clipboard.ts';
import { Icon } from '../ui/parts/icons.tsx';

/** A button that copies one text. `label` is its accessible name. */
export function CopyButton({ id, label, text }: { id: string; label: string; text: string }) {
  const [copied, setCopied] = useState<{ of: string; is: Copied }>();
  const outcome = copied?.of === text ? copied.is : null;
  return (
    <span class="copy-button">
      <button
        type="button"
        data-action={id}
        title={label}
        aria-label={label}
        onClick={async () =>
          setCopied({
            of: text,
            is: await copyText(Promise.resolve(new Blob([text], { type: 'text/plain' }))),
          })
        }
      >
        <Icon name={outcome?.state === 'copied' ? 'check' : 'copy'} />
        {message('copy')}
      </button>
      <span class="visually-hidden" role="status">
        {outcome ? copiedText(outcome) : ''}
      </span>
      {outcome?.state === 'refused' && <ManualCopyField text={outcome.text} />}
    </span>
  );
}
