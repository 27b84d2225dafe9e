/** Copies the URL in several forms, shows it on the page, and saves its body. */

import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { isCauseInUrl } from '../../../src/drop-causes.ts';
import { stopsAll } from '../../../src/problem.ts';
import { type MenuForm, menuForms } from '../../../src/report/copy-forms.ts';
import { savedName } from '../../../src/report/file-names.ts';
import type { DropCause } from '../../../src/vocabulary.ts';
import { message } from '../../platform/i18n.ts';
import { none } from '../../platform/limits.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { None, Row } from '../../platform/surface-updates.ts';
import { MenuButton } from '../bars/menu.tsx';
import { Announce } from '../parts/announce.ts';
import { type Copied, copyText } from '../parts/clipboard.ts';
import { Icon } from '../parts/icons.tsx';
import { saveBlob } from '../parts/save.ts';
import { copyFor, mayBeRepaired, needsRepair } from '../repairs.ts';
import type { ReportClient } from '../report-client.ts';
import { formatBytes } from '../text/format.ts';
import { isBrokenFile } from '../text/kind.ts';
import type { Copy } from './noted-copy.ts';

/** Maximum length, in code units, of a text that can be copied by hand. */
const maxCopiedByHand = 1_000_000;

/** The forms of the body, which do not exist for a rejected URL. */
const ofBody: readonly MenuForm[] = ['text', 'base64', 'better'];

/**
 * Whether the URL must be quoted in CSS, where browsers drop an unquoted url() with some of its characters. Only a
 * mistake in the URL itself has a position.
 */
const needsQuotes = ({ findings }: Pick<Row, 'findings'>): boolean =>
  findings.some(
    ({ rule, messageId, start }) =>
      rule === 'dropped-css' &&
      start !== undefined &&
      isCauseInUrl(messageId.slice('dropped-'.length) as DropCause),
  );

interface Props {
  row: Row;
  address: Address;
  client: ReportClient;
  /** Shows the occurrences on the page; absent if that isn't possible. */
  onShow?: (() => void) | undefined;
  /** Whether the page had nothing to outline for any of the occurrences. */
  isNowhere?: boolean;
}

export function Actions({ row, address, client, onShow, isNowhere = false }: Props) {
  const announce = useContext(Announce);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => setRefused(null), [row.sha256]);
  // The need for a repair is determined in advance, so that unavailable forms can be disabled.
  const isWrong = needsRepair(row);
  const isSought = mayBeRepaired(row);
  const repaired = useResult(isSought ? row.sha256 : null, () => copyFor('repaired', address, client));
  const notes = (repaired && repaired !== none && repaired.notes) || [];
  const hasNoRepair = !isWrong || repaired === none;
  const notRepaired = noRepairText(row);
  const copy = async (form: MenuForm) => {
    announce('');
    setRefused(null);
    const wanted = copyFor(form, address, client);
    const copied = await copyText(wanted.then((found) => (found && found !== none ? found.text : null)));
    announce(inWords(copied, form, await wanted, row));
    if (copied.state === 'refused') setRefused(copied.text);
  };
  const save = async () => {
    const body = await client.ask({ type: 'body', ...address });
    if (body instanceof Blob) saveBlob(body, savedName(row));
    announce(body instanceof Blob ? message('savedAs', savedName(row)) : message('bodyGone'));
  };
  return (
    <div class="actions" data-waiting={isSought && repaired === undefined ? '' : undefined}>
      <p class="buttons">
        <MenuButton
          id="copy"
          icon="copy"
          label={message('copy')}
          items={menuForms.map((form) => ({
            id: `copy-${form}`,
            label: message(`copy_${form}`),
            isDisabled:
              (stopsAll(row.problem) && ofBody.includes(form)) || (form === 'repaired' && hasNoRepair),
            ...(form === 'repaired' && hasNoRepair && { note: notRepaired }),
            run: () => void copy(form),
          }))}
        />
        {((repaired && repaired !== none) || (row.problem !== null && !isSought)) && (
          <button type="button" data-action="repair" onClick={() => copy('repaired')}>
            <Icon name="copy" />
            {message('copyRepaired')}
          </button>
        )}
        {needsQuotes(row) && (
          <button type="button" data-action="quote" onClick={() => copy('css')}>
            <Icon name="copy" />
            {message('copyCss')}
          </button>
        )}
        {onShow && <ShowButton isNothing={isNowhere} onClick={onShow} />}
        {!stopsAll(row.problem) && (
          <button type="button" data-action="save" onClick={save} title={savedName(row)}>
            <Icon name="save" />
            {message('saveBody', formatBytes(row.size ?? 0))}
          </button>
        )}
      </p>
      {hasNoRepair && (row.problem !== null || isBrokenFile(row)) && <p class="dim">{notRepaired}</p>}
      {notes.map((note) => (
        <p key={note} class="dim">
          {note}
        </p>
      ))}
      {refused !== null && <ManualCopyField text={refused} />}
    </div>
  );
}

interface ShowButtonProps {
  /** Whether the page had nothing to outline. */
  isNothing: boolean;
  onClick: () => void;
}

/**
 * A button that looks disabled if there was nothing to outline, but still works, because the page may have changed
 * since.
 */
export const ShowButton = ({ isNothing, onClick }: ShowButtonProps) => (
  <button
    type="button"
    class={isNothing ? 'nothing' : undefined}
    data-action="show"
    title={isNothing ? message('nothingToShow') : undefined}
    onClick={onClick}
  >
    <Icon name="show" />
    {message('showOnPage')}
  </button>
);

/**
 * Starts work on a data: URL and returns its result; undefined until the result is known.
 *
 * @param id the id of the data: URL; null while there is nothing to do
 */
function useResult<Value>(id: string | null, work: () => Promise<Value>): Value | undefined {
  const [result, setResult] = useState<{ id: string; value: Value }>();
  useEffect(() => {
    if (id === null) return undefined;
    let isWanted = true;
    work().then((value) => isWanted && setResult({ id, value }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return result?.id === id ? result.value : undefined;
}

/** The reason why there is no repaired form. */
function noRepairText(row: Row): string {
  if (row.problem !== null) return message('notRepairable');
  if (isBrokenFile(row)) return message('brokenFile');
  return needsRepair(row) ? message('notRepairable') : message('nothingToRepair');
}

function inWords(copied: Copied, form: MenuForm, copy: Copy | None | null, row: Row): string {
  if (copied.state === 'copied' && copy && copy !== none)
    return [message('copiedForm', message(`copy_${form}`)), ...copy.notes].join('. ');
  if (copied.state === 'refused' || copy !== none) return copiedText(copied);
  if (form === 'better') return message('nothingShorter');
  return form === 'repaired' ? noRepairText(row) : message('notQuotable');
}

/** The result of copying, in words. */
export function copiedText({ state }: Copied): string {
  if (state === 'nothing') return message('bodyGone');
  return state === 'copied' ? message('copied') : message('copyRefused');
}

/** A field with the selected text, so that a person can copy it with the keyboard. */
export function ManualCopyField({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.select(), [text]);
  return (
    <textarea
      ref={area}
      class="by-hand"
      readOnly
      rows={4}
      aria-label={message('copyRefused')}
      value={text.slice(0, maxCopiedByHand)}
    />
  );
}
