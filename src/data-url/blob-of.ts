/** Makes a Blob of a text of any length. */

/**
 * Bytes of UTF-8 in a part. Chromium sends up to 250 KiB in a message of its own; more goes through shared memory, and
 * a busy browser sometimes never delivers the first byte of that.
 */
const partSize = 240 << 10;

/**
 * The text as UTF-8, unpaired surrogates as U+FFFD (Encoding 8.1.2), through one buffer: strings passed to the Blob
 * constructor would stay in memory until garbage is collected, as large as the whole text together.
 *
 * @yields after each part, where the caller may pause
 */
export function* makeBlob(text: string, type = ''): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    // The slice has as many code units as the buffer has bytes. Half of a surrogate pair at its end does not
    // fit, and is encoded with the next part.
    const { read, written } = encoder.encodeInto(text.slice(start, start + partSize), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start += read;
    yield;
  }
  return new Blob(parts, { type });
}

/** The same as `makeBlob`, at once. */
export function blobOf(text: string): Blob {
  const making = makeBlob(text);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}
