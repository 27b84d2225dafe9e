/** Custom properties that scripts registered (`CSS.registerProperty`): no sheet has them, the computed style does. */
import { findDataUrlsInCss, findInCssText } from './css.ts';
import type { Found, Tell } from './finder.ts';

/**
 * Tells the data: URLs of a root element's custom properties as if they stood in a sheet.
 *
 * @param isInCss whether a sheet or a `style` attribute holds what this finds
 * @yields where the caller may pause
 */
export function* findInCustomProperties(
  root: Element,
  isInCss: (found: Found) => boolean,
  tell: Tell,
): Generator<void, void, void> {
  const style = getComputedStyle(root);
  const tellNew = (found: Found) => {
    if (!isInCss(found)) tell(found);
  };
  for (let i = style.length - 1; i >= 0; i--) {
    const name = style[i] ?? '';
    if (!name.startsWith('--')) continue;
    const css = `${name}:${style.getPropertyValue(name)}`;
    for (const url of findDataUrlsInCss(css, (text) => findInCssText(text, tellNew))) {
      if (url) tellNew({ ...url, place: 'stylesheet' });
    }
    yield;
  }
}
