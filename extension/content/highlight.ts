/** Shows a person where elements are: an animated outline, which does not change the page's DOM. */
import type { Outlines } from '../platform/show-messages.ts';
import { boxesOf, ownGlobal } from './dom.ts';
import { getter, method } from './members.ts';

declare global {
  /** Removes the outlines that the script drew last. */
  var dataUrlInspectorUnoutline: (() => void) | undefined;
}

const boxOf: (element: Element) => DOMRect = method(Element.prototype, 'getBoundingClientRect');
const scrollTo: (element: Element, options: ScrollIntoViewOptions) => void = method(
  Element.prototype,
  'scrollIntoView',
);
const animate: (element: Element, ...how: Parameters<Element['animate']>) => Animation = method(
  Element.prototype,
  'animate',
);
const visibilityOf: (document: Document) => DocumentVisibilityState = getter(
  Document.prototype,
  'visibilityState',
);
type Listening = (target: EventTarget, type: string, listener: () => void, isCapture: boolean) => void;
const listen: Listening = method(EventTarget.prototype, 'addEventListener');
const unlisten: Listening = method(EventTarget.prototype, 'removeEventListener');

/** Milliseconds that an outline lasts in a visible page, and after which a click or a key ends it. */
const duration = 6000;
const untilEnded = 1000;

/** CSS pixels: the colored ring, the white rings on both sides, and the gap to the element. */
const ring = { width: 3, rim: 2, gap: 2 } as const;

/** Whether an element has a box to outline. */
export function isDrawn(element: Element): boolean {
  const { width, height } = boxOf(element);
  return boxesOf(element).length > 0 && (width > 0 || height > 0);
}

/**
 * Outlines elements until a person has seen them. Scrolls to a single one, or to the first of several if none
 * is in view; but not where earlier outlines stay beside the new ones.
 */
export function highlight(elements: readonly Element[], how: Exclude<Outlines, 'none'>): void {
  const removeEarlier = ownGlobal('dataUrlInspectorUnoutline');
  const isBeside = how === 'beside';
  if (!isBeside) removeEarlier?.();
  const [first] = elements;
  if (!first) return;
  // Scrolls at once, since the position of the box decides where its outline fits.
  if (!isBeside && (elements.length === 1 || !elements.some(isInView)))
    scrollTo(first, { block: 'center', inline: 'center', behavior: 'instant' });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // All boxes first: the first animation makes the next box take a layout.
  const frames = elements.map((element) => [element, framesOf(element, isCalm)] as const);
  const end = whileVisible(
    frames.map(([element, keyframes]) => animate(element, keyframes, { duration, easing: 'ease-out' })),
  );
  globalThis.dataUrlInspectorUnoutline = () => {
    if (isBeside) removeEarlier?.();
    end();
  };
}

/** A mask or clip path would hide the outline of its element, so both are off while the outline is shown. */
const unclipped = { maskImage: 'none', clipPath: 'none' };

function framesOf(element: Element, isCalm: boolean): Keyframe[] {
  const box = boxOf(element);
  const offset = offsetFor(box);
  // The lines of a box that is longer than the view are easily missed, or out of view.
  const tint = isLongerThanView(box)
    ? `inset 0 0 0 ${Math.ceil(Math.max(box.width, box.height))}px`
    : 'inset 0 0 0 0';
  // The inner white ring, on the element itself where the ring does not fit around it.
  const white = `0 0 0 ${Math.max(0, offset) + ring.width + ring.rim}px`;
  const within = `inset 0 0 0 ${Math.max(0, ring.rim - offset)}px`;
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
 * The distance of an outline from its box, in CSS pixels, at which the whole outline is in view; negative
 * within the box. Edges that are out of view by a quarter of the box's shorter side or more are ignored.
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

/** In CSS pixels. */
const viewSize = (): { width: number; height: number } =>
  visualViewport ?? { width: innerWidth, height: innerHeight };

/** Lets the time of outlines pass only while their document is visible. @returns what removes them */
function whileVisible(outlines: readonly Animation[]): () => void {
  const follow = () => {
    for (const outline of outlines) {
      if (visibilityOf(document) === 'visible') outline.play();
      else outline.pause();
    }
  };
  const end = () => {
    unlisten(document, 'visibilitychange', follow, true);
    for (const type of ['pointerdown', 'keydown']) unlisten(window, type, endIfSeen, true);
    for (const outline of outlines) outline.cancel();
  };
  const endIfSeen = () => {
    if (Number(outlines[0]?.currentTime ?? duration) >= untilEnded) end();
  };
  if (visibilityOf(document) !== 'visible') follow();
  listen(document, 'visibilitychange', follow, true);
  for (const type of ['pointerdown', 'keydown']) listen(window, type, endIfSeen, true);
  const [first] = outlines;
  if (first) first.onfinish = end;
  return end;
}

/** Whether a part of an element's box is in view. */
export function isInView(element: Element): boolean {
  const { top, bottom, left, right } = boxOf(element);
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
