/** The results of searching files. */
import type { CssDrop, CssLocation } from '../payload/css/css-types.ts';
import type { Occurrence } from '../vocabulary.ts';
import type { ContactFault } from './contact-faults.ts';
import { asIs, type Mapped } from './mapped-text.ts';

/** A data: URL in a text: its position and, if the text shows it, its use. */
export interface Found
  extends Pick<
    Occurrence,
    | 'place'
    | 'element'
    | 'name'
    | 'selector'
    | 'destination'
    | 'inert'
    | 'label'
    | 'fileName'
    | 'use'
    | 'face'
    | 'assumed'
    | 'placeholders'
    | 'meant'
    | 'expectedSize'
  > {
  written: string;
  /** The position in the file's text, in code units. The span includes escapes, but not whitespace before the URL. */
  start: number;
  end: number;
  /** In CSS: see `CssLocation`. */
  rules?: CssLocation['rules'];
  /** In CSS: why browsers drop the URL, and the position of the cause. */
  dropped?: CssDrop;
  /** Whether the URL is an unquoted parameter of a mail header and cut off by a ";", which begins another parameter. */
  isUnquoted?: true;
  /** Whether the URL is the whole content of a string: see `FoundUrl`. Removed once its placeholders are known. */
  isString?: true;
}

/** The properties that the finder for one kind of text can provide. Positions are in that text. */
export type Part = Pick<Found, 'written' | 'start' | 'end' | 'name' | 'place' | 'destination'> &
  Pick<
    Partial<Found>,
    'rules' | 'face' | 'assumed' | 'use' | 'dropped' | 'placeholders' | 'meant' | 'expectedSize' | 'isString'
  >;

/**
 * The starts of the first part of a message beyond each limit, and of the first whose undeclared quoted-printable changes
 * a data: URL, and of the first data: URL that must be quoted.
 */
export type MailNotes = Partial<Record<'tooDeep' | 'tooMany' | 'undeclared' | 'unquoted', number>>;

/** Facts about a file besides its data: URLs. */
export interface FileFacts {
  title: string;
  /** Whether the document is in quirks mode, in which style sheets may have types other than text/css. */
  isQuirky: boolean;
  /** Whether the file is a message, which a mail program shows. */
  isMail?: boolean;
  mail?: MailNotes;
  /** The first position of each kind of mistake in a vCard or iCalendar. */
  contact?: Partial<Record<ContactFault, number>>;
  /** The Content Security Policies of meta elements, and the position in the file where each begins. */
  policies: { text: string; start: number }[];
}

export const noFacts: FileFacts = { title: '', isQuirky: false, policies: [] };

/** The properties that all URLs in one text of a file share. */
export type Around = Pick<Found, 'element' | 'selector' | 'inert'> &
  Pick<Partial<Found>, 'label' | 'fileName' | 'use'>;

/** The properties for URLs that are not in an element. */
export const noElement: Around = { element: '', selector: '', inert: false };

/** Whether a part is in a comment or plain text, from which pages load nothing. */
const isUnused = ({ place }: Part): boolean => place === 'comment' || place === 'text';

/** Maps a URL in a text to its positions in the surrounding text. */
export function moved<Each extends Pick<Found, 'start' | 'end' | 'dropped'>>(
  each: Each,
  { at }: Pick<Mapped, 'at'>,
): Each {
  const { start, end, dropped }: Pick<Found, 'start' | 'end' | 'dropped'> = each;
  return {
    ...{ ...each, start: at(start), end: at(end) },
    ...(dropped && { dropped: { ...dropped, at: at(dropped.at) } }),
  };
}

/** Maps a part of a text to its position in the file. */
export function placed(part: Part, text: Pick<Mapped, 'at'>, around: Around): Found {
  const { written } = part;
  const blanks = /^[\0- ]*/.exec(written)?.[0].length ?? 0;
  const own = moved(part, text);
  const { start } = own;
  const end = Math.max(own.end, start);
  return {
    ...around,
    ...own,
    inert: around.inert || isUnused(part),
    // Escaped whitespace is longer in the file than in `written`.
    start: blanks > 0 && blanks < written.length ? Math.min(end, text.at(part.start + blanks)) : start,
    end,
  };
}

/** Converts parts of the file's own text, whose positions need no mapping. */
export const allPlaced = (parts: Iterable<Part>): Found[] =>
  Array.from(parts, (part) => placed(part, asIs(''), noElement));
