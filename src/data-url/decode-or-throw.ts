/** Decodes data: URLs for programs that want an exception, a Blob or a Response, as from `fetch()`. */
import type { Problem } from '../problem.ts';
import { urlText } from '../url-text.ts';
import { type Decoded, decodeDataUrl } from './decode.ts';

/** The error for a data: URL that `fetch()` rejects, with the reason and its position. */
export class DataUrlError extends TypeError {
  override readonly name = 'DataUrlError';
  /** The reason, and its position in the URL. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`Not a data: URL that fetch() accepts: ${problem.message} (position ${problem.start})`);
    this.problem = problem;
  }
}

/** A MIME type and a body. */
export type DecodedBody = Omit<Extract<Decoded, { ok: true }>, 'ok'>;

/**
 * Like `decodeDataUrl`, but throws an exception for a rejected URL.
 *
 * @param url a string, or a URL object, whose `href` is used
 * @throws {DataUrlError} if `fetch()` rejects the URL
 */
export const decodeDataUrlOrThrow = (url: string | URL): DecodedBody =>
  bodyOf(urlText(url, 'decodeDataUrlOrThrow'));

function bodyOf(url: string): DecodedBody {
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) throw new DataUrlError(decoded.problem);
  const { mimeType, body } = decoded;
  return { mimeType, body };
}

/**
 * A Blob of the decoded body, with its MIME type: the same as `(await fetch(url)).blob()`, but without a request.
 *
 * @throws {DataUrlError} if `fetch()` rejects the URL
 */
export function toBlob(url: string | URL): Blob {
  const { mimeType, body } = bodyOf(urlText(url, 'toBlob'));
  return new Blob([body], { type: mimeType });
}

/**
 * A Response with the decoded body and its MIME type in `Content-Type`, as `fetch()` returns it, but without a request:
 * for streams, service workers and tests. Its `url` is empty, as in every Response that a program constructs.
 *
 * @throws {DataUrlError} if `fetch()` rejects the URL
 */
export function toResponse(url: string | URL): Response {
  const { mimeType, body } = bodyOf(urlText(url, 'toResponse'));
  return new Response(body, { status: 200, statusText: 'OK', headers: { 'Content-Type': mimeType } });
}
