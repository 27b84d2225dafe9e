import { useEffect, useState } from 'preact/hooks';

/** Room for list and detail side by side; a panel docked at the side has as little as a popup. */
const query = '(min-width: 720px)';

/** Whether the surface is wide now, and from now on. */
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
