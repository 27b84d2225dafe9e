/**
 * Draws a font's specimen into pixels. This runs in a separate worker, which is terminated if it takes too long
 * (`font-worker.ts`). The extension's pages never load the font themselves.
 */

import { isCharstringBomb } from '../../../src/payload/font/charstring-cost.ts';
import { readFont } from '../../../src/payload/font/font.ts';
import { charactersOf, type Has } from '../../../src/payload/font/font-characters.ts';
import { tableOf, tablesOf } from '../../../src/payload/font/font-tables.ts';
import { maxOwnText } from '../limits.ts';

/** Maximum width of a word in device pixels. */
const maxWordWidth = 4000;

/** Maximum height of a word above, and also below, its baseline, as a multiple of the font size. */
const maxWordHeight = 3;

/** Maximum size, in bytes, of a compressed table that is decompressed. */
const maxTableSize = 1 << 25;

/** Maximum number of icons of a font that are shown. */
const maxIcons = 240;

/** The appearance of the drawn text. */
export interface Look {
  /** A CSS color. */
  color: string;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** A drawn word. Lengths are in CSS pixels. */
export interface Drawing {
  bitmap: ImageBitmap;
  width: number;
  height: number;
  /** The extent below the baseline. */
  descent: number;
}

export interface Line {
  text: string;
  size: number;
  isRightToLeft: boolean;
  /** The space between words in CSS pixels. */
  space: number;
  words: Drawing[];
}

export interface Specimen {
  /** The first sample in all sizes, followed by the others. */
  lines: Line[];
  /** The first icons; `iconCount` is the number of all icons. */
  icons: { character: string; drawing: Drawing }[];
  iconCount: number;
}

/** The samples: one sentence for each script, with as many of the script's letters as possible. */
const samples = [
  'The quick brown fox jumps over the lazy dog. 0123456789',
  'Falsches Üben von Xylophonmusik quält jeden größeren Zwerg',
  'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  'Съешь же ещё этих мягких французских булок',
  'نص حكيم له سر قاطع وذو شأن عظيم',
  'דג סקרן שט בים מאוכזב ולפתע מצא חברה',
  'いろはにほへと ちりぬるを',
  '天地玄黄 宇宙洪荒',
  '키스의 고유조건은 입술끼리 만나야',
  'ऋषियों को सताने वाले दुष्ट राक्षसों',
];
const sizes = [12, 16, 24, 36, 48];
/** The font sizes of all samples but the first, of icons, and of the letters of a thumbnail. */
const [otherSize, iconSize, thumbnailSize] = [20, 24, 24];
/** Minimum share of a sample's letters that a font must contain for the sample to be shown. */
const minShare = 0.8;
/** Maximum number of letters of a sample that are compared. */
const fewLetters = 12;
/** The ranges that contain the icons of icon fonts: the private use area, otherwise arrows, shapes, and dingbats. */
const iconRanges = [
  [0xe000, 0xf8ff],
  [0x2190, 0x27bf],
] as const;
/** A private-use character that icon fonts do not contain. */
const neverThere = '\u{10fffd}';
/** The first character that counts as an icon rather than a letter of an alphabet. */
const firstSymbol = '\u2190';
/** Two characters that aren't assigned. */
const [unassigned, alsoUnassigned] = ['\u0378', '\u0379'];

const family = 'specimen';

export type Context = OffscreenCanvasRenderingContext2D;

/** A font that is loaded in this worker, with the functions to draw with it. */
export interface LoadedFont {
  /** Whether the font has its own glyph for a character. */
  has: (character: string) => boolean;
  context: Context;
}

/** The loaded font, or the reason why there is none: it is broken, or drawing it would take too long. */
export type LoadResult = LoadedFont | 'broken' | 'bomb';

/** Tables with outlines and colors for which the cost isn't computed here. */
const uncounted = ['CFF2', 'COLR', 'SVG '];

/**
 * Whether the cost of loading a font and drawing some letters is known in advance. For WOFF 2.0, this requires a font
 * without charstrings.
 */
export async function isPredictable(bytes: ArrayBuffer): Promise<boolean> {
  const body = new Uint8Array(bytes);
  const tables = tablesOf(body)?.map(({ tag }) => tag);
  const tags = tables ?? (await readFont('font/woff2', body))?.tables ?? [];
  const unknown = tables ? uncounted : ['CFF ', ...uncounted];
  return tags.length > 0 && !unknown.some((tag) => tags.includes(tag));
}

/**
 * Loads a font into the worker.
 *
 * @param fonts the fonts of the worker
 */
export async function loadFont(bytes: ArrayBuffer, fonts: FontFaceSet): Promise<LoadResult> {
  const body = new Uint8Array(bytes);
  const tables = tablesOf(body);
  if (tables && isCharstringBomb(await tableOf(body, tables, 'CFF ', maxTableSize))) return 'bomb';
  const has = tables && charactersOf(await tableOf(body, tables, 'cmap', maxTableSize));
  const face = await new FontFace(family, bytes).load().catch(() => null);
  if (face === null) return 'broken';
  fonts.add(face);
  const context = new OffscreenCanvas(square, square).getContext('2d', { willReadFrequently: true });
  return context ? { has: hasOf(context, has), context } : 'broken';
}

function hasOf(context: Context, has: Has | null): LoadedFont['has'] {
  if (has) return (character) => has(character.codePointAt(0)!);
  // The same fallback font is used for all drawings. Otherwise, missing characters would differ, too.
  const own = `"${family}", sans-serif`;
  const missing = drawingOf(context, own, neverThere);
  const box = drawingOf(context, own, unassigned);
  // Only Firefox draws different boxes for missing characters. In Chromium, they look alike and may be as wide as
  // icons.
  const edges: Edges = isSame(box, drawingOf(context, own, alsoUnassigned)) ? new Map() : edgesOf(box);
  const boxWidth = context.measureText(unassigned).width;
  return (character) => {
    context.font = `24px ${own}`;
    // The widths are compared first, because there are thousands of possible icons, and measuring is faster than
    // drawing.
    if (edges.size > 0 && character >= firstSymbol && context.measureText(character).width === boxWidth)
      return false;
    const drawing = drawingOf(context, own, character);
    return (
      !isSame(drawing, missing) &&
      !hasEdges(drawing, edges) &&
      !isSame(drawing, drawingOf(context, 'sans-serif', character))
    );
  };
}

/**
 * Draws the specimen of a font: the sentences that it contains letters for, otherwise its icons, otherwise any letters.
 *
 * @param own the user's own text; empty for the samples
 */
export function specimenOf({ has, context }: LoadedFont, own: string, look: Look): Specimen {
  if (own !== '') return { lines: linesOf([own.slice(0, maxOwnText)], look), icons: [], iconCount: 0 };
  const drawn = samples.filter((sample) => {
    const letters = lettersOf(sample);
    return letters.filter(has).length >= minShare * letters.length;
  });
  if (drawn.some((sample) => isLegible(context, lettersOf(sample)))) {
    return { lines: linesOf(drawn, look), icons: [], iconCount: 0 };
  }
  const icons = [...iconsOf(has)];
  return {
    lines: icons.length > 0 ? [] : linesOf(drawn.length > 0 ? drawn : fewOf(has), look),
    icons: icons
      .slice(0, maxIcons)
      .map((character) => ({ character, drawing: drawWord(character, iconSize, look) })),
    iconCount: icons.length,
  };
}

/** Draws a thumbnail: two typical letters of a font, otherwise its first icon or any letters. */
export function thumbnailLetters({ has, context }: LoadedFont, look: Look): Specimen {
  const text =
    ['Ag', 'AB', 'ag', ...samples.map((sample) => sample.slice(0, 2))].find(
      (letters) => [...letters].every(has) && isLegible(context, [...letters]),
    ) ??
    iconsOf(has).next().value ??
    fewOf(has)[0]?.slice(0, 2);
  const lines = text === undefined ? [] : [lineOf(text, thumbnailSize, look)];
  return { lines, icons: [], iconCount: 0 };
}

function* iconsOf(has: LoadedFont['has']): Generator<string, undefined, void> {
  for (const [first, last] of iconRanges) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code);
      if (has(character)) yield character;
    }
  }
}

