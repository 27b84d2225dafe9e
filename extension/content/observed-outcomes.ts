/**
 * Observes the outcome of an element's data: URL, as far as that is possible without changing the page. Only the
 * element's own members are read, which the page cannot replace in this world. None of them makes the browser lay out
 * the page or load anything, except those of an `object` with a fallback.
 */
import type { ObservedOutcome } from '../../src/outcome/state-words.ts';
import { faceName, unquoted } from '../../src/payload/css/font-face.ts';
import {
  attribute,
  boxesOf,
  firstChildElement,
  getter,
  isFirefox,
  isHtml,
  isLazy,
  isPlayer,
  parentElement,
  relOf,
  urlOf,
} from './dom.ts';
import type { Found } from './finder.ts';
import { hasCandidates, isSame } from './media-sources.ts';

/** Maximum number of a document's fonts whose states are listed. Listing this many takes Firefox 40 ms. */
const maxFonts = 5000;

const fontsOf: (document: Document) => FontFaceSet = getter(Document, 'fonts');

/** The outcome of a data: URL on an element. @returns undefined if the outcome cannot be observed */
export function observeOutcome(element: Element, found: Found): ObservedOutcome | undefined {
  if (found.destination === 'font') return fontSight(found);
  if (found.place === 'stylesheet' || found.place === 'style-attribute') return cssSight(found);
  if (found.place !== 'attribute' && found.place !== 'srcset') return undefined;
  const { name, written } = found;
  if (isHtml(element, 'img')) return imageIn(element, found);
  if (isHtml(element, 'source')) return sourceSight(element, found);
  if (isPlayer(element)) return name === 'poster' ? undefined : playerSight(element, written);
  if (isHtml(element, 'track')) return trackSights[element.readyState];
  if (isHtml(element, 'link')) return name === 'href' ? linkSight(element) : undefined;
  if (isHtml(element, 'iframe')) return name === 'src' ? frameSight(element) : undefined;
  if (isHtml(element, 'object')) return name === 'data' ? objectSight(element) : undefined;
  return undefined;
}

/**
 * The outcome of a URL in CSS: whether this browser drops its rule as unsupported, or its `@media` currently does not
 * apply.
 */
