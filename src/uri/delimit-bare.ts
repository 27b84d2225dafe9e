/** Finds references that are delimited only by whitespace and punctuation. */
import { ALPHA, asciiLowercase, classOf, DIGIT } from './characters.ts';
import {
  apply,
  beginning,
  type Context,
  type Delimitation,
  delimited,
  type Escaping,
  hasPlainReference,
  inTag,
  isBase64,
  isQuotedLine,
  prefixStart,
  type Scheme,
  unquoted,
} from './delimit-context.ts';
import { isQuotedPrintable, undoHtml, undoSoftBreaks } from './escapes.ts';
import { readings } from './readings.ts';
import { isReference, maxLookahead } from './recognize.ts';
import { rejoinScheme } from './spelled-scheme.ts';

/** Finds a reference that is delimited only by whitespace and punctuation. */
export function bare(input: string, scheme: Scheme, context: Context): Delimitation | undefined {
  const { name, start, colon } = scheme;
  const isData = asciiLowercase(name) === 'data';
  const prefix = prefixStart(input, start);
  const announced = prefix < start;
  const before = input[prefix - 1];
  const isTag = inTag(input, start, context);
  // Outside of wrappers, a scheme may contain escapes only in an attribute's value.
  if (scheme.isSpelled && !(before === '=' && isTag)) return undefined;
  const isQuoted = isQuotedLine(input, start, context);
  const read = (lines: string) => {
    const written = isQuoted ? unquoted(lines) : lines;
    const layers: Escaping[] = [];
    if (context.quotedPrintable && isQuotedPrintable(written)) layers.push('quoted-printable');
    const isHtml = isTag || hasPlainReference(written);
    if (isHtml) layers.push('html');
    if (isData) layers.push('js');
    const { text: unescaped, undone } = apply(written, layers);
    const text = scheme.isSpelled ? rejoinScheme(unescaped) : unescaped;
    const joined = isData ? text.replace(BROKEN_TYPE, '$1') : text;
    return { text, undone, isHtml, fits: isReference(joined, name, announced, false) };
  };
  // This is checked before any search, so that only the beginning of a text that is not a reference is examined.
  if (!read(beginning(input, scheme)).fits) return undefined;
  const close = BRACKETS[before ?? ''] ?? (isData && inQuotes(input, start) ? "'" : undefined);
  const from = isData ? typeEnd(input, scheme) : colon + 1;
  let end = bareEnd(input, from, close, isData, context);
  const rest = isData ? continuedType(input, start, end, isQuoted) : undefined;
  if (rest !== undefined) end = bareEnd(input, rest, close, isData, context);
  const isClosed = close !== undefined && input[end] === close;
  const alternatives: string[] = [];
  if (isData && !isTag && input[end] === '&') {
    // If the text is not HTML, the match is not an escaped quote or tag, but part of the URL.
    const near = input.slice(0, end + maxBeyond);
    const beyond = searchEnd(near, end + 1, close, isData, context, true);
    if (beyond < near.length || near.length === input.length) alternatives.push(input.slice(start, beyond));
  }
  if (isData && isMarkup(input, colon + 1, end)) {
    // Unescaped markup contains spaces and quotes, so the URL extends to the last ">" of the line.
    alternatives.push(input.slice(start, end));
    end = markupEnd(input, end);
  } else {
    // A reference that is the whole text is not part of a sentence, and the body of a data: URL may end with any
    // punctuation.
    const isAll =
      isData && ((start === context.first && end === context.last) || (isClosed && close === "'"));
    const field = isData && before === '=' && !isTag ? fieldEnd(input, start, colon, end) : end;
    // Base64 contains no "&", so the end of the URL is certain.
    if (field < end && !isBase64(input, start)) alternatives.push(input.slice(start, end));
    end = field;
    const least = isData ? Math.max(colon + 1, input.indexOf(',', colon) + 1) : colon + 1;
    const trimmed = isAll ? end : trimEnd(input, least, end, start);
    if (trimmed < end && isData) alternatives.push(input.slice(start, end));
    end = trimmed;
  }
  const continued = isData ? continuedBase64(input, start, end, isQuoted) : end;
  if (continued > end) alternatives.push(input.slice(start, end));
  if (isData && continued === end) alternatives.push(...hyphenated(input, start, end, isQuoted));

  const written = input.slice(start, continued);
  const { text, undone, isHtml, fits } = read(written);
  if (!fits) return undefined;
  if (!isHtml && /&[a-z#]/i.test(text)) alternatives.push(undoHtml(text));
  if (undone.includes('js')) alternatives.push(written);
  const isBroken = continued > end || rest !== undefined || /[\r\n]/.test(text);
  const first = isBroken ? readings(undoSoftBreaks(text)) : [text];
  const others = rest === undefined ? alternatives : alternatives.flatMap((other) => readings(other));
  return {
    delimited: delimited([...first, ...others], start, continued, 'whitespace', undone),
    next: continued,
  };
}

/** Matches a media type up to the last parameter whose value is quoted. Such a value ends before ";" or ",". */
const QUOTED_PARAMETERS =
  /^data:[\w.+/-]{0,100}(?:;[\w.+-]{1,40}=(?:"[^"\\\r\n<>]{0,100}"(?=[;,])|[\w.+-]{0,100}))*(?<=")/i;

/**
 * The index where the search for the end begins: after a quoted value in the media type, because that value may contain
 * spaces and commas.
 */
function typeEnd(input: string, { start, colon }: Scheme): number {
  const parameters = QUOTED_PARAMETERS.exec(input.slice(start, start + maxLookahead));
  return parameters === null ? colon + 1 : start + parameters[0].length;
}

/** Maximum number of code units that are searched after a possible escaped quote. */
const maxBeyond = 512;

const BRACKETS: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/**
 * Characters that end an undelimited reference, because no reference may contain them. For the backslash, see
 * `bareEnd`.
 */
const ENDS = new Set('"<>`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e\u2028\u2029\ufeff\u00a0\u3000');

/**
 * The end of an undelimited reference: at whitespace, one of `ENDS`, an escaped quote or angle bracket, a backslash
 * that doesn't begin an escape, or the counterpart of a bracket that was opened just before the reference.
 */
function bareEnd(
  input: string,
  from: number,
  bracket: string | undefined,
  isData: boolean,
  context: Context,
): number {
  const open = openOf(bracket);
  if (open !== undefined) return searchEnd(input, from, bracket, isData, context);
  // A reference may end before this end, at the next field of a form. For that field's reference, the end is the same,
  // and each text is searched only once.
  const key = `${isData}${bracket}`;
  const known = context.bareEnds.get(key);
  if (known && from >= known.from && from <= known.end && input[from - 1] !== '=') return known.end;
  const end = searchEnd(input, from, bracket, isData, context);
  context.bareEnds.set(key, { from, end });
  return end;
}

/** The bracket that `close` closes. */
const openOf = (close: string | undefined): string | undefined =>
  Object.keys(BRACKETS).find((key) => BRACKETS[key] === close);

/** Searches for the end that `bareEnd` describes. */
function searchEnd(
  input: string,
  from: number,
  bracket: string | undefined,
  isData: boolean,
  context: Context,
  passesReferences = false,
): number {
  let depth = 1;
  const open = openOf(bracket);
  for (let i = from; i < input.length; i++) {
    const unit = input.charCodeAt(i);
    if ((classOf(unit) & (ALPHA | DIGIT)) !== 0) continue;
    if (unit <= 0x20 || unit === 0x7f) {
      const next = softBreak(input, from, i, context);
      if (next < 0) return i;
      i = next - 1;
      continue;
    }
    const character = input[i]!;
    if (ENDS.has(character)) return i;
    if (character === '\\') {
      // JSON writes "/" as "\/" or "\u002f". An escaped quote or line end is the end of the reference.
      if (!isData || !/^\\(?:\/|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/.test(input.slice(i, i + 6))) return i;
      i++;
    } else if (
      character === '&' &&
      !passesReferences &&
      /^&(?:quot|[lg]t|#34|#39|#x22|#x27|apos);/i.test(input.slice(i, i + 6))
    ) {
      return i;
    } else if (bracket !== undefined) {
      if (character === open) depth++;
      if (character === bracket && --depth === 0) return i;
    }
  }
  return input.length;
}

/** The index after a soft line break of quoted-printable at `index`, if such a break is likely; otherwise -1. */
function softBreak(input: string, from: number, index: number, context: Context): number {
  if (index === from || input[index - 1] !== '=') return -1;
  const newline = input.startsWith('\r\n', index) ? 2 : input[index] === '\n' ? 1 : 0;
  const next = index + newline;
  return newline > 0 && context.quotedPrintable && next < input.length && input.charCodeAt(next) > 0x20
    ? next
    : -1;
}

/** Whether the media type is a markup type and the body continues with a tag. */
function isMarkup(input: string, from: number, end: number): boolean {
  if (input[end] !== '<' && !(end < input.length && input[end] === '"')) return false;
  const type = input.slice(from, Math.min(end, from + 200));
  const comma = type.indexOf(',');
  return (
    comma >= 0 &&
    /html|xml|svg/i.test(type.slice(0, comma)) &&
    /^["<][A-Za-z/!?]/.test(input.slice(end, end + 2))
  );
}

function markupEnd(input: string, from: number): number {
  const feed = input.indexOf('\n', from);
  const line = feed < 0 ? input.length : feed;
  const last = input.slice(from, line).lastIndexOf('>');
  if (last < 0) return from;
  let end = from + last + 1;
  while (end < line && input.charCodeAt(end) > 0x20) end++;
  return end;
}

/**
 * The end of a reference without the punctuation of the surrounding sentence, and without closing brackets that were
 * not opened in the reference.
 */
export function trimEnd(input: string, least: number, end: number, start: number): number {
  /** For each closing bracket, the number of such brackets that are opened but not closed before `end`. */
  const balances = new Map<string, number>();
  while (end > least) {
    const character = input[end - 1]!;
    const open = openOf(character);
    if (open === undefined) {
      if (!".,;:!?'*".includes(character)) break;
    } else {
      const balance = balances.get(character) ?? balanceOf(input, start, end, open, character);
      if (balance >= 0) break;
      balances.set(character, balance + 1);
    }
    end--;
  }
  return end;
}

function balanceOf(input: string, start: number, end: number, open: string, close: string): number {
  let balance = 0;
  const opens = open.charCodeAt(0);
  const closes = close.charCodeAt(0);
  for (let i = start; i < end; i++) {
    const unit = input.charCodeAt(i);
    if (unit === opens) balance++;
    else if (unit === closes) balance--;
  }
  return balance;
}

/** Minimum length, in code units, of a base64 line that was wrapped by a mailer or an encoder. */
const LINE_MIN = 60;
/**
 * Minimum length, in code units, of base64 lines of equal length. Shorter ones may be words rather than wrapped base64.
 */
const SAME_MIN = 16;

/**
 * The end of a base64 body that may continue on the next lines; `end` if it doesn't. The next lines must contain only
 * base64. All lines but the last must have the length of wrapped lines: at least `LINE_MIN`, or the length of the
 * previous line. Nothing may follow padding. The first line may contain only the head, or the head and some data.
 */
function continuedBase64(input: string, start: number, end: number, isQuoted: boolean): number {
  if (!isBase64(input, start)) return end;
  let last = end;
  let length = end - start;
  /** The length of the data alone. */
  let width = end - (input.indexOf(',', start) + 1);
  let isCut = length >= LINE_MIN;
  while (input[last - 1] !== '=') {
    const newline = input.startsWith('\r\n', last) ? 2 : input[last] === '\n' ? 1 : 0;
    if (newline === 0) break;
    let from = last + newline;
    while (input[from] === ' ' || input[from] === '\t' || (isQuoted && input[from] === '>')) from++;
    let to = from;
    while (to < input.length && isBase64Unit(input.charCodeAt(to))) to++;
    const next = input.charCodeAt(to);
    if (to === from || (to < input.length && next !== 0x0a && next !== 0x0d)) break;
    const here = to - from;
    const isSame = here >= SAME_MIN && (here === width || here === length || width === 0);
    if (!isCut && !isSame && here < LINE_MIN) break;
    isCut = here >= LINE_MIN || (isSame && width > 0) || (isCut && here === width);
    last = to;
    length = here;
    width = here;
  }
  return last;
}

/** Whether a single quote is open before `start`, as in a shell command or a program. */
function inQuotes(input: string, start: number): boolean {
  return /(?:^|[\s=(,:+])'[^'\n]{0,200}$/.test(input.slice(Math.max(0, start - 202), start));
}

/** Matches the option of curl that sends a form field, with the name of that field. */
const CURL_FIELD = /(?:^|\s)(?:-[A-Za-z#]{0,20}F|--form(?=[\s=]))[\s=]{0,20}\$?["']?[^\s"'=]{1,100}=$/;
/** Matches parameters that curl allows after a field: see `--form` in its manual. */
const CURL_SUFFIX = /;(?:type|filename|headers|encoder)=/;
const FORM_FIELD = /&(?:amp;)?[A-Za-z_][\w.%[\]-]{0,100}=/;

/** Matches the comma after a media type. A log may have encoded the comma. */
const COMMA = /,|%(?:25){0,9}2c/i;

/**
 * The index at which "&name=" after the comma begins the next field of a form, or at which curl's own parameters for
 * the field begin; otherwise `end`.
 */
function fieldEnd(input: string, start: number, colon: number, end: number): number {
  const length = input.slice(colon, end).search(COMMA);
  if (length < 0) return end;
  const comma = colon + length;
  const isCurl = CURL_FIELD.test(input.slice(Math.max(0, start - 200), start));
  const next = input.slice(comma, end).search(isCurl ? CURL_SUFFIX : FORM_FIELD);
  return next < 0 ? end : comma + next;
}

/** Matches a media type that is broken across lines at a character that cannot end it. */
const BROKEN_TYPE = /^(data:[^\s,]{0,200}(?:[-/;](?=[ \t]{0,80}[\r\n])|-(?= )))\s{1,162}/i;

/**
 * Matches the rest of such a media type if line ends were lost. It must follow a hyphen, and data must follow the
 * comma.
 */
const SAME_LINE_REST = /^ {1,3}(?=([^\s,"'<>]{1,200}),[^\s"'<>])/;
/** Matches the next line up to the comma after the media type. */
const REST = /^[ \t]{0,80}\r?\n[ \t]{0,80}(?=([^\s,"'<>]{0,200}),)/;
/** Like `REST`, for lines that are quoted from another mail. */
const QUOTED_REST = /^[ \t]{0,80}\r?\n[ \t]{0,4}>[> \t]{0,80}(?=([^\s,"'<>]{0,200}),)/;

/**
 * The index where a data: URL continues on the next line, if its media type was broken at a character that can't end
 * it; otherwise undefined. RFC 2397 itself contains such an example.
 */
function continuedType(input: string, start: number, end: number, isQuoted: boolean): number | undefined {
  const written = input.slice(start, end);
  const next = isQuoted ? QUOTED_REST : REST;
  if (written.includes(',')) return undefined;
  const below = input.slice(end, end + 400);
  const rest = next.exec(below) ?? (/\/.*-$/.test(written) ? SAME_LINE_REST.exec(below) : null);
  if (rest === null) return undefined;
  const isParameter = /^(?:[^;=]+=|base64$)/i.test(rest[1]!);
  return /[-/]$/.test(written) || (written.endsWith(';') && isParameter) ? end + rest[0].length : undefined;
}

/**
 * The readings of a reference that ends with a hyphen at the end of a line, joined with the first word of the next
 * line. The hyphen may or may not belong to the reference.
 */
function hyphenated(input: string, start: number, end: number, isQuoted: boolean): string[] {
  if (input[end - 1] !== '-') return [];
  const below = input.slice(end, end + 1200);
  const rest = /^[ \t]{0,80}\r?\n[ \t]{0,80}([A-Za-z0-9%][^\s"'<>]{0,999})/.exec(
    isQuoted ? unquoted(below) : below,
  );
  // The beginning of a new URL is not the rest of this one.
  if (rest === null || /^[a-z][a-z0-9+.-]*:/i.test(rest[1]!)) return [];
  return readings(input.slice(start, end) + rest[0]);
}

function isBase64Unit(unit: number): boolean {
  return (classOf(unit) & (ALPHA | DIGIT)) !== 0 || '+/=%'.includes(String.fromCharCode(unit));
}
