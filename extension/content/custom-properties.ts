/**
 * Finds the data: URLs in custom properties that scripts registered (`CSS.registerProperty`). These URLs are part of
 * the computed style but not of any style sheet.
 */

import { findInCss } from './css.ts';
import { type Emit, emitAll } from './finder.ts';

/**
 * Maximum number of custom properties that are read. In Firefox, reading a property takes longer the more properties
 * there are; reading this many takes two seconds.
 */
const maxProperties = 10_000;

/**
 * Emits the data: URLs in a root element's custom properties as if they were in a sheet.
 *
 * @yields undefined wherever the caller may pause
 * @returns whether all properties were read
 */
export function* findInCustomProperties(root: Element, emit: Emit): Generator<void, boolean, void> {
  const style = getComputedStyle(root);
  let count = 0;
  for (let i = style.length; i--; ) {
    const name = style[i] ?? '';
    if (!name.startsWith('--')) continue;
    if (++count > maxProperties) return false;
    const css = `${CSS.escape(name)}:${style.getPropertyValue(name)}`;
    yield* emitAll(findInCss(css, 'stylesheet'), emit);
    yield;
  }
  return true;
}
