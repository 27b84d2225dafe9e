/**
 * Tests with random URLs and random damage of every kind that a repair restores the original URL or returns nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { changesMeaning, lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import { readByRfc } from '../../../src/data-url/read-by-rfc.ts';
import { meanSame } from '../../../src/data-url/rewrite.ts';
import { repairDataUrl } from '../../../src/repair/repair.ts';
import { repairedUrl } from '../../support/repaired-url.ts';
import { cases, runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';

/** The written parts of a URL. */
interface Parts {
  scheme: string;
  slashes: string;
  essence: string;
  parameters: string[];
  word: string;
  comma: string;
  body: string;
  fragment: string;
}

const join = ({ scheme, slashes, essence, parameters, word, comma, body, fragment }: Parts): string =>
  scheme + slashes + [essence, ...parameters].join(';') + word + comma + body + fragment;

const textTypes = ['text/plain', 'text/html', 'text/css', 'image/svg+xml', 'application/json'];
const binaryTypes = ['image/png', 'font/woff2', 'application/octet-stream', 'video/mp4'];
const escapedText = (text: string): string =>
  encodeURIComponent(text).replace(/%2[BCF]|%3[ABDF]|%40|%24/g, decodeURIComponent);

const words = fc.array(
  fc.constantFrom(
    'color: #fff;',
    'a{b:c}',
    '<p id="x">',
    "it's",
    'x',
    'é',
    '100% ',
    ' ',
    'url(#a)',
    '€',
    '\n',
    '</p>',
    'go',
  ),
  { minLength: 1, maxLength: 8 },
);
const parameter = fc.constantFrom('a=b', 'name=x.txt', 'title=a%2Cb', 'level=1', "q=it's", 'v=a%20b');

/** Generates valid URLs without any lint. */
const validText: fc.Arbitrary<Parts> = fc
  .tuple(
    fc.constantFrom(...textTypes),
    fc.uniqueArray(parameter, { maxLength: 2 }),
    words,
    fc.boolean(),
    fc.constantFrom('', '', '#top'),
  )
  .map(([essence, parameters, pieces, isBase64, fragment]) => {
    const text = pieces.join('');
    return {
      scheme: 'data:',
      slashes: '',
      essence,
      parameters: ['charset=utf-8', ...parameters],
      word: isBase64 ? ';base64' : '',
      comma: ',',
      body: isBase64 ? Buffer.from(text).toString('base64') : escapedText(text),
      fragment,
    };
  });
const validBinary: fc.Arbitrary<Parts> = fc
  .tuple(
    fc.constantFrom(...binaryTypes),
    fc.uniqueArray(parameter, { maxLength: 2 }),
    fc.uint8Array({ minLength: 1, maxLength: 60 }),
  )
  .map(([essence, parameters, bytes]) => ({
    scheme: 'data:',
    slashes: '',
    essence,
    parameters,
    word: ';base64',
    comma: ',',
    body: Buffer.from(bytes).toString('base64'),
    fragment: '',
  }));
const valid = fc.oneof(validText, validBinary);

