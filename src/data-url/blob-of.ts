/** A Blob of a text of any length. */

/**
 * Bytes of UTF-8 a part. Chromium takes up to 250 KiB in a message of its own; more goes through shared memory, and of
 * what was made so a busy one sometimes never gives the first byte.
 */
const partSize = 240 << 10;

/**
 * The text as UTF-8, unpaired surrogates as U+FFFD (Encoding 8.1.2), through one buffer: strings made into Blobs would
 * stay in memory until garbage is collected, as large as the whole text together.
 *
 * @yields after each part, where the caller may pause
 */
export function* makeBlob(text: string): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + partSize);
    // A surrogate pair becomes one character of UTF-8, and must not be cut.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    const { read, written } = encoder.encodeInto(text.slice(start, end), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start += read;
    yield;
  }
  return new Blob(parts);
}

/** The same at once. */
export function blobOf(text: string): Blob {
  const making = makeBlob(text);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}
