/** Sound and film in the browser's own player; nothing plays by itself. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import { realType } from '../kind.ts';
import type { ViewerProps } from './viewer.ts';

export function Viewer({ row, blob }: ViewerProps) {
  const type = realType(row);
  const [source, setSource] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    setIsBroken(false);
    const url = URL.createObjectURL(new Blob([blob], { type }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [blob, type]);
  if (isBroken) return <p class="note broken-media">{message('brokenMedia', type)}</p>;
  if (source === null) return null;
  const common = {
    class: 'player',
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': message('view_media'),
    onError: () => setIsBroken(true),
  } as const;
  return type.startsWith('video/') ? <video {...common} /> : <audio {...common} />;
}
