/** MD5 (RFC 1321), for Content-MD5 only: an integrity check against accidents, no protection against anyone. */

/** Step 3: the integer part of 2^32 times |sin(i + 1)|. */
const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
/** Step 4: how far each of the four rounds rotates, by the step's place in its group of four. */
const ROTATIONS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/** The 16 octets of the digest. Linear; the input is neither changed nor copied, whatever its size. */
export function md5(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Uint32Array(16);
  const whole = bytes.length - (bytes.length % 64);
  for (let i = 0; i < whole; i += 64) block(state, words, bytes, i);

  // Steps 1 and 2: a one bit, zeros, and the length in bits, low byte first.
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setBigUint64(tail.length - 8, BigInt(bytes.length) * 8n, true);
  for (let i = 0; i < tail.length; i += 64) block(state, words, tail, i);

  const digest = new Uint8Array(16);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 4; i++) out.setUint32(i * 4, state[i]!, true);
  return digest;
}

function block(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < 16; i++) {
    const at = start + i * 4;
    words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mixed = (b & d) | (c & ~d);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mixed = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mixed + SINES[i]! + words[word]!) | 0;
    const by = ROTATIONS[round * 4 + (i & 3)]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}
