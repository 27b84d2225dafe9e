/** Small damage to bytes and texts, like that caused by accidents and attackers. */
import fc from 'fast-check';

type Damage = (bytes: Uint8Array) => Uint8Array;

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const place = (bytes: Uint8Array, where: number) => Math.floor(where * bytes.length);
const edges = fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x3c, 0x22, 0x0a);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  // One byte is replaced.
  fc.tuple(at, edges).map(
    ([where, value]): Damage =>
      (bytes) => {
        const damaged = bytes.slice();
        damaged[place(bytes, where)] = value;
        return damaged;
      },
  ),
  // A length or an offset is replaced, in either byte order.
  fc
    .tuple(
      at,
      fc.constantFrom(2, 4),
      fc.constantFrom(0, 1, 0xff, 0xffff, 0x7fffffff, 0xffffffff),
      fc.boolean(),
    )
    .map(
      ([where, size, value, little]): Damage =>
        (bytes) => {
          const damaged = bytes.slice();
          const start = place(bytes, where);
          for (let n = 0; n < size && start + n < damaged.length; n++) {
            damaged[start + n] = Math.floor(value / 256 ** (little ? n : size - 1 - n)) % 256;
          }
          return damaged;
        },
    ),
  // The end or the beginning is missing.
  at.map(
    (where): Damage =>
      (bytes) =>
        bytes.slice(0, place(bytes, where)),
  ),
  at.map(
    (where): Damage =>
      (bytes) =>
        bytes.slice(place(bytes, where)),
  ),
  // A piece is missing, duplicated or moved.
  fc.tuple(at, at, at, fc.nat(2)).map(
    ([from, to, target, kind]): Damage =>
      (bytes) => {
        const [start, end] = [place(bytes, Math.min(from, to)), place(bytes, Math.max(from, to))];
        const piece = bytes.slice(start, end);
        const rest = kind === 0 ? bytes : Buffer.concat([bytes.slice(0, start), bytes.slice(end)]);
        if (kind === 1) return new Uint8Array(rest);
        const into = place(rest, target);
        return new Uint8Array(Buffer.concat([rest.slice(0, into), piece, rest.slice(into)]));
      },
  ),
  // Bytes that do not belong there are inserted.
  fc.tuple(at, fc.uint8Array({ maxLength: 12 })).map(
    ([where, more]): Damage =>
      (bytes) => {
        const into = place(bytes, where);
        return new Uint8Array(Buffer.concat([bytes.slice(0, into), more, bytes.slice(into)]));
      },
  ),
);

/** Applies zero to five kinds of damage to the bytes. */
export const damaged = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(bytes, fc.array(damage, { maxLength: 5 }))
    .map(([whole, damages]) => damages.reduce((each, change) => change(each), whole));

/** Applies zero to five kinds of damage to the UTF-8 bytes of the texts. */
export const damagedText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  damaged(text.map((each) => new TextEncoder().encode(each))).map((bytes) => new TextDecoder().decode(bytes));
