/** The URL that its author meant, where that is evident. */
import { defaultMimeType, type MimeType, parseMimeType } from '../mime/mime-type.ts';
import { atOnce } from '../turns.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { type Decoded, decoding } from './decode.ts';
import { encoded } from './encode.ts';
import { hasLongHead } from './head.ts';
import { afterScheme } from './is-data-url.ts';
import { meantCharset } from './lints/charset-parameter.ts';
import { escapingHashes, meantBase64 } from './meant-body.ts';
import { commaOf, type MeantHead, meantHead, writtenHead } from './meant-head.ts';
import { meanSame, type Objections, objecting } from './objections.ts';
import { readingUrl } from './read-url.ts';

/** Lints of which the repair changes what browsers read, to what was meant. */
const repairableLints: readonly string[] = [
  'double-slash',
  'slash',
  'base64-after-comma',
  'base64-without-semicolon',
  'base64-escaped',
  'base64-with-value',
  'base64-not-last',
  'fragment-cuts-body',
  'comma-in-quotes',
  'escape-in-media-type',
  'space-in-media-type',
  'type-without-subtype',
  'invalid-media-type',
  'parameter-name',
  'parameter-without-value',
  'charset-without-name',
  'charset-missing',
  'charset-not-ascii',
  'charset-bom',
  'charset-on-binary',
];

/** Lints that say what could have been meant, and nobody can know. */
const doubtfulLints: readonly string[] = ['plus-for-space', 'double-escape'];

/** Whether a lint says that browsers read something else than was meant, for sure or perhaps. */
export const isMisunderstood = (code: string): boolean =>
  repairableLints.includes(code) || doubtfulLints.includes(code);

/**
 * A data: URL in place of one that browsers refuse, or that something is said against. It is valid by RFC 2397, browsers
 * read it, and there is no lint of it but for its length. The fragment is kept.
 *
 * It means what browsers read in the written one, its MIME type and its bytes, where they read it, but for this damage,
 * of which it undoes each kind, and several at once:
 * - slashes in front of the media type;
 * - a `base64` that is escaped, not last, with a `=`, behind the comma, or without its semicolon;
 * - escapes, and spaces around delimiters or in place of semicolons, in the media type; a comma in a quoted value, which
 *   is escaped as section 3 of RFC 2397 has it; a type or a parameter that these made invalid;
 * - a `#` in text behind which more of the text follows;
 * - a charset without `charset=`; none for UTF-8, or US-ASCII; one that a byte order mark contradicts; one of a binary
 *   type;
 * - where browsers refuse it: a `#` beside a delimiter in front of the comma; base64 with another padding than it needs,
 *   in the URL-safe alphabet, or with invisible characters.
 *
 * No type is made up: it stands in the written URL, spelled out or escaped, or it is the default. Linear in the length,
 * which decides nothing but that of what stands in front of the data: beyond 65,536 code units nothing is repaired.
 *
 * @returns null where nothing is to be repaired, or what was meant is not evident, or RFC 2397 cannot say it: a value
 *   that browsers read with a space, a `/` or the like
 */
export const repairDataUrl = (written: string): string | null => atOnce(repairing(written));

/** The same in turns: yields now and then. */
export function* repairing(written: string): Generator<void, string | null, void> {
  if (hasLongHead(written)) return null;
  const unslashed = withoutSlashes(written);
  if (unslashed !== null) {
    // What follows slashes is a path as well, unless it is a type that exists.
    if (
      !/^data:[;,]|^data:(?:application|audio|font|image|message|model|multipart|text|video)\b/i.test(
        unslashed,
      )
    )
      return null;
    const isRepaired = isClean(yield* objecting(yield* readingUrl(unslashed)));
    return isRepaired ? unslashed : yield* repairing(unslashed);
  }
  const before = yield* readingUrl(written);
  const objections = yield* objecting(before);
  if (isClean(objections)) return null;
  const codes = objections.said.map(({ code }) => code);
  const meant = yield* meantUrl(written);
  if (meant === null || (!meant.head.base64 && codes.some(isOfBase64))) return null;
  const url = join(meant);
  const after = yield* readingUrl(url);
  const mayDiffer = !before.decoded.ok || codes.some((code) => repairableLints.includes(code));
  if (!after.decoded.ok || !(mayDiffer || meanSame(before.decoded, after.decoded))) return null;
  const unrepaired = yield* objecting(after);
  if (isClean(unrepaired)) return url;
  // To write anew what still is misunderstood would make that its meaning.
  return unrepaired.said.some(({ code }) => isMisunderstood(code)) ? null : yield* anew(meant, after.decoded);
}

