/** Whether a body may be handed to the browser's player: only what its bytes prove to be sound or film. */
import { indexOfText } from './bytes.ts';

/** Texts that name other files to be played, which a player would ask for: HLS (RFC 8216), DASH, SMIL, ASX, PLS. */
const playlists = ['#EXTM3U', '<MPD', '<smil', '<asx', '[playlist]'];

/** Bytes in which players look for what a file is, tags in front of it included. */
export const playableHead = 1 << 16;

/**
 * @param detectedType what the bytes are by their signature, or null
 * @param head their beginning, up to `playableHead` bytes
 */
export const isPlayable = (detectedType: string | null, head: Uint8Array): boolean =>
  isMedia(detectedType) && playlists.every((mark) => indexOfText(head, mark) < 0);

/** Whether a signature is that of sound or film. */
export const isMedia = (detectedType: string | null): boolean =>
  detectedType !== null &&
  (/^(?:audio|video)\//.test(detectedType) || detectedType === 'application/ogg') &&
  !/mpegurl|dash|x-scpls/.test(detectedType);
