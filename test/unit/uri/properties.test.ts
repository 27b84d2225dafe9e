/**
 * Tests what must be true for every string: nothing is lost or thrown, positions are within the string, and fixed
 * points stay fixed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { compare } from '../../../src/references/compare-references.ts';
import { matches, type Rule, validate } from '../../../src/references/grammar.ts';
import { resolve } from '../../../src/references/resolve.ts';
import { resolutionDifferences } from '../../../src/references/resolve-differences.ts';
import { authority, components, recompose, recomposeAuthority } from '../../../src/uri/components.ts';
import { delimit } from '../../../src/uri/delimit.ts';
import { removeDotSegments } from '../../../src/uri/dot-segments.ts';
import {
  isQuotedPrintable,
  undoCss,
  undoHtml,
  undoJs,
  undoQuotedPrintable,
} from '../../../src/uri/escapes.ts';
import { misleading, withoutPassword } from '../../../src/uri/misleading.ts';
import { normalizePercent, normalizeScheme, normalizeSyntax } from '../../../src/uri/normalize.ts';
import { cases, runs, seed } from '../../support/seed.ts';

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((u) => String.fromCharCode(...u));
const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    '1',
    '0x7f',
    '.',
    '..',
    '/',
    '//',
    '/./',
    '/../',
    ':',
    '?',
    '#',
    '@',
    '[',
    ']',
    '::',
    '%',
    '%4',
    '%41',
  ],
  ...[
    '%2e',
    '%2F',
    '%e9',
    '%3',
    '-',
    '-\n',
    '\n',
    '\t',
    ' ',
    '"',
    "'",
    '<',
    '>',
    '\\',
    '\\"',
    '=',
    '=\r\n',
    ',',
    ';',
  ],
  ...[
    'data:',
    'DATA:',
    'http://',
    'mailto:',
    'urn:',
    'file:',
    'localhost',
    ';base64',
    'YQ==',
    'text/html',
    'URL:',
  ],
  ...[
    'url(',
    ')',
    '&quot;',
    '&amp;',
    '\\u0041',
    '\\41 ',
    'é',
    '\ud83d\ude00',
    '\ud83d',
    '\0',
    '+',
    '(',
    '> ',
  ],
);
const text = fc.oneof(
  { weight: 5, arbitrary: fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: units },
);
const path = fc
  .array(fc.constantFrom('/', '/', '.', '..', '...', 'a', 'b'), { maxLength: 14 })
  .map((pieces) => pieces.join(''));
const numRuns = cases(10_000);

test('recompose(components(x)) is x, and the spans cut out the components', () => {
  fc.assert(
    fc.property(text, (input) => {
      const { spans, ...parts } = components(input);
      assert.equal(recompose(parts), input);
      for (const name of ['scheme', 'authority', 'path', 'query', 'fragment'] as const) {
        assert.equal(spans[name] && input.slice(spans[name].start, spans[name].end), parts[name]);
      }
      if (parts.authority !== undefined)
        assert.equal(recomposeAuthority(authority(parts.authority)), parts.authority);
    }),
    { seed, numRuns },
  );
});

test('the components are those of the expression in Appendix B, where that finds a real scheme or none', () => {
  const appendixB = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#([\s\S]*))?$/;
  fc.assert(
    fc.property(text, (input) => {
      const match = appendixB.exec(input);
      assert.ok(match);
      if (match[2] !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(match[2])) return;
      const { scheme, authority: site, path: way, query, fragment } = components(input);
      assert.deepEqual(
        [scheme, site, way, query, fragment],
        [2, 4, 5, 7, 9].map((group) => match[group]),
      );
    }),
    { seed, numRuns },
  );
});

test('problems of the grammar lie inside and in order, and what has none survives as it is', () => {
  const rule = fc.constantFrom<Rule>('URI', 'URI-reference', 'relative-ref', 'absolute-URI');
  fc.assert(
    fc.property(text, rule, (input, by) => {
      const problems = validate(input, { rule: by });
      for (const { start, end } of problems) assert.ok(0 <= start && start <= end && end <= input.length);
      assert.equal(matches(input, by), problems.length === 0);
      if (problems.length > 0) return;
      assert.match(input, /^[!#-;=?-[\]_a-z~]*$/i);
      if (by === 'URI') assert.ok(matches(normalizeSyntax(input), 'URI'), normalizeSyntax(input));
    }),
    { seed, numRuns },
  );
});

test('removing dot-segments twice changes nothing', () => {
  fc.assert(
    fc.property(path, (input) => {
      const once = removeDotSegments(input);
      assert.equal(removeDotSegments(once), once);
    }),
    { seed, numRuns },
  );
});

test('resolution: a URI with a scheme comes out; against itself "" gives the base, and "//" cannot be forged', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (reference, rest, strict) => {
      const base = `x:${rest}`;
      const result = resolve(reference, base, { strict });
      assert.ok(result.ok);
      const { spans: _, ...target } = components(result.uri);
      assert.deepEqual(target, result.target);
      assert.ok(target.scheme);
      const same = resolve('', base);
      assert.ok(same.ok && same.uri === base.split('#', 1)[0]);
      const differences = resolutionDifferences(reference, base);
      assert.ok(differences.ok);
      const { strict: by2004, nonStrict, url1997, changes } = differences;
      assert.equal(changes.length === 0, by2004 === nonStrict && by2004 === url1997);
    }),
    { seed, numRuns },
  );
});

test('normalization is idempotent and climbs: what is equal by syntax is equal by scheme', () => {
  fc.assert(
    fc.property(text, (input) => {
      for (const normalize of [normalizePercent, normalizeSyntax, normalizeScheme]) {
        const once = normalize(input);
        assert.equal(normalize(once), once);
      }
      assert.equal(normalizeScheme(normalizeSyntax(input)), normalizeScheme(input));
      assert.equal(compare(input, input), 'string');
      assert.notEqual(compare(input, normalizeSyntax(input)), 'different');
    }),
    { seed, numRuns },
  );
});

test('the normal form of a data: URL is the same to a browser', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom('', '', ',', ';base64,YQ', 'text/html,', '/,', '//,'), text, (head, rest) => {
      const before = decodeDataUrl(`data:${head}${rest}`);
      const after = decodeDataUrl(normalizeSyntax(`data:${head}${rest}`));
      assert.equal(before.ok, after.ok);
      if (before.ok && after.ok) {
        read++;
        assert.equal(after.mimeType, before.mimeType);
        assert.deepEqual(after.body, before.body);
      }
    }),
    { seed, numRuns },
  );
  assert.ok(read > numRuns / 4, `${read} of ${numRuns} could be read`);
});

test('references in text lie inside, in order, and are found again where they stand', () => {
  let found = 0;
  fc.assert(
    fc.property(text, text, (before, after) => {
      const input = `${before} data:text/plain,x${after}`;
      let last = 0;
      for (const { text: reference, start, end, readings } of delimit(input)) {
        found++;
        assert.ok(last <= start && start < end && end <= input.length);
        assert.ok(input.startsWith(`${components(reference).scheme}:`, start));
        if (readings !== undefined) {
          assert.ok(readings.length > 1 && readings[0] === reference);
          assert.equal(new Set(readings).size, readings.length);
        }
        last = end;
      }
    }),
    { seed, numRuns },
  );
  assert.ok(found > numRuns / 2, `${found} found`);
});

test('escapes written by their own formats are undone', () => {
  const hex = (unit: number) => unit.toString(16);
  const plain = fc.string({ unit: fc.constantFrom(...'aF0"\'\\/<>&;é€\n😀 '), maxLength: 20 });
  fc.assert(
    fc.property(plain, (input) => {
      assert.equal(undoJs(JSON.stringify(input).slice(1, -1)), input);
      const codePoints = [...input].map((character) => character.codePointAt(0)!);
      assert.equal(undoCss(codePoints.map((point) => `\\${hex(point)} `).join('')), input);
      assert.equal(undoHtml(codePoints.map((point) => `&#x${hex(point)};`).join('')), input);
      assert.equal(undoHtml(codePoints.map((point) => `&#${point};`).join('')), input);
      const octets = [...new TextEncoder().encode(input)];
      const quoted = octets.map((octet) => `=${hex(octet).toUpperCase().padStart(2, '0')}`).join('=\r\n');
      assert.equal(undoQuotedPrintable(quoted), input);
      assert.equal(isQuotedPrintable(quoted), input !== '');
    }),
    runs(3000),
  );
});

test('misleading forms: no throw, and no password is left to show', () => {
  fc.assert(
    fc.property(text, (input) => {
      for (const { start, end } of misleading(input)) assert.ok(start <= end && end <= input.length);
      const shown = `http://u:secret@${input}`;
      if (authority(components(shown).authority ?? '').userinfo === 'u:secret') {
        assert.ok(!withoutPassword(shown).startsWith('http://u:secret'));
        assert.ok(!JSON.stringify(misleading(shown)).includes('secret'));
      }
    }),
    { seed, numRuns },
  );
});
