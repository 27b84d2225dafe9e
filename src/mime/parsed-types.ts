/** MIME types that were parsed before: the data: URLs of a page have few different ones. */
import { type MimeType, parseMimeType } from './mime-type.ts';

/** Maximum number and length of the types that are remembered: pages may declare any. */
const maxTypes = 100;
const maxTypeLength = 100;

const parsed = new Map<string, MimeType | null>();

/** Like `parseMimeType`, for a type that is likely to occur again. */
export function parsedType(text: string): MimeType | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size === maxTypes || text.length > maxTypeLength) return parseMimeType(text);
  // Not a plain slice, which would keep the whole URL in memory.
  const own = ` ${text}`.slice(1);
  const type = parseMimeType(own);
  parsed.set(own, type);
  return type;
}
