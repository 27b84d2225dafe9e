/** What the product has against a written data: URL, and whether two mean the same: how other ways to write one are judged. */
import type { Problem } from '../problem.ts';
import { atOnce } from '../turns.ts';
import type { Decoded } from './decode.ts';
import { lintsOf } from './lints.ts';
import { type RfcProblem, readByRfc } from './read-by-rfc.ts';
import type { ReadUrl } from './read-url.ts';

export interface Objections {
  /** Why browsers refuse it, and all lints but those of its length, which is there to be seen. */
  said: Problem[];
  /** What RFC 2397 does not allow in front of the data; of the data lints say as much. */
  byRfc: RfcProblem['code'] | null;
}

export const objectionsTo = (read: ReadUrl): Objections => atOnce(objecting(read));

/**
 * The same in turns: yields now and then.
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

const isOfLength = (code: string): boolean => code === 'length-tag' || code === 'length-attribute';

/** Characters that RFC 2397 escapes and browsers keep: in SVG the shortest way to write it has them, and no rule minds. */
const keptInSvg: readonly string[] = ['space-in-body', 'delimiter-in-body', 'unwise-in-body'];

/** Whether nothing is said of a URL that is not said of another one, of which RFC 2397 names the first mistake only. */
export function addsNothing(to: Objections, { said, byRfc }: Objections): boolean {
  const codes = new Set(to.said.map(({ code }) => code));
  return (
    said.every(({ code }) => codes.has(code) || keptInSvg.includes(code)) &&
    (byRfc === null || to.byRfc !== null)
  );
}

/** Whether browsers read both, as the same MIME type and bytes. */
export function meanSame(one: Decoded, other: Decoded): boolean {
  if (!one.ok || !other.ok || one.mimeType !== other.mimeType) return false;
  const [a, b] = [one.body, other.body];
  if (a.length !== b.length) return false;
  // Not by a call for each: they may be millions.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
