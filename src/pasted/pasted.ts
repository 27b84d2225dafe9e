/**
 * Finds data: URLs in pasted text: either a data: URL on its own, or a text (a log, an e-mail, source code, a MIME
 * header) that contains some. Decodes the text's escapes.
 */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { parseDataUrl } from '../data-url/parse.ts';
import { delimitData, type Escaping } from '../uri/delimit.ts';
import { readings } from '../uri/readings.ts';
import { withoutBreaks } from '../uri/web-authority.ts';
import {
  bareBase64In,
  beforeCut,
  encodedSchemelessIn,
  type Otherwise,
  percentEncodedIn,
  schemelessIn,
  withPlainComma,
} from './altered.ts';
import { hexDumpsIn, type InLog, queriesIn, shellArgumentsIn } from './logs.ts';
import { mailEntities, type PastedBody } from './mail.ts';

export interface Pasted {
  /** The URL after decoding. The URL of a message/external-body can have any scheme. */
  written: string;
  /** The URL's position in the text, in code units. */
  start: number;
  end: number;
  /** The escapes of the text that were decoded. */
  undone: (Escaping | 'percent-encoding' | 'shell' | 'hexadecimal')[];
  /**
   * The part that was assumed. `type`: only base64 was found, and its first bytes prove the type. `scheme`: "data:" is
   * missing.
   */
  assumed?: 'type' | 'scheme';
  /** Whether the URL is cut off in the text. If so, `written` is the part before the cut. */
  isCutOff: boolean;
  /** Other possible URLs, if a line break, a delimiter, or an escaped comma is ambiguous. */
  otherReadings: string[];
  /** The message/external-body (RFC 2017) that contains the URL. */
  externalBody: PastedBody | null;
}

/** Finds the data: URLs in any text, in order of position. Takes linear time, and never throws. */
export function findPasted(text: string): Pasted[] {
  if (isAlone(text))
    return [whole({ ...found(text, 0, text.length), otherReadings: hyphenated(text) }, text)];
  const bodies = externalBodies(text);
  const urls = delimitData(text).flatMap(({ text: written, start, end, undone, readings = [] }) =>
    isDataUrl(written) ? [{ ...found(written, start, end), undone, otherReadings: readings.slice(1) }] : [],
  );
  // A URL in a dump or command takes precedence over a part of the dump or command that looks like a URL.
  const others = [...inLog(hexDumpsIn(text), ['hexadecimal']), ...inLog(shellArgumentsIn(text), ['shell'])];
  const certain = inOrder([...bodies, ...besides(bodies, inOrder(others))]);
  const delimited = inOrder([...certain, ...besides(certain, urls)]);
  const plain = inOrder([...delimited, ...besides(delimited, inLog(queriesIn(text), []))]);
  const encoded = besides(plain, percentEncodedIn(text)).map(
    (each): Pasted => ({ ...found(each.written, each.start, each.end), undone: ['percent-encoding'] }),
  );
  const known = inOrder([...plain, ...encoded]);
  const assuming = (assumed: 'type' | 'scheme', all: readonly Otherwise[]): Pasted[] =>
    all.map((each) => ({ ...found(each.written, each.start, each.end), assumed }));
  const plainHeads = assuming('scheme', besides(known, schemelessIn(text)));
  const encodedHeads = assuming(
    'scheme',
    besides(inOrder([...known, ...plainHeads]), encodedSchemelessIn(text)),
  );
  const headed = inOrder([
    ...known,
    ...plainHeads,
    ...encodedHeads.map((each): Pasted => ({ ...each, undone: ['percent-encoding'] })),
  ]);
  const bare = assuming('type', besides(headed, bareBase64In(text)));
  return inOrder([...headed.map((each) => whole(each, text)), ...bare]);
}

const inOrder = (all: readonly Pasted[]): Pasted[] => [...all].sort((a, b) => a.start - b.start);

const inLog = (all: readonly InLog[], undone: Pasted['undone']): Pasted[] =>
  all.map(({ readings: [written = '', ...otherReadings], start, end }) => ({
    ...found(written, start, end),
    undone,
    otherReadings,
  }));

/** The items of `all` that overlap none of `others`; both must be ordered by position. */
function besides<T extends { start: number; end: number }>(
  others: readonly Pasted[],
  all: readonly T[],
): T[] {
  let at = 0;
  return all.filter(({ start, end }) => {
    while (at < others.length && others[at]!.end <= start) at++;
    return at === others.length || others[at]!.start >= end;
  });
}

