/**
 * The watch mode of a tab, which states whether and why its page is watched, and the only function that computes
 * changes of the mode.
 */

/**
 * The reason why a page is watched: a `person` asked for it, its site is on the watch `list`, or DevTools follows the
 * tab (`live`). `paused`: a person stopped the watching that the list or DevTools would otherwise start again.
 */
export type WatchMode = 'off' | 'person' | 'list' | 'live' | 'paused';

export type WatchEvent =
  /** A person starts or stops watching. */
  | 'start'
  | 'stop'
  /** A document reports that its tab was being watched or that its site is on the watch list. */
  | 'wake'
  /** A document has been scanned. */
  | 'scanned'
  /** A document cannot be scanned or has been hidden for too long, or access to its listed site was revoked. */
  | 'end'
  /** The document was removed. */
  | 'gone'
  /** The last DevTools window that followed the tab has closed. */
  | 'unfollowed';

/** Reasons to watch a page other than a person's request. */
export interface WatchReasons {
  isFollowed: boolean;
  isListed: boolean;
}

export const isWatching = (mode: WatchMode): boolean => mode !== 'off' && mode !== 'paused';

/** The watch mode after an event. */
export function nextMode(
  mode: WatchMode,
  event: WatchEvent,
  { isFollowed, isListed }: WatchReasons,
): WatchMode {
  switch (event) {
    case 'start':
      return 'person';
    case 'stop':
      return isFollowed || isListed ? 'paused' : 'off';
    case 'wake':
      if (mode === 'person' || mode === 'list') return mode;
      return isListed ? 'list' : 'person';
    case 'scanned':
      // The scanned document may not be the one whose site is on the list, or its site may have been removed from the
      // list.
      if (mode !== 'off' && (mode !== 'list' || isListed)) return mode;
      return isListed ? 'list' : isFollowed ? 'live' : 'off';
    case 'end':
      return mode === 'paused' ? 'paused' : 'off';
    case 'gone':
      return mode === 'paused' && isFollowed ? 'paused' : 'off';
    case 'unfollowed':
      if (mode === 'live') return isListed ? 'list' : 'off';
      return mode === 'paused' && !isListed ? 'off' : mode;
  }
}
