import { useEffect, useState } from 'preact/hooks';

/**
 * Matches widths at which the list and the details fit side by side. A panel docked at the side is as narrow as a
 * popup.
 */
const wide = '(min-width: 720px)';

/** Whether a media query matches. Updated after each change. */
export function useMedia(query: string): boolean {
  const [isMatched, setIsMatched] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setIsMatched(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return isMatched;
}

/** Whether the surface is wide. Updated when its size changes. */
export const useWide = (): boolean => useMedia(wide);
