/** Decides whether a word and a colon in running text begin a URI. */
import { asciiLowercase } from './characters.ts';

/**
 * Maximum number of code units that are examined to recognize a reference. This is enough for a media type with
 * parameters.
 */
export const maxLookahead = 256;

/**
 * Schemes that are recognized without "//", each with a pattern that must follow, so that prose and source code
 * ("about: me", "{data:e,") do not match.
 */
const WITHOUT_SLASHES: Record<string, RegExp> = {
  about: /^(?:blank|srcdoc)\b/i,
  blob: /^(?:null|[a-z][a-z0-9+.-]*:)/i,
  cid: /^[^\s@]+@/,
  javascript: /^[^\s]/,
  magnet: /^\?/,
  mailto: /^[^\s@]+@[^\s]/,
  mid: /^[^\s@]+@/,
  news: /^[^\s]*[.@][^\s]/,
  sip: /^[^\s]+[@.]/,
  sips: /^[^\s]+[@.]/,
  sms: /^\+?[0-9]/,
  tel: /^\+?[(0-9]/,
  urn: /^[a-z0-9][a-z0-9-]{0,31}:[^\s]/i,
  'view-source': /^[^\s]/,
  xmpp: /^[^\s]*@/,
};

/** Whether a scheme is recognized without "//" after it. */
export function isKnownScheme(scheme: string): boolean {
  const name = asciiLowercase(scheme);
  return name === 'data' || Object.hasOwn(WITHOUT_SLASHES, name);
}

/**
 * Whether `text`, which begins with `scheme` and a colon, is a reference. `announced`: whether it follows "URL:", so
 * that any scheme is accepted. `wrapped`: whether it is in quotes or brackets, so that a data: URL may have an unusual
 * media type. Only the first `maxLookahead` code units are examined.
 */
export function isReference(text: string, scheme: string, announced: boolean, wrapped: boolean): boolean {
  const name = asciiLowercase(scheme);
  if (asciiLowercase(text.slice(0, name.length + 1)) !== `${name}:`) return false;
  const written = text.slice(scheme.length + 1, maxLookahead);
  // Browsers remove line breaks from data: URLs, so a line break may follow the colon.
  const rest = wrapped && name === 'data' ? written.replace(/^[\t\n\r]\s*/, '') : written;
  if (rest === '' || /^\s/.test(rest)) return false;
  if (name === 'data') return isData(rest, wrapped);
  if (announced) return true;
  if (rest.startsWith('//')) return name.length > 1 && rest.length > 2 && !/^\/\/[\s"'<>`]/.test(rest);
  const must = Object.hasOwn(WITHOUT_SLASHES, name) ? WITHOUT_SLASHES[name] : undefined;
  return must?.test(rest) ?? false;
}

/**
 * Whether a comma follows a media type, parameters, or nothing. Without a comma, there must be at least a media type,
 * whose slash may have been encoded by a log.
 */
function isData(rest: string, wrapped: boolean): boolean {
  const comma = rest.indexOf(',');
  const type = comma < 0 ? rest : rest.slice(0, comma);
  const hasType = /^[ \t]*[!#$%&'*+.^_`|~A-Za-z0-9-]+(?:\/|%(?:25)*2f)[!#$%&'*+.^_`|~A-Za-z0-9-]/i.test(type);
  if (comma < 0) return hasType || rest.startsWith('//');
  return wrapped || hasType || type.trim() === '' || /^[;/]/.test(type) || /;[ \t]*base64$/i.test(type);
}
