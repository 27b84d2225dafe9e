import { useEffect, useState } from 'preact/hooks';

/** Enough width for list and detail side by side; a panel docked at the side is as narrow as a popup. */
const wide = '(min-width: 720px)';

/** Whether a media query matches, now and after each change. */
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

/** Whether the surface is wide; follows its size. */
export const useWide = (): boolean => useMedia(wide);
