/** Other ways to write a data: URL: repaired, in its shortest form, in either encoding, or within another text. */
import { changesMeaning } from '../data-url/lints/index.ts';
import {
  objectionsTo,
  type ReadUrl,
  readUrl,
  rewritten,
  shortestEquivalentUrl,
  uriCharacters,
} from '../data-url/rewrite.ts';
import type { Problem } from '../problem.ts';
import { type Repair, repairDataUrl } from '../repair/repair.ts';
import { embeddedForms } from './copy-forms.ts';
import { type Copied, copyOf } from './copy-text.ts';

export const formNames = [
  ...(['repaired', 'minimal', 'base64', 'percent'] as const),
  ...embeddedForms,
] as const;
/** All forms, including the one for mail, which `references/external-body-form.ts` writes. */
export type FormName = (typeof formNames)[number] | 'external';

export interface Form {
  name: FormName;
  /**
   * The text in this form; null if there is none, because nothing needs repair, nothing is shorter, or the URL is
   * rejected.
   */
  text: string | null;
  /** Objections to the original URL that this form removes. */
  mended: Pick<Problem, 'code' | 'args' | 'message'>[];
}

/**
 * Every form of a URL, or of the repaired URL if there is a repair. Takes linear time.
 *
 * @param repair the repair of this URL; pass the one that is displayed elsewhere
 */
export const formsOf = (written: string, item: Copied, repair: Repair = repairDataUrl(written)): Form[] => {
  const read = readUrl(repair.ok ? repair.url : written);
  // Without a repair, every form keeps the parts that browsers misread.
  const problems: Form['mended'] = repair.ok
    ? absentFrom(repair.url, repair.changes)
    : objectionsTo(read).said.filter(({ code }) => !changesMeaning(code));
  return formNames.map((name) => {
    const text = textIn(read, repair, name, item);
    const isUrl = !embeddedForms.some((form) => form === name);
    if (text === null || (!isUrl && !repair.ok)) return { name, text, mended: [] };
    return { name, text, mended: isUrl ? absentFrom(text, problems) : problems };
  });
};

function textIn(
  read: ReadUrl,
  repair: Repair,
  name: (typeof formNames)[number],
  item: Copied,
): string | null {
  const repaired = repair.ok ? repair.url : null;
  switch (name) {
    case 'repaired':
      return repaired;
    case 'minimal':
      return shortestEquivalentUrl(read.written) ?? repaired;
    case 'base64':
      return rewritten(read, [{ encoding: 'base64' }]);
    case 'percent':
      return rewritten(read, [uriCharacters]);
    default:
      return copyOf(read.written, name, item);
  }
}

/** Returns the problems that don't occur in this URL. */
function absentFrom(url: string, problems: readonly Form['mended'][number][]): Form['mended'] {
  const remaining = new Set(objectionsTo(readUrl(url)).said.map(({ code }) => code));
  return problems.flatMap(({ code, args, message }) =>
    remaining.has(code) ? [] : [{ code, args, message }],
  );
}
