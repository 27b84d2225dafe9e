/** The URL that its author meant, as far as one can tell. */
import { decodeDataUrl } from './decode.ts';
import { encodeDataUrl } from './encode.ts';
import { type Lint, lintDataUrl } from './lints.ts';
import { type ParsedDataUrl, parseDataUrl } from './parse.ts';

/** Lints whose repair changes what the URL means, to what it was meant to be; in the order in which they apply. */
export const meantOtherwise = [
  'double-slash',
  'slash',
  'base64-after-comma',
  'base64-without-semicolon',
  'base64-escaped',
  'base64-with-value',
  'base64-not-last',
  'base64-repeated',
  'fragment-cuts-body',
  'charset-without-name',
  'parameter-name',
  'type-without-subtype',
  'invalid-media-type',
  'charset-missing',
  'charset-not-ascii',
  'charset-on-binary',
];

/**
 * A valid data: URL (RFC 2397 with its errata) in place of one that is refused, means something else than it seems
 * to, or is written in a way that standards object to. Null where nothing is to be repaired, or nobody can tell how.
 * The fragment is kept.
 */
export function repairDataUrl(written: string): string | null {
  const repaired = repairOnce(written);
  // What is written anew may show what was hidden: that no charset is declared, where characters stood for bytes.
  return repaired === null ? null : (repairOnce(repaired) ?? repaired);
}

function repairOnce(written: string): string | null {
  let url = trimmed(written);
  // Each repair can make the next possible, and none can be needed twice; the bound is for those that go in circles.
  for (let round = 0; round < 2 * meantOtherwise.length; round++) {
    const next = repairRefused(url) ?? repairMeaning(url);
    if (next === null || next === url) break;
    url = next;
  }
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return null;
  const parsed = parseDataUrl(url);
  const fragment = parsed.fragment === null ? '' : url.slice(parsed.fragment.start - 1, parsed.fragment.end);
  const encoding = parsed.base64 ? 'base64' : 'percent';
  const clean = lintsOf(url, parsed, decoded.body).every(({ group }) => group === 'length');
  if (!clean) {
    const anew = encodeDataUrl(decoded.body, decoded.mimeType, { encoding, characters: 'rfc' });
    url = withOwnType(anew, parsed, decoded.mimeType) + fragment;
  }
  return url === written ? null : url;
}

/** RFC 2397 has no form for a value with spaces or quotes: such a type stays as browsers read it. */
function withOwnType(anew: string, { mimeTypeInput, base64 }: ParsedDataUrl, mimeType: string): string {
  const comma = anew.indexOf(',');
  const isSaid = !anew.slice(0, comma).includes('"') && parseDataUrl(anew).mimeType === mimeType;
  if (isSaid) return anew;
  return `data:${mimeTypeInput.trim()}${base64 ? ';base64' : ''}${anew.slice(comma)}`;
}

const trimmed = (text: string) => text.replace(/^[\0-\x20]+/, '');
const lintsOf = (url: string, parsed: ParsedDataUrl, body?: Uint8Array): Lint[] =>
  lintDataUrl(url, parsed, body);

/** Where browsers refuse the URL. */
function repairRefused(url: string): string | null {
  const decoded = decodeDataUrl(url);
  if (decoded.ok) return null;
  const { code } = decoded.problem;
  const parsed = parseDataUrl(url);
  if (code === 'comma-in-fragment') {
    const comma = decoded.problem.start;
    return url.slice(0, comma).replaceAll('#', '') + url.slice(comma);
  }
  // With a port or credentials there would be no media type: its essence has no ":" and no "@".
  if (code === 'bad-host' || code === 'comma-in-dot-segment') {
    const start = parsed.scheme === null ? 0 : parsed.scheme.end + 1;
    const without = `${url.slice(0, start)}${url.slice(start).replace(/^[\s/]+/, '')}`;
    return parseDataUrl(without).type === null ? null : without;
  }
  if (parsed.base64 && parsed.body !== null) {
    const { start, end } = parsed.body;
    const body = url
      .slice(start, end)
      .replace(/%([\dA-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/[\0-\x20\x7f-\xa0\u200b\ufeff]+/g, '')
      .replace(/=+$/, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    if (body.length % 4 === 1 || /[^A-Za-z\d+/]/.test(body)) return null;
    return url.slice(0, start) + body + '='.repeat((4 - (body.length % 4)) % 4) + url.slice(end);
  }
  return null;
}

/** Where browsers read it, but not as it was meant. */
function repairMeaning(url: string): string | null {
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return null;
  const lints = lintsOf(url, parseDataUrl(url), decoded.body);
  for (const code of meantOtherwise) {
    const lint = lints.find((l) => l.code === code);
    if (lint?.repaired === undefined || lint.repaired === url) continue;
    // A slash in front of something that is no media type is perhaps meant.
    if (code.endsWith('slash') && parseDataUrl(lint.repaired).type === null) continue;
    return lint.repaired;
  }
  return null;
}
