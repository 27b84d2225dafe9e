/** Reads numbers and signatures from bytes that may end anywhere: missing bytes read as zero, nothing throws. */

export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const u16be = (bytes: Uint8Array, at: number): number => (u8(bytes, at) << 8) | u8(bytes, at + 1);
export const u16le = (bytes: Uint8Array, at: number): number => u8(bytes, at) | (u8(bytes, at + 1) << 8);
export const u24le = (bytes: Uint8Array, at: number): number => u16le(bytes, at) | (u8(bytes, at + 2) << 16);
export const u32be = (bytes: Uint8Array, at: number): number =>
  u16be(bytes, at) * 65536 + u16be(bytes, at + 2);
export const u32le = (bytes: Uint8Array, at: number): number =>
  u16le(bytes, at) + u16le(bytes, at + 2) * 65536;
/** 64-bit numbers are exact only up to 2^53, which is far beyond any body. */
export const u64be = (bytes: Uint8Array, at: number): number =>
  u32be(bytes, at) * 2 ** 32 + u32be(bytes, at + 4);
export const u64le = (bytes: Uint8Array, at: number): number =>
  u32le(bytes, at) + u32le(bytes, at + 4) * 2 ** 32;

/** A width and a height of 32 bits each, big-endian; null if bytes are missing. */
export const sizeAt = (
  bytes: Uint8Array,
  width: number,
  height = width + 4,
): { width: number; height: number } | null =>
  bytes.length < Math.max(width, height) + 4
    ? null
    : { width: u32be(bytes, width), height: u32be(bytes, height) };

/** The text of `length` bytes from `at` on, one character per byte; shorter if the bytes end earlier. */
export function latin1(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  const end = Math.min(bytes.length, at + length);
  for (let i = at; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

/** Whether `text`, one byte per character, is at `at`. */
export function hasAt(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The first position of `text`, one byte per character, from `from` on; -1 if none. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (hasAt(bytes, at, text)) return at;
  }
  return -1;
}

/** The last position of `text`, at most `reach` bytes before the end; -1 if none. */
export function lastIndexOfText(bytes: Uint8Array, text: string, reach = bytes.length): number {
  const least = Math.max(0, bytes.length - reach);
  const first = text.charCodeAt(0);
  for (let at = bytes.lastIndexOf(first); at >= least && at >= 0; ) {
    if (hasAt(bytes, at, text)) return at;
    if (at === 0) return -1;
    at = bytes.lastIndexOf(first, at - 1);
  }
  return -1;
}
