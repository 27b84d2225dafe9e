/** The URL that its author intended, where that is evident. */
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

/** Lints whose repair changes what browsers read to what was intended. */
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

/** Lints of probable mistakes whose intention is uncertain. */
const doubtfulLints: readonly string[] = ['plus-for-space', 'double-escape'];

/** Whether a lint means that browsers read something else than was intended, certainly or possibly. */
export const isMisunderstood = (code: string): boolean =>
  repairableLints.includes(code) || doubtfulLints.includes(code);

/**
 * A repaired data: URL for one that browsers reject or that has lints. It is valid by RFC 2397, browsers accept it, and
 * it has no lint except for its length. The fragment is kept.
 *
 * It has the meaning that browsers read in the written URL, its MIME type and its bytes, except for this
 * damage, which is repaired (also several kinds at once):
 * - slashes before the media type;
 * - a `base64` that is escaped, not last, with a `=`, after the comma, or without its semicolon;
 * - escapes, and spaces around delimiters or instead of semicolons, in the media type; a comma in a quoted value, which
 *   is escaped as in section 3 of RFC 2397; a type or a parameter that these made invalid;
 * - a `#` in text that is followed by more of the text;
 * - a charset without `charset=`; UTF-8 with no charset, or with US-ASCII; a charset that a byte order mark
 *   contradicts, or that a binary type has;
 * - where browsers reject the URL: a `#` beside a delimiter before the comma; base64 with wrong padding, in the
 *   URL-safe alphabet, or with invisible characters.
 *
 * No type is invented: it is in the written URL, plain or escaped, or it is the default. Linear in the length. Nothing
 * depends on the length except that a URL with more than 65,536 code units before the data is not repaired.
 *
 * @returns null where nothing needs repair, or the intention is not evident, or RFC 2397 cannot express it: a value
 *   that browsers read with a space, a `/` or the like
 */
export const repairDataUrl = (written: string): string | null => atOnce(repairing(written));

/** The same as `repairDataUrl`, as a generator that yields now and then. */
export function* repairing(written: string): Generator<void, string | null, void> {
  if (hasLongHead(written)) return null;
  const unslashed = withoutSlashes(written);
  if (unslashed !== null) {
    // The text after slashes may be a path as well, unless it is an existing type.
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
  // Rewriting a URL that is still misunderstood would make the misunderstanding its meaning.
  return unrepaired.said.some(({ code }) => isMisunderstood(code)) ? null : yield* anew(meant, after.decoded);
}

/** Whether a lint means that the data was intended as base64. */
const isOfBase64 = (code: string): boolean => code.startsWith('base64-') && repairableLints.includes(code);

const isClean = ({ said, byRfc }: Objections): boolean => said.length === 0 && byRfc === null;

interface Meant {
  head: MeantHead;
  body: string;
  /** With its `#`. */
  fragment: string;
}

const join = ({ head, body, fragment }: Meant): string => `data:${writtenHead(head)},${body}${fragment}`;

/** Splits a URL into its parts as they were intended. */
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
  return decoded.ok ? { head: yield* withCharset(head, decoded.body), body, fragment } : null;
}

/** The MIME type that browsers read in a head. */
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
    // A quote that closes in the data may or may not have been intended to include the comma.
    if (/="[^"]*$/.test(head) && rest.slice(0, 4096).includes('"')) return null;
    return word === undefined || /;\s*base64\s*$/i.test(head)
      ? { head, rest }
      : { head: `${head};base64`, rest: rest.slice(word.length) };
  }
  const late = text.indexOf(',');
  const head = text.slice(0, Math.max(0, late));
  // A "#" beside a delimiter separates nothing; within a name, the text before it may be the whole name.
  const isStray = !/[^;=\s#]#+[^;=\s#]/.test(head.replace(/[\t\n\r]+/g, ''));
  return late < 0 || !isStray ? null : { head: head.replaceAll('#', ''), rest: text.slice(late + 1) };
}

/** The URL without slashes after the colon; null if it has none. */
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

/** The head with the charset of these bytes, if it declares another or none. */
function* withCharset(head: MeantHead, bytes: Uint8Array): Generator<void, MeantHead, void> {
  const charset = yield* meantCharset(typeOf(head), bytes);
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
 * The URL with its data encoded anew; in base64 if text would have lints, such as that it looks escaped
 * twice.
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
