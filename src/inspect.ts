/** One data: URL in, one Inspection out: the whole of reading, from the top. */
import { decodeDataUrl } from './data-url/decode.ts';
import { parseDataUrl } from './data-url/parse.ts';
import { usedCharset } from './mime/charset.ts';
import { type MimeType, parseMimeType } from './mime/mime-type.ts';
import { detectedType } from './payload/detected-type.ts';
import type { Inspection } from './report/report.ts';
import { sha256 } from './sha256.ts';

/** Code units of the written URL that an Inspection quotes. */
const headLength = 100;

/**
 * Reads one data: URL as a browser would, and tells what it is.
 *
 * @param input the written URL, or a Blob of its UTF-8; any text at all: what no browser reads has a `problem`
 */
export async function inspect(input: string | Blob): Promise<Inspection> {
  const written = typeof input === 'string' ? input : await input.text();
  const parsed = parseDataUrl(written);
  const decoded = decodeDataUrl(written);
  const common = {
    sha256: await sha256(new TextEncoder().encode(written)),
    length: written.length,
    head: written.slice(0, headLength),
    encoding: parsed.base64 ? ('base64' as const) : ('percent' as const),
  };
  if (!decoded.ok) {
    return {
      ...common,
      mimeType: null,
      essence: null,
      charset: { declared: null, used: null },
      size: null,
      bodySha256: null,
      detectedType: null,
      problem: decoded.problem,
    };
  }
  const { mimeType, body } = decoded;
  // What the processor answers with always parses: it is serialized from a parsed MIME type.
  const { essence, parameters } = parseMimeType(mimeType) as MimeType;
  return {
    ...common,
    mimeType,
    essence,
    charset: { declared: parameters.get('charset') ?? null, used: usedCharset(mimeType, body) },
    size: body.length,
    bodySha256: await sha256(body),
    detectedType: detectedType(body),
    problem: null,
  };
}
