/**
 * Finds data: URLs in other forms, as in logs and in other URLs: percent-encoded once or more as the value of a
 * parameter, without "data:", as base64 alone, or cut off.
 */
import { readHead } from '../data-url/parse.ts';
import { topLevelTypes } from '../mime/top-level-types.ts';
import { detectedType } from '../payload/detect/detected-type.ts';
import { percentDecode } from '../uri/characters.ts';

/**
 * Maximum number of layers of percent-encoding that are removed one by one. If there are more, the outer ones are first
 * removed in a single step.
 */
const maxPercentLayers = 8;

/** A data: URL in another form, with its position in the text in code units. */
export interface Otherwise {
  written: string;
  start: number;
  end: number;
}

/** Matches "data:" after one or more calls of `encodeURIComponent`. */
const encodedScheme = /(?<![A-Za-z0-9])data%(?:25)*3a/gi;
/** Matches the characters that end an encoded URL regardless of the text before it. */
const ends = /[\s"<>`&\\|#]/;
const closing: Readonly<Record<string, string>> = { "'": "'", '(': ')', '[': ']', '{': '}' };

/** Finds percent-encoded data: URLs, and decodes them as often as "data:" was encoded. Takes linear time. */
export function percentEncodedIn(text: string): Otherwise[] {
  const found: Otherwise[] = [];
  for (const { 0: scheme, index } of text.matchAll(encodedScheme)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const end = encodedEnd(text, index, index + scheme.length);
    const written = decodedTimes(text.slice(index, end), (scheme.length - 'data%3a'.length) / 2 + 1);
    if (written.includes(',')) found.push({ written, start: index, end });
  }
  return found;
}

/** The end of an encoded URL that begins at `start`, searched from a position within it. */
function encodedEnd(text: string, start: number, from: number): number {
  const closer = closing[text[start - 1] ?? ''];
  let end = from;
  while (end < text.length && !ends.test(text[end]!) && text[end] !== closer) end++;
  return end;
}

/** Decodes a text that was encoded by `layers` calls of `encodeURIComponent`. */
function decodedTimes(text: string, layers: number): string {
  let written = withoutLayers(text, layers - maxPercentLayers);
  for (let layer = Math.min(layers, maxPercentLayers); layer > 0; layer--) written = decoded(written);
  return written;
}

const encodedComma = /^[^,]{0,300}?%((?:25)*)2c/i;

/**
 * Restores a data: URL whose part after "data:" was percent-encoded together with its comma, so that browsers find no
 * comma.
 *
 * @returns null if the comma is plain or missing
 */
export function withPlainComma(written: string): string | null {
  const head = encodedComma.exec(written.slice(0, 400));
  if (!head) return null;
  return decodedTimes(written, (head[1] ?? '').length / 2 + 1);
}

/** Removes several outer layers in one step. Each of these layers has added "25" after every "%". */
const withoutLayers = (text: string, count: number): string =>
  count <= 0 ? text : text.replace(new RegExp(`%(?:25){${count}}`, 'g'), '%');

const oneEscape = /%[0-9a-f]{2}/iy;

/** Percent-decodes a text as UTF-8. Runs of escapes that are not UTF-8 stay unchanged. */
function decoded(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', Math.max(from, at + 1))) {
    let end = at;
    // A loop is used, because a repeated group would need a stack as deep as the run is long.
    for (oneEscape.lastIndex = at; oneEscape.test(text); ) end = oneEscape.lastIndex;
    if (end === at) continue;
    parts.push(text.slice(from, at), decodedRun(text.slice(at, end)));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** "+" and "/" (and, below, "=") as escaped in JSON, scripts, and markup. */
const escapedMark = String.raw`\\{1,4}\/|\\{1,4}(?:u00|x)2[bf]|&#(?:43|47|x2[bf]);|&(?:plus|sol);`;
const oneEscapedMark = new RegExp(escapedMark, 'iy');
const plus = /2b;?$|43;|plus/i;
const padding = /(?:=|\\{1,4}(?:u00|x)3d|&#(?:61|x3d);|&equals;){0,2}/iy;

/**
 * Matches the beginning of base64, long enough to prove a type, either not within a word or after an escaped line
 * break.
 */
const bareBase64 = new RegExp(
  String.raw`(?:(?<![A-Za-z0-9+/=_\\-])|(?<=\\[nrt]))(?:[A-Za-z0-9+/]|${escapedMark}){24}`,
  'gi',
);
const notBase64 = /[^A-Za-z0-9+/]/g;
/** Matches the text between two lines of base64 (RFC 2045, section 6.8; RFC 7468). */
const wrap = /(?:\r?\n|\\r\\n|\\n)[ \t]{0,64}/y;
const afterLine = /[\s"'`<\\]|$/y;
const minWrappedWidth = 40;
const headLength = 1024;
/** Matches types whose base64 signature is never the beginning of a word by chance. */
const proven =
  /^(?:image\/(?:png|gif|webp|avif|svg\+xml)|font\/woff2?|application\/(?:pdf|wasm|vnd\.ms-fontobject)|audio\/(?:ogg|mpeg|wave|flac)|video\/(?:mp4|webm)|application\/ogg)$/;

/** Base64 without its escapes, and its end in the text. */
interface Base64 {
  characters: string;
  end: number;
}

function lineAt(text: string, start: number): Base64 {
  const parts: string[] = [];
  for (let at = start; ; ) {
    notBase64.lastIndex = at;
    const end = notBase64.exec(text)?.index ?? text.length;
    parts.push(text.slice(at, end));
    oneEscapedMark.lastIndex = end;
    const mark = oneEscapedMark.exec(text)?.[0];
    if (mark === undefined) {
      padding.lastIndex = end;
      const pad = padding.exec(text)?.[0] ?? '';
      parts.push('='.repeat(pad.match(/=|3d|61|equals/gi)?.length ?? 0));
      return { characters: parts.join(''), end: end + pad.length };
    }
    parts.push(plus.test(mark) ? '+' : '/');
    at = end + mark.length;
  }
}

/** Joins lines of the same width and a shorter last line. */
function linesFrom(text: string, first: Base64): Base64 {
  const width = first.characters.length;
  const lines = [first];
  if (width >= minWrappedWidth && width % 4 === 0) {
    for (let last = first; last.characters.length === width && !last.characters.endsWith('='); ) {
      wrap.lastIndex = last.end;
      if (!wrap.test(text)) break;
      last = lineAt(text, wrap.lastIndex);
      const { length } = last.characters;
      afterLine.lastIndex = last.end;
      if (length === 0 || length > width || length % 4 !== 0 || !afterLine.test(text)) break;
      lines.push(last);
    }
  }
  return {
    characters: lines.map(({ characters }) => characters).join(''),
    end: lines.at(-1)?.end ?? first.end,
  };
}

/**
 * Finds base64 that stands alone, in one piece or in lines, and makes data: URLs with the type that its first bytes
 * prove. Takes linear time.
 */
export function bareBase64In(text: string): Otherwise[] {
  const found: Otherwise[] = [];
  for (const { index: start } of text.matchAll(bareBase64)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const line = lineAt(text, start);
    const head = line.characters.slice(0, headLength).replace(/=+$/, '');
    const type = detectedType(bytesOf(head.slice(0, head.length - (head.length % 4))));
    // A JPEG begins with three fixed bytes, and its fourth byte has few possible values.
    const isProven =
      type !== null && (proven.test(type) || (type === 'image/jpeg' && /^\/9j\/[247]/.test(head)));
    if (!isProven) continue;
    const { characters, end } = linesFrom(text, line);
    found.push({ written: `data:${type};base64,${characters}`, start, end });
  }
  return found;
}

const parameters = String.raw`(?:;[\w-]{1,40}=[\w.+-]{0,80}|;utf-?8){0,8}`;
/**
 * A media type and the comma before base64 or escaped markup. Without base64 or markup, a media type, as in an "Accept"
 * header, has no data.
 */
const head = String.raw`(?:${topLevelTypes})\/[a-z0-9][\w.+-]{0,126}${parameters}(?:;base64,(?=[a-z0-9+/]{2})|,(?=%3c[!?a-z]))`;
/**
 * Matches the header of a URL that has lost its "data:", only at the beginning of a word. The length is bounded, so
 * that the search takes linear time.
 */
const header = new RegExp(String.raw`(?<![\w+.:/%-])${head}`, 'gi');
/** Matches the beginning of such a header after percent-encoding (once or more), which is recognized by its slash. */
const encodedHeader = new RegExp(
  String.raw`(?<![\w+.:/%-])(?:${topLevelTypes})(%(?:25)*2f)(?=[a-z0-9])`,
  'gi',
);
/**
 * Maximum length, in code units, of a percent-encoded header. Its end is searched for only after its beginning was
 * found, so that the search takes linear time.
 */
const maxEncodedHead = 256;
/** Matches the same header in decoded text, where markup may be unescaped. */
const decodedHead = new RegExp(`^${head.replace('%3c', '(?:%3c|<)')}`, 'i');

/**
 * Finds data: URLs that have lost their "data:": a media type, ";base64,", and base64, or a media type and escaped
 * markup. Base64 is in one piece or in lines. Takes linear time.
 */
export function schemelessIn(text: string): Otherwise[] {
  const found: Otherwise[] = [];
  for (const { 0: head, index: start } of text.matchAll(header)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const from = start + head.length;
    if (!/base64,$/i.test(head)) {
      const end = encodedEnd(text, start, from);
      found.push({ written: `data:${text.slice(start, end)}`, start, end });
      continue;
    }
    const { characters, end } = linesFrom(text, lineAt(text, from));
    found.push({ written: `data:${head}${characters}`, start, end });
  }
  return found;
}

/**
 * Finds data: URLs that have lost their "data:" and were percent-encoded once or more as the value of a parameter, and
 * decodes them. Takes linear time.
 */
export function encodedSchemelessIn(text: string): Otherwise[] {
  const found: Otherwise[] = [];
  for (const { 0: type, 1: slash = '', index: start } of text.matchAll(encodedHeader)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const layers = (slash.length - '%2f'.length) / 2 + 1;
    const beginning = text.slice(start, start + type.length + maxEncodedHead);
    if (!decodedHead.test(decodedTimes(beginning, layers))) continue;
    const end = encodedEnd(text, start, start + type.length);
    found.push({ written: `data:${decodedTimes(text.slice(start, end), layers)}`, start, end });
  }
  return found;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const cutMark = String.raw`(?:…|\[\s?(?:…|\.{3}|truncated|cut(?: off)?|snip(?:ped)?)[^\]]{0,40}\]?|\((?:truncated|cut off)[^)]{0,40}\)?)`;
const cutAtEnd = new RegExp(`${cutMark}$`, 'i');
const cutBehind = new RegExp(`^\\s?${cutMark}`, 'i');
/** Matches marks of truncation in base64, which contains none of these characters. Any other body may contain "...". */
const cutInBase64 = new RegExp(`${cutMark}|\\.{3}`, 'i');
/** Maximum length, in code units, of a truncation mark. */
const markLength = 64;

/**
 * The part of a URL before the mark of its truncation in a log: "…" or "[truncated]", after the URL or at its end. In
 * base64, which contains no such characters, the mark may be anywhere, and may also be "...".
 *
 * @param behind the text that follows the URL
 * @returns null if the URL is not cut off
 */
export function beforeCut(written: string, behind: string): string | null {
  const { base64, comma } = readHead(written);
  if (comma < 0) return null;
  const bodyStart = comma + 1;
  const mark = base64
    ? (cutInBase64.exec(written.slice(bodyStart))?.index ?? -1)
    : (cutAtEnd.exec(written.slice(Math.max(bodyStart, written.length - markLength)))?.index ?? -1);
  const from = base64 ? bodyStart : Math.max(bodyStart, written.length - markLength);
  const isCutBehind = cutBehind.test(behind.slice(0, markLength)) || (base64 && behind.startsWith('...'));
  if (mark < 0 && !isCutBehind) return null;
  const kept = (mark < 0 ? written : written.slice(0, from + mark)).replace(/%[0-9a-f]?$/i, '');
  // A single character after the last group of four is not enough for a byte.
  const count = base64 ? percentDecode(kept.slice(bodyStart)).replace(/[^A-Za-z0-9+/]/g, '').length : 0;
  return count % 4 === 1 ? kept.replace(/(?:%[0-9a-f]{2}|.)$/i, '') : kept;
}
