/** The written URL in another form. Loaded on first use. */

import { decoding } from '../../../src/data-url/decode.ts';
import { makeBlob } from '../../../src/data-url/pieces.ts';
import { loadable, relabeled } from '../../../src/outcome/loadable.ts';
import { detectedType } from '../../../src/payload/detected-type.ts';
import { lacksEnd } from '../../../src/payload/end-of-file.ts';
import { repairing } from '../../../src/repair/repair.ts';
import { copying } from '../../../src/report/copies.ts';
import type { CopyForm } from '../../../src/report/copy-forms.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import { wholeText } from '../../platform/answers.ts';
import { none } from '../../platform/limits.ts';
import type { Detail, None } from '../../platform/surface-updates.ts';

/**
 * For a repaired URL, also makes browsers load it at its occurrences, or declares the type of its bytes.
 *
 * @returns `none` where there is no such form
 */
export async function inForm(written: Blob | string, form: CopyForm, item: Detail): Promise<Blob | None> {
  const text = await wholeText(written);
  const copy = await inTurns(copying(text, form, item));
  const placed = { inspection: item, occurrences: item.occurrences };
  const typed = async () => {
    const loads = loadable(copy ?? text, placed);
    const labeled = loads ?? relabeled(copy ?? text, item);
    // With the type, a URL may have a repair that it had not before.
    if (labeled === null || loads !== null || copy !== null) return labeled;
    const repair = await inTurns(repairing(labeled));
    return repair.ok ? repair.url : labeled;
  };
  const result = (form === 'repaired' ? await typed() : null) ?? copy;
  return result === null ? none : inTurns(makeBlob(result, 'text/plain'));
}

/** Whether the file in a data: URL is cut off or damaged, which no repair of the URL can undo. */
export async function holdsPart(url: Blob): Promise<boolean> {
  const decoded = await inTurns(decoding(await url.text()));
  return decoded.ok && lacksEnd(detectedType(decoded.body) ?? '', decoded.body);
}
