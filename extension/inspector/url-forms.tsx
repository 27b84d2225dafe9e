/** Shows a data: URL in other forms, each with its length, its repairs, and a copy button. */

import { useEffect, useState } from 'preact/hooks';
import { repairingAt } from '../../src/outcome/repair-at.ts';
import { externalForm } from '../../src/references/external-body-form.ts';
import type { KeptReading } from '../../src/references/external-body-writer.ts';
import type { Repair } from '../../src/repair/repair.ts';
import { type Form, formsOf } from '../../src/report/forms.ts';
import { inTurns } from '../../src/yield-to-event-loop.ts';
import { wholeText } from '../platform/answers.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Detail } from '../platform/surface-updates.ts';
import { needsRepair } from '../ui/repairs.ts';
import { visibleText } from '../ui/text/format.ts';
import { repairNotes } from '../ui/text/repair-notes.ts';
import { findingText } from '../ui/text/row-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { maxFormLength } from './limits.ts';

/**
 * Maximum size, in code units of a text or bytes of a Blob, for which the forms are computed immediately. For larger
 * URLs, they are computed on a click.
 */
const maxFormsAtOnce = 1 << 18;

type ShownForm = Form & { reading?: KeptReading | null };

export function Forms({ detail, written }: { detail: Detail; written: string | Blob }) {
  const [forms, setForms] = useState<{ of: string; are: ShownForm[]; notes: string[] }>();
  const { sha256: id } = detail;
  const size = typeof written === 'string' ? written.length : written.size;
  const make = async () => {
    const text = await wholeText(written);
    const placed = { inspection: detail, occurrences: detail.occurrences };
    const repair: Repair = needsRepair(detail)
      ? await inTurns(repairingAt(text, placed))
      : { ok: false, reason: 'nothing-to-repair' };
    const are = formsOf(text, detail, repair);
    const mail = externalForm(repair.ok ? repair.url : text);
    const notes = repair.ok ? repairNotes(repair) : [];
    setForms({ of: id, are: [...are, { ...mail, mended: are[0]?.mended ?? [] }], notes });
  };
  useEffect(() => {
    if (size <= maxFormsAtOnce) void make();
  }, [id]);
  return (
    <section class="forms">
      <h3>{message('otherForms')}</h3>
      {forms?.of === id ? (
        <ul>
          {forms.are.map((form) => (
            <li key={form.name} data-form={form.name}>
              <FormView form={form} length={detail.length} />
              {form.name === 'repaired' &&
                forms.notes.map((note) => (
                  <p key={note} class="dim">
                    {note}
                  </p>
                ))}
            </li>
          ))}
        </ul>
      ) : (
        size > maxFormsAtOnce && (
          <button type="button" data-action="make-forms" onClick={() => void make()}>
            {message('makeForms')}
          </button>
        )
      )}
    </section>
  );
}

function FormView({ form: { name, text, mended, reading }, length }: { form: ShownForm; length: number }) {
  const label = message(`form_${name}`);
  if (text === null) {
    return (
      <p class="form-head">
        <strong>{label}</strong> <span class="dim">{message(`noForm_${name}`)}</span>
      </p>
    );
  }
  const more = text.length - length;
  return (
    <>
      <p class="form-head">
        <strong>{label}</strong>
        <span class="dim">
          {message('codeUnits', text.length, formatNumber(text.length))}
          {more !== 0 && ` (${more > 0 ? '+' : '−'}${formatNumber(Math.abs(more))})`}
        </span>
        <CopyButton id={`copy-form-${name}`} label={message('copyNamed', label)} text={text} />
      </p>
      <pre class="form-text">
        {visibleText(text.slice(0, maxFormLength).replaceAll('\r\n', '\n'))}
        {text.length > maxFormLength && '…'}
      </pre>
      {reading === 'browsers' && <p class="note">{message('mailKeepsBrowsers')}</p>}
      {mended.length > 0 && (
        <ul class="writing-notes" aria-label={message('mended')}>
          {mended.map(({ code, args, message: english }) => (
            <li key={code}>
              {message('mended')}: {findingText({ messageId: code, args, message: english })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
