/** The written URL in another form. */

import { makeBlob } from '../../../src/data-url/blobs.ts';
import { decoding } from '../../../src/data-url/decode.ts';
import { repairingAt } from '../../../src/outcome/repair-at.ts';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { lacksEnd } from '../../../src/payload/detect/end-of-file.ts';
import type { Repair } from '../../../src/repair/repair.ts';
import type { MenuForm } from '../../../src/report/copy-forms.ts';
import { copying } from '../../../src/report/copy-text.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import { wholeText } from '../../platform/answers.ts';
import { none } from '../../platform/limits.ts';
import type { Detail, None } from '../../platform/surface-updates.ts';

export interface FormCopy {
  text: Blob;
  /** The repair of the URL, if the form is made from the repaired one. */
  repair: (Repair & { ok: true }) | null;
  /** Whether the file in a repaired URL is truncated or damaged. No repair of the URL can undo that. */
  isInPart: boolean;
}

/** The forms that are made from the URL as written or from the parts that browsers parse in it. */
const ofWritten: readonly MenuForm[] = ['written', 'text', 'base64'];

/**
 * Makes a form of the URL. If the written URL needs a repair, all forms but those in `ofWritten` are made from the
 * repaired one.
 *
 * @param isWrong whether the URL needs a repair
 * @returns `none` if the form does not exist
 */
export async function inForm(
  written: Blob | string,
  form: MenuForm,
  item: Detail,
  isWrong: boolean,
): Promise<FormCopy | None> {
  const given = await wholeText(written);
  const isMended = form === 'repaired' || (isWrong && !ofWritten.includes(form));
  const placed = { inspection: item, occurrences: item.occurrences };
  const found = isMended ? await inTurns(repairingAt(given, placed)) : null;
  const repair = found?.ok ? found : null;
  const url = repair?.url ?? given;
  const result = await textIn(url, form, item, repair !== null);
  if (result === null) return none;
  const text = await inTurns(makeBlob(result, 'text/plain'));
  return { text, repair, isInPart: repair !== null && (await lacksItsEnd(url)) };
}

async function textIn(
  url: string,
  form: MenuForm,
  item: Detail,
  isRepaired: boolean,
): Promise<string | null> {
  if (form === 'repaired') return isRepaired ? url : null;
  if (form === 'better' && isRepaired) return (await inTurns(copying(url, form, item))) ?? url;
  if (form !== 'external') return inTurns(copying(url, form, item));
  const { externalForm } = await import('../../../src/references/external-body-form.ts');
  return externalForm(url).text;
}

async function lacksItsEnd(url: string): Promise<boolean> {
  const decoded = await inTurns(decoding(url));
  return decoded.ok && lacksEnd(detectedType(decoded.body) ?? '', decoded.body);
}
