/**
 * Outlines elements so that a person can find them. The outlines are animations, which do not change the page's DOM.
 */
import type { Outlines } from '../platform/show-messages.ts';
import { boxesOf, getter, method, ownGlobal } from './dom.ts';

declare global {
  /** The outlines that the script drew last. */
  var dataUrlInspectorOutlines: DrawnOutlines | undefined;
}

interface DrawnOutlines {
  animations: readonly Animation[];
  /** Removes the outlines. */
  end(): void;
  /** Lets held outlines disappear after their usual time. */
  release(): void;
}

const boxOf: (element: Element) => DOMRect = method(Element, 'getBoundingClientRect');
const scrollTo: (element: Element, options: ScrollIntoViewOptions) => void = method(
  Element,
  'scrollIntoView',
);
const animate: (element: Element, ...how: Parameters<Element['animate']>) => Animation = method(
  Element,
  'animate',
);
const visibilityOf: (document: Document) => DocumentVisibilityState = getter(Document, 'visibilityState');
type Listening = (target: EventTarget, type: string, listener: () => void, isCapture: boolean) => void;
const listen: Listening = method(EventTarget, 'addEventListener');
const unlisten: Listening = method(EventTarget, 'removeEventListener');

/**
 * Number of milliseconds for which an outline is shown while the page is visible, and number of milliseconds after
 * which a click or key press removes the outline.
 */
const duration = 6000;
const untilEnded = 1000;

/** Widths in CSS pixels: of the colored ring, of the white ring on each side of it, and of the gap to the element. */
const ring = { width: 3, rim: 2, gap: 2 } as const;

/**
 * Maximum length, in code units, of a mask's images with which the mask is extended, rather than turned off, while the
 * element is outlined.
 */
const maxMaskImage = 1_000_000;

/** Whether an element has a box that can be outlined. */
export function isDrawn(element: Element): boolean {
  const { width, height } = boxOf(element);
  return boxesOf(element).length > 0 && (width > 0 || height > 0);
}

/**
 * Outlines elements until a person has had time to see the outlines. Scrolls to the element if there is only one, or to
 * the first of several if none is in view. Does not scroll if earlier outlines remain beside the new ones.
 *
 * @param isHeld whether the time starts only when the outlines are released, or at a click or key press in the page
 */
export function highlight(wanted: readonly Element[], how: Exclude<Outlines, 'none'>, isHeld: boolean): void {
  const earlier = ownGlobal('dataUrlInspectorOutlines');
  const isBeside = how === 'beside';
  if (!isBeside) earlier?.end();
  // Outlines that have ended are idle, and their elements need a new outline.
  const kept = isBeside && earlier ? earlier.animations.filter(({ playState }) => playState !== 'idle') : [];
  const outlined = new Set(kept.map(({ effect }) => (effect as KeyframeEffect).target));
  const elements = wanted.filter((element) => !outlined.has(element));
  const [first] = elements;
  if (!first) return;
  // Scrolls without animation, because the position of the box decides whether its outline fits.
  if (!isBeside && (elements.length === 1 || !elements.some(isInView)))
    scrollTo(first, { block: 'center', inline: 'center', behavior: 'instant' });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // All boxes are measured first, because once an animation has begun, measuring the next box forces a layout.
  const frames = elements.map((element) => [element, framesOf(element, isCalm)] as const);
  const animations = frames.map(([element, keyframes]) =>
    animate(element, keyframes, { duration, easing: 'ease-out' }),
  );
  const drawn = whileSeen(animations, isHeld);
  const withEarlier = (name: 'end' | 'release') => () => {
    if (isBeside) earlier?.[name]();
    drawn[name]();
  };
  globalThis.dataUrlInspectorOutlines = {
    animations: [...kept, ...animations],
    end: withEarlier('end'),
    release: withEarlier('release'),
  };
}

function framesOf(element: Element, isCalm: boolean): Keyframe[] {
  const box = boxOf(element);
  const offset = offsetFor(box);
  // The edges of a box that is larger than the view are out of view or easily missed, so the whole box is tinted.
  const tint = isLongerThanView(box)
    ? `inset 0 0 0 ${Math.ceil(Math.max(box.width, box.height))}px`
    : 'inset 0 0 0 0';
  // The inner white ring. If it does not fit around the element, it is drawn on the element itself.
  const white = `0 0 0 ${Math.max(0, offset) + ring.width + ring.rim}px`;
  const within = `inset 0 0 0 ${Math.max(0, ring.rim - offset)}px`;
  const unclipped = unclippedFor(element, offset >= 0);
  const full = {
    ...unclipped,
    outline: `${ring.width}px solid #d6247a`,
    outlineOffset: `${offset}px`,
    boxShadow: `${white} #fff, ${within} ${offset < 0 ? '#fff' : 'transparent'}, ${tint} #d6247a40`,
  };
  const none = {
    ...unclipped,
    outline: `${ring.width}px solid transparent`,
    outlineOffset: `${isCalm ? offset : offset + 12}px`,
    boxShadow: `${white} transparent, ${within} transparent, ${tint} transparent`,
  };
  return [isCalm ? full : none, { ...full, offset: 0.06 }, { ...full, offset: 0.95 }, none];
}

