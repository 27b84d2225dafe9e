/** Typing errors in media types. */
import { formatOf } from './formats.ts';

/**
 * Whether a type that no format has was meant to be the type of the bytes: it has the same subtype, no subtype or no
 * type before it, or is the text of a missing value.
 *
 * @param type in lower case
 * @param detected the essence by the bytes
 */
export function isMisspelled(type: string, detected: string): boolean {
  if (formatOf(type)) return false;
  const [group = '', subtype = ''] = detected.split('/');
  const [written = '', rest = ''] = type.split('/');
  // Letters that changed places are a typing error, unless the type says that it is something else.
  const isSorted = written === group;
  const isSubtype = (text: string) =>
    [subtype, subtype.replace(/\+.*/, '')].some(
      (each) => lettersOf(each, isSorted) === lettersOf(text, isSorted),
    );
  if (rest !== '') return isSubtype(rest);
  return ['', group, 'undefined', 'null'].includes(written) || isSubtype(written);
}

function lettersOf(text: string, isSorted: boolean): string {
  const letters = [...text.replace(/[\W_]+/g, '')];
  return (isSorted ? letters.sort() : letters).join('');
}

/** Whether a type is named by the extension of its files, though it is registered by another name. */
export const isNamedByExtension = (type: string): boolean => type === 'image/jpg' || type === 'audio/mp3';
