/** Turns a TrueType font into a font of icons: the same glyphs, but at code points of the Private Use Area. */

/** @param font a TrueType font with a cmap of 44 bytes or more, which is replaced (OpenType, "cmap", format 4) */
export function iconFont(font: Uint8Array): Uint8Array {
  const icons = Uint8Array.from(font);
  const view = new DataView(icons.buffer);
  const tables = Array.from({ length: view.getUint16(4) }, (_, n) => 12 + 16 * n);
  const tableOf = (tag: string): number =>
    tables.find((at) => String.fromCharCode(...icons.subarray(at, at + 4)) === tag) ?? Number.NaN;
  const glyphs = view.getUint16(view.getUint32(tableOf('maxp') + 8) + 4);
  const first = 0xe000;
  const numbers = [
    ...[0, 1, 3, 1, 0, 12],
    // Format, length, language, twice the number of segments, and three numbers for the binary search.
    ...[4, 32, 0, 4, 4, 1, 0],
    // Ends of the segments, padding, starts of the segments, deltas, and offsets (none).
    ...[first + glyphs - 2, 0xffff, 0, first, 0xffff, 1 - first, 1, 0, 0],
  ];
  const cmap = tableOf('cmap');
  for (const [n, number] of numbers.entries())
    view.setUint16(view.getUint32(cmap + 8) + 2 * n, number & 0xffff);
  view.setUint32(cmap + 12, 2 * numbers.length);
  return icons;
}
