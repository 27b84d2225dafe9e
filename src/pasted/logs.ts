/**
 * Finds data: URLs in the forms that occur in logs: in other URLs and form data, in shell commands, and in dumps of
 * bytes.
 */

import { percentDecode } from '../uri/characters.ts';
import { delimit } from '../uri/delimit.ts';

/** Maximum length, in code units, of a shell word before the data: URL in it, such as the name of a form field. */
const maxParameterStart = 256;

/** A data: URL with its position in the text, in code units. The most likely reading comes first. */
export interface InLog {
  readings: string[];
  start: number;
  end: number;
}

const isUrl = (text: string): boolean => /^data:[^,]*,/i.test(text);

/**
 * The possible readings of a parameter's value: the raw text up to "&", where a form parser ends the value; this text,
 * as decoded by such a parser; and the whole raw text, in case the value was never encoded.
 */
function asParameter(value: string): string[] {
  // Base64 contains neither "&" nor ";", and "+" doesn't mean a space in it, as it does in forms.
  const base64 = /^data:[^,&]*;\s*base64\s*,[A-Za-z0-9+/=_%\s-]*/i.exec(value)?.[0];
  if (base64 !== undefined) return [base64];
  const amp = value.indexOf('&');
  const short = amp < 0 ? value : value.slice(0, amp);
  return [...new Set([short, percentDecode(short.replaceAll('+', ' ')), value])];
}

/** Matches a field of a query with a data: URL, up to the next such field. */
const inQuery = /[?&][^=?&#\s"'<>]{0,200}=(data:(?:[^?&#\s"<>]|[?&](?![^=?&#\s"'<>]{0,200}=data:))*)/gi;

/** Matches a single quotation mark before the URL that contains a query. */
const openedBefore = /'[^\s"'<>]{0,2000}$/;

/**
 * The possible values if a value contains single quotation marks, which may be part of URLs: the value up to the first
 * mark if one precedes the URL; otherwise up to the last mark if it is unpaired. The most likely value comes first; the
 * others are other readings.
 */
function endsOf(value: string, before: string): string[] {
  const first = value.indexOf("'");
  if (first < 0) return [value];
  const last = value.lastIndexOf("'");
  if (openedBefore.test(before)) return [value.slice(0, first), value.slice(0, last)];
  const needsRepair = value.split("'").length % 2 === 0;
  return needsRepair ? [value.slice(0, last), value] : [value];
}

/** Finds unencoded data: URLs in the query of another URL: `https://h/?key=data:…&x=1`. Takes linear time. */
export function queriesIn(text: string): InLog[] {
  return [...text.matchAll(inQuery)].flatMap(({ 0: match, 1: value = '', index }) => {
    const start = index + match.length - value.length;
    const ends = endsOf(value, text.slice(Math.max(0, index - 2001), index));
    const readings = [...new Set(ends.flatMap(asParameter))];
    return isUrl(readings[0] ?? '') ? [{ readings, start, end: start + (readings[0] ?? '').length }] : [];
  });
}

