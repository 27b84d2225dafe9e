/** A data: URL written in other ways: repaired, as short as can be, in either encoding, and as other formats hold it. */
import { betterUrl } from '../data-url/cost.ts';
import { decodeDataUrl } from '../data-url/decode.ts';
import { encodeDataUrl } from '../data-url/encode.ts';
import { lintDataUrl } from '../data-url/lints.ts';
import { parseDataUrl } from '../data-url/parse.ts';
import { repairDataUrl } from '../data-url/repair.ts';
import { writeExternalBody } from '../mime/external-body.ts';
import type { Problem } from '../problem.ts';
import { copyOf } from './copies.ts';
import type { Inspection } from './report.ts';

export const formNames = ['repaired', 'minimal', 'base64', 'percent', 'css', 'html', 'external'] as const;
export type FormName = (typeof formNames)[number];

export interface Form {
  name: FormName;
  /** Null where there is none: nothing to repair, nothing shorter, a URL that is rejected. */
  text: string | null;
  /** What was wrong in the URL as it was and is not in this one. */
  mended: Pick<Problem, 'code' | 'args' | 'message'>[];
}

/** Every form of a URL; linear in its length. */
export const formsOf = (written: string, item: Pick<Inspection, 'essence' | 'detectedType'>): Form[] =>
  formNames.map((name) => {
    const text = textIn(written, name, item);
    return { name, text, mended: text !== null && isUrl(name) ? mendedIn(written, text) : [] };
  });

const isUrl = (name: FormName): boolean => !['css', 'html', 'external'].includes(name);

function textIn(
  written: string,
  name: FormName,
  item: Pick<Inspection, 'essence' | 'detectedType'>,
): string | null {
  switch (name) {
    case 'repaired':
      return repairDataUrl(written);
    case 'minimal':
      return minimal(written);
    case 'base64':
    case 'percent':
      return encodedAs(written, name);
    case 'external':
      return externalBodyOf(written);
    default:
      return copyOf(written, name, item);
  }
}

/** Of one that browsers refuse, the shortest of what was meant. */
function minimal(written: string): string | null {
  if (decodeDataUrl(written).ok) return betterUrl(written);
  const repaired = repairDataUrl(written);
  return repaired && (betterUrl(repaired) ?? repaired);
}

/** The same bytes and MIME type in one of the two encodings. */
function encodedAs(written: string, encoding: 'base64' | 'percent'): string | null {
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return null;
  const { fragment } = parseDataUrl(written);
  const behind = fragment === null ? '' : written.slice(fragment.start - 1, fragment.end);
  return encodeDataUrl(decoded.body, decoded.mimeType, { encoding }) + behind;
}

/** A message/external-body whose URL-parameter it is (RFC 2017), with its type in the inner header. */
function externalBodyOf(written: string): string | null {
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return null;
  const entity = writeExternalBody(written.trim(), [{ name: 'Content-Type', value: decoded.mimeType }]);
  return entity.ok ? entity.text : null;
}

/** What is said of the one and not of the other. */
function mendedIn(before: string, after: string): Form['mended'] {
  const left = new Set(objectionsTo(after).map(({ code }) => code));
  return objectionsTo(before).filter(({ code }) => !left.has(code));
}

function objectionsTo(url: string): Form['mended'] {
  const decoded = decodeDataUrl(url);
  const lints = lintDataUrl(url, parseDataUrl(url), decoded.ok ? decoded.body : undefined);
  return [...(decoded.ok ? [] : [decoded.problem]), ...lints].map(({ code, args, message }) => ({
    code,
    args,
    message,
  }));
}
