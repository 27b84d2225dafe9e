import { hasEnglish } from '../has-english.ts';
import { drawingLimits } from '../limits.ts';
import type { ImageFacts } from '../payload/facts.ts';
import { drawingTime } from '../payload/svg/drawing-cost.ts';
import type { Inspection } from '../report/report.ts';
import { rule, verdict } from './rule.ts';
import { time } from './severity.ts';
import { cwe, png } from './texts.ts';

/** Maximum number of milliseconds that a message states. A larger estimate is not meaningful. */
const maxReportedTime = 60_000;

/** Maximum number of milliseconds for all scans of a progressive JPEG. */
const maxScanTime = 5000;

/**
 * Maximum number of decompressed bytes per compressed byte. Deflate reaches 1032, and ordinary files hardly ever reach
 * 100.
 */
const maxExpansion = 200;

/**
 * Maximum number of megapixels of an image that declares fewer pixels than are decoded. Ordinary images hide no pixels.
 */
const maxHiddenMegapixels = 32;

/** Maximum number of megapixels of an image. Decoding a larger one takes more memory than a page should use. */
const maxMegapixels = 100;

/** Number of milliseconds that a scan of a progressive JPEG takes per megapixel. Encoders make about ten scans. */
const scanTime = 3;

const maxMegapixelsOf = ({ hidesPixels }: ImageFacts): number =>
  hidesPixels ? maxHiddenMegapixels : maxMegapixels;

/** The displayed or the decoded size, whichever contains more pixels. */
const largerSize = ({ width, height, decoded }: ImageFacts) =>
  decoded && decoded.width * decoded.height > (width ?? 0) * (height ?? 0) ? decoded : { width, height };

type BombId = `bomb-${'archive' | 'compressed' | 'drawing' | 'drawing-endless' | 'image' | 'scans'}`;

/**
 * The reason why a body is, or may be, a bomb; null if it isn't one. Surfaces also use this function, because a bomb
 * remains dangerous even if the rule is off.
 */
export function bombIn({
  payload,
  size,
}: Pick<Inspection, 'payload' | 'size'>): { id: BombId; args: Record<string, number> } | null {
  if (!payload || size === null) return null;
  const { facts, encodedAs } = payload;
  const sample = encodedAs?.sample;
  if (sample && sample.size > sample.packed * maxExpansion)
    return { id: 'bomb-compressed', args: { ...sample } };
  if (facts?.kind === 'image' && (facts.megapixels ?? 0) > maxMegapixelsOf(facts)) {
    const { width, height } = largerSize(facts);
    const megabytes = Math.round((facts.memory ?? 0) / 1e6);
    return { id: 'bomb-image', args: { width: width ?? 0, height: height ?? 0, megabytes } };
  }
  if (facts?.kind === 'image' && facts.scans !== undefined) {
    const milliseconds = Math.round(facts.scans * (facts.megapixels ?? 0) * scanTime);
    if (milliseconds > maxScanTime)
      return { id: 'bomb-scans', args: { milliseconds: Math.min(milliseconds, maxReportedTime) } };
  }
  if (facts?.kind === 'markup' && facts.drawing) {
    const time = drawingTime(facts.drawing, drawingLimits.edge ** 2);
    if (time > drawingLimits.time) {
      if (time / 1000 > maxReportedTime) return { id: 'bomb-drawing-endless', args: {} };
      return { id: 'bomb-drawing', args: { milliseconds: Math.round(time / 1000) } };
    }
  }
  const promises =
    facts?.kind === 'archive' && (facts.overlapping > 0 || facts.totalSize > size * maxExpansion);
  return promises ? { id: 'bomb-archive', args: { packed: size, size: facts.totalSize } } : null;
}

/**
 * Matches the reasons for an unbounded cost that are excessive in themselves. All other reasons only mean that the cost
 * was not analyzed.
 */
const excessive = /^(?:attributes|cycle|entities|length)$/;

export const bomb = rule({
  id: 'bomb',
  category: 'security',
  effect: 'costs',
  bytes: time,
  texts: hasEnglish && {
    title: 'Decompression or rendering bomb',
    why: 'A few bytes that expand to gigabytes or take seconds to render can freeze browsers, scanners, and servers.',
    fix: "Don't open the content. If the content is yours, reduce its decoded size or complexity.",
    source: cwe(409),
    messages: {
      'bomb-image': 'May take {megabytes} MB of memory to render: {width} × {height} pixels.',
      'bomb-scans': 'This progressive JPEG may take {milliseconds} of processor time to decode.',
      'bomb-drawing': 'Each rendering of this SVG may take {milliseconds} of processor time.',
      'bomb-drawing-endless':
        'Each rendering of this SVG may take minutes, or longer than the scan can estimate.',
      'bomb-compressed': 'The first {packed} alone decompresses to {size} or more.',
      'bomb-archive': "Decompresses from {packed} to {size}, according to the archive's declared sizes.",
    },
    examples: {
      bad: '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAATiAAAE4gCAIAAABsEtFuAAAAC0lEQVR4nGNgQAUAABAAATm9j2UAAAAASUVORK5CYII=">',
      good: `<img src="data:image/png;base64,${png}">`,
    },
  },
  // If a document type makes the cost of drawing unknown, `xml-entities` reports the cause.
  yieldsTo: ({ inspection }) => (bombIn(inspection)?.id === 'bomb-drawing-endless' ? ['xml-entities'] : []),
  check(subject) {
    const found = bombIn(subject.inspection);
    const facts = subject.inspection.payload?.facts;
    const reason = facts?.kind === 'markup' ? facts.drawing?.unbounded : null;
    // A drawing may be harmless although its cost is unknown.
    return found && (!reason || excessive.test(reason)) ? [verdict(subject, found.id, found.args)] : [];
  },
});
