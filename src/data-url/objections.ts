/**
 * All objections to a written data: URL, and whether two URLs have the same meaning: used to judge other ways to write
 * a URL.
 */
import type { Problem } from '../problem.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { Decoded } from './decode.ts';
import { lintsOf } from './lints.ts';
import { type RfcProblem, readByRfc } from './read-by-rfc.ts';
import type { ReadUrl } from './read-url.ts';

export interface Objections {
  /**
   * The problem for which browsers reject the URL, and all lints except those of its length, which a person
   * can see.
   */
  said: Problem[];
  /** RFC 2397's objection to the part before the data. Objections to the data are among the lints. */
  byRfc: RfcProblem['code'] | null;
}

export const objectionsTo = (read: ReadUrl): Objections => atOnce(objecting(read));

/**
 * The same as `objectionsTo`, as a generator that yields now and then.
 *
 * @param lints of this URL and its body, where they are known
 */
export function* objecting(
  { written, parsed, decoded }: ReadUrl,
  lints?: readonly Problem[],
): Generator<void, Objections, void> {
  const own = lints ?? (yield* lintsOf(written, parsed, decoded.ok ? decoded.body : undefined));
  const said = own.filter(({ code }) => !isOfLength(code));
  const head = parsed.comma === null ? null : written.slice(parsed.scheme?.start, parsed.comma.end);
  return {
    said: decoded.ok ? said : [decoded.problem, ...said],
    byRfc: (head === null ? null : readByRfc(head).problem?.code) ?? null,
  };
}

/** Lints that the data may be in base64 although browsers don't read it so, or may be different base64. */
export const base64Lints: readonly string[] = [
  'base64-after-comma',
  'base64-without-semicolon',
  'base64-escaped',
  'base64-with-value',
  'base64-not-last',
  'base64-misspelled',
  'base64-plus',
];

/** Whether browsers may read other bytes than the author encoded in base64: writing these anew would keep the mistake. */
export const isDoubtfulBase64 = ({ said }: Objections): boolean =>
  said.some(({ code }) => base64Lints.includes(code));

const isOfLength = (code: string): boolean => code === 'length-tag' || code === 'length-attribute';

/**
 * Lints of characters that RFC 2397 escapes and browsers keep: the shortest SVG has them, and no rule reports
 * them.
 */
const keptInSvg: readonly string[] = ['space-in-body', 'delimiter-in-body', 'unwise-in-body'];

/** Lints of the end of base64, which is not checked where spaces may have been "+". */
const unchecked: readonly string[] = ['base64-missing-padding', 'base64-leftover-bits'];

/**
 * Whether the second objections add none to the first. The check of RFC 2397 reports only the first mistake.
 */
export function addsNothing(to: Objections, { said, byRfc }: Objections): boolean {
  const codes = new Set(to.said.map(({ code }) => code));
  const tolerated = codes.has('base64-plus') ? [...keptInSvg, ...unchecked] : keptInSvg;
  return (
    said.every(({ code }) => codes.has(code) || tolerated.includes(code)) &&
    (byRfc === null || to.byRfc !== null)
  );
}

/** Whether browsers accept both, with the same MIME type and bytes. */
export function meanSame(one: Decoded, other: Decoded): boolean {
  if (!one.ok || !other.ok || one.mimeType !== other.mimeType) return false;
  const [a, b] = [one.body, other.body];
  if (a.length !== b.length) return false;
  // Without a callback for each byte: there may be millions.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
