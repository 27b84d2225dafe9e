/**
 * A data: URL to what `fetch()` gives of it: https://fetch.spec.whatwg.org/#data-url-processor, whole.
 */
import { defaultMimeType, parseMimeType, serializeMimeType } from '../mime/mime-type.ts';
import { type Problem, unlessTooLarge } from '../problem.ts';
import { bodyDecoder } from './body-decoder.ts';
import { bodyText, readHead } from './head.ts';
import { tooLarge } from './problems.ts';

export type Decoded = { ok: true; mimeType: string; body: Uint8Array } | { ok: false; problem: Problem };

/**
 * What `fetch(input)` would give: the MIME type, serialized as the MIME Sniffing Standard says, and the body byte for
 * byte; where `fetch` fails, the reason and its position in `input`. Any string at all; linear, never throws.
 */
export function decodeDataUrl(input: string): Decoded {
  return unlessTooLarge(() => decode(input), tooLarge(input.length));
}

function decode(input: string): Decoded {
  const head = readHead(input);
  if (head.problem !== null) return { ok: false, problem: head.problem };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  decoder.write(text, start, end, 0, true);
  decoder.finish();
  const problem = decoder.problem();
  if (problem !== null) {
    // In a body that dot-segments changed there is no telling where a character stood.
    const whole = { start: head.comma + 1, end: head.end };
    return { ok: false, problem: text === input ? problem : { ...problem, ...whole } };
  }
  const mimeType = serializeMimeType(parseMimeType(head.mimeTypeInput) ?? defaultMimeType);
  return { ok: true, mimeType, body: decoder.take() };
}