function cssSight({ isUnsupported, rules = [] }: Found): ObservedOutcome | undefined {
  if (isUnsupported) return 'dropped';
  for (const rule of rules) {
    const [, supports, media] = /^@(?:supports\b([^…]*)|media\b([^…]*))$/i.exec(rule) ?? [];
    // `CSS.supports` does not know the namespaces in selectors.
    if (supports !== undefined && !CSS.supports(supports) && !/selector\(.*\|/is.test(supports))
      return 'dropped';
    if (media !== undefined && !matchMedia(media).matches) return 'unused';
  }
  return undefined;
}

/** The outcome of an image, whose URL comes from the image itself or from the sources beside it. */
function imageIn(img: HTMLImageElement, { name, written }: Found): ObservedOutcome | undefined {
  if (name !== 'src' && name !== 'srcset') return undefined;
  return hasCandidates(img) ? candidateOutcome(img, written) : imageSight(img, written);
}

/**
 * The last URL that took long to read. Firefox creates the string at each read, and an element may have many
 * candidates.
 */
let shown: { element: Element; url: string } | undefined;

/** The URL that an element shows. If reading it took long in Firefox, the result is reused for ten times that long. */
function shownBy(element: HTMLImageElement | HTMLMediaElement): string {
  if (!isFirefox) return element.currentSrc;
  if (shown?.element === element) return shown.url;
  const start = performance.now();
  const url = element.currentSrc;
  const cost = performance.now() - start;
  if (cost >= 1) {
    shown = { element, url };
    setTimeout(() => {
      shown = undefined;
    }, 10 * cost);
  }
  return url;
}

/** Whether an element shows another URL than this one. */
function showsOther(element: HTMLImageElement | HTMLMediaElement, written: string): boolean {
  const url = shownBy(element);
  return url !== '' && !isSame(written, url);
}

function candidateOutcome(img: HTMLImageElement, written: string): ObservedOutcome | undefined {
  return showsOther(img, written) ? 'other-chosen' : imageSight(img, written);
}

/** For images whose width is 0, whether they can be decoded, as far as this is known. */
const withoutWidth = new WeakMap<Element, { written: string; sight: ObservedOutcome }>();

function imageSight(img: HTMLImageElement, written: string): ObservedOutcome {
  if (!img.complete) return isLazy(img) ? 'lazy' : 'pending';
  if (img.naturalWidth > 0) return 'loaded';
  // An SVG image may have no width, and the width of an image with one pixel at a density of 2 is rounded to 0. Both
  // are shown.
  const known = withoutWidth.get(img);
  if (known?.written === written) return known.sight;
  const own: { written: string; sight: ObservedOutcome } = { written, sight: 'pending' };
  withoutWidth.set(img, own);
  img.decode().then(
    () => {
      own.sight = 'loaded';
    },
    () => {
      own.sight = 'not-shown';
    },
  );
  return 'pending';
}

/** The outcome of a `source` in a picture or player. */
function sourceSight(source: Element, found: Found): ObservedOutcome | undefined {
  const parent = parentElement(source);
  if (isHtml(parent, 'picture')) {
    // The collection is live, and the browser keeps it, so only the first of many sources in a picture causes a search.
    const [img, another] = parent.getElementsByTagName('img');
    // Each image has its own sources: those before it.
    return img && !another && found.name === 'srcset' ? candidateOutcome(img, found.written) : undefined;
  }
  return isPlayer(parent) && found.name === 'src' && attribute(parent, 'src') === null
    ? playerSight(parent, found.written)
    : undefined;
}

/**
 * The outcome of a player's URL. The outcome is unknown for a source before the one that is played, because the player
 * may have tried and rejected that source.
 */
function playerSight(player: HTMLMediaElement, written: string): ObservedOutcome | undefined {
  const { networkState, error, readyState } = player;
  if (networkState === HTMLMediaElement.NETWORK_NO_SOURCE) return 'not-shown';
  if (showsOther(player, written)) return undefined;
  if (error !== null) return 'not-shown';
  if (readyState >= HTMLMediaElement.HAVE_METADATA) return 'loaded';
  return networkState === HTMLMediaElement.NETWORK_IDLE ? 'lazy' : 'pending';
}

/** Indexed by `HTMLTrackElement.readyState`: none, loading, loaded, error. */
const trackSights: readonly ObservedOutcome[] = ['unused', 'pending', 'loaded', 'not-shown'];

/** The links whose sheet had not loaded at the first check. */
const withoutSheet = new WeakSet<Element>();

/**
 * The outcome of a link. At the first check, a sheet that has not loaded is pending, because it may still load. For a
 * sheet without rules, the outcome is unknown, because the sheet may have been refused.
 */
function linkSight(link: HTMLLinkElement): ObservedOutcome | undefined {
  if (!relOf(link).includes('stylesheet')) return undefined;
  const { sheet } = link;
  if (sheet === null) {
    if (attribute(link, 'disabled') !== null) return 'unused';
    if (withoutSheet.has(link)) return 'not-shown';
    withoutSheet.add(link);
    return 'pending';
  }
  try {
    return sheet.cssRules.length > 0 ? 'loaded' : undefined;
  } catch {
    // The sheet of a data: URL is always readable. An unreadable sheet means that the sheet did not load.
    return 'not-shown';
  }
}

/**
 * The outcome of a frame. A lazy frame contains an accessible, empty document until it loads its data: URL. The loaded
 * document is not accessible.
 */
function frameSight(frame: HTMLIFrameElement): ObservedOutcome | undefined {
  const held = frame.contentDocument;
  return isLazy(frame) && held !== null && urlOf(held) === 'about:blank' ? 'lazy' : undefined;
}

/** The outcome of an object. It shows its fallback if its resource is not shown. */
function objectSight(object: HTMLObjectElement): ObservedOutcome | undefined {
  if (object.contentWindow !== null) return 'loaded';
  const fallback = firstChildElement(object);
  if (fallback === null || boxesOf(object).length === 0) return undefined;
  return boxesOf(fallback).length > 0 ? 'not-shown' : 'loaded';
}

/** Number of milliseconds for which a list of the document's fonts is reused. */
const fontsInterval = 100;
let fonts: { at: number; byFace: Map<string, Set<FontFaceLoadStatus>> } | undefined;

/** The load states of the document's fonts, by the declarations of their rules in the form that finders use. */
function fontsNow(): Map<string, Set<FontFaceLoadStatus>> {
  const now = performance.now();
  if (fonts && now - fonts.at < fontsInterval) return fonts.byFace;
  const byFace = new Map<string, Set<FontFaceLoadStatus>>();
  const all = fontsOf(document);
  // Listing so many fonts takes longer than the list would be reused, so the outcomes are unknown.
  if (all.size > maxFonts) return byFace;
  all.forEach(({ family, weight, style, status }) => {
    const face = faceName([unquoted(family), weight, style]);
    byFace.set(face, (byFace.get(face) ?? new Set()).add(status));
  });
  fonts = { at: now, byFace };
  return byFace;
}

const fontSights: Record<FontFaceLoadStatus, ObservedOutcome | undefined> = {
  unloaded: 'unused',
  loading: 'pending',
  // One of the sources of the font was loaded, but it is unknown whether it was the data: URL.
  loaded: undefined,
  error: 'not-shown',
};

/** The outcome of a font. Unknown if fonts with the same declarations have different states. */
function fontSight({ face }: Found): ObservedOutcome | undefined {
  const [status, ...others] = (face && fontsNow().get(face)) || [];
  return status === undefined || others.length > 0 ? undefined : fontSights[status];
}
