/**
 * MIME types as the MIME Sniffing Standard parses, serializes, and groups them (https://mimesniff.spec.whatwg.org/).
 *
 * This project has its own parser instead of whatwg-mimetype (tests compare the two) for two reasons: it reports
 * positions; and a page can contain a parameter of 100 MB, for which a parser that appends character by character would
 * need gigabytes.
 */

import { checkObject, checkText } from '../url-text.ts';
import { isHttpWhitespace } from '../whitespace.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';

/**
 * Maximum number of distinct parameters that are kept. The charset is always kept, because it is needed to decode text.
 * A million parameters would take seconds, and V8's Map throws at 2^24 of them. No real MIME type contains ten.
 */
const maxParameters = 1 << 14;

/** A MIME type; `essence` is `type/subtype`. Everything except the parameters' values is in lower case. */
export interface MimeType {
  readonly type: string;
  readonly subtype: string;
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The position of one parameter in the parser's input. Ends are exclusive; -1 means that a part is missing. */
export interface ParameterPosition {
  nameStart: number;
  nameEnd: number;
  /** Index of the `=`; -1 if there is none. */
  equals: number;
  /** Start of the text between the quotes, or of the unquoted value, which excludes trailing whitespace. */
  valueStart: number;
  valueEnd: number;
  quoted: boolean;
  /** False if the input ends within quotes. */
  closed: boolean;
  /** Index of the `;` that ends the parameter, or the input's length. */
  end: number;
}

/** The positions of type and subtype in the parser's input. */
export interface EssencePosition {
  typeStart: number;
  typeEnd: number;
  subtypeStart: number;
  subtypeEnd: number;
  /**
   * The position at which the parameters begin: index of the first `;`, or the end of the input without trailing
   * whitespace.
   */
  rest: number;
  end: number;
}

/** Matches any character that is not in https://mimesniff.spec.whatwg.org/#http-token-code-point */
const notToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;
/** Matches any character that is not in https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point */
const notQuotable = /[^\t\x20-\x7e\x80-\xff]/;

/** Whether `input` from `start` to `end` is not empty and consists only of HTTP token code points. */
export function isToken(input: string, start = 0, end = input.length): boolean {
  return end > start && !notToken.test(input.slice(start, end));
}

/** Whether `input`, which may be empty, consists only of HTTP quoted-string token code points. */
const isQuotable = (input: string): boolean => !notQuotable.test(input);

/** Steps 1 to 9 of https://mimesniff.spec.whatwg.org/#parse-a-mime-type; null if they return failure. */
export function locateEssence(input: string): EssencePosition | null {
  let start = 0;
  let end = input.length;
  while (isHttpWhitespace(input.charCodeAt(start))) start++;
  while (isHttpWhitespace(input.charCodeAt(end - 1))) end--;
  const slash = input.indexOf('/', start);
  if (!isToken(input, start, slash)) return null;
  let rest = input.indexOf(';', slash);
  if (rest < 0) rest = end;
  let subtypeEnd = rest;
  while (isHttpWhitespace(input.charCodeAt(subtypeEnd - 1))) subtypeEnd--;
  if (!isToken(input, slash + 1, subtypeEnd)) return null;
  return { typeStart: start, typeEnd: slash, subtypeStart: slash + 1, subtypeEnd, rest, end };
}

/**
 * Step 11 of https://mimesniff.spec.whatwg.org/#parse-a-mime-type: calls `visit` with every parameter between `from`
 * (index of a `;`) and `end`, including parameters that the standard then drops, and empty ones (`;;`).
 *
 * @param until parameters that begin here or later are not visited
 * @returns index of the `;` that begins the next parameter, or `end`
 */
export function visitParameters(
  input: string,
  from: number,
  end: number,
  visit: (parameter: Readonly<ParameterPosition>) => void,
  until = end,
): number {
  let i = from;
  while (i < Math.min(end, until)) {
    i++; // This step skips the ";".
    while (i < end && isHttpWhitespace(input.charCodeAt(i))) i++;
    const nameStart = i;
    let unit = 0;
    while (i < end) {
      unit = input.charCodeAt(i);
      if (unit === 0x3b || unit === 0x3d) break;
      i++;
    }
    const p: ParameterPosition = {
      nameStart,
      nameEnd: i,
      equals: -1,
      valueStart: -1,
      valueEnd: -1,
      quoted: false,
      closed: true,
      end: i,
    };
    if (unit === 0x3d) {
      p.equals = i++;
      if (i < end && input.charCodeAt(i) === 0x22) {
        p.quoted = true;
        p.closed = false;
        p.valueStart = ++i;
        while (i < end) {
          unit = input.charCodeAt(i);
          if (unit === 0x22) {
            p.closed = true;
            break;
          }
          // A backslash escapes the next character; a final backslash is kept.
          i += unit === 0x5c ? 2 : 1;
        }
        p.valueEnd = Math.min(i, end);
      } else {
        p.valueStart = i;
      }
      const semicolon = input.indexOf(';', i);
      i = semicolon < 0 ? end : Math.min(semicolon, end);
      if (!p.quoted) {
        p.valueEnd = i;
        while (isHttpWhitespace(input.charCodeAt(p.valueEnd - 1))) p.valueEnd--;
      }
    }
    p.end = i;
    visit(p);
  }
  return i;
}

/** The value of a parameter: https://fetch.spec.whatwg.org/#collect-an-http-quoted-string with "extract value". */
function parameterValue(input: string, p: Readonly<ParameterPosition>): string {
  const raw = input.slice(p.valueStart, p.valueEnd);
  return p.quoted && raw.includes('\\') ? withoutBackslashes(raw) : raw;
}

function withoutBackslashes(raw: string): string {
  const units = new Uint16Array(raw.length);
  let n = 0;
  for (let i = 0; i < raw.length; i++) {
    if (raw.charCodeAt(i) === 0x5c && i + 1 < raw.length) i++;
    units[n++] = raw.charCodeAt(i);
  }
  let text = '';
  for (let i = 0; i < n; i += 8192) text += String.fromCharCode(...units.subarray(i, Math.min(n, i + 8192)));
  return text;
}

/**
 * Number of code units that are split into parameters between two yields. There can be up to half as many parameters.
 */
const parametersLength = strideLength >> 3;
const isCharset = (input: string, { nameStart, nameEnd }: Readonly<ParameterPosition>) =>
  nameEnd - nameStart === 7 && input.slice(nameStart, nameEnd).toLowerCase() === 'charset';

/**
 * Parses a MIME type: https://mimesniff.spec.whatwg.org/#parse-a-mime-type. Accepts any string; returns null if the
 * standard returns failure.
 */
export const parseMimeType = (input: string): MimeType | null =>
  atOnce(mimeTypeIn(checkText(input, 'parseMimeType')));

/** Like `parseMimeType`, but a generator that yields now and then. */
export function* mimeTypeIn(input: string): Generator<void, MimeType | null, void> {
  const position = locateEssence(input);
  if (position === null) return null;
  const type = input.slice(position.typeStart, position.typeEnd).toLowerCase();
  const subtype = input.slice(position.subtypeStart, position.subtypeEnd).toLowerCase();
  const parameters = new Map<string, string>();
  const add = (p: Readonly<ParameterPosition>) => {
    if (p.equals < 0 || (!p.quoted && p.valueEnd === p.valueStart)) return;
    if (parameters.size >= maxParameters && !isCharset(input, p)) return;
    if (!isToken(input, p.nameStart, p.nameEnd)) return;
    const name = input.slice(p.nameStart, p.nameEnd).toLowerCase();
    if (parameters.has(name)) return;
    const value = parameterValue(input, p);
    if (isQuotable(value)) parameters.set(name, value);
  };
  for (let at = position.rest; at < position.end; ) {
    if (at > position.rest) yield;
    at = visitParameters(input, at, position.end, add, at + parametersLength);
  }
  return { type, subtype, essence: `${type}/${subtype}`, parameters };
}

/** The text of a MIME type: https://mimesniff.spec.whatwg.org/#serialize-a-mime-type */
export const serializeMimeType = (mimeType: MimeType): string =>
  atOnce(
    serialized(checkObject(mimeType, 'serializeMimeType', 'a parsed MIME type', 'essence', 'parameters')),
  );

/** Like `serializeMimeType`, but a generator that yields now and then. */
export function* serialized({ essence, parameters }: MimeType): Generator<void, string, void> {
  let text = essence;
  for (const [name, value] of parameters) {
    text += `;${name}=`;
    if (isToken(value)) {
      text += value;
      continue;
    }
    text += '"';
    for (let i = 0; i < value.length; i += strideLength) {
      if (i > 0) yield;
      text += value.slice(i, i + strideLength).replace(/["\\]/g, '\\$&');
    }
    text += '"';
  }
  return text;
}

/** The MIME type of a data: URL without a valid one: https://fetch.spec.whatwg.org/#data-url-processor, step 14. */
export const defaultMimeType: MimeType = {
  type: 'text',
  subtype: 'plain',
  essence: 'text/plain',
  parameters: new Map([['charset', 'US-ASCII']]),
};

/** The type of text that doesn't declare one. */
export const plainText: MimeType = {
  type: 'text',
  subtype: 'plain',
  essence: 'text/plain',
  parameters: new Map(),
};

/** @__NO_SIDE_EFFECTS__ Lets bundlers omit unused groups. */
function isIn(names: string) {
  const set = new Set(names.split(' '));
  return (m: MimeType) => set.has(m.essence);
}
const javascript = isIn(
  'application/ecmascript application/javascript application/x-ecmascript application/x-javascript ' +
    'text/ecmascript text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 ' +
    'text/javascript1.3 text/javascript1.4 text/javascript1.5 text/jscript text/livescript ' +
    'text/x-ecmascript text/x-javascript',
);
const fonts = isIn(
  'application/font-cff application/font-off application/font-sfnt application/font-ttf ' +
    'application/font-woff application/vnd.ms-fontobject application/vnd.ms-opentype',
);
const json = isIn('application/json text/json');
const xml = isIn('text/xml application/xml');
const isXml = (m: MimeType) => m.subtype.endsWith('+xml') || xml(m);
const html = (m: MimeType) => m.essence === 'text/html';

/** The groups of https://mimesniff.spec.whatwg.org/#mime-type-groups, in its order. */
export const mimeTypeGroups = {
  image: (m: MimeType) => m.type === 'image',
  'audio-or-video': (m: MimeType) =>
    m.type === 'audio' || m.type === 'video' || m.essence === 'application/ogg',
  font: (m: MimeType) => m.type === 'font' || fonts(m),
  'zip-based': (m: MimeType) => m.subtype.endsWith('+zip') || m.essence === 'application/zip',
  archive: isIn('application/x-rar-compressed application/zip application/x-gzip'),
  xml: isXml,
  html,
  scriptable: (m: MimeType) => isXml(m) || html(m) || m.essence === 'application/pdf',
  javascript,
  json: (m: MimeType) => m.subtype.endsWith('+json') || json(m),
} as const;
export type MimeTypeGroup = keyof typeof mimeTypeGroups;

/** Whether `mimeType` belongs to the group, regardless of parameters. */
export const isInGroup = (mimeType: MimeType, group: MimeTypeGroup) => mimeTypeGroups[group](mimeType);

/** All groups to which `mimeType` belongs, in the standard's order. */
export const groupsOf = (mimeType: MimeType) =>
  (Object.keys(mimeTypeGroups) as MimeTypeGroup[]).filter((group) => isInGroup(mimeType, group));

/**
 * The shortest essence with the same meaning: https://mimesniff.spec.whatwg.org/#minimize-a-supported-mime-type
 *
 * @param isSupported whether the user agent supports the type; if it does not, the result is the empty string
 */
export function minimizeMimeType(
  mimeType: MimeType,
  isSupported: (mimeType: MimeType) => boolean = () => true,
): string {
  checkObject(mimeType, 'minimizeMimeType', 'a parsed MIME type', 'essence');
  if (javascript(mimeType)) return 'text/javascript';
  if (mimeTypeGroups.json(mimeType)) return 'application/json';
  if (mimeType.essence === 'image/svg+xml') return 'image/svg+xml';
  if (isXml(mimeType)) return 'application/xml';
  return isSupported(mimeType) ? mimeType.essence : '';
}
