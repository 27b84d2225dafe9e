/** The bytes for the sample page: two small original files, and pictures that are computed. */

/** A TrueType font with the letters A and g, drawn as polygons. */
export const font =
  'AAEAAAAKAIAAAwAgT1MvMlbfVVAAAACsAAAAYGNtYXAADwGUAAABDAAAADRnbHlmAtvLJQAAAUAAAAFMaGVhZGL/Qz4AAAKM' +
  'AAAANmhoZWEFjgGoAAACxAAAACRobXR4BnwAAAAAAugAAAAMbG9jYQAAAdwAAAL0AAAAEG1heHAADACDAAADBAAAACBuYW1l' +
  'AgsGQwAAAyQAAAAocG9zdP+fADIAAANMAAAAIAAEAhwBkAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAABOT05FAEAAQQBnAyD/OAAAAyAAyAAAAAAAAAAAAeACvAAAACAAAQAAAAEAAwAKAAAADAAMAAAAAAAo' +
  'AAAAAAAAAAIAAABBAAAAQQAAAAEAAABnAAAAZwAAAAIAAQAyAAABwgK8AAMAAAEBAQEAMgAAAZAAAAAAArwAAP1EAAAAAgAA' +
  'AAACbAK8AAcACgAAAQEBAQEBAQEBAQEAAAD6AHgA+v9+/8v/Av/LAFwAsP+oAAACvAAA/UQAAACgAAD/YAEOAAABDgAAAwAA' +
  '/zgBzAHqAA8AHwAoAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQHM/+7/z/+1/6j/qP+1/8//' +
  '7gASADEASwBYAFgASwAx/6T/9//m/9n/0v/S/9n/5v/3AAkAGgAnAC4ALgAnABoACQBuAAD/2P+m/vIAAADwADIA8P+g/6//' +
  'yv/tABMANgBRAGAAYABRADYAE//t/8r/r/+gADYALQAeAAv/9f/i/9P/yv/K/9P/4v/1AAsAHgAtASYAAP3k/6b/zgAAAGQA' +
  'AAAoAAABAAAAAQAAAAAAAF8PPPUAAwPoAAAAAAAAAAAAAAAAAAAAAAAA/zgD6AMgAAAACAACAAEAAAAAAAEAAAMg/zgAAAJs' +
  'AAAAAAJsAAEAAAAAAAAAAAAAAAAAAAADAfQAAAJsAAACHAAAAAAAAAAAACQAAABsAAABTAABAAAAAwBAAAQAQAAEAAIAAAAA' +
  'AAAAAAAAAAAAAAABAAAAAQASAAMAAQQJAAEAFgAAAFMAYQBtAHAAbABlACAAUwBhAG4AcwADAAAAAAAA/5wAMgAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAA';

/** A PNG of 40 by 40 pixels, with transparent corners. */
export const badge =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAYAAACM/rhtAAABx0lEQVR4Ad2QAUcFURCF3/+JiIiciIiIiIiIiIiIiIh4RERE' +
  'RL/o/KuTXe3b3Xmzd/fed6/U8tk9s3Nnvt3Z7L9fXINC/Mr3cx1KobgsN6AcZBflJlSCLKLcgkqgn2slSW5DJWjkmnuSJHeg' +
  'EjRS9h4lyV2oBFbK5kmS3INKYGW8XO0dleQ+lBtPxtaanUFBHkC5sSJetjsHJXkI5cSTsTVvnyvIIygnVsTLoX1LkjyGcuHJ' +
  '2NrYrmXBE4gZsCJenrKnJ8hTKAeejK3F7FlI8gxaFSvi5dgdreA5xBXwZGwtZX4reAExESvi5dTZreAlxAQ8GVtLmducaQWv' +
  'IEZiRbwcO9P2t4LXECPwZGwtZt5Qbyt4A3EiVsTLU2eN9S0EqwfeQmN4MrY2NmPq+55cLXgHMYAV8XLofOy7ZcF7iAN4MrY2' +
  'dDa1viRY/8UHiAYr4mV7ZtXsytWCjxA7eDK21u3P9TwoWEs+QXyC9XBz1ZeboFwtOJ8oN4dYgFHBqsH9XZ0in6ESTJJrmjo+' +
  'vUe+QCVo9kbde2aS+IoiREnZ5kaSb1AJ7L6kzHeoBEkyoUP8gHIQ2pHlHT+hFLIsjx3CLyhE7Lw/1/8NRk4ARqA/bNwAAAAA' +
  'SUVORK5CYII=';

type Pixel = readonly [red: number, green: number, blue: number];

/** A bitmap in base64, uncompressed, with three bytes per pixel (BITMAPINFOHEADER). */
export function bitmap(width: number, height: number, pixel: (x: number, y: number) => Pixel): string {
  const start = 54;
  const line = (3 * width + 3) & ~3;
  const bytes = new Uint8Array(start + line * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [2, bytes.length],
    [10, start],
    [14, 40],
    [18, width],
    [22, height],
    [34, line * height],
  ] as const) {
    view.setUint32(at, value, true);
  }
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = pixel(x, y);
      // Rows are stored from bottom to top.
      bytes.set([blue, green, red], start + line * (height - 1 - y) + 3 * x);
    }
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A landscape: sky, sun, and two hills. */
export const landscape = (): string =>
  bitmap(240, 180, (x, y) => {
    if (y > 150 - 45 * Math.sin((x + 40) / 60)) return [38, 110 - (y >> 2), 74];
    if (y > 120 + 30 * Math.cos(x / 38)) return [74, 140 - (y >> 2), 104];
    if (Math.hypot(x - 180, y - 48) < 22) return [255, 214, 120];
    return [120 + (y >> 1), 176 + (y >> 2), 235];
  });

/** Stripes for the background of the page. */
export const stripes = (): string =>
  bitmap(96, 64, (x, y) => ((x + y) % 24 < 12 ? [244, 239, 230] : [228, 216, 196]));
