/** The written URL in another form, with notes on its repair. Loaded on first use. */
import { message } from '../../platform/i18n.ts';
import { none } from '../../platform/limits.ts';
import type { None } from '../../platform/surface-updates.ts';
import { repairNotes } from '../text/repair-notes.ts';
import { inForm } from './copy-form.ts';

/** A text to copy, with notes on it. */
export interface Copy {
  text: Blob;
  notes: readonly string[];
}

export async function notedCopy(...args: Parameters<typeof inForm>): Promise<Copy | None> {
  const found = await inForm(...args);
  if (found === none) return none;
  const { text, repair, isInPart } = found;
  const notes = repair ? repairNotes(repair) : [];
  return { text, notes: isInPart ? [...notes, message('repairedInPart')] : notes };
}