/**
 * The keyframe that keeps the element from hiding its own outline. A clip path is turned off while the outline is
 * shown. A mask is extended beyond the box if that is enough and the browser supports it; otherwise, the mask is turned
 * off, too.
 */
function unclippedFor(element: Element, isAround: boolean): Keyframe {
  const style = getComputedStyle(element);
  const unclipped = { clipPath: 'none' };
  const { maskImage } = style;
  if (maskImage === 'none') return unclipped;
  if (!isAround || maskImage.length > maxMaskImage) return { ...unclipped, maskImage: 'none' };
  const images = partsOf(maskImage);
  // Adds everything outside of the border box to the area that the mask leaves visible.
  const [all, box] = ['no-clip', 'border-box'];
  const opaque = 'linear-gradient(#000,#000)';
  const opened = (values: string, ...added: string[]) => {
    const parts = partsOf(values);
    return [...images.map((_, at) => parts[at % parts.length]), ...added].join(',');
  };
  return {
    ...unclipped,
    maskImage: opened(maskImage, opaque, opaque),
    maskClip: opened(style.maskClip, all, box),
    maskComposite: opened(style.maskComposite, 'subtract', 'add'),
    maskOrigin: opened(style.maskOrigin, box, box),
    maskPosition: opened(style.maskPosition, '0 0', '0 0'),
    maskRepeat: opened(style.maskRepeat, 'repeat', 'repeat'),
    maskSize: opened(style.maskSize, 'auto', 'auto'),
    maskMode: opened(style.maskMode, 'alpha', 'alpha'),
  };
}

/** The parts of a CSS value, separated by the commas that are neither in parentheses nor in a string. */
function partsOf(value: string): string[] {
  const parts = [''];
  let depth = 0;
  let isString = false;
  for (const token of value.match(/\\.|["(),]|[^\\"(),]+/gs) ?? []) {
    if (token === '"') isString = !isString;
    if (!isString && token === '(') depth++;
    if (!isString && token === ')') depth--;
    if (token === ',' && !isString && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts;
}

/**
 * The distance, in CSS pixels, between a box and its outline at which the whole outline is in view; negative if the
 * outline is inside the box. Edges that are out of view by at least a quarter of the box's shorter side are ignored.
 */
function offsetFor({ left, top, right, bottom, width, height }: DOMRect): number {
  const { width: viewWidth, height: viewHeight } = viewSize();
  const most = Math.min(width, height) / 4;
  const distances = [left, top, viewWidth - right, viewHeight - bottom].filter(
    (distance) => distance > -most,
  );
  return Math.min(ring.gap, ...distances.map((distance) => Math.floor(distance) - ring.width - ring.rim));
}

/** Whether two opposite edges of a box are out of view. */
function isLongerThanView({ left, top, right, bottom }: DOMRect): boolean {
  const { width, height } = viewSize();
  return (left < 0 && right > width) || (top < 0 && bottom > height);
}

/** The size of the view in CSS pixels. */
const viewSize = (): { width: number; height: number } =>
  visualViewport ?? { width: innerWidth, height: innerHeight };

/** Controls the remaining time of outlines, which passes only while their document is visible and they are not held. */
function whileSeen(outlines: readonly Animation[], startsHeld: boolean): Omit<DrawnOutlines, 'animations'> {
  let isHeld = startsHeld;
  const follow = () => {
    for (const outline of outlines) {
      if (visibilityOf(document) === 'visible' && !isHeld) outline.play();
      else outline.pause();
    }
  };
  const goTo = (time: number) => {
    for (const outline of outlines) outline.currentTime = time;
  };
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    goTo(0);
    follow();
  };
  const end = () => {
    unlisten(document, 'visibilitychange', follow, true);
    for (const type of ['pointerdown', 'keydown']) unlisten(window, type, endIfSeen, true);
    for (const outline of outlines) outline.cancel();
  };
  const endIfSeen = () => {
    // The click that closes the popup arrives before the popup releases the outlines.
    if (isHeld) release();
    else if (Number(outlines[0]?.currentTime ?? duration) >= untilEnded) end();
  };
  if (isHeld) goTo(untilEnded);
  if (isHeld || visibilityOf(document) !== 'visible') follow();
  listen(document, 'visibilitychange', follow, true);
  for (const type of ['pointerdown', 'keydown']) listen(window, type, endIfSeen, true);
  const [first] = outlines;
  if (first) first.onfinish = end;
  return { end, release };
}

/** Whether a part of an element's box is in view. */
export function isInView(element: Element): boolean {
  const { top, bottom, left, right } = boxOf(element);
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
