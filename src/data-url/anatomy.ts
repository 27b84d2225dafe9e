/**
 * A written data: URL taken apart for people to look at: which part every code unit belongs to, what is marked in it,
 * and of a long one its beginning, its end and what stands around the marks.
 */
import { type ParsedDataUrl, parseDataUrl, type Span } from './parse.ts';
import { release } from './slices.ts';

export const partKinds = [
  'scheme',
  'type',
  'name',
  'value',
  'base64',
  'comma',
  'body',
  'fragment',
  /** `:` `;` `=` `"` `#`, and whatever a media type has that is none of the others. */
  'delimiter',
  /** What URL parsing takes away at both ends. */
  'trimmed',
  /** Of a URL that no browser reads: what stands behind its scheme. */
  'unread',
] as const;
export type PartKind = (typeof partKinds)[number];

/** A piece of one part. Runs follow one another without a gap. */
export interface Run extends Span {
  kind: PartKind;
  /** Null where it is left out. */
  text: string | null;
  /** Which of the marks cover it, by their numbers. */
  marks: number[];
}

export interface Anatomy {
  /** Code units of the written URL. */
  length: number;
  runs: Run[];
}

/** Code units that are shown: of the beginning, of the end, on both sides of a mark, and of marks themselves. */
const headLength = 700;
const tailLength = 200;
const around = 40;
const markLength = 120;
/** Between two pieces that are shown, left out is only what is longer. */
const shortGap = 100;
/** Marks that are sure to be shown. */
const mostMarks = 8;
/** Parameters that are told apart; the rest is one piece. */
const mostParameters = 50;

type Part = Span & { kind: PartKind };
/** Parts of the written text, asked for one after the other. */
type Reader = (span: Span) => string | Promise<string>;

/**
 * @param written the URL, or a Blob of its UTF-8
 * @param length its code units
 * @param marks places to mark; an empty one marks the character that it stands before
 * @returns at most 2,300 code units of text
 */
export async function anatomyOf(
  written: string | Blob,
  length: number,
  marks: readonly Span[],
): Promise<Anatomy> {
  if (typeof written === 'string') return takeApart(parseDataUrl(written), length, marks, sliceOf(written));
  const parsed = written.size === length ? await parseLarge(written) : null;
  if (parsed !== null) {
    return takeApart(parsed, length, marks, ({ start, end }) => written.slice(start, end).text());
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer());
  return takeApart(parseDataUrl(text), length, marks, sliceOf(text));
}

const sliceOf =
  (text: string): Reader =>
  ({ start, end }) =>
    text.slice(start, end);

/** Bytes in which what stands before the comma must lie. */
const startSize = 1 << 16;
/** Bytes that are searched at a time: a person waits, and a stream takes several times as long. */
const searchSize = 1 << 23;

/**
 * Positions in a large URL of nothing but ASCII, of which a byte is a code unit: its beginning is parsed, and its end
 * found. Null where that is not enough to know.
 */
async function parseLarge(blob: Blob): Promise<ParsedDataUrl | null> {
  const start = await blob.slice(0, startSize).text();
  const parsed = parseDataUrl(start);
  if (parsed.body === null || parsed.hierarchical || parsed.fragment !== null) return null;
  const end = (await blob.slice(-startSize).text()).replace(/[\0- ]+$/, '').length;
  const trimmedEnd = Math.max(0, blob.size - startSize) + end;
  const hash = await indexOfByte(blob, 0x23, parsed.body.start);
  return {
    ...parsed,
    body: { start: parsed.body.start, end: hash < 0 ? trimmedEnd : hash },
    fragment: hash < 0 ? null : { start: hash + 1, end: Math.max(hash + 1, trimmedEnd) },
  };
}

async function indexOfByte(blob: Blob, byte: number, from: number): Promise<number> {
  for (let at = from; at < blob.size; at += searchSize) {
    const bytes = new Uint8Array(await blob.slice(at, at + searchSize).arrayBuffer());
    const found = bytes.indexOf(byte);
    release(bytes);
    if (found >= 0) return at + found;
  }
  return -1;
}

async function takeApart(
  parsed: ParsedDataUrl,
  length: number,
  marks: readonly Span[],
  read: Reader,
): Promise<Anatomy> {
  const seen = marks.map(({ start, end }) => ({
    start: Math.min(start, Math.max(0, length - 1)),
    end: Math.min(length, Math.max(end, start + 1)),
  }));
  const windows = windowsOf(length, seen);
  const runs: Run[] = [];
  for (const { start, end, kind } of cut(partsOf(parsed, length), windows, seen)) {
    const isShown = windows.some((window) => window.start <= start && end <= window.end);
    const covers = (mark: Span) => mark.start < end && start < mark.end;
    runs.push({
      kind,
      start,
      end,
      text: isShown ? await read({ start, end }) : null,
      marks: [...seen.keys()].filter((n) => covers(seen[n] as Span)),
    });
  }
  return { length, runs };
}

/** The parts in their order; together they are all of the text. */
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
  for (const { name, value } of parsed.parameters.slice(0, mostParameters)) {
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

/** What is shown, in order and without overlap. */
function windowsOf(length: number, marks: readonly Span[]): Span[] {
  const windows = [
    { start: 0, end: headLength },
    ...marks.slice(0, mostMarks).map(({ start, end }) => ({
      start: Math.max(0, start - around),
      end: Math.min(end, start + markLength) + around,
    })),
    { start: length - tailLength, end: length },
  ].sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const window of windows) {
    const start = Math.max(0, window.start);
    const end = Math.min(length, window.end);
    const last = merged.at(-1);
    // What would hardly be longer than the word that it is left out is shown.
    if (last && start <= last.end + shortGap) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Cuts the parts wherever a window or a mark begins or ends. */
function cut(parts: readonly Part[], windows: readonly Span[], marks: readonly Span[]): Part[] {
  const edges = [...windows, ...marks].flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  return parts.flatMap(({ kind, start, end }) => {
    const inside = edges.filter((edge, n) => start < edge && edge < end && edge !== edges[n - 1]);
    const ends = [...inside, end];
    return ends.map((to, n) => ({ kind, start: ends[n - 1] ?? start, end: to }));
  });
}
