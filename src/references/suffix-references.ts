/** Suffix references: URIs without their scheme, such as `www.w3.org/Addressing/` (rfc2396bis section 4.5). */
import { trimEnd } from '../uri/delimit-bare.ts';
import { maxHostName } from '../uri/limits.ts';

/** Matches names that end with a top-level domain, as only host names do. */
const topLevels = /\.(?:com|org|net|edu|gov|mil|int|arpa)$/i;
const hostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
const ofService = /^(?:www|ftp)\./i;

/** Guesses whether a text is a suffix reference, judging by the host name at its beginning. */
export function isSuffixReference(text: string): boolean {
  const [host = ''] = text.slice(0, 300).split(/[:/?#]/, 1);
  return hostName.test(host) && (ofService.test(host) || topLevels.test(host));
}

/** A suffix reference and its position, in code units. */
export interface FoundSuffix {
  text: string;
  start: number;
  end: number;
}

/**
 * Matches a name that could be a host, at the beginning of a word: not within a path, a mail address or an expression.
 */
const candidate = /(?<![\w@.\\/:=&?#%+~$-])[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+/gi;
/**
 * Matches a port, path, query, and fragment, up to a character that ends an undelimited reference, or the end of a link
 * text in Markdown.
 */
const rest = /(?::[0-9]{1,5}(?![\w.]))?(?:[/?#](?:(?!\]\()[^\s<>"`\u2018-\u201e\u00ab\u00bb])*)?/y;
/**
 * Matches top-level domains of names without "www." or "ftp.". In a sentence, `notes.org` may be a file and `ASP.NET` a
 * product. Therefore, the domain must be in lower case, and a path must follow.
 */
const lowerTopLevel = /\.(?:com|org|net|edu|gov|mil|int)$/;
const fileName =
  /\.(?:bak|bz2|cfg|conf|css|csv|dll|exe|gif|gz|html?|ini|jpe?g|js|json|log|pdf|php|png|svg|tar|tgz|txt|xhtml|xml|xz|zip)$/i;

/**
 * The suffix references in a text, in order, except those that overlap `taken`. A name that begins with "www." or
 * "ftp." must consist of at least three labels and not end like a file name. Other names must end in one of the oldest
 * top-level domains, and a path must follow. Takes linear time, and never throws.
 *
 * @param taken the references that were already found, in order
 */
export function suffixReferences(
  text: string,
  taken: readonly { start: number; end: number }[] = [],
): FoundSuffix[] {
  const found: FoundSuffix[] = [];
  let next = 0;
  let position = 0;
  for (const { 0: host, index: start } of text.matchAll(candidate)) {
    if (start < position) continue;
    while (next < taken.length && taken[next]!.end <= start) next++;
    rest.lastIndex = start + host.length;
    const whole = start + host.length + (rest.exec(text)?.[0].length ?? 0);
    position = whole;
    if ((taken[next]?.start ?? text.length) < whole) continue;
    const end = trimEnd(text, start + host.length, whole, start);
    const behind = text[start + host.length] ?? '';
    if (/[\w@(=\\-]/.test(behind) || !isHostInText(host, text.slice(start + host.length, end))) continue;
    found.push({ text: text.slice(start, end), start, end });
  }
  return found;
}

function isHostInText(host: string, behind: string): boolean {
  if (host.length > maxHostName || !/\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i.test(host)) return false;
  if (ofService.test(host)) return host.split('.').length > 2 && !fileName.test(host);
  return lowerTopLevel.test(host) && /^(?::[0-9]+)?\//.test(behind);
}
