import { useEffect, useState } from 'preact/hooks';

/** Enough width for list and detail side by side; a panel docked at the side is as narrow as a popup. */
const query = '(min-width: 720px)';

/** Whether the surface is wide; follows its size. */
export function useWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setIsWide(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide;
}
