/** Other ways to write a data: URL: repaired, in its shortest form, in either encoding, for CSS and HTML. */
import { shortestEquivalentUrl } from '../data-url/cost.ts';
import { type Objections, objectionsTo } from '../data-url/objections.ts';
import { type ReadUrl, readUrl } from '../data-url/read-url.ts';
import { rewritten, uriCharacters } from '../data-url/rewrite.ts';
import type { Problem } from '../problem.ts';
import { changesMeaning, repairDataUrl } from '../repair/repair.ts';
import { copyOf } from './copies.ts';
import type { Inspection } from './report.ts';

export const formNames = ['repaired', 'minimal', 'base64', 'percent', 'css', 'html'] as const;
/** With the form for mail, which `references/external-body-form.ts` writes. */
export type FormName = (typeof formNames)[number] | 'external';

export interface Form {
  name: FormName;
  /** Null where there is none: nothing to repair, nothing shorter, a rejected URL. */
  text: string | null;
  /** Objections to the original URL that this one does not have. */
  mended: Pick<Problem, 'code' | 'args' | 'message'>[];
}

/** Every form of a URL; linear in its length. */
export const formsOf = (written: string, item: Pick<Inspection, 'essence' | 'detectedType'>): Form[] => {
  const read = readUrl(written);
  const before = objectionsTo(read);
  return formNames.map((name) => {
    const text = textIn(read, name, item);
    const isMeant = name === 'repaired' || !read.decoded.ok;
    return { name, text, mended: text !== null && isUrl(name) ? repairedIn(before, text, isMeant) : [] };
  });
};

const isUrl = (name: FormName): boolean => !['css', 'html'].includes(name);

function textIn(
  read: ReadUrl,
  name: (typeof formNames)[number],
  item: Pick<Inspection, 'essence' | 'detectedType'>,
): string | null {
  const { written } = read;
  switch (name) {
    case 'repaired':
      return repairDataUrl(written);
    case 'minimal':
      return minimal(read);
    case 'base64':
      return rewritten(read, [{ encoding: 'base64' }]);
    case 'percent':
      return rewritten(read, [uriCharacters]);
    default:
      return copyOf(written, name, item);
  }
}

/** For a URL that browsers reject, the shortest one with the intended meaning. */
function minimal({ written, decoded }: ReadUrl): string | null {
  if (decoded.ok) return shortestEquivalentUrl(written);
  const repaired = repairDataUrl(written);
  return repaired && (shortestEquivalentUrl(repaired) ?? repaired);
}

/**
 * Objections to the first URL that the second lacks.
 *
 * @param isMeant the second has the intended meaning; otherwise it repairs no misunderstanding
 */
function repairedIn(before: Objections, after: string, isMeant: boolean): Form['mended'] {
  const remaining = new Set(objectionsTo(readUrl(after)).said.map(({ code }) => code));
  return before.said.flatMap(({ code, args, message }) =>
    remaining.has(code) || (!isMeant && changesMeaning(code)) ? [] : [{ code, args, message }],
  );
}
