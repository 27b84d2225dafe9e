/** The results of the finders over files. */
import type { CssLocation } from '../payload/css-urls.ts';
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
  > {
  written: string;
  /** Code units of the file's text, escapes included; without white space in front of the URL. */
  start: number;
  end: number;
  /** In CSS: see `CssLocation`. */
  rules?: CssLocation['rules'];
}

/** The parts of a finding that a finder of one kind of place knows; positions are those of its own text. */
export type Part = Pick<Found, 'written' | 'start' | 'end' | 'name' | 'place' | 'destination'> &
  Pick<Partial<Found>, 'rules' | 'face' | 'assumed' | 'use'>;

/** Whatever a text says about the files that it stands for, beside its data: URLs. */
export interface FileFacts {
  title: string;
  /** In quirks mode style sheets may have other types. */
  isQuirky: boolean;
  /** The Content Security Policies of its meta elements, and where each begins in the file. */
  policies: { text: string; start: number }[];
}

export const noFacts: FileFacts = { title: '', isQuirky: false, policies: [] };

/** The part that is the same for all URLs of one text of a file. */
export type Around = Pick<Found, 'element' | 'selector' | 'inert'> &
  Pick<Partial<Found>, 'label' | 'fileName' | 'use'>;

/** The file as a whole, where it is no markup. */
export const noElement: Around = { element: '', selector: '', inert: false };

/** Places that no page uses, wherever they stand. */
const isUnused = ({ place }: Part): boolean => place === 'comment' || place === 'text';

/** Puts a part of a text into its file. */
export function placed(part: Part, { at }: Pick<Mapped, 'at'>, around: Around): Found {
  const { written } = part;
  const blanks = /^[\0- ]*/.exec(written)?.[0].length ?? 0;
  const start = at(part.start);
  const end = Math.max(at(part.end), start);
  return {
    ...around,
    ...part,
    inert: around.inert || isUnused(part),
    // White space that is escaped is as long as its escape.
    start: blanks > 0 && blanks < written.length ? Math.min(end, at(part.start + blanks)) : start,
    end,
  };
}