/** The kinds of damage that a repair undoes. A kind that does not apply leaves the parts unchanged. */
const damages: Record<string, (parts: Parts) => Parts> = {
  scheme: (p) => ({ ...p, scheme: ' DaTa:' }),
  slash: (p) => ({ ...p, slashes: '/' }),
  slashes: (p) => ({ ...p, slashes: '//' }),
  'escaped essence': (p) => ({
    ...p,
    essence: p.essence.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`),
  }),
  'escaped slash': (p) => ({ ...p, essence: p.essence.replace('/', '%2F') }),
  'escaped plus': (p) => ({ ...p, essence: p.essence.replace('+', '%2B') }),
  'space for semicolon': (p) =>
    p.parameters[0]?.startsWith('charset')
      ? { ...p, essence: `${p.essence} ${p.parameters[0]}`, parameters: p.parameters.slice(1) }
      : p,
  'escaped semicolon': (p) =>
    p.parameters[0]
      ? { ...p, essence: `${p.essence}%3B${p.parameters[0]}`, parameters: p.parameters.slice(1) }
      : p,
  spaces: (p) => ({ ...p, parameters: p.parameters.map((each) => ` ${each.replace('=', ' = ')} `) }),
  quotes: (p) => ({
    ...p,
    parameters: p.parameters.map((each) =>
      /^[^%]*=[^%]*$/.test(each) ? `${each.replace(/= ?/, '="').trim()}"` : each,
    ),
  }),
  'comma in quotes': (p) => ({
    ...p,
    parameters: p.parameters.map((each) =>
      each.includes('%2C') ? `${each.replace(/= ?/, '="').replace('%2C', ',').trim()}"` : each,
    ),
  }),
  'no charset=': (p) => ({
    ...p,
    parameters: p.parameters.map((each) => each.replace(/^charset=utf-8$/, 'utf8')),
  }),
  'no value': (p) => ({ ...p, parameters: [...p.parameters, 'nothing', '', 'x='] }),
  duplicate: (p) => ({ ...p, parameters: [...p.parameters, ...p.parameters.slice(0, 1)] }),
  'charset of binary': (p) =>
    binaryTypes.includes(p.essence) ? { ...p, parameters: [...p.parameters, 'charset=utf-8'] } : p,
  'word first': (p) =>
    p.word && p.parameters[0] ? { ...p, parameters: ['base64', ...p.parameters], word: '' } : p,
  'word with =': (p) => (p.word ? { ...p, word: ';base64=' } : p),
  'word escaped': (p) => (p.word ? { ...p, word: '%3B%62ase64%20' } : p),
  'word twice': (p) => (p.word ? { ...p, word: ';base64;base64' } : p),
  'word in upper case': (p) => ({ ...p, word: p.word.toUpperCase() }),
  'word glued': (p) => (/^;base64$/i.test(p.word) ? { ...p, word: p.word.slice(1) } : p),
  'word behind a space': (p) =>
    /^;base64$/i.test(p.word) && !p.parameters.at(-1)?.endsWith('=')
      ? { ...p, word: ` ${p.word.slice(1)}` }
      : p,
  'word behind the comma': (p) => (p.word ? { ...p, word: '', comma: ',base64,' } : p),
  'url-safe': (p) => (p.word ? { ...p, body: p.body.replaceAll('+', '-').replaceAll('/', '_') } : p),
  'no padding': (p) => (p.word ? { ...p, body: p.body.replaceAll('=', '') } : p),
  'more padding': (p) => (p.word ? { ...p, body: `${p.body}=` } : p),
  lines: (p) => (p.word ? { ...p, body: p.body.replace(/.{20}/g, '$&\r\n') } : p),
  'escaped base64': (p) =>
    p.word ? { ...p, body: p.body.replaceAll('=', '%3D').replaceAll('+', '%2b') } : p,
  'escapes in lines': (p) =>
    p.word && p.body.includes('=') ? { ...p, body: `\u200b${p.body.replaceAll('=', '%3\r\nD')}` } : p,
  'zero width': (p) => (p.word ? { ...p, body: `\u200b${p.body}\u00a0` } : p),
  raw: (p) =>
    p.word
      ? p
      : {
          ...p,
          body: p.body.replace(/%(?:20(?!(?:%20)*$)|3C|3E|22|7B|7D)|%C3%A9|%E2%82%AC/g, decodeURIComponent),
        },
  // After "color:", it is clear that the "#" belongs to a color.
  hash: (p) =>
    p.word ? p : { ...p, body: p.body.replaceAll('%23fff;', '#fff;').replaceAll('%23a)', '#a)') },
  'lower case escapes': (p) =>
    p.word ? p : { ...p, body: p.body.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()) },
  'percent sign': (p) => (p.word ? p : { ...p, body: p.body.replace(/%25(?![0-9A-Fa-f]{2})/g, '%') }),
};
const damaged = (parts: Parts, kinds: readonly string[]): Parts =>
  kinds.reduce((each, kind) => damages[kind]?.(each) ?? each, parts);
