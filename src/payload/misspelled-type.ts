/** Typing errors in media types. */
import { formatOf } from './formats.ts';

/**
 * Whether a type that no format has was meant to be the type of the bytes: it has the same subtype or no subtype.
 *
 * @param type in lower case
 * @param detected the essence by the bytes
 */
export function isMisspelled(type: string, detected: string): boolean {
  if (formatOf(type)) return false;
  const [group = '', subtype = ''] = detected.split('/');
  const [written = '', rest = ''] = type.split('/');
  if (rest === '') return written === '' || written === group;
  const letters = rest.replace(/[\W_]+/g, '');
  return [subtype, subtype.replace(/\+.*/, '')].some((each) => each.replace(/[\W_]+/g, '') === letters);
}