const command =
  /^[ \t]*(?:[$#%>][ \t]+)?(?:sudo[ \t]+)?(?:curl|wget|http|https|xh|echo|printf|open|xdg-open|start)(?=[ \t])/gm;

/** Finds data: URLs in the arguments of commands, as a POSIX shell passes them on. Takes linear time. */
export function shellArgumentsIn(text: string): InLog[] {
  const found: InLog[] = [];
  let at = 0;
  for (const { index } of text.matchAll(command)) {
    if (index < at) continue;
    let isForm = false;
    for (at = index; at < text.length && text[at] !== '\n'; ) {
      const word = shellWord(text, at);
      at = Math.max(word.end, at + 1);
      const { value, starts } = word;
      // Systems don't accept such a long argument, so its quotation mark is never closed.
      if (value.length > maxShellWord) break;
      const isField = isForm;
      isForm = /^(?:-[A-Za-z]{0,9}F|--form)$/.test(value);
      const from = /^(?:[^=:\s]{1,200}=)?(?=data:)/i.exec(value)?.[0].length;
      if (from === undefined || !isUrl(value.slice(from))) continue;
      const readings =
        from === 0 ? [value] : isField ? asField(value.slice(from)) : asParameter(value.slice(from));
      found.push({ readings, start: starts[from] ?? word.start, end: word.end });
    }
  }
  return found;
}

/** The readings of a form field, beginning with the one without the suffix that curl's `-F` allows. */
function asField(value: string): string[] {
  const readings = asParameter(value);
  const alone = value.replace(/;(?:type|filename)=[^;,]*$/i, '');
  const hasEnd = /;\s*base64\s*,/i.test(value) || value.includes('&');
  return alone === value || !isUrl(alone) || hasEnd ? readings : [...new Set([alone, ...readings])];
}

interface Word {
  value: string;
  /** The positions, in the text, of the first code units of the value. */
  starts: number[];
  start: number;
  end: number;
}

const ansi: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Maximum length, in code units, of a shell word. Linux accepts arguments of up to 128 KiB, and systems don't accept
 * command lines longer than this.
 */
const maxShellWord = 1 << 21;

/** Matches characters that stand for themselves: outside of quotation marks, and inside each kind of them. */
const ordinary: Readonly<Record<string, RegExp>> = {
  '': /[^\s;&|<>()'"$\\]+/y,
  "'": /[^']+/y,
  '"': /[^"\\]+/y,
  "$'": /[^'\\]+/y,
};

/**
 * Parses the word at or after a position, and removes its quotation marks. The word ends at whitespace and operators.
 */
function shellWord(text: string, index: number): Word {
  let i = index;
  while (text[i] === ' ' || text[i] === '\t' || text.startsWith('\\\n', i)) i += text[i] === '\\' ? 2 : 1;
  const start = i;
  const pieces: string[] = [];
  let length = 0;
  const starts: number[] = [];
  const add = (piece: string, from: number) => {
    for (let n = 0; n < piece.length && starts.length < maxParameterStart; n++) starts.push(from + n);
    pieces.push(piece);
    length += piece.length;
  };
  let quote = '';
  while (i < text.length && length <= maxShellWord) {
    const run = ordinary[quote]!;
    run.lastIndex = i;
    const [piece = ''] = run.exec(text) ?? [];
    if (piece !== '') add(piece, i);
    i += piece.length;
    if (i === text.length) break;
    const unit = text[i]!;
    if (quote === '' && /[\s;&|<>()]/.test(unit)) break;
    if (quote !== '' && unit === quote.at(-1)) {
      quote = '';
      i++;
    } else if (quote === '' && (unit === "'" || unit === '"' || text.startsWith("$'", i))) {
      quote = unit === '$' ? "$'" : unit;
      i += quote.length;
    } else if (unit === '\\') {
      const [escaped, written] = shellEscape(text, i, quote);
      add(escaped, i);
      i += written;
    } else {
      add(unit, i);
      i++;
    }
  }
  return { value: pieces.join(''), starts, start, end: i };
}

/** The text of an escape, and the escape's length. Within "…", a backslash before most characters is literal. */
function shellEscape(text: string, at: number, quote: string): [text: string, length: number] {
  const next = text[at + 1] ?? '';
  if (next === '\n' && quote !== "$'") return ['', 2];
  if (quote === '"') return '$`"\\'.includes(next) ? [next, 2] : ['\\', 1];
  if (quote === '') return [next, 2];
  const code = /^\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4}))/i.exec(text.slice(at, at + 6));
  if (code) return [String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16)), code[0].length];
  return [ansi[next] ?? next, 2];
}

/** Matches an offset and at least one byte, as printed by `hexdump -C`, `xxd`, and `od -t x1`. */
const dumpLine = /^[ \t]*(?:0x)?[0-9a-f]{4,16}(:?)[ \t]+([0-9a-f]{2,8}(?:[ \t].*)?)$/i;
/** Matches a run of hexadecimal digits that begins with "data:". */
const plainHex = /(?<![0-9a-z])(?:0x)?[46]4[46]1[57]4[46]13a(?:[0-9a-f]{2}){1,}(?![0-9a-z])/gi;

/** Finds data: URLs in dumps of their bytes. The position is that of the dump. Takes linear time. */
export function hexDumpsIn(text: string): InLog[] {
  const found: InLog[] = [];
  let block: { start: number; end: number; hex: string[] } | null = null;
  const close = () => {
    if (block !== null && block.hex.length > 0) found.push(...urlsOfHex(block.hex.join(''), block));
    block = null;
  };
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const match = end - at > 200 ? null : dumpLine.exec(text.slice(at, end).trimEnd());
    if (match === null) close();
    else {
      block ??= { start: at, end, hex: [] };
      block.end = end;
      block.hex.push(bytesOfLine(match[2] ?? '', match[1] === ':'));
    }
    at = end + 1;
  }
  close();
  for (const { 0: run, index } of text.matchAll(plainHex)) {
    const span = { start: index, end: index + run.length };
    found.push(...urlsOfHex(run.replace(/^0x/i, ''), span));
  }
  return found;
}

/**
 * The digits of a dump's line, without the column of characters, which begins with a bar or, in `xxd`, after two
 * spaces.
 */
function bytesOfLine(rest: string, isXxd: boolean): string {
  const [columns = ''] = rest.split('|', 1);
  const [hex = ''] = isXxd ? columns.split('  ', 1) : [columns];
  const groups = hex.trim().split(/[ \t]+/);
  const other = groups.findIndex((group) => !/^(?:[0-9a-f]{2}){1,8}$/i.test(group));
  return (other < 0 ? groups : groups.slice(0, other)).join('');
}

function urlsOfHex(hex: string, { start, end }: { start: number; end: number }): InLog[] {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  const text = new TextDecoder().decode(bytes);
  const alone = isUrl(text) && !/[\s"<>]/.test(text) ? [text] : null;
  const urls = alone ?? delimit(text).flatMap((each) => (isUrl(each.text) ? [each.text] : []));
  return urls.map((url) => ({ readings: [url], start, end }));
}