/** Removes the truncation mark of a URL, and adds a reading with a decoded comma. */
function whole(pasted: Pasted, text: string): Pasted {
  if (pasted.externalBody) return pasted;
  const plain = withPlainComma(pasted.written);
  if (plain !== null) return { ...pasted, otherReadings: [...pasted.otherReadings, plain] };
  const written = beforeCut(pasted.written, text.slice(pasted.end, pasted.end + 64));
  if (written === null) return pasted;
  const otherReadings = [...pasted.otherReadings, ...(written === pasted.written ? [] : [pasted.written])];
  return { ...pasted, written, otherReadings, isCutOff: true };
}

const found = (written: string, start: number, end: number): Pasted => ({
  written,
  start,
  end,
  undone: [],
  isCutOff: false,
  otherReadings: [],
  externalBody: null,
});

/**
 * Whether browsers parse a text as a single data: URL. The text must contain no other data: URL. In the media type, it
 * must contain no line break before an indented line, because the indentation would change the type.
 */
const isAlone = (text: string): boolean =>
  isDataUrl(text) &&
  !/^[^,]*[^\s,][ \t]*[\r\n]+[ \t]/.test(text) &&
  !anotherIn(text).test(text.slice(indentOf(text)));

/** Length of the whitespace before the first URL of a text, in code units, each of which is one byte. */
const indentOf = (text: string): number => /^[\0- ]*/.exec(text)?.[0].length ?? 0;

/** Other readings of a URL if a line in it ends with a hyphen (rfc2396bis, Appendix C). */
const hyphenated = (text: string): string[] =>
  /-[ \t]*[\n\r]/.test(text.trim())
    ? readings(text.trim()).filter((reading) => reading !== withoutBreaks(text).trim())
    : [];

/**
 * Matches the beginning of another data: URL in a text that begins with one: at the start of a line or, in base64,
 * which contains no colon, after any whitespace. Any other body may contain similar text.
 */
const anotherIn = (head: string): RegExp =>
  parseDataUrl(head).base64 ? /[\n\r][\t "'<(]*data:|\s["'<(]*data:[^\s,"'<>]*,/i : /[\n\r][\t "'<(]*data:/i;

/** Finds the URLs in message/external-body entities. */
const externalBodies = (text: string): Pasted[] =>
  mailEntities(text).flatMap((entity) =>
    entity.ok ? [{ ...found(entity.url, entity.urlStart, entity.urlEnd), externalBody: entity }] : [],
  );

/** Number of bytes that are searched at a time. */
const windowSize = 1 << 22;
/**
 * Number of code units at the end of a window. A match that ends there may be cut, or its closing quotation mark may be
 * in the next window.
 */
const margin = 1 << 16;

/**
 * Like `findPasted`, but for a text of any size, which is searched window by window. A quoted URL that contains
 * whitespace and crosses the end of a window may be cut off there.
 *
 * @param onProgress called with the completed share, 0 to 1
 * @param maxCount maximum number of results
 */
export async function findPastedIn(
  blob: Blob,
  { onProgress, maxCount }: { onProgress: (share: number) => void; maxCount: number },
): Promise<{ found: (Pasted | { whole: Blob })[] }> {
  const head = await blob.slice(0, margin).text();
  if (isDataUrl(head) && !(await holds(blob.slice(indentOf(head)), anotherIn(head))))
    return { found: [{ whole: blob }] };
  const all: Pasted[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';
  let offset = 0;
  let wanted = windowSize;
  for (let at = 0; at < blob.size && all.length < maxCount; at += windowSize) {
    held += decoder.decode(await blob.slice(at, at + windowSize).arrayBuffer(), { stream: true });
    const isLast = at + windowSize >= blob.size;
    onProgress(Math.min(1, (at + windowSize) / blob.size));
    // A URL that spans windows is searched again only after its text has doubled, so the total time is linear.
    if (held.length < wanted && !isLast) continue;
    const certain = isLast ? held.length : held.length - margin;
    const here = findPasted(held);
    const open = here.find(({ start, end }) => start >= certain || end >= certain);
    const next = isLast ? held.length : Math.max(0, Math.min(open?.start ?? certain, certain) - 16);
    for (const each of here) {
      if (each.end > next && !isLast) continue;
      all.push({ ...each, start: each.start + offset, end: each.end + offset });
    }
    offset += next;
    held = held.slice(next);
    wanted = Math.max(windowSize, 2 * held.length);
  }
  return { found: all.slice(0, maxCount) };
}

async function holds(blob: Blob, what: RegExp): Promise<boolean> {
  for (let at = 0; at < blob.size; at += windowSize) {
    const text = await blob.slice(at, at + windowSize + margin).text();
    if (what.test(text)) return true;
  }
  return false;
}