/** The letters of a font that does not contain enough letters of any sample, such as a subset font. */
function fewOf(has: LoadedFont['has']): string[] {
  const ascii = Array.from({ length: 94 }, (_, n) => String.fromCharCode(0x21 + n));
  const letters = [...new Set([...ascii, ...samples.flatMap(lettersOf)])].filter(has);
  const words = letters.join('').match(/.{1,10}/gu);
  return words ? [words.join(' ')] : [];
}

const lettersOf = (sample: string): string[] => [...new Set(sample.replace(/\s/g, ''))];

const linesOf = (texts: readonly string[], look: Look): Line[] =>
  texts.flatMap((text, n) => (n === 0 ? sizes : [otherSize]).map((size) => lineOf(text, size, look)));

/**
 * Draws the words of a line. Each word is drawn as a whole, because its letters may join. The page determines the line
 * breaks.
 */
function lineOf(text: string, size: number, look: Look): Line {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
  const space = contextOf(size, look).measureText(' ').width / look.ratio;
  return {
    text,
    size,
    isRightToLeft,
    space: within(space, 0, size),
    words: words.map((word) => drawWord(word, size, look)),
  };
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value || 0));

function contextOf(size: number, { color, ratio }: Look, width = 1, height = 1): Context {
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.font = `${size * ratio}px "${family}", sans-serif`;
  context.fillStyle = color;
  return context;
}

