/** Detects typos in media types. */
import { noFile } from '../data-url/meant-data-url.ts';
import { formatOf } from './formats.ts';

const missing = new RegExp(`^(?:${noFile})$`, 'i');

/**
 * Whether an unknown type was meant to be the type of the bytes: it has the same subtype, lacks the subtype, the
 * top-level type or the slash, or is the text of a missing value such as "undefined".
 *
 * @param type in lower case
 * @param detected the detected essence
 */
export function isMisspelled(type: string, detected: string): boolean {
  if (formatOf(type)) return false;
  const [group = '', subtype = ''] = detected.split('/');
  const [written = '', rest = ''] = type.split('/');
  // Swapped letters are a typo only if the top-level type is right; otherwise, another type may be meant.
  const isSorted = written === group;
  const isOneOf = (text: string, meant: string[]) =>
    meant.some((each) => lettersOf(each, isSorted) === lettersOf(text, isSorted));
  const subtypes = [subtype, subtype.replace(/\+.*/, '')];
  if (rest !== '') return isOneOf(rest, subtypes);
  return (
    written === '' || written === group || missing.test(written) || isOneOf(written, [detected, ...subtypes])
  );
}

function lettersOf(text: string, isSorted: boolean): string {
  const letters = [...text.replace(/[\W_]+/g, '')];
  return (isSorted ? letters.sort() : letters).join('');
}

/** Whether a type is named after its file extension, although it is registered under another name. */
export const isNamedByExtension = (type: string): boolean => type === 'image/jpg' || type === 'audio/mp3';
