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
export function* makeBlob(text: string, type = ''): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    // As many code units as the buffer has bytes: half of a surrogate pair that ends them does not fit, and comes whole
    // with the next.
    const { read, written } = encoder.encodeInto(text.slice(start, start + partSize), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start += read;
    yield;
  }
  return new Blob(parts, { type });
}

/** The same at once. */
export function blobOf(text: string): Blob {
  const making = makeBlob(text);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}
