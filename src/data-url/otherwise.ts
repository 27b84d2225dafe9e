/**
 * Data: URLs that one browser alone reads differently when it loads a document, rewritten so that all browsers read
 * them alike.
 */
import { type Browser, documentIn } from '../mime/documents.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { inTurns } from '../yield-to-event-loop.ts';
import { bodyText, type Head, headOf, readHead } from './head.ts';
import { type OwnMedia, ownMediaOf } from './own-media.ts';
import { utf8Length } from './utf8-length.ts';

export interface WrittenOtherwise {
  browser: Browser;
  /** The equivalent data: URL that all browsers read alike; null where this browser makes no document of it. */
  written: string | Blob | null;
}

/** Code units, or bytes of a Blob, that are searched for the comma. */
const beginningLength = 1 << 16;

/** A type and parameters of plain characters: all browsers agree. */
const isPlain = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+(?:=[\w.+-]+)?)+,/i;
/** A type alone: all browsers agree if no ";" follows in the body. */
const isPlainType = /^data:(?:[\w.+-]+\/[\w.+-]+)?,/i;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text before the body, where a browser reads it differently from the standards. */
export interface OwnReadings {
  beginning: string;
  head: Head;
  /** At most one of each browser. */
  own: OwnMedia[];
}

/**
 * @param source the written URL, or a Blob of its UTF-8
 * @returns null where all browsers read it alike
 */
export async function ownReadingsOf(source: string | Blob): Promise<OwnReadings | null> {
  const start = source.slice(0, beginningLength);
  const beginning = typeof start === 'string' ? start : utf8.decode(await start.arrayBuffer());
  const firstSemicolon = semicolonIn(source, beginning);
  if (isPlain.test(beginning) || (firstSemicolon === -1 && isPlainType.test(beginning))) return null;
  const head = readHead(beginning);
  const own = ownMediaOf(beginning, head, firstSemicolon);
  return own.length === 0 ? null : { beginning, head, own };
}

/**
 * The index of the first ";", or -1; null if it may be after the beginning of a Blob, which is not read
 * further.
 */
function semicolonIn(source: string | Blob, beginning: string): number | null {
  const at = beginning.indexOf(';');
  if (at >= 0) return at;
  if (typeof source === 'string') return source.indexOf(';', beginning.length);
  return source.size > beginningLength ? null : -1;
}

/** The readings of browsers that make a different document of the URL, or none. */
export async function writtenOtherwise(
  source: string | Blob,
  { beginning, head, own }: OwnReadings,
): Promise<WrittenOtherwise[]> {
  const others: WrittenOtherwise[] = [];
  for (const { browser, media, essence, only } of own) {
    if (only !== undefined || (media === null && essence === head.type.essence)) continue;
    if (media === null) others.push({ browser, written: null });
    else if (documentIn(parseMimeType(media)?.essence ?? '').includes(browser))
      others.push({ browser, written: await withMedia(source, media, beginning, head) });
  }
  return others;
}

/** The same body with another media type. */
async function withMedia(
  source: string | Blob,
  media: string,
  beginning: string,
  head: Head,
): Promise<string | Blob> {
  const start = `data:${media},`;
  if (typeof source !== 'string')
    return new Blob([start, source.slice(utf8Length(beginning.slice(0, head.comma + 1)))]);
  const body = bodyText(source, head.hierarchical === null ? head : await inTurns(headOf(source)));
  return start + body.text.slice(body.start, body.end);
}
