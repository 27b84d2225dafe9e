/** The parts of an attribute's value that are URLs, or CSS with URLs, and the places that Reports name for them. */
import type { Syntax } from '../../elements.ts';
import type { Place } from '../../vocabulary.ts';
import { refreshPart } from '../html/refresh-front.ts';
import { parseSrcset, type SrcsetCandidate } from './srcset.ts';

/** A part of a value; positions are code units of the value. */
export type ValuePart = SrcsetCandidate;

const lists: Partial<Record<Syntax, RegExp>> = {
  spaces: /[^\t\n\f\r ]+/g,
  // SMIL: whitespace around a value is not part of it.
  semicolons: /[^;\s][^;]*/g,
  properties: /[^;]+/g,
};

/** The parts of a value. Each is a URL or, for syntaxes with a `cssPrefix`, CSS. */
export function* valueParts(value: string, syntax: Syntax): Generator<ValuePart, void, void> {
  const list = lists[syntax];
  if (syntax === 'srcset') yield* parseSrcset(value);
  else if (syntax === 'refresh') {
    const part = refreshPart(value);
    if (part) yield part;
  } else if (list) {
    for (const { 0: text, index } of value.matchAll(list)) {
      const url = text.trimEnd();
      yield { url, start: index, end: index + url.length };
    }
  } else yield { url: value, start: 0, end: value.length };
}

/** For syntaxes in CSS, the text to put before a part to turn it into declarations. */
export const cssPrefix: Partial<Record<Syntax, string>> = {
  declarations: '',
  property: 'x:',
  properties: 'x:',
};

const places: Partial<Record<Syntax, Place>> = {
  srcset: 'srcset',
  refresh: 'meta-refresh',
  declarations: 'style-attribute',
};
export const placeOf = (syntax: Syntax = 'url'): Place => places[syntax] ?? 'attribute';
