/** The kinds of damage to a data: URL, in English. */
import type { Text } from '../format-numbers.ts';
import { hasEnglish } from '../has-english.ts';

export const causeTexts =
  hasEnglish &&
  ({
    'scheme-missing': 'Missing "data:": browsers request the text as a relative URL.',
    'scheme-escaped': 'Percent-encoded as a whole: browsers request the text as a relative URL.',
    'scheme-wrong': 'The scheme is "{scheme}" instead of "data:", so browsers don\'t recognize a data: URL.',
    'path-before': 'Text before the data: URL: because of "{text}", browsers request a relative URL.',
    'host-before': 'Address before the data: URL: browsers request it from {host}.',
    'prefix-doubled': 'The beginning of the data: URL is written twice.',
    'base64-unmarked': 'Base64 data without ";base64" directly before the comma.',
    'base64-not-encoded': 'Marked as ";base64", but the data isn\'t encoded.',
    'comma-missing': 'The data follows "{text}" without a comma.',
    'type-misspelled': 'The media type is misspelled or missing: the data is {type}.',
    'charset-misspelled': 'The charset is misspelled: "{charset}".',
    'escaped-twice': 'The data is percent-encoded twice: "{text}" stands for "%".',
    'references-left': 'The URL contains undecoded HTML character references, such as "{text}".',
    'backslashes-left': 'The URL contains undecoded string-literal escapes, such as "{text}".',
    'quoted-printable-left': 'The data contains undecoded quoted-printable text, such as "{text}".',
    'mail-breaks-left': 'The data contains line breaks of mail software, which begin with "{text}".',
    'quotes-left': 'Quotation marks or brackets from the surrounding text are part of the data: {text}.',
    'base64-twice': 'The data is base64-encoded twice.',
    'base64-of-url': 'The base64 decodes to a whole data: URL.',
    'hexadecimal-left': 'The data consists of hexadecimal digits instead of bytes.',
    'decimals-left': 'The data is a list of decimal numbers instead of bytes.',
    'word-joined': 'The data begins or ends with "{text}": a program added a value that isn\'t a file.',
    'utf8-of-bytes': 'The bytes were encoded as UTF-8, as if each were a character.',
    'plus-became-space': 'Spaces in the base64 were "+" signs, which form decoding replaced.',
    'url-safe-alphabet': 'URL-safe base64: browsers reject "-" and "_", which stand for "+" and "/".',
    'word-inserted': 'No data but "{text}": a program wrote a value that isn\'t a file.',
    unfilled: 'Nothing replaced the placeholder "{text}". In JavaScript, placeholders need backticks.',
    'lfs-pointer': 'No file but its Git LFS pointer, which "git lfs pull" replaces with the file.',
    'bytes-lost': 'Bytes are lost: a program decoded the file as text and replaced them with U+FFFD.',
  } satisfies Record<string, Text>);
export type CauseCode = keyof typeof causeTexts;

/** The causes that turn a data: URL into a different URL. */
type AddressCode = Extract<CauseCode, `scheme-${string}` | `${string}-before`>;
/** The causes that can be undone. Causes that have lost data are only reported. */
export type UndoneCode = Exclude<
  CauseCode,
  AddressCode | 'word-inserted' | 'unfilled' | 'lfs-pointer' | 'bytes-lost'
>;
