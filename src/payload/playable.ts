/** Decides whether a body may be passed to the browser's player: only if its bytes prove that it is audio or video. */
import { indexOfText } from './bytes.ts';
import { isMedia } from './formats.ts';

/** Marks of playlists, which list files that a player would request: HLS (RFC 8216), DASH, SMIL, ASX, PLS. */
const playlists = ['#EXTM3U', '<MPD', '<smil', '<asx', '[playlist]'];

/** Number of first bytes in which players detect the type of a file, including any tags before it. */
export const playableHead = 1 << 16;

/**
 * Whether a body may be played.
 *
 * @param detectedType the type of the bytes by their signature; null if unknown
 * @param head the beginning of the bytes, up to `playableHead`
 */
export const isPlayable = (detectedType: string | null, head: Uint8Array): boolean =>
  isMedia(detectedType) && playlists.every((mark) => indexOfText(head, mark) < 0);
