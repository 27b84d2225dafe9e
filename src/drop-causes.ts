/** For each cause for which browsers drop CSS: where it stands, from which the rest follows. */
import type { DropCause } from './vocabulary.ts';

/**
 * Within the URL; in its declaration; around that, where text may also be meant for another parser, such as `<![CDATA[`
 * in XHTML; in the markup before it.
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

/** Whether the text with the cause is certainly CSS, or markup: see `CauseRegion`. */
export const isCertainCause = (cause: DropCause): boolean => regions[cause] !== 'around';

/** Whether a preprocessor leaves the cause as it is: around a URL, its own syntax is no CSS. */
export const isCompiledAsIs = (cause: DropCause): boolean => regions[cause] === 'url';
