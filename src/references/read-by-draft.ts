/**
 * Reads a data: URL by the draft "The data URL scheme" of 13 March 2013, which left questions open that the Fetch
 * Standard has since answered. Follows the draft's algorithm to the letter. If the body depends on an open question, it
 * is null.
 */

import { decodeDataUrl } from '../data-url/decode.ts';
import { afterScheme } from '../data-url/is-data-url.ts';
import { afterUrlParsing } from '../data-url/url-parser.ts';
import type { Span } from '../problem.ts';

/**
 * The open questions that a URL can raise, in the order of the draft, each with the draft's step and the step of
 * https://fetch.spec.whatwg.org/#data-url-processor.
 */
export const draftQuestions = {
  'comma-in-quotes': ['4', '4–7'],
  'base64-case': ['6', '11'],
  'base64-whitespace': ['6', '11'],
  'base64-escaped': ['6', '11'],
  'invalid-base64': ['6.2', '11.3'],
  'url-alphabet': ['6.2', '11.3'],
  'mixed-alphabets': ['6.2', '11.3'],
  'ignored-bytes': ['6.2', '11.3'],
  padding: ['6.2', '11.3'],
  'default-type': ['7', '12, 14'],
} as const;
export type DraftQuestion = keyof typeof draftQuestions;

/** The parts into which the draft's steps split a written URL. Positions are in code units. */
export interface DraftParts {
  /** The input that steps 1 and 2 produce. */
  input: Span;
  /** The text before the comma (step 4); null if there is no comma, because step 3 then fails. */
  mimeType: Span | null;
  /** The base64 token (step 6), even with tabs or line breaks in it. */
  marker: Span | null;
  /** The text after the comma (step 4). */
  body: Span | null;
}

export type DraftReading = {
  /** The open questions that this URL raises, in order. */
  open: DraftQuestion[];
} & (
  | { ok: false }
  /** `body` is null if it depends on an open question. */
  | { ok: true; mimeType: string; base64: boolean; body: Uint8Array | null }
);

/** Matches the base64 token. The URL parser removes tabs and line breaks from the token before the draft's steps. */
const marker = new RegExp(`${[...';base64'].join('[\\t\\n\\r]*')}[\\t\\n\\r]*$`);

/** The parts of a URL by the draft's steps; null if it isn't a data: URL. Takes linear time. */
export function partsByDraft(written: string): DraftParts | null {
  const start = afterScheme(written);
  if (start < 0) return null;
  const hash = written.indexOf('#', start);
  const end = hash < 0 ? written.length : hash;
  const input = { start, end };
  const comma = written.indexOf(',', start);
  if (comma < 0 || comma >= end) return { input, mimeType: null, marker: null, body: null };
  const found = marker.exec(written.slice(start, comma));
  const type = { start, end: found ? start + found.index : comma };
  return {
    input,
    mimeType: type,
    marker: found && { start: type.end, end: comma },
    body: { start: comma + 1, end },
  };
}

/**
 * Reads a URL by the draft. `ok` is false for a text that isn't a data: URL or contains no comma. Takes linear time,
 * and never throws.
 */
export function readByDraft(written: string): DraftReading {
  const parts = partsByDraft(written);
  if (!parts?.mimeType || !parts.body) return { ok: false, open: [] };
  const before = afterUrlParsing(written.slice(parts.input.start, parts.body.start - 1));
  const base64 = parts.marker !== null;
  const body = percentDecoded(written.slice(parts.body.start));
  const mimeType = base64 ? before.slice(0, -';base64'.length) : before;
  const ofToken = base64 ? [] : tokenQuestions(before);
  const ofBody = base64 || ofToken.length > 0 ? bodyQuestions(body) : [];
  const open: DraftQuestion[] = [
    ...((before.split('"').length - 1) % 2 === 1 ? ['comma-in-quotes' as const] : []),
    ...ofToken,
    ...ofBody,
    ...(mimeType === '' || mimeType.startsWith(';') ? ['default-type' as const] : []),
  ];
  const isUndecided = ofToken.length > 0 || ofBody.length > 0;
  return { ok: true, mimeType, base64, body: isUndecided ? null : base64 ? base64Decoded(body) : body, open };
}

/** Percent-decodes a body. The algorithm has not changed since the draft. */
function percentDecoded(body: string): Uint8Array {
  const decoded = decodeDataUrl(`data:,${body}`);
  return decoded.ok ? decoded.body : new Uint8Array();
}

/**
 * The draft's questions about the base64 token: "Match how strictly? Case sensitive or not? Allow whitespace?
 * Percent-encoding?"
 */
function tokenQuestions(before: string): DraftQuestion[] {
  const tail = before.slice(-100);
  const plain = tail.replace(/%([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const [, space = '', token = '', after = ''] = /;(\s*)(base64)(\s*)$/i.exec(plain) ?? [];
  if (token === '') return [];
  const questions: DraftQuestion[] = [];
  if (token !== 'base64') questions.push('base64-case');
  if (space + after !== '') questions.push('base64-whitespace');
  if (!/;\s*base64\s*$/i.test(tail)) questions.push('base64-escaped');
  return questions;
}

/** The draft's question about base64, "What is invalid?", and the questions that follow from it. */
function bodyQuestions(body: Uint8Array): DraftQuestion[] {
  let [digits, padding] = [0, 0];
  let [isUrl, isPlain, isOther, isInside] = [false, false, false, false];
  for (const byte of body) {
    if (byte === 0x3d) {
      padding++;
      continue;
    }
    if (byte === 0x2d || byte === 0x5f) isUrl = true;
    else if (byte === 0x2b || byte === 0x2f) isPlain = true;
    else if (!isLetterOrDigit(byte)) {
      isOther = true;
      continue;
    }
    if (padding > 0) isInside = true;
    digits++;
  }
  const isPadded = (digits + padding) % 4 === 0 && padding <= 2 && !isInside;
  const questions: DraftQuestion[] = [];
  if (isUrl) questions.push(isPlain ? 'mixed-alphabets' : 'url-alphabet');
  if (isOther) questions.push('ignored-bytes');
  if (!isPadded) questions.push('padding');
  return questions.length > 0 ? ['invalid-base64', ...questions] : [];
}

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Decodes only undisputed base64: whole groups of the alphabet. */
function base64Decoded(body: Uint8Array): Uint8Array {
  const decoded = decodeDataUrl(`data:;base64,${new TextDecoder('latin1').decode(body)}`);
  return decoded.ok ? decoded.body : new Uint8Array();
}
