import { useEffect, useState } from 'preact/hooks';
import { type View, viewOf } from './address.ts';

/** What the address asks for now, and from now on: links and the browser's own buttons change it. */
export function useView(hasPage: boolean): View {
  const [view, setView] = useState(() => viewOf(location.hash, hasPage));
  useEffect(() => {
    const follow = () => setView(viewOf(location.hash, hasPage));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [hasPage]);
  return view;
}