function drawWord(word: string, size: number, look: Look): Drawing {
  const em = size * look.ratio;
  const box = contextOf(size, look).measureText(word);
  const before = Math.ceil(within(box.actualBoundingBoxLeft, 0, em));
  const ascent = Math.ceil(within(box.actualBoundingBoxAscent, 1, maxWordHeight * em));
  const descent = Math.ceil(within(box.actualBoundingBoxDescent, 0, maxWordHeight * em));
  const width = Math.ceil(within(Math.max(box.width, box.actualBoundingBoxRight), 1, maxWordWidth));
  const context = contextOf(size, look, before + width, ascent + descent);
  context.fillText(word, before, ascent);
  return {
    bitmap: context.canvas.transferToImageBitmap(),
    width: context.canvas.width / look.ratio,
    height: context.canvas.height / look.ratio,
    descent: descent / look.ratio,
  };
}

/** The edge length, in pixels, of the square in which one character is drawn. */
const square = 32;

/**
 * Draws one character.
 *
 * @param font the font family as in a style sheet
 */
function drawingOf(context: Context, font: string, character: string): Uint32Array {
  context.clearRect(0, 0, square, square);
  context.font = `24px ${font}`;
  context.fillText(character, 2, 24);
  return new Uint32Array(context.getImageData(0, 0, square, square).data.buffer);
}

const isSame = (a: Uint32Array, b: Uint32Array): boolean => a.every((pixel, n) => pixel === b[n]);

/** The pixels on the edges of a drawn character, keyed by their indexes. */
type Edges = ReadonlyMap<number, number>;

/**
 * The edges of the box for a missing character. For a character that no font contains, Firefox draws a box around the
 * character's number, at a size that depends on the first font. All such boxes have only their edges in common.
 */
function edgesOf(drawing: Uint32Array): Edges {
  const inked = [...drawing.entries()].flatMap(([n, pixel]) => (pixel === 0 ? [] : [n]));
  const columns = inked.map((n) => n % square);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.floor((inked[0] ?? 0) / square), Math.floor((inked.at(-1) ?? 0) / square)];
  const isEdge = (n: number) => {
    const [column, row] = [n % square, Math.floor(n / square)];
    return column === left || column === right || row === top || row === bottom;
  };
  return new Map(inked.filter(isEdge).map((n) => [n, drawing[n]!]));
}

/** Whether a drawing has these edges and nothing outside of them. */
const hasEdges = (drawing: Uint32Array, edges: Edges): boolean =>
  edges.size > 0 &&
  [...edges].every(([n, pixel]) => drawing[n] === pixel) &&
  edgesOf(drawing).size === edges.size;

/** Whether the letters look different. In some icon fonts, all letters are the same box or are empty. */
function isLegible(context: Context, letters: readonly string[]): boolean {
  const drawings = letters.slice(0, fewLetters).map((letter) => drawingOf(context, `"${family}"`, letter));
  const [first, ...others] = drawings;
  return first !== undefined && others.some((other) => !isSame(first, other));
}
