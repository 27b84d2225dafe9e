/**
 * `Uint8Array.prototype.setFromBase64` (https://tc39.es/proposal-arraybuffer-base64/spec/) for platforms without it, as
 * slow as it gets: so that Node tests the path that browsers take.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

type Handling = 'loose' | 'strict' | 'stop-before-partial';

export function setFromBase64(
  this: Uint8Array,
  text: string,
  options: { lastChunkHandling?: Handling } = {},
): { read: number; written: number } {
  const handling = options.lastChunkHandling ?? 'loose';
  const max = this.length;
  let written = 0;
  let read = 0;
  let chunk: number[] = [];
  let i = 0;
  const bytesOf = () => {
    const n = chunk.length - 1;
    let bits = 0;
    for (let k = 0; k < 4; k++) bits = bits * 64 + (chunk[k] ?? 0);
    return [bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, n);
  };
  const put = () => {
    for (const byte of bytesOf()) if (written < max) this[written++] = byte;
    chunk = [];
  };
  const skip = () => {
    while (i < text.length && ' \t\n\f\r'.includes(text.charAt(i))) i++;
  };
  if (max === 0) return { read: 0, written: 0 };
  for (;;) {
    skip();
    if (i === text.length) {
      if (chunk.length > 0) {
        if (handling === 'stop-before-partial') return { read, written };
        if (handling === 'strict' || chunk.length === 1) throw new SyntaxError('incomplete');
        put();
      }
      return { read: text.length, written };
    }
    const c = text.charAt(i++);
    if (c === '=') {
      if (chunk.length < 2) throw new SyntaxError('padding');
      skip();
      if (chunk.length === 2) {
        if (i === text.length) {
          if (handling === 'stop-before-partial') return { read, written };
          throw new SyntaxError('padding');
        }
        if (text.charAt(i) === '=') {
          i++;
          skip();
        }
      }
      if (i < text.length) throw new SyntaxError('after padding');
      put();
      return { read: text.length, written };
    }
    const value = alphabet.indexOf(c);
    if (value < 0) throw new SyntaxError('character');
    const remaining = max - written;
    if ((remaining === 1 && chunk.length === 2) || (remaining === 2 && chunk.length === 3))
      return { read, written };
    chunk.push(value);
    if (chunk.length === 4) {
      put();
      read = i;
      if (written === max) return { read, written };
    }
  }
}

/** Runs `test` as on a platform that has `setFromBase64`, and as on one that has not. */
export function withAndWithoutNative(test: (native: boolean) => void): void {
  const prototype = Uint8Array.prototype as { setFromBase64?: unknown };
  const own = Object.getOwnPropertyDescriptor(prototype, 'setFromBase64');
  try {
    Object.defineProperty(prototype, 'setFromBase64', {
      value: setFromBase64,
      configurable: true,
      writable: true,
    });
    test(true);
    delete prototype.setFromBase64;
    test(false);
  } finally {
    if (own === undefined) delete prototype.setFromBase64;
    else Object.defineProperty(prototype, 'setFromBase64', own);
  }
}
