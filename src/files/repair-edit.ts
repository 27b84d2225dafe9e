/** The repair of a data: URL in a file, also as an edit of the file. */
import { decoding } from '../data-url/decode.ts';
import { readHead } from '../data-url/parse.ts';
import { percentEscape } from '../data-url/percent-escape.ts';
import { type Placed, unloadableFor } from '../outcome/loadable.ts';
import { repairingAt } from '../outcome/repair-at.ts';
import { causing } from '../repair/causes.ts';
import { comparing } from '../repair/compare-urls.ts';
import type { FileRepair } from '../report/report.ts';
import type { Edit } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';

/** Maximum length, in code units, of a URL that is repaired, and of the text that an edit inserts. */
const maxLength = 1 << 20;
const maxTextLength = 1 << 12;

/** Matches characters without a special meaning in any syntax around a URL. */
const ordinary = /^[\w\-.~:/?#@!$*+,;=%]$/;

/**
 * Match messages about a wrong type: those that don't apply once the URL declares the type of its bytes, and those that
 * don't apply once the URL declares the type that its occurrences require.
 */
const ofBytes = /^wrong-type(?:-misspelled|-undeclared)?$/;
const ofPlaces = /^unloadable-not-a-/;

/**
 * Repairs a URL of a file.
 *
 * @param placed the URL as it was parsed, and its occurrences in the file
 * @param messageIds the messages of its findings
 * @returns null if there is no repair
 */
export function repairInFile(
  written: string,
  placed: Placed,
  messageIds: readonly string[],
): FileRepair | null {
  if (written.length > maxLength) return null;
  const repair = atOnce(repairingAt(written, placed));
  if (!repair.ok || repair.url === written) return null;
  const ofSpelling = repair.changes.filter((each) => 'group' in each && each.group === 'characters');
  const keepsSpelling = !ofSpelling.some(({ code }) => messageIds.includes(code));
  const url = keepsSpelling ? withOwnSpelling(written, repair.url) : repair.url;
  const changes =
    url === repair.url ? repair.changes : repair.changes.filter((each) => !ofSpelling.includes(each));
  if (url === written) return null;
  const cause = atOnce(causing(written));
  const removes = new Set<string>(changes.map(({ code }) => code));
  // A repair of something else leaves, for example, lost bytes lost.
  if (cause && atOnce(causing(url))?.code !== cause.code) removes.add(cause.code);
  const { essence } = readHead(url).type;
  if (essence !== readHead(written).type.essence) {
    const relabeled = { ...placed, inspection: { ...placed.inspection, essence, engines: [] } };
    const loads = unloadableFor(relabeled) === null;
    for (const message of messageIds)
      if (ofBytes.test(message) || (loads && ofPlaces.test(message))) removes.add(message);
  }
  const { edits, lost } = url === repair.url ? repair : atOnce(comparing(written, url));
  return { url, edits, lost, removes: [...removes] };
}

/**
 * The shortest edit that repairs a URL.
 *
 * @param written the URL, which must be the same in the file, without escapes
 * @returns null if the edit would insert a character that may need an escape in the file
 */
export function repairEdit(written: string, { url, removes }: FileRepair): Edit | null {
  const least = Math.min(written.length, url.length);
  let start = 0;
  while (start < least && written[start] === url[start]) start++;
  let same = 0;
  while (same < least - start && written.at(-1 - same) === url.at(-1 - same)) same++;
  const end = written.length - same;
  const text = url.slice(start, url.length - same);
  if (text.length > maxTextLength) return null;
  const known = new Set(written);
  if (![...text].every((character) => ordinary.test(character) || known.has(character))) return null;
  return { start, end, text, removes };
}

/**
 * Takes from the repair of a URL the escapes of characters that mean the same without them. No finding reports these,
 * and the escapes would change most of an SVG.
 */
function withOwnSpelling(written: string, url: string): string {
  let at = url.indexOf(',') + 1;
  let own = url.slice(0, at);
  for (const [character] of written.slice(written.indexOf(',') + 1).matchAll(/%[\da-f]{2}|./gisu)) {
    const isEscaped = character === '%' || !url.startsWith(character, at);
    // An escape that was escaped again keeps its digits.
    const anew = character.length > 2 ? encodeURIComponent(character) : percentEscape(character);
    const escaped = isEscaped ? anew : character;
    const form = url.startsWith(escaped, at) ? escaped : character;
    if (!url.startsWith(form, at)) return url;
    own += character === '#' || character === '%' ? form : character;
    at += form.length;
  }
  if (at < url.length) return url;
  const [meant, kept] = [url, own].map((each) => atOnce(decoding(each)));
  const isSame =
    meant?.ok &&
    kept?.ok &&
    meant.mimeType === kept.mimeType &&
    meant.body.length === kept.body.length &&
    meant.body.every((byte, index) => byte === kept.body[index]);
  return isSame ? own : url;
}
