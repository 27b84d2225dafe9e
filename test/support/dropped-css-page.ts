/**
 * Runs in a page with `sheets`: compares the URLs that our parser reports as dropped with the rules in the browser's
 * sheets.
 */
import { findInCss } from '../../extension/content/css.ts';
import type { Found } from '../../extension/content/finder.ts';

declare const sheets: string[];

const markOf = ({ written }: Found) => /m\d+e/.exec(written)?.[0];
const foundIn = (css: string, isWritten: boolean) =>
  [...findInCss(css, 'stylesheet', isWritten, false)].filter((found) => found !== null);
const style = document.createElement('style');
document.head.append(style);

const counts = { kept: 0, dropped: 0, unsupported: 0 };
const differences = sheets.flatMap((css) => {
  style.textContent = css;
  const rules = Array.from(style.sheet?.cssRules ?? [], ({ cssText }) => cssText).join('\n');
  const kept = new Set(foundIn(rules, false).map(markOf));
  return foundIn(css, true).flatMap((found) => {
    const mark = markOf(found);
    if (mark === undefined) return [];
    const { dropped, isUnsupported } = found;
    counts[dropped ? 'dropped' : isUnsupported ? 'unsupported' : 'kept']++;
    const says = dropped?.cause ?? (isUnsupported ? 'unsupported' : 'kept');
    return (says === 'kept') === kept.has(mark) ? [] : [{ css, mark, says, rules }];
  });
});
document.body.textContent = JSON.stringify({ counts, differences });
