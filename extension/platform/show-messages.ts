/** The request to the script that shows elements (`extension/content/show.ts`), and its answer. */
import * as v from 'valibot';
import { index, readerOf, shortText } from './message-schemas.ts';

/**
 * Whether to outline the elements, and whether the new outlines replace the earlier ones or are added. With `none`, the
 * elements are only counted.
 */
export const outlines = v.picklist(['none', 'instead', 'beside']);
export type Outlines = v.InferOutput<typeof outlines>;

export interface ShowRequest {
  /** The name with which the element was marked. */
  name: string;
  /** The selector of the element, if no element is marked. */
  selector: string;
  /** The rules around the occurrence, outermost first. */
  rules: string[];
  /** For a font, the family, weight, and style of its rule; otherwise ''. */
  face: string;
  outlines: Outlines;
  /** Whether the time of the outlines starts only when they are released. */
  isHeld: boolean;
  /** Whether to measure the element. True if the data: URL is the element's picture. */
  measures: boolean;
}

/**
 * The result of showing an element, or of showing the elements that a rule matches. It may come from the process of a
 * hostile page.
 */
const shown = v.object({
  kind: v.picklist([
    'shown',
    'not-drawn',
    'gone',
    /**
     * The rule currently matches nothing. `reason`: a condition that is false, or the states that the rule requires.
     */
    'no-match',
    /** The selector matches elements, but a condition around the rule is false. `reason`: the condition. */
    'off',
    /** Only the beginning of the selector is known, or only the first elements were checked for the font. */
    'cut',
    /** A rule without a selector, such as `@font-face`. */
    'no-selector',
    /** The browser does not know the selector. */
    'unsupported',
  ]),
  matched: index,
  outlined: index,
  reason: shortText,
  /** The size, in CSS pixels, of a rendered picture's content box. */
  box: v.nullable(v.object({ width: index, height: index })),
});
export type Shown = v.InferOutput<typeof shown>;

/** Returns a result if it is valid; otherwise null. */
export const readShown: (message: unknown) => Shown | null = readerOf(shown);
