/**
 * Describes how Chromium (156 at the time of writing) deviates from the standards for data: URLs, so that a comparison
 * with its fetch() can distinguish known deviations from our own mistakes. Bodies never differ. Only for one kind of
 * charset does one of the two fail while the other succeeds.
 */
import { parseMimeType } from '../../src/mime/mime-type.ts';

/** The result of fetch() or of `decodeDataUrl`; null if it failed. */
export type Outcome = { type: string; body: Uint8Array } | null;

/**
 * Returns the text to pass to Chromium's fetch() instead of `written`. Chromium removes TAB, LF and CR from all URLs
 * except data: URLs (`url::RemoveURLWhitespace` deliberately leaves those unchanged), so this function removes them.
 * Unpaired surrogates are replaced first, as in the conversion to USVString.
 */
export function forChromium(written: string): string {
  const scalar = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(written));
  return scalar.replace(/[\t\n\r]/g, '');
}

export const chromiumDeviations = {
  'charset-not-token': 'a charset parameter whose value is empty or no token makes the whole URL fail',
  'charset-and-parameters':
    'net::DataURL reads parameters by its own rules: it keeps empty and invalid ones as they are, splits at ";" inside of quotes, does not quote, and puts the charset last',
  'type-of-path': 'a type is read out of "//host/path,", where the standard sees no valid type',
} as const;
export type ChromiumDeviation = keyof typeof chromiumDeviations;

/** Returns the known deviation that explains a difference; null if none does. */
export function chromiumDeviation(written: string, theirs: Outcome, mine: Outcome): ChromiumDeviation | null {
  if (mine === null) return null;
  const head = forChromium(written);
  const declared = head.slice(0, head.indexOf(',') + 1);
  if (theirs === null) {
    return [...declared.matchAll(/charset *= *([^;,]*)/gi)].some(
      ([, value]) => !/^[\w!#$%&'*+\-.^`|~]+$/.test(value ?? ''),
    )
      ? 'charset-not-token'
      : null;
  }
  if (theirs.body.length !== mine.body.length || theirs.body.some((byte, i) => byte !== mine.body[i]))
    return null;
  if (/^[\0-\x20]*data:\//i.test(head) && mine.type === 'text/plain;charset=US-ASCII') return 'type-of-path';
  const essence = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase();
  const parsed = parseMimeType(mine.type);
  return essence(theirs.type) === parsed?.essence && declared.includes(';') ? 'charset-and-parameters' : null;
}
