/** Finds the frames of a page's documents that have not connected. */
import type { ChildFrame } from '../../platform/frame-messages.ts';

/** A frame whose content script has connected. */
export interface Connected {
  url: string;
  /** Whether the document that contains the frame can access it (same origin). */
  isAccessible: boolean;
}

/** Number of code units of a URL that are compared, because a frame and its parent truncate long URLs differently. */
const comparedLength = 2000;
const cut = (url: string): string => url.slice(0, comparedLength);

const isAbout = ({ url }: { url: string }): boolean => url.startsWith('about:');

/**
 * Removes the first matching item from a list.
 *
 * @returns whether an item was removed
 */
function take<Item>(items: Item[], fits: (item: Item) => boolean): boolean {
  const at = items.findIndex(fits);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

/**
 * The child frames that have not connected. A child matches a connected frame with the same URL or, if there is none,
 * one with another URL, because the frame may have been redirected or navigated. A connected empty document
 * (`about:blank`) matches only an `about:` child, which then counts as not loaded.
 *
 * @param children the frames that the page's documents report as their own
 */
export function missingFrames(
  children: readonly ChildFrame[],
  connected: readonly Connected[],
): ChildFrame[] {
  const spare = Map.groupBy(connected, ({ url }) => cut(url));
  const takeExact = ({ url, isAccessible, reason }: ChildFrame) =>
    take(
      spare.get(cut(url)) ?? [],
      (frame) => reason === 'not-loaded' || frame.isAccessible === isAccessible,
    );
  const unmatched = children.filter((child) => !takeExact(child));
  const others = [...spare.values()].flat();
  return unmatched.flatMap((child) => {
    if (child.reason === 'not-loaded') return [child];
    if (isAbout(child)) {
      const isEmpty = take(
        others,
        ({ url, isAccessible }) => url === 'about:blank' && isAccessible === child.isAccessible,
      );
      if (isEmpty) return [{ ...child, reason: 'not-loaded' as const }];
      // A link or a script may have navigated the frame, and the `src` of its element doesn't show the new URL.
      if (child.isAccessible) return [child];
    }
    return take(others, (frame) => frame.isAccessible === child.isAccessible && !isAbout(frame))
      ? []
      : [child];
  });
}
