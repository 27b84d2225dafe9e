/** The size of the frames in an AV1 bitstream (AV1 Bitstream & Decoding Process Specification). */

import { u8 } from '../bytes.ts';
import { bitReader } from './bits.ts';
import type { Size } from './exif.ts';

const sequenceHeader = 1;

/** 4.10.5, leb128(): returns the value, and its length in bytes. */
function leb128(bytes: Uint8Array, at: number): [value: number, length: number] {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    value += (u8(bytes, at + i) & 0x7f) * 2 ** (7 * i);
    if (u8(bytes, at + i) < 0x80) return [value, i + 1];
  }
  return [value, 8];
}

/** 5.5.1: the maximum size of a frame. */
function maxFrameSize(bytes: Uint8Array, at: number): Size {
  const read = bitReader(bytes, at, 'highest');
  const skipIf = (isThere: number, count: number) => isThere === 1 && read(count);
  read(4); // seq_profile, still_picture
  if (read(1) === 1) read(5);
  else {
    let delayLength = 0;
    if (read(1) === 1) {
      read(32); // num_units_in_display_tick
      read(32); // time_scale
      // equal_picture_interval: num_ticks_per_picture_minus_1, uvlc().
      if (read(1) === 1) {
        let zeros = 0;
        while (zeros < 32 && read(1) === 0) zeros++;
        read(zeros);
      }
      if (read(1) === 1) {
        delayLength = read(5) + 1;
        read(32);
        read(10);
      }
    }
    const hasDelays = read(1);
    for (let points = read(5) + 1; points > 0; points--) {
      read(12);
      if (read(5) > 7) read(1); // seq_level_idx, seq_tier
      if (delayLength > 0 && read(1) === 1) {
        read(delayLength);
        read(delayLength);
        read(1);
      }
      if (hasDelays === 1) skipIf(read(1), 4);
    }
  }
  const [widthBits, heightBits] = [read(4) + 1, read(4) + 1];
  return { width: read(widthBits) + 1, height: read(heightBits) + 1 };
}

/**
 * The largest size in the sequence headers of a bitstream's OBUs (5.3); null if there are no sequence headers.
 *
 * @param budget the number of OBUs that may still be read, shared by several calls
 */
export function av1FrameSize(bytes: Uint8Array, budget: { remaining: number }): Size | null {
  let largest: Size | null = null;
  for (let at = 0; at < bytes.length && budget.remaining > 0; budget.remaining--) {
    const header = u8(bytes, at);
    const isForbidden = header >= 0x80;
    if (isForbidden) break;
    const content = at + ((header & 4) === 0 ? 1 : 2);
    const [size, length] = (header & 2) === 0 ? [bytes.length, 0] : leb128(bytes, content);
    if (((header >>> 3) & 15) === sequenceHeader) {
      const found = maxFrameSize(bytes, content + length);
      if (largest === null || found.width * found.height > largest.width * largest.height) largest = found;
    }
    at = content + length + size;
  }
  return largest;
}
