/** A data: URL written in other ways: repaired, as short as can be, in either encoding, and as other formats hold it. */
import { betterUrl } from '../data-url/cost.ts';
import { decodeDataUrl } from '../data-url/decode.ts';
import type { EncodeOptions } from '../data-url/encode.ts';
import { addsNothing, meanSame, objectionsTo } from '../data-url/objections.ts';
import { isMisunderstood, repairDataUrl } from '../data-url/repair.ts';
import { rewritten } from '../data-url/rewrite.ts';
import { escapable, readExternalBody, writeExternalBody } from '../payload/message-external-body.ts';
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
export const formsOf = (written: string, item: Pick<Inspection, 'essence' | 'detectedType'>): Form[] => {
  const isRefused = !decodeDataUrl(written).ok;
  return formNames.map((name) => {
    const text = textIn(written, name, item);
    const isMeant = name === 'repaired' || isRefused;
    return { name, text, mended: text !== null && isUrl(name) ? mendedIn(written, text, isMeant) : [] };
  });
};

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
      return rewritten(written, [{ encoding: 'base64' }]);
    case 'percent':
      return rewritten(written, [plainText]);
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

/** In characters that every URL may have. */
const plainText: EncodeOptions = { encoding: 'percent', characters: 'rfc' };

/**
 * A message/external-body whose URL-parameter it is (RFC 2017), with its type in the inner header. The URL is written
 * anew where its quotes, or what else would have to be escaped, do not stand in its data.
 */
function externalBodyOf(written: string): string | null {
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return null;
  const inner = [{ name: 'Content-Type', value: decoded.mimeType }];
  const before = objectionsTo(written, decoded);
  for (const url of [
    escapable(written),
    rewritten(written, [plainText]),
    rewritten(written, [{ encoding: 'base64' }]),
  ]) {
    const entity = url === null ? null : writeExternalBody(url, inner);
    const read = entity?.ok ? readExternalBody(entity.text) : null;
    if (!entity?.ok || !read?.ok || !meanSame(decoded, decodeDataUrl(read.url))) continue;
    if (addsNothing(before, objectionsTo(read.url))) return entity.text;
  }
  return null;
}

/** What was wrong in the one and is right in the other; whose meaning is the same is no better understood. */
function mendedIn(before: string, after: string, isMeant: boolean): Form['mended'] {
  const remaining = new Set(objectionsTo(after).said.map(({ code }) => code));
  return objectionsTo(before).said.flatMap(({ code, args, message }) =>
    remaining.has(code) || (!isMeant && isMisunderstood(code)) ? [] : [{ code, args, message }],
  );
}
