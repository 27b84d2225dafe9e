/** Other ways to write a data: URL: repaired, in its shortest form, in either encoding, for CSS and HTML. */
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
  const repair = repairDataUrl(written);
  // A form of a URL that browsers accept keeps their misunderstanding, unless it is the repaired one.
  const harmless = objectionsTo(read).said.filter(({ code }) => !changesMeaning(code));
  return formNames.map((name) => {
    const text = textIn(read, repair, name, item);
    const isMeant = name === 'repaired' || !read.decoded.ok;
    const problems = isMeant && repair.ok ? repair.changes : harmless;
    return { name, text, mended: text !== null && isUrl(name) ? absentFrom(text, problems) : [] };
  });
};

const isUrl = (name: FormName): boolean => !['css', 'html'].includes(name);

function textIn(
  read: ReadUrl,
  repair: Repair,
  name: (typeof formNames)[number],
  item: Pick<Inspection, 'essence' | 'detectedType'>,
): string | null {
  switch (name) {
    case 'repaired':
      return repair.ok ? repair.url : null;
    case 'minimal':
      return minimal(read, repair);
    case 'base64':
      return rewritten(read, [{ encoding: 'base64' }]);
    case 'percent':
      return rewritten(read, [uriCharacters]);
    default:
      return copyOf(read.written, name, item);
  }
}

/** For a URL that browsers reject, the shortest one with the intended meaning. */
function minimal({ written, decoded }: ReadUrl, repair: Repair): string | null {
  if (decoded.ok) return shortestEquivalentUrl(written);
  return repair.ok ? (shortestEquivalentUrl(repair.url) ?? repair.url) : null;
}

/** The problems that this URL doesn't have. */
function absentFrom(url: string, problems: readonly Problem[]): Form['mended'] {
  const remaining = new Set(objectionsTo(readUrl(url)).said.map(({ code }) => code));
  return problems.flatMap(({ code, args, message }) =>
    remaining.has(code) ? [] : [{ code, args, message }],
  );
}