/** Whether a lint says that the data was meant to be base64. */
const isOfBase64 = (code: string): boolean => code.startsWith('base64-') && repairableLints.includes(code);

const isClean = ({ said, byRfc }: Objections): boolean => said.length === 0 && byRfc === null;

interface Meant {
  head: MeantHead;
  body: string;
  /** With its `#`. */
  fragment: string;
}

const join = ({ head, body, fragment }: Meant): string => `data:${writtenHead(head)},${body}${fragment}`;

/** Taken apart, each part as it was meant. */
function* meantUrl(written: string): Generator<void, Meant | null, void> {
  const parted = partedAtComma(written);
  const head = parted && meantHead(parted.head);
  if (!parted || !head) return null;
  const { rest } = parted;
  const text = head.base64 ? rest : yield* escapingHashes(rest, typeOf(head));
  const end = fragmentStart(text);
  const raw = text.slice(0, end);
  const fragment = text.slice(end);
  const isRefused = head.base64 && !(yield* decoding(`data:;base64,${raw}`)).ok;
  const body = isRefused ? yield* meantBase64(raw) : raw;
  if (body === null) return null;
  const decoded = yield* decoding(join({ head, body, fragment: '' }));
  return decoded.ok ? { head: withCharset(head, decoded.body), body, fragment } : null;
}

/** What browsers make of a head. */
const typeOf = (head: MeantHead): MimeType => {
  const text = writtenHead({ ...head, base64: false });
  return parseMimeType(text.startsWith(';') ? `text/plain${text}` : text) ?? defaultMimeType;
};

function partedAtComma(written: string): { head: string; rest: string } | null {
  const at = afterScheme(written);
  if (at < 0) return null;
  const text = written.slice(at, trimmedEnd(written));
  const comma = commaOf(text);
  if (comma >= 0) {
    const rest = text.slice(comma + 1);
    const word = /^[ \f]*;?[ \f]*base64[ \f]*,/i.exec(rest)?.[0];
    const head = text.slice(0, comma);
    // Whether the quote that closes in the data was to hold the comma is not to be known.
    if (/="[^"]*$/.test(head) && rest.slice(0, 4096).includes('"')) return null;
    return word === undefined || /;\s*base64\s*$/i.test(head)
      ? { head, rest }
      : { head: `${head};base64`, rest: rest.slice(word.length) };
  }
  const late = text.indexOf(',');
  const head = text.slice(0, Math.max(0, late));
  // Beside a delimiter it parts nothing: in a name, what stands in front of it may be all of that.
  const isStray = !/[^;=\s#]#+[^;=\s#]/.test(head.replace(/[\t\n\r]+/g, ''));
  return late < 0 || !isStray ? null : { head: head.replaceAll('#', ''), rest: text.slice(late + 1) };
}

/** Null where no slash follows the colon. */
function withoutSlashes(written: string): string | null {
  const at = afterScheme(written);
  const slashes = at < 0 ? null : /^[\t\n\r]*\/[\s/]*/.exec(written.slice(at));
  return slashes && `data:${written.slice(at + slashes[0].length, trimmedEnd(written))}`;
}

function trimmedEnd(text: string): number {
  let end = text.length;
  while (text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}

/** With the charset that these bytes are in, where another is declared or none. */
function withCharset(head: MeantHead, bytes: Uint8Array): MeantHead {
  const charset = meantCharset(typeOf(head), bytes);
  if (charset === undefined) return head;
  const others = head.parameters.filter(({ name }) => name.toLowerCase() !== 'charset');
  if (charset === null) return { ...head, parameters: others };
  const declared = { name: 'charset', value: charset };
  const parameters =
    others.length === head.parameters.length
      ? [...others, declared]
      : head.parameters.map((each) => (others.includes(each) ? each : { ...each, value: charset }));
  return { ...head, parameters };
}

/**
 * With the data written anew in its encoding; in base64 where something would be said against it as text, such as that
 * it looks as if it was escaped twice.
 */
function* anew(meant: Meant, meaning: Decoded & { ok: true }): Generator<void, string | null, void> {
  for (const base64 of meant.head.base64 ? [true] : [false, true]) {
    const encoding = base64 ? 'base64' : 'percent';
    const whole = yield* encoded(meaning.body, defaultMimeType, { encoding, characters: 'rfc' });
    yield;
    const body = whole.slice(whole.indexOf(',') + 1);
    yield;
    const url = join({ ...meant, head: { ...meant.head, base64 }, body });
    const read = yield* readingUrl(url);
    yield;
    if (meanSame(meaning, read.decoded) && isClean(yield* objecting(read))) return url;
  }
  return null;
}
