/** The location of each cause for which browsers drop CSS. The location determines how certain the cause is. */
import type { DropCause } from './vocabulary.ts';

/**
 * `url`: in the URL; `declaration`: in its declaration; `around`: outside of the declaration, where text may be meant
 * for another parser, such as `<![CDATA[` in XHTML; `markup`: in the markup before it.
 */
type CauseRegion = 'url' | 'declaration' | 'around' | 'markup';

const regions: Readonly<Record<DropCause, CauseRegion>> = {
  blank: 'url',
  quote: 'url',
  parenthesis: 'url',
  control: 'url',
  'line-break': 'url',
  'unclosed-string': 'declaration',
  'after-string': 'declaration',
  'no-keyword': 'declaration',
  unclosed: 'around',
  stray: 'around',
  brace: 'around',
  outside: 'around',
  attribute: 'markup',
  link: 'around',
};

/** Whether the text with the cause is certainly CSS or markup, rather than meant for another parser. */
export const isCertainCause = (cause: DropCause): boolean => regions[cause] !== 'around';

/**
 * Whether the cause is in the URL. If so, quotes around the URL remove the cause. Preprocessors don't change URLs,
 * although their syntax outside of URLs need not be CSS.
 */
export const isCauseInUrl = (cause: DropCause): boolean => regions[cause] === 'url';
