/** A Blob of a text of any length. */

/** Code units that become a part of the Blob at once, and the bytes of UTF-8 that each may take. */
const partLength = 1 << 18;
const mostBytes = 3;

/**
 * The text as UTF-8, unpaired surrogates as U+FFFD (Encoding 8.1.2).
 *
 * Made of small parts: of a Blob made of 50 MB at once a busy Chromium sometimes never gives the first byte.
 */
export function blobOf(text: string): Blob {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length, partLength) * mostBytes);
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + partLength);
    // A surrogate pair becomes one character of UTF-8, and must not be cut.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    const { written } = encoder.encodeInto(text.slice(start, end), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start = end;
  }
  return new Blob(parts);
}
