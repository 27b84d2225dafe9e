/**
 * Implements `Uint8Array.prototype.setFromBase64` (https://tc39.es/proposal-arraybuffer-base64/spec/) character by
 * character for platforms without it, so that Node tests the code path of browsers.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(0x10000).fill(-1);
for (let i = 0; i < 64; i++) values[alphabet.charCodeAt(i)] = i;

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
  let bits = 0;
  let count = 0;
  let i = 0;
  const put = () => {
    for (let k = 1; k < count; k++) if (written < max) this[written++] = bits >> (6 * count - 8 * k);
    bits = 0;
    count = 0;
  };
  const skip = () => {
    while (i < text.length && ' \t\n\f\r'.includes(text.charAt(i))) i++;
  };
  if (max === 0) return { read: 0, written: 0 };
  for (;;) {
    if (text.charCodeAt(i) <= 0x20) skip();
    if (i === text.length) {
      if (count > 0) {
        if (handling === 'stop-before-partial') return { read, written };
        if (handling === 'strict' || count === 1) throw new SyntaxError('incomplete');
        put();
      }
      return { read: text.length, written };
    }
    const value = values[text.charCodeAt(i)] as number;
    if (text.charAt(i++) === '=') {
      if (count < 2) throw new SyntaxError('padding');
      skip();
      if (count === 2) {
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
    if (value < 0) throw new SyntaxError('character');
    const remaining = max - written;
    if ((remaining === 1 && count === 2) || (remaining === 2 && count === 3)) return { read, written };
    bits = (bits << 6) | value;
    count++;
    if (count === 4) {
      put();
      read = i;
      if (written === max) return { read, written };
    }
  }
}

/** Runs `test` once as on a platform that supports `setFromBase64`, and once as on one that does not. */
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
