/** What one browser alone makes of a data: URL as it loads a document, written so that all read it alike. */
import { type Browser, documentIn } from '../mime/documents.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { inTurns } from '../turns.ts';
import { bodyText, type Head, headOf, readHead } from './head.ts';
import { ownMediaOf } from './own-media.ts';
import { utf8Length } from './utf8-length.ts';

export interface WrittenOtherwise {
  browser: Browser;
  /** The same data: URL as all browsers read it alike; null where this one makes no document of it. */
  written: string | Blob | null;
}

/** Code units, or bytes of a Blob, in which the comma is looked for. */
const beginningLength = 1 << 16;

/** White space, quotes, a path, or a charset that may be no token: without these all browsers read it alike. */
const mayDiffer = /[\t\n\f\r "]|^[\0- ]*data:\/|charset=[^;]*[^\w.+;-]/i;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param source the written URL, or a Blob of its UTF-8 */
export async function writtenOtherwise(source: string | Blob): Promise<WrittenOtherwise[]> {
  const start = source.slice(0, beginningLength);
  const beginning = typeof start === 'string' ? start : utf8.decode(await start.arrayBuffer());
  if (!mayDiffer.test(beginning.slice(0, beginning.indexOf(',') + 1))) return [];
  const head = readHead(beginning);
  if (head.problem !== null) return [];
  const others: WrittenOtherwise[] = [];
  for (const { browser, media } of ownMediaOf(beginning, head)) {
    if (media === null) others.push({ browser, written: null });
    else if (documentIn(parseMimeType(media)?.essence ?? '').includes(browser))
      others.push({ browser, written: await withMedia(source, media, beginning, head) });
  }
  return others;
}

/** The same body behind another media type. */
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
