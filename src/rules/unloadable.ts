import { hasEnglish } from '../has-english.ts';
import { unloadableFor } from '../outcome/loadable.ts';
import { isInCss, type Occurrence } from '../vocabulary.ts';
import { rule, verdict } from './rule.ts';

/**
 * How an image is shown: as an element's picture or as a CSS cursor; null for other images. Other images may be
 * unloadable on purpose, because pages use `data:,` as an icon or CSS background to show none.
 */
export function shownAs(occurrence: Occurrence): 'picture' | 'cursor' | null {
  const { destination, element, name } = occurrence;
  if (destination !== 'image') return null;
  if (isInCss(occurrence)) return name === 'cursor' ? 'cursor' : null;
  return /^(?:img|image|input|source)$/.test(element) && /^(?:src|srcset|href)$/.test(name)
    ? 'picture'
    : null;
}

/** Maximum width and height of a cursor in CSS pixels, in Chromium and Firefox. */
const maxCursorSize = 128;

/** Reports a URL that a browser does not load at one of its occurrences, although the URL follows the standards. */
export const unloadable = rule({
  id: 'unloadable',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  isRefusal: true,
  texts: hasEnglish && {
    title: 'Content rejected by a browser',
    why: 'At least one browser rejects the URL in this context, although the URL follows the standards.',
    fix: 'Declare the type that this context requires. Use a charset name without spaces or special characters. In an object element, write ";" as "%3B".',
    source: { name: 'Measured in both browsers', url: 'docs/conformance.md' },
    messages: {
      'unloadable-empty':
        'Empty: "data:,". toDataURL() returns this for a canvas that has no area or is too large.',
      'unloadable-cursor':
        'Cursor of {width} × {height}: browsers ignore cursors larger than 128 × 128 CSS pixels.',
      'unloadable-charset-not-token':
        '{browser} rejects this URL because of a character in the charset parameter.',
      'unloadable-not-a-style-sheet':
        'Style sheet applies only in quirks mode: the URL declares {type} instead of text/css.',
      'unloadable-not-a-module': "Doesn't run: a module needs a JavaScript type, and {type} isn't one.",
      'unloadable-type-verbatim':
        '{browser} shows nothing here: the browser uses everything before the first ";" verbatim as the media type.',
      'unloadable-not-a-media-type': "Doesn't play in {browser}: {type} isn't a supported media type.",
    },
    examples: {
      bad: '<!doctype html><link rel="stylesheet" href="data:text/plain,b{color:red}">',
      good: '<!doctype html><link rel="stylesheet" href="data:text/css,b{color:red}">',
    },
  },
  yieldsTo: () => ['damaged-url'],
  check(subject) {
    if (
      subject.inspection.head === 'data:,' &&
      subject.occurrences.some((each) => shownAs(each) === 'picture')
    )
      return [verdict(subject, 'unloadable-empty', {}, { isRefusal: false })];
    const { facts } = subject.inspection.payload ?? {};
    if (facts?.kind === 'image' && subject.occurrences.some((each) => shownAs(each) === 'cursor')) {
      const { width, height } = facts;
      if (Math.max(width ?? 0, height ?? 0) > maxCursorSize)
        return [verdict(subject, 'unloadable-cursor', { width: width ?? 0, height: height ?? 0 })];
    }
    const reason = unloadableFor(subject);
    if (reason === null) return [];
    const { essence, engines = [] } = subject.inspection;
    if (reason !== 'charset-not-token' && reason !== 'type-verbatim') {
      const args = { ...(reason === 'not-a-media-type' && { browser: 'Chromium' }), type: essence ?? '' };
      return [verdict(subject, `unloadable-${reason}`, args)];
    }
    const own = engines.find(({ fact }) => fact === reason);
    return [verdict(subject, `unloadable-${reason}`, { browser: own?.browser ?? '' }, own)];
  },
});
