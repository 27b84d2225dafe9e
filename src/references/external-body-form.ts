/**
 * Writes message/external-body (RFC 2017) for a URL. Parsing the result gives the same resource and no new objections.
 */

import { isDataUrl } from '../data-url/is-data-url.ts';
import {
  addsNothing,
  meanSame,
  type Objections,
  objectionsTo,
  type ReadUrl,
  readUrl,
  rewritten,
  uriCharacters,
} from '../data-url/rewrite.ts';
import { parseMimeType, serializeMimeType } from '../mime/mime-type.ts';
import { contentMd5 } from '../payload/external-body/external-body-data.ts';
import type { Permission } from '../payload/external-body/external-body-parameters.ts';
import { readExternalBody } from '../payload/external-body/message-external-body.ts';
import type { Form } from '../report/forms.ts';
import { type KeptReading, keptReading, type UrlForm, writeExternalBody } from './external-body-writer.ts';

/** Facts about the data that the message states. All are optional. */
export interface MailDetails {
  /** The media type of the data; a data: URL contains its own. */
  type?: string;
  /** The time after which the data may be removed, in milliseconds since 1970. */
  expiration?: number;
  permission?: Permission;
  /** Default: `words`. */
  urlForm?: UrlForm;
  /** Whether to add the size and the Content-MD5 of a data: URL. */
  withDigest?: boolean;
}

/** The reasons why a URL can't be written as message/external-body. */
export const mailProblems = [
  'no-scheme',
  'retrieves-nothing',
  'no-type',
  'no-date',
  'data-rejected',
  'not-alike',
] as const;
export type MailProblem = (typeof mailProblems)[number];

/** `reading` contains the readings of a data: URL that stay the same. */
export type MailForm = { ok: true; text: string; reading: KeptReading } | { ok: false; problem: MailProblem };

/** The form of a data: URL for mail: the URL is the URL-parameter, and its type is in the inner header. */
export function externalForm(written: string): Form & { reading: KeptReading | null } {
  const form = mailForData(readUrl(written));
  const [text, reading] = form.ok ? [form.text, form.reading] : [null, null];
  return { name: 'external', text, mended: [], reading };
}

/** The message/external-body for a URL, or the reason why there is none. Takes linear time. */
export function mailFor(url: string, details: MailDetails = {}): MailForm {
  const { expiration } = details;
  // The year must have four digits.
  if (expiration !== undefined && !(expiration >= -62_167_219_200_000 && expiration < 253_402_300_800_000))
    return { ok: false, problem: 'no-date' };
  if (isDataUrl(url)) return mailForData(readUrl(url), details);
  const type = details.type === undefined ? undefined : parseMimeType(details.type);
  if (type === null) return { ok: false, problem: 'no-type' };
  const inner = type === undefined ? [] : [{ name: 'Content-Type', value: serializeMimeType(type) }];
  const written = writeExternalBody(url.trim(), inner, optionsOf(details));
  if (written.ok) return written;
  const isRelative = written.problem.code === 'external-body-url-relative';
  return { ok: false, problem: isRelative ? 'no-scheme' : 'retrieves-nothing' };
}

const optionsOf = ({ expiration, permission, urlForm = 'words' }: MailDetails) => ({
  breakAfterSlash: true,
  urlForm,
  ...(expiration === undefined ? {} : { expiration }),
  ...(permission === undefined ? {} : { permission }),
});

/**
 * The message/external-body for a data: URL. The URL is rewritten unless only its data contains quotes or other
 * characters that must be escaped.
 *
 * @param before the objections to the URL; the result adds none
 */
export function mailForData(
  read: ReadUrl,
  details: MailDetails = {},
  before: Objections = objectionsTo(read),
): MailForm {
  const { written, decoded } = read;
  if (!decoded.ok) return { ok: false, problem: 'data-rejected' };
  const inner = [{ name: 'Content-Type', value: decoded.mimeType }];
  if (details.withDigest) inner.push({ name: 'Content-MD5', value: contentMd5(decoded) });
  const options = {
    ...optionsOf(details),
    ...(details.withDigest ? { size: decoded.body.length } : {}),
  };
  for (const url of [written, rewritten(read, [uriCharacters]), rewritten(read, [{ encoding: 'base64' }])]) {
    const entity = url === null ? null : writeExternalBody(url, inner, options);
    const held = entity?.ok ? readExternalBody(entity.text) : null;
    if (!entity?.ok || !held?.ok) continue;
    const again = readUrl(held.url);
    // The written URL is compared, because `entity.reading` is the result for the rewritten one.
    const reading = keptReading(written, held.url);
    if (reading && meanSame(decoded, again.decoded) && addsNothing(before, objectionsTo(again)))
      return { ...entity, reading };
  }
  return { ok: false, problem: 'not-alike' };
}