const kindsOfDamage = fc.uniqueArray(fc.constantFrom(...Object.keys(damages)), {
  minLength: 1,
  maxLength: 4,
});

const lintCodes = (url: string): string[] => {
  const decoded = decodeDataUrl(url);
  return lintDataUrl(url, parseDataUrl(url), decoded.ok ? decoded.body : undefined)
    .filter(({ group }) => group !== 'length')
    .map(({ code }) => code);
};

const unescaped = (text: string): string =>
  text.replace(/%([0-7][\dA-Fa-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Checks what must be true of every repair, whatever was written. */
function holdsOf(written: string, repaired: string): void {
  const after = decodeDataUrl(repaired);
  assert.ok(after.ok, `${written} -> ${repaired}`);
  assert.deepEqual(lintCodes(repaired), [], repaired);
  assert.deepEqual(readByRfc(repaired).problems, [], repaired);
  assert.equal(repairedUrl(repaired), null, repaired);
  const essence = after.mimeType.replace(/;.*/s, '');
  const spelled = unescaped(written.slice(0, 70_000).replace(/[\t\n\r]/g, '')).toLowerCase();
  assert.ok(essence === 'text/plain' || spelled.includes(essence), `${written} -> ${repaired}`);
}

/**
 * Checks that a repair restores the original.
 *
 * @returns whether there is a repair
 */
function comesBack(original: string, written: string): boolean {
  const repaired = repairedUrl(written);
  if (repaired === null) {
    // A damaged URL that browsers accept and that causes no lint must still have its original meaning.
    const isSilent = decodeDataUrl(written).ok && lintCodes(written).length === 0;
    assert.ok(!isSilent || meanSame(decodeDataUrl(original), decodeDataUrl(written)), written);
    return false;
  }
  assert.ok(
    meanSame(decodeDataUrl(original), decodeDataUrl(repaired)),
    `${original}\n${written}\n${repaired}`,
  );
  holdsOf(written, repaired);
  return true;
}

test('what is valid is not touched, and each damage by itself is undone', () => {
  const undone = new Map(Object.keys(damages).map((kind) => [kind, 0]));
  fc.assert(
    fc.property(valid, (parts) => {
      const original = join(parts);
      assert.deepEqual(lintCodes(original), [], original);
      assert.equal(repairedUrl(original), null, original);
      for (const kind of undone.keys()) {
        const written = join(damaged(parts, [kind]));
        if (written !== original && comesBack(original, written))
          undone.set(kind, (undone.get(kind) ?? 0) + 1);
      }
    }),
    runs(300, 150),
  );
  assert.deepEqual(
    [...undone].filter(([, count]) => count < cases(300, 150) / 100),
    [],
  );
});

test('several at once: type and bytes come back, or nothing', () => {
  let repairs = 0;
  let tried = 0;
  fc.assert(
    fc.property(valid, kindsOfDamage, (parts, kinds) => {
      const [original, written] = [join(parts), join(damaged(parts, kinds))];
      if (written === original) return;
      tried++;
      if (comesBack(original, written)) repairs++;
    }),
    runs(30_000),
  );
  assert.ok(repairs > 0.55 * tried, `${repairs} of ${tried}`);
});

test('any text: a repair means the same where nothing was misunderstood', () => {
  let repairs = 0;
  fc.assert(
    fc.property(arbitraryDataUrl, (written) => {
      const repair = repairDataUrl(written);
      if (!repair.ok) {
        // A reason explains nothing unless something is said of the URL.
        const isSound = repair.reason === 'nothing-to-repair';
        assert.equal(decodeDataUrl(written).ok && lintCodes(written).length === 0, isSound, written);
        return;
      }
      repairs++;
      holdsOf(written, repair.url);
      const [before, after] = [decodeDataUrl(written), decodeDataUrl(repair.url)];
      if (!before.ok || lintCodes(written).some(changesMeaning)) return;
      // A misspelled charset, which browsers ignore, may be corrected, so only the body must stay the same.
      const isNamed = repair.changes.some(({ code }) => code === 'charset-misspelled');
      if (isNamed) assert.deepEqual(after.ok && after.body, before.body, `${written} -> ${repair.url}`);
      else assert.ok(meanSame(before, after), `${written} -> ${repair.url}`);
    }),
    runs(30_000),
  );
  assert.ok(repairs > 0.03 * cases(30_000), `${repairs}`);
});

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const drawing = "%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const pieces = [...' ;,="#%/x\t', '%20', '%3B', 'ml', 'charset=utf8', 'base64'];
/** Generates URLs of files, also with a misspelled type, in which a few texts are inserted or replaced. */
const editedFile = fc
  .tuple(
    fc.constantFrom(
      ...['image/svg', 'image/svg xml', 'image/svg+xml', 'images/svg+xml'].map(
        (type) => `data:${type},${drawing}`,
      ),
      ...['image/gif', 'img/gif', 'gif', 'application/gif', ''].map((type) => `data:${type};base64,${gif}`),
    ),
    fc.array(fc.tuple(fc.nat(40), fc.nat(2), fc.constantFrom(...pieces)), { minLength: 1, maxLength: 3 }),
  )
  .map(([url, edits]) =>
    edits.reduce((text, [at, drop, piece]) => text.slice(0, at) + piece + text.slice(at + drop), url),
  );

test('damaged files: a repaired URL has no repair', () => {
  let repairs = 0;
  fc.assert(
    fc.property(editedFile, (written) => {
      const repaired = repairedUrl(written);
      if (repaired === null) return;
      repairs++;
      assert.equal(repairedUrl(repaired), null, `${written} -> ${repaired}`);
    }),
    runs(30_000),
  );
  assert.ok(repairs > 0.1 * cases(30_000), `${repairs}`);
  const hidden = repairDataUrl(`data:image/svg x=y;ml,${drawing}`);
  assert.ok(
    hidden.ok && meanSame(decodeDataUrl(hidden.url), decodeDataUrl(`data:image/svg+xml;x=y,${drawing}`)),
  );
  assert.equal(hidden.changes.at(-1)?.code, 'type-misspelled');
});

test('around 65,536 code units and up to 10 MB the same', () => {
  const sizes = fc.oneof(
    { weight: 98, arbitrary: fc.integer({ min: 65_400, max: 65_700 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1 << 17, max: 10_000_000 }) },
  );
  let repairs = 0;
  fc.assert(
    fc.property(valid, kindsOfDamage, sizes, (parts, kinds, size) => {
      const filled = (length: number): Parts => {
        const filler = parts.word ? 'YWJj' : 'abc.';
        return { ...parts, body: filler.repeat(length / 4) + parts.body };
      };
      const large = filled(size - join(parts).length);
      const [original, written] = [join(large), join(damaged(large, kinds))];
      const small = repairedUrl(join(damaged(filled(40), kinds)));
      const repaired = repairedUrl(written);
      assert.equal(repaired === null, small === null, join(damaged(parts, kinds)));
      if (repaired === null) return;
      repairs++;
      assert.ok(meanSame(decodeDataUrl(original), decodeDataUrl(repaired)), join(damaged(parts, kinds)));
      assert.deepEqual(lintCodes(repaired), []);
      assert.equal(repairedUrl(repaired), null);
    }),
    runs(300, 60),
  );
  assert.ok(repairs > 0.4 * cases(300, 60), `${repairs}`);
});
