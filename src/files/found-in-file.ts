/** The results of the finders over files. */
import type { CssDrop, CssLocation } from '../payload/css-urls.ts';
import type { Occurrence } from '../vocabulary.ts';
import type { Mapped } from './mapped-text.ts';

/** A data: URL in a text: its position, and its use, as far as the text shows it. */
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
  /** Code units of the file's text, including escapes, excluding white space before the URL. */
  start: number;
  end: number;
  /** In CSS: see `CssLocation`. */
  rules?: CssLocation['rules'];
  /** In CSS: why browsers drop it, and the code unit of the cause. */
  dropped?: CssDrop;
}

/** The properties that the finder of one kind of text knows; positions are in that text. */
export type Part = Pick<Found, 'written' | 'start' | 'end' | 'name' | 'place' | 'destination'> &
  Pick<
    Partial<Found>,
    'rules' | 'face' | 'assumed' | 'use' | 'dropped' | 'placeholders' | 'meant' | 'expectedSize'
  >;

/** Facts about a file besides its data: URLs. */
export interface FileFacts {
  title: string;
  /** Quirks mode, in which style sheets may have other types. */
  isQuirky: boolean;
  /** A message, which a mail program shows. */
  isMail?: boolean;
  /** The Content Security Policies of its meta elements, and where each begins in the file. */
  policies: { text: string; start: number }[];
}

export const noFacts: FileFacts = { title: '', isQuirky: false, policies: [] };

/** The properties that are the same for all URLs of one text of a file. */
export type Around = Pick<Found, 'element' | 'selector' | 'inert'> &
  Pick<Partial<Found>, 'label' | 'fileName' | 'use'>;

/** For URLs that are not in an element. */
export const noElement: Around = { element: '', selector: '', inert: false };

/** Whether a part is in a comment or text, which no page loads. */
const isUnused = ({ place }: Part): boolean => place === 'comment' || place === 'text';

/** Converts a part of a text to positions in the file. */
export function placed(part: Part, { at }: Pick<Mapped, 'at'>, around: Around): Found {
  const { written, dropped } = part;
  const blanks = /^[\0- ]*/.exec(written)?.[0].length ?? 0;
  const start = at(part.start);
  const end = Math.max(at(part.end), start);
  return {
    ...around,
    ...part,
    ...(dropped && { dropped: { ...dropped, at: at(dropped.at) } }),
    inert: around.inert || isUnused(part),
    // Escaped white space is longer in the file than in `written`.
    start: blanks > 0 && blanks < written.length ? Math.min(end, at(part.start + blanks)) : start,
    end,
  };
}
