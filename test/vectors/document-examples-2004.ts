/** The examples of draft-fielding-uri-rfc2396bis-07 (2004), the draft of RFC 3986. */
import assert from 'node:assert/strict';
import { compare } from '../../src/references/compare-references.ts';
import { partsByRfc } from '../../src/references/normal-forms.ts';
import { risks } from '../../src/references/risks.ts';
import { suffixReferences } from '../../src/references/suffix-references.ts';
import { uriParts } from '../../src/references/uri-parts.ts';
import { percentDecode, percentEncode } from '../../src/uri/characters.ts';
import { delimit } from '../../src/uri/delimit.ts';
import { normalizeScheme, normalizeSyntax } from '../../src/uri/normalize.ts';
import {
  appendixB,
  base1997,
  type Example,
  equal,
  found,
  isGrammatical,
  resolved2004,
  urls,
} from './document-answers.ts';

export const examples2004: Example[] = [
  ['1.1', 'For example, "http://localhost/"', 'interpretation is', found('http://localhost/')],
  ['1.1: file', '(e.g., "file:///etc', '#', found('file:///etc/hosts')],
  [
    '1.1.2',
    'The following example URIs',
    '## ',
    (text) => {
      assert.equal(urls(text).length, 8);
      isGrammatical(text, '2004');
    },
  ],
  [
    '2.1: %20',
    'For example, "%20"',
    'Section 2.4',
    (text) => {
      const [, escaped = ''] = /"(%..)"/.exec(text) ?? [];
      assert.equal(percentDecode(escaped), ' ');
    },
  ],
  [
    '2.4: %7E is ~',
    'For example, the octet corresponding',
    'Because the percent',
    (text) => {
      const [, plain = '', escaped = ''] = /\("(.)"\).*"(%..)"/s.exec(text) ?? [];
      assert.equal(normalizeSyntax(`http://h/${escaped}`), `http://h/${plain}`);
    },
  ],
  [
    '2.5: a name with a space, and the same in EBCDIC',
    'with the name "Laguna Beach"',
    'An internal transcoding',
    (text) => {
      const [name = '', encoded = ''] = [...text.matchAll(/"(Laguna[^"]*)"/g)].map(([, quoted]) => quoted);
      const [, raw = ''] = /"(%D3[^"]*)"/.exec(text) ?? [];
      assert.deepEqual([percentEncode(name), percentDecode(encoded)], ['Laguna%20Beach', name]);
      assert.ok(raw !== '');
      assert.deepEqual(
        uriParts(`http://h/${raw}`, '2004').flatMap(({ violations }) => violations),
        [],
      );
    },
  ],
  [
    '2.5: text in percent-encoded UTF-8',
    'For example, the character A',
    '\n\n',
    (text) =>
      assert.deepEqual(
        [...text.matchAll(/as\s+"([^"]+)"/g)].map(([, escaped = '']) => escaped),
        ['A', 'À', 'ア'].map(percentEncode),
      ),
  ],
  [
    '3.1: a scheme in capitals',
    '(e.g., allow "HTTP"',
    ', for the sake',
    (text) => {
      const [large = '', small = ''] = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted);
      assert.equal(normalizeSyntax(`${large}://h/`), `${small}://h/`);
    },
  ],
  [
    '3.3: paths',
    'For example, the URI <mailto:fred',
    'has an empty path',
    (text) => {
      const [mail, info] = delimit(text).map((each) => partsByRfc(each.text));
      assert.deepEqual([mail?.path, info?.path, info?.query], ['fred@example.com', '', 'fred']);
    },
  ],
  [
    '3.3: reserved characters within a segment',
    'For example, one URI producer',
    'Parameter types',
    (text) => {
      for (const [, segment = ''] of text.matchAll(/"(name[^"]+)"/g))
        assert.deepEqual(
          uriParts(`http://h/${segment.replace(/\s/g, '')}`, '2004').map(({ rule, violations }) => [
            rule,
            violations[0]?.start ?? null,
          ]),
          [
            ['scheme', null],
            ['reg-name', null],
            ['path-abempty', null],
          ],
        );
    },
  ],
  [
    '4.2: a colon in the first segment',
    'A path segment that contains a colon',
    'to make a relative-path',
    (text) => {
      const [scheme = '', relative = ''] = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted);
      assert.deepEqual([partsByRfc(scheme).scheme, partsByRfc(relative).scheme], ['this', null]);
    },
  ],
  [
    '4.5',
    'www.w3.org/Addressing/\n',
    'or simply',
    (text) =>
      assert.deepEqual(
        suffixReferences(text).map((each) => each.text),
        ['www.w3.org/Addressing/'],
      ),
  ],
  ['5.4: its base', 'http://a/b/c/d;p?q', 'a relative', found(base1997)],
  ['5.4.2: more ".." than levels', '"../../g" = "', '```', resolved2004(2)],
  ['5.4.2: dots that are no segments', '"/./g" = "', '```', resolved2004(6)],
  ['5.4.2: dots in odd places', '"./../g" = "', '```', resolved2004(6)],
  ['5.4.2: dots in query and fragment', '"g?y/./x" = "', '```', resolved2004(4)],
  ['6.2.2', 'example://a/b', 'Web user', equal('syntax')],
  [
    '6.2.2.1: digits of an escape',
    '(e.g., "%3a"',
    'are case-insensitive',
    (text) => {
      const [small = '', large = ''] = [...text.matchAll(/"(%[^"]+)"/g)].map(([, quoted]) => quoted);
      assert.equal(normalizeSyntax(`http://h/${small}`), `http://h/${large}`);
    },
  ],
  ['6.2.2.1', '<HTTP://www.EXAMPLE', 'The other generic', equal('syntax')],
  [
    '6.2.3',
    'http://example.com\n',
    'In general',
    (text) => {
      equal('scheme')(text);
      assert.deepEqual(new Set(urls(text).map(normalizeScheme)), new Set(['http://example.com/']));
    },
  ],
  [
    '6.2.3: an empty query',
    'the URI "http://example.com/?"',
    'cannot be',
    (text) => assert.equal(compare(urls(text)[0] ?? '', 'http://example.com/'), 'different'),
  ],
  ['6.2.3: mailto', '(e.g., "mailto:Joe@Example', 'even though', equal('scheme')],
  ['6.2.4: not without fetching', 'http://example.com/data\n', 'they will', equal('different')],
  [
    '7.3: %00, and the name of a device',
    'Note, however, that the "%00"',
    'etc. In some',
    (text) => {
      const codes = (url: string) => risks(url).map(({ code }) => code);
      const [, nul = ''] = /"(%00)"/.exec(text) ?? [];
      const [, device = ''] = /"(aux)"/.exec(text) ?? [];
      assert.deepEqual(codes(`http://h/a${nul}`), ['uri-encoded-nul']);
      assert.deepEqual(codes(`http://h/${device}/x`), ['uri-device-name']);
    },
  ],
  [
    '7.6',
    'ftp://cnn.example.com&story',
    'might lead',
    (text) => {
      const [url = ''] = urls(text);
      assert.ok(risks(url).some(({ code }) => code === 'uri-userinfo-looks-like-host'));
      assert.deepEqual(
        [partsByRfc(url).host, partsByRfc(url).userinfo],
        ['10.0.0.1', 'cnn.example.com&story=breaking_news'],
      );
    },
  ],
  ['B', 'http://www.ics.uci.edu/pub/ietf/uri/#Related', 'results in', appendixB],
  ['C: the ways to delimit', 'or just using whitespace', 'These wrappers', found('http://example.com/')],
  [
    'C: the example',
    'Yes, Jim, I found',
    'contains the URI',
    found(
      'http://www.w3.org/Addressing/',
      'ftp://foo.example.com/rfc/',
      'http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING',
    ),
  ],
];
