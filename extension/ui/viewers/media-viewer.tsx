/** Plays audio and video in the browser's own player, without autoplay, and only if the bytes prove the type. */
import { useEffect, useState } from 'preact/hooks';
import { isPlayable, playableHead } from '../../../src/payload/playable.ts';
import { message } from '../../platform/i18n.ts';
import { realType } from '../text/kind.ts';
import type { ViewerProps } from './viewer-props.ts';

export function Viewer({ row, blob }: ViewerProps) {
  const type = realType(row);
  const [source, setSource] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    setIsBroken(false);
    setIsReady(false);
    setSource(null);
    const url = URL.createObjectURL(new Blob([blob], { type }));
    let isWanted = true;
    blob
      .slice(0, playableHead)
      .arrayBuffer()
      .then((head) => {
        if (!isWanted) return;
        if (isPlayable(row.detectedType, new Uint8Array(head))) setSource(url);
        else setIsBroken(true);
      });
    return () => {
      isWanted = false;
      URL.revokeObjectURL(url);
    };
  }, [blob, type]);
  if (isBroken) return <p class="note broken-media">{message('brokenMedia', type)}</p>;
  if (source === null) return <span data-waiting />;
  const common = {
    class: 'player',
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': message('view_media'),
    'data-waiting': isReady ? undefined : '',
    onLoadedMetadata: () => setIsReady(true),
    onError: () => setIsBroken(true),
  } as const;
  return type.startsWith('video/') ? <video {...common} /> : <audio {...common} />;
}
