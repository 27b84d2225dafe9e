/** One data: URL in, one Inspection out: the whole of reading, from the top. */
import { identifyBlob, identifyText } from './data-url/identify.ts';
import { readBlobBody, readTextBody } from './data-url/read-body.ts';
import { usedCharset } from './mime/charset.ts';
import { type MimeType, parseMimeType } from './mime/mime-type.ts';
import { detectedType } from './payload/detected-type.ts';
import type { Inspection } from './report/report.ts';

/** Above this many code units, or bytes of a Blob, a URL is read as a stream. */
const wholeLength = 1 << 23;

/**
 * Reads one data: URL as a browser would, and tells what it is.
 *
 * @param input the written URL, or a Blob of its UTF-8; any text at all: what no browser reads has a `problem`
 */
export async function inspect(input: string | Blob): Promise<Inspection> {
  const source = await sourceOf(input);
  const isText = typeof source === 'string';

  const identity = isText ? await identifyText(source) : await identifyBlob(source);
  const read = isText ? await readTextBody(source) : await readBlobBody(source);
  const encoding = read.base64 ? 'base64' : 'percent';
  if (!read.ok) return { ...identity, encoding, ...nothing, problem: read.problem };

  // What the processor answers with always parses: it is serialized from a parsed MIME type.
  const { essence, parameters } = parseMimeType(read.mimeType) as MimeType;
  return {
    ...identity,
    mimeType: read.mimeType,
    essence,
    charset: { declared: parameters.get('charset') ?? null, used: usedCharset(read.mimeType, read.start) },
    encoding,
    size: read.size,
    bodySha256: read.sha256,
    detectedType: detectedType(read.start),
    problem: null,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Small URLs are read whole, which is quicker; large ones as a stream, which takes no memory to speak of. */
async function sourceOf(input: string | Blob): Promise<string | Blob> {
  if (typeof input === 'string') return input.length > wholeLength ? new Blob([input]) : input;
  // Not text(), which takes a byte order mark away: it is part of what was written.
  return input.size > wholeLength ? input : utf8.decode(await input.arrayBuffer());
}

/** What is known of the body of a URL that browsers reject. */
const nothing = {
  mimeType: null,
  essence: null,
  charset: { declared: null, used: null },
  size: null,
  bodySha256: null,
  detectedType: null,
} as const;
