/**
 * Splits a written data: URL into parts for display: the part that each code unit belongs to, and the marks that cover
 * it. Of a long URL, only the beginning, the end, and the text around the marks are kept.
 */

import type { Span } from '../problem.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { dataUrlIn, type ParsedDataUrl } from './parse.ts';

/** Maximum number of parameters that an anatomy shows separately; the others are shown as one piece. */
const maxAnatomyParameters = 50;

/** Maximum number of marks that an anatomy always shows. */
const maxAnatomyMarks = 8;

export const partKinds = [
  'scheme',
  'type',
  'name',
  'value',
  'base64',
  'comma',
  'body',
  'fragment',
  /** `:` `;` `=` `"` `#`, and other characters of a media type that belong to no other part. */
  'delimiter',
  /** Characters that URL parsing trims at both ends. */
  'trimmed',
  /** Everything after the scheme of a URL that browsers reject. */
  'unread',
] as const;
export type PartKind = (typeof partKinds)[number];

/** A piece of one part. Each run begins where the previous one ends. */
export interface Run extends Span {
  kind: PartKind;
  /** The run's text; null if omitted from a long URL. */
  text: string | null;
  /** Indexes of the marks that cover the run. */
  marks: number[];
}

export interface Anatomy {
  /** Length of the written URL in code units. */
  length: number;
  runs: Run[];
}

/** Maximum number of code units shown at the beginning, at the end, on each side of a mark, and of a mark itself. */
const headLength = 700;
const tailLength = 200;
const around = 40;
const markLength = 120;
/** Maximum length, in code units, of a gap between two pieces that is shown instead of being omitted. */
const shortGap = 100;

type Part = Span & { kind: PartKind };

/**
 * Splits a written data: URL into parts for display.
 *
 * @param marks spans to mark; an empty span marks the character that follows it
 * @returns at most 3,400 code units of text, however long the URL is
 */
export const anatomyOf = (written: string, marks: readonly Span[]): Anatomy =>
  atOnce(anatomyIn(written, marks));

/** Like `anatomyOf`, but a generator that yields now and then. */
export function* anatomyIn(written: string, marks: readonly Span[]): Generator<void, Anatomy, void> {
  const { length } = written;
  const seen = marks.map(({ start, end }) => ({
    start: Math.min(start, Math.max(0, length - 1)),
    end: Math.min(length, Math.max(end, start + 1)),
  }));
  const windows = windowsOf(length, seen);
  const parts = partsOf(yield* dataUrlIn(written), length);
  const runs = cut(parts, windows, seen).map(({ kind, start, end }): Run => {
    const isShown = windows.some((window) => window.start <= start && end <= window.end);
    const covers = (mark: Span) => mark.start < end && start < mark.end;
    return {
      kind,
      start,
      end,
      text: isShown ? written.slice(start, end) : null,
      marks: [...seen.keys()].filter((n) => covers(seen[n] as Span)),
    };
  });
  return { length, runs };
}

/** The parts in order; together they cover the whole text. */
function partsOf(parsed: ParsedDataUrl, length: number): Part[] {
  const { scheme, type, subtype, comma, body, base64Token, fragment, problem } = parsed;
  const parts: Part[] = [];
  const add = (kind: PartKind, span: Span | null) => {
    const last = parts.at(-1)?.end ?? 0;
    if (span === null || span.start < last || span.end <= span.start) return;
    const between = last === 0 ? 'trimmed' : 'delimiter';
    if (span.start > last) parts.push({ kind: between, start: last, end: span.start });
    parts.push({ kind, start: span.start, end: span.end });
  };
  add('scheme', scheme);
  if (problem !== null) {
    if (scheme) add('delimiter', { start: scheme.end, end: scheme.end + 1 });
    add('unread', { start: parts.at(-1)?.end ?? 0, end: length });
    return parts;
  }
  if (type && subtype) add('type', { start: type.start, end: subtype.end });
  for (const { name, value } of parsed.parameters.slice(0, maxAnatomyParameters)) {
    add('name', name);
    add('value', value);
  }
  add('base64', base64Token);
  add('comma', comma);
  add('body', body);
  if (fragment) add('delimiter', { start: fragment.start - 1, end: fragment.start });
  add('fragment', fragment);
  add('trimmed', { start: parts.at(-1)?.end ?? 0, end: length });
  return parts;
}

/** The parts of the text that are shown, in order and without overlap. */
function windowsOf(length: number, marks: readonly Span[]): Span[] {
  const windows = [
    { start: 0, end: headLength },
    ...marks.slice(0, maxAnatomyMarks).map(({ start, end }) => ({
      start: start - around,
      end: Math.min(end, start + markLength) + around,
    })),
    { start: length - tailLength, end: length },
  ].sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const window of windows) {
    const start = Math.max(0, window.start);
    const end = Math.min(length, window.end);
    const last = merged.at(-1);
    // Show a short gap, because a note about its omission would hardly be shorter.
    if (last && start <= last.end + shortGap) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Splits the parts wherever a window or a mark begins or ends. */
function cut(parts: readonly Part[], windows: readonly Span[], marks: readonly Span[]): Part[] {
  const edges = [...windows, ...marks].flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  return parts.flatMap(({ kind, start, end }) => {
    const inside = edges.filter((edge, n) => start < edge && edge < end && edge !== edges[n - 1]);
    const ends = [...inside, end];
    return ends.map((to, n) => ({ kind, start: ends[n - 1] ?? start, end: to }));
  });
}
