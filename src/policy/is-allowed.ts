/**
 * For HTML sanitizers: whether a policy allows the content that a browser would load from a data: URL at one
 * destination, regardless of the declared type.
 */

import { bodyDecoder } from '../data-url/decode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { ownMediaOf } from '../data-url/media-type-differences.ts';
import { bodyText, type Head, readHead } from '../data-url/parse.ts';
import { documentIn } from '../mime/documents.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { detectedAs } from '../payload/detect/detected-type.ts';
import { pieceEnd } from '../truncate.ts';
import { checkName, urlText } from '../url-text.ts';
import { type Destination, destinations, framed } from '../vocabulary.ts';
import { defaultPolicy, disallowedBy, type TypeToCheck } from './policy.ts';
import type { Policy } from './policy-types.ts';

/**
 * The type that a destination may assign to a body, regardless of its declared type; for style sheets, only in quirks
 * mode.
 */
const takenFor: Partial<Record<Destination, string>> = {
  script: 'text/javascript',
  style: 'text/css',
  worker: 'text/javascript',
};

/** Destinations that browsers load as documents. */
const documents: ReadonlySet<Destination> = new Set([...framed, 'document', 'form']);

/** Document types that policies list by their own names. */
const namedDocuments: ReadonlySet<string> = new Set([
  ...['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'application/xml'],
]);

/**
 * The general type of a document whose own type few policies list; null if a policy lists the own type by name, or if
 * browsers don't load it as a document.
 */
function documentType(essence: string): string | null {
  if (namedDocuments.has(essence) || documentIn(essence).length === 0) return null;
  return essence.endsWith('+xml') ? 'application/xml' : 'text/html';
}

/** Number of bytes, at the beginning of the body, by which a type is detected. */
const beginningSize = 4096;
/** Number of code units decoded at a time. */
const pieceLength = 3 * beginningSize;

/** The first bytes of the body, up to any invalid base64. */
function beginningOf(written: string, head: Head): Uint8Array {
  const { text, start, end } = bodyText(written, head);
  const decoder = bodyDecoder(head.base64);
  const bytes = new Uint8Array(beginningSize);
  let size = 0;
  // Whitespace in base64 decodes to nothing, so this may take many pieces.
  for (let at = start; at < end && size < beginningSize && decoder.problem() === null; ) {
    const to = pieceEnd(text, at, Math.min(at + pieceLength, end));
    const piece = decoder.write(text, at, to, 0, to === end).subarray(0, beginningSize - size);
    bytes.set(piece, size);
    size += piece.length;
    at = to;
  }
  return bytes.subarray(0, size);
}

/** The essences that browsers may assign to the URL at a destination. */
function essencesOf(written: string, head: Head, destination: Destination): Set<string> {
  const essences = new Set([head.type.essence]);
  for (const { essence, only, fact } of ownMediaOf(written, head)) {
    if (only !== undefined && !only.includes(destination)) continue;
    // This reading is not predicted, so any document is possible.
    if (fact === 'tab-in-path') essences.add('text/html');
    if (essence !== null) essences.add(essence);
  }
  const detected = detectedAs(beginningOf(written, head), head.type);
  if (detected !== null) essences.add(detected);
  const taken = takenFor[destination];
  if (taken !== undefined) essences.add(taken);
  if (documents.has(destination)) for (const each of [...essences]) essences.add(documentType(each) ?? each);
  return essences;
}

/**
 * Whether a policy allows the content that browsers load from a URL at a destination. This is for sanitizers: call it
 * for each attribute that loads something, and remove those for which it returns `false`.
 *
 * It considers the type by the Fetch Standard (regardless of letter case, of whitespace and controls around and within
 * the URL, of parameters, and of spellings of `;base64`), a type that only one browser reads, the type of the bytes,
 * and the use at the destination: a script with any type, or a document of a type that browsers render. All of them
 * must be allowed. The severity of an entry does not matter: even `info` disallows.
 *
 * @param url the value of the DOM attribute or CSS token: character references and CSS escapes decoded, nothing else
 *   changed; or a URL object
 * @param destination what the URL is for: `image` for the `src` of `<img>`, `object` for the `data` of `<object>`,
 *   `document` for a link's `href`; SVG is a picture in the first, and a document that may run scripts in the others
 * @param policy default: `defaultPolicy`. Make another one with `mergePolicies`
 * @returns `true` for text that is not a data: URL: the caller must check relative URLs and other schemes, such as
 *   `javascript:`, by other means. `false` for a data: URL that is rejected because of the text before its body, such
 *   as one without a comma.
 */
export function isAllowed(
  url: string | URL,
  destination: Destination,
  policy: Policy = defaultPolicy,
): boolean {
  const written = urlText(url, 'isAllowed');
  checkName(destinations, destination, 'isAllowed', 'a destination');
  if (!isDataUrl(written)) return true;
  const head = readHead(written);
  if (head.problem !== null) return false;
  const types = [...essencesOf(written, head, destination)].flatMap((essence): TypeToCheck[] => {
    const mimeType = parseMimeType(essence);
    return mimeType === null ? [] : [{ mimeType, type: 'declared' }];
  });
  return disallowedBy(policy, types, new Set([destination])) === null;
}
