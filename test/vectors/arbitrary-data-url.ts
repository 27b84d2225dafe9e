/**
 * Generates data: URLs that no person would write, from parts that matter to the standards, to compare `decodeDataUrl`
 * with platforms. Node and Chromium tests share this file, which imports only fast-check.
 */
import fc from 'fast-check';

const chunk = (...parts: string[]) => fc.constantFrom(...parts);

/** Joins up to `max` of the parts. */
const some = (part: fc.Arbitrary<string>, max: number) =>
  fc.array(part, { maxLength: max }).map((parts) => parts.join(''));

const weighted = (...cases: [number, fc.Arbitrary<string>][]) =>
  fc.oneof(...cases.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const ascii = fc.integer({ min: 0, max: 0x7f }).map((unit) => String.fromCharCode(unit));
const hex = chunk(...'0123456789abcdefABCDEF');
const percentEscape = fc.tuple(hex, hex).map(([a, b]) => `%${a}${b}`);
const removed = chunk('\t', '\n', '\r');
const surrogate = chunk('\ud83d', '\ude00', '\ud83d\ude00', '\udc00', '\udbff', '\ud83d\t\ude00');

/** Generates text that may confuse a parser in any position. */
const odd = weighted(
  [4, removed],
  [3, chunk(' ', '  ', '\f', '\v', '\0', '\x7f', '\x1f')],
  [3, chunk('%', '%2', '%g0', '%0g', '%%', '%\t41', '%4\n1', '%20', '%2C', '%3b', '%00')],
  [2, chunk('?', ' ?', '  ?', '?,', ' \t?')],
  [1, chunk('#', ' #', '#,')],
  [2, chunk('"', "'", '\\', '<', '>', '`', '[', ']', '{', '}', '|', '^')],
  [2, chunk(',', ';', '=', '/', ':', '@', '+', '-', '_', '.')],
  [2, surrogate],
  [1, chunk('é', '€', '\u0080', '\u00ff', '\ufeff', '\ufffd', '\u2028')],
  [1, anyUnit],
);

const scheme = weighted(
  [60, fc.constant('data:')],
  [
    6,
    chunk(
      'DATA:',
      'Data:',
      'dAtA:',
      ' data:',
      '\0\x1f data:',
      'da\tta:',
      'data\n:',
      '\r\ndata:',
      'd\ra\nt\ta:',
    ),
  ],
);

const token = weighted(
  [6, chunk('x', 'text', 'plain', 'html', 'image', 'png', 'svg+xml', 'X-Y', 'vnd.a', 'application')],
  [1, some(ascii, 3)],
);

const essence = weighted(
  [8, chunk('text/plain', 'text/html', 'image/svg+xml', 'image/png', 'TEXT/HTML', 'x/x', 'application/json')],
  [5, fc.constant('')],
  [2, fc.tuple(token, chunk('/', '/', ' / ', '//', ''), token).map((parts) => parts.join(''))],
  [1, some(odd, 3)],
);

const quoted = fc
  .tuple(
    some(weighted([3, token], [2, chunk('\\"', '\\\\', '\\x', ';', '=', ' ')], [2, odd]), 4),
    chunk('"', '"', '"', ''),
    chunk('', '', 'x', ' '),
  )
  .map(([text, close, rest]) => `"${text}${close}${rest}`);

const value = weighted(
  [5, chunk('utf-8', 'UTF-8', 'US-ASCII', 'windows-1252', 'x', 'a b', '()', '')],
  [3, quoted],
  [2, some(weighted([2, token], [1, odd]), 3)],
);

const parameter = fc
  .tuple(
    chunk(';', ';', ';', '; ', ' ;', ' ; ', ';;', ';\t'),
    weighted(
      [4, chunk('charset', 'Charset', 'a', 'b', 'base64', 'x')],
      [1, some(weighted([1, token], [1, odd]), 2)],
    ),
    chunk('=', '=', '=', '=', ' =', '= ', ''),
    value,
  )
  .map((parts) => parts.join(''));

const base64Token = weighted(
  [10, chunk(';base64')],
  [
    4,
    chunk(
      ';BASE64',
      ';Base64',
      ';bAsE64',
      '; base64',
      ';base64 ',
      ';   base64  ',
      ' ;base64',
      ';bas\ne64',
      ';\tbase64',
    ),
  ],
  [
    2,
    chunk(
      ';base64;',
      ';base64;base64',
      ';base64=',
      ';%62ase64',
      '%3Bbase64',
      ';base64%20',
      ';base64\f',
      '\f;base64',
      'base64',
      ';base 64',
      ';base6',
      ';baſe64',
      ';base64?',
      '?;base64',
      ';base64 ?',
    ),
  ],
);

const base64Alphabet = chunk(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const base64Units = (min: number, max: number) =>
  fc.array(base64Alphabet, { minLength: min, maxLength: max }).map((parts) => parts.join(''));
const bytesInBase64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => btoa(String.fromCharCode(...bytes)));
const whitespace = chunk(' ', '\t', '\n', '\r', '\f', '%20', '%0A', '%0d', '%09', '%0C', '\r\n   ');
const escaped = (text: string) =>
  text.replace(/[+/=A]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const base64Body = weighted(
  [8, bytesInBase64],
  [4, bytesInBase64.map((text) => text.replace(/=+$/, ''))],
  [
    4,
    fc
      .tuple(bytesInBase64, whitespace, fc.nat(60))
      .map(([text, space, at]) => text.slice(0, at) + space + text.slice(at)),
  ],
  [3, bytesInBase64.map(escaped)],
  [
    2,
    fc
      .tuple(base64Units(0, 9), chunk('', '=', '==', '===', '====', '= =', '=\n=', '%3D=', '%3d%3d', '=%3D'))
      .map((parts) => parts.join('')),
  ],
  [
    2,
    fc
      .tuple(
        base64Units(0, 6),
        chunk('=', '-', '_', '%', '%2', '.', '\v', '%0B', '\u00a0', '€', '%E2', '\ud800', '?'),
        base64Units(0, 5),
      )
      .map((parts) => parts.join('')),
  ],
  [
    1,
    fc
      .tuple(bytesInBase64, odd, fc.nat(60))
      .map(([text, what, at]) => text.slice(0, at) + what + text.slice(at)),
  ],
);

const percentBody = some(
  weighted(
    [4, chunk('X', 'a', '<svg>', '+', 'hello', ' ')],
    [4, percentEscape],
    [3, odd],
    [1, ascii],
    [1, fc.string({ maxLength: 4 })],
  ),
  8,
);

const tail = weighted(
  [12, fc.constant('')],
  [2, chunk('#', '#x', ' #x', '#a,b', '  #')],
  [2, chunk(' ', '\0', '\n', ' \t ', '\x1f ')],
);

const comma = weighted(
  [20, fc.constant(',')],
  [1, fc.constant('')],
  [1, chunk('%2C', '?,', '#,', ' ,', '\t,')],
);

const opaque = fc
  .tuple(essence, some(parameter, 3), fc.boolean())
  .chain(([type, parameters, isBase64]) =>
    isBase64
      ? fc
          .tuple(base64Token, comma, base64Body)
          .map(([word, c, body]) => `${type}${parameters}${word}${c}${body}`)
      : fc.tuple(comma, percentBody).map(([c, body]) => `${type}${parameters}${c}${body}`),
  );

const host = weighted(
  [5, chunk('', 'test', 'a.b', 'EXAMPLE', '[::1]', '[::01]', 'h,x', ',', ';base64,YQ')],
  [
    3,
    chunk(
      'test:80',
      'test:080',
      'test:',
      ':80',
      'test:test',
      'test:65536',
      'u@h',
      'u:p@h',
      'u:@h',
      '@h',
      'u@',
      'a,b:@h',
      'a,b:1@h',
      'h,x:00',
      '[::',
      '[x]',
      '%41',
      'a%2',
      'a b',
      'a<',
      'é',
      '1.2',
    ),
  ],
  [1, some(odd, 2)],
);
const segment = weighted(
  [6, chunk('..', '.', '%2e', '%2E.', '.%2e', '%2e%2E', '.\t.', '..\n', '...', '')],
  [6, chunk('x', 'x,y', ',', 'a;base64,YWJj', ';base64,YQ==', 'Y Q', 'text', 'foo', ' ')],
  [1, some(odd, 2)],
);
const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.map((s) => `/${s}`).join(''));

const hierarchical = fc
  .tuple(
    weighted([3, fc.constant('')], [3, host.map((h) => `//${h}`)], [1, chunk('\t', '/\t/h')]),
    path,
    weighted(
      [3, fc.constant('')],
      [2, chunk(',X', ';base64,YQ==', ';base64 ,YQ', '; base64,YQ', '?,X', '?a;base64,YQ', '?b/../c,d')],
    ),
  )
  .map(([authority, segments, rest]) => `${authority}${segments || '/'}${rest}`);

const noUrl = fc.tuple(
  chunk('%64ata:', 'xdata:', 'data', 'data ', '', 'dat\0a:', 'ｄata:', '.data:'),
  percentBody,
);

/**
 * Generates strings that start like a data: URL. About half of them are valid, 15% start with `data:/`, and a few are
 * not URLs.
 */
export const arbitraryDataUrl: fc.Arbitrary<string> = weighted(
  [80, fc.tuple(scheme, opaque, tail).map((parts) => parts.join(''))],
  [18, fc.tuple(scheme, hierarchical, tail).map((parts) => parts.join(''))],
  [1, fc.tuple(noUrl, tail).map(([[start, rest], end]) => `${start},${rest}${end}`)],
  [1, fc.tuple(scheme, some(anyUnit, 20)).map((parts) => parts.join(''))],
);

/** The counts of a comparison, which are printed and show whether the generator still produces the required cases. */
export interface Distribution {
  cases: number;
  succeeded: number;
  validBase64: number;
  hierarchical: number;
}

export const emptyDistribution = (): Distribution => ({
  cases: 0,
  succeeded: 0,
  validBase64: 0,
  hierarchical: 0,
});

/** Counts one case: the written URL, whether the platform accepted it, and whether its body was base64. */
export function count(
  distribution: Distribution,
  written: string,
  succeeded: boolean,
  base64: boolean,
): void {
  distribution.cases++;
  if (succeeded) distribution.succeeded++;
  if (succeeded && base64) distribution.validBase64++;
  if (/^[\0-\x20]*d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:[\t\n\r]*\//i.test(written))
    distribution.hierarchical++;
}

/**
 * Describes a share in `distribution` that is too small; null if none is. 30% must succeed, 20% must be valid base64,
 * and 10% must be `data:/`.
 */
export function tooRare({ cases, succeeded, validBase64, hierarchical: slash }: Distribution): string | null {
  const share = (n: number) => `${((100 * n) / cases).toFixed(1)} %`;
  if (succeeded < cases * 0.3) return `only ${share(succeeded)} succeed`;
  if (validBase64 < cases * 0.2) return `only ${share(validBase64)} are valid base64`;
  if (slash < cases * 0.1) return `only ${share(slash)} start with data:/`;
  return null;
}
