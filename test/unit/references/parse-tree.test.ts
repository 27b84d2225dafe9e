/**
 * Tests the parse tree of a text according to each document: nothing may be lost, and the tree must agree with the
 * violations.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterScheme } from '../../../src/data-url/is-data-url.ts';
import { readByRfc } from '../../../src/data-url/read-by-rfc.ts';
import { grammarViolations } from '../../../src/data-url/rfc-grammar.ts';
import { matches } from '../../../src/references/grammar.ts';
import {
  type GrammarDocument,
  grammarDocuments,
  type ParseNode,
  parseTree,
} from '../../../src/references/parse-tree.ts';
import { readByDraft } from '../../../src/references/read-by-draft.ts';
import { uriParts } from '../../../src/references/uri-parts.ts';
import { runs } from '../../support/seed.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';

/** Returns a tree on one line: `production(parts)`, and the text of each leaf that is not a delimiter. */
function brief(text: string, { production, start, end, parts }: ParseNode): string {
  if (production.startsWith('"') && parts.length === 0) return production;
  const inner = parts.length > 0 ? parts.map((part) => brief(text, part)).join(' ') : text.slice(start, end);
  return `${production}(${inner})`;
}
const shown = (text: string, document: GrammarDocument) => brief(text, parseTree(text, document).tree);

test('RFC 2397, with the tokens of RFC 2045 and the fragment of RFC 2396', () => {
  assert.equal(
    shown('data:text/plain;a="b c";base64,QQ==#f', 'rfc2397'),
    'URI-reference(dataurl("data:" mediatype(type(token(text)) "/" subtype(token(plain)) ";" ' +
      'parameter(attribute(token(a)) "=" value(quoted-string("b c")))) ";base64" "," data(QQ==)) "#" fragment(f))',
  );
  assert.equal(shown('data:,', 'rfc2397'), 'dataurl("data:" "," data())');
  assert.equal(shown('data:x', 'rfc2397'), 'dataurl(data:x)');
  assert.deepEqual(parseTree('data:a/b;c=d/e;f=%22;g,x', 'rfc2397').violations, [
    { production: 'value', start: 11, end: 14, behind: 'token' },
    { production: 'parameter', start: 21, end: 22 },
  ]);
  assert.deepEqual(parseTree('data:a/b;c="d,x', 'rfc2397').violations, [
    { production: 'value', start: 11, end: 13, behind: 'quoted-string' },
  ]);
});

test('RFC 3986', () => {
  assert.equal(
    shown('http://u@[::1]:80/a//?q#f', 'rfc3986'),
    'URI-reference(URI(scheme(http) ":" hier-part("//" authority(userinfo(u) "@" ' +
      'host(IP-literal("[" IPv6address(::1) "]")) ":" port(80)) ' +
      'path-abempty("/" segment(a) "/" segment() "/" segment())) "?" query(q) "#" fragment(f)))',
  );
  assert.equal(
    shown('a/b', 'rfc3986'),
    'URI-reference(relative-ref(relative-part(path-noscheme(segment-nz-nc(a) "/" segment(b)))))',
  );
  assert.equal(shown('/', 'rfc3986'), 'URI-reference(relative-ref(relative-part(path-absolute("/"))))');
  assert.deepEqual(parseTree('1:/a b%zz?|#[', 'rfc3986').violations, [
    { production: 'segment-nz-nc', start: 1, end: 2 },
    { production: 'pchar', start: 4, end: 5 },
    { production: 'pct-encoded', start: 6, end: 7 },
    { production: 'query', start: 10, end: 11 },
    { production: 'fragment', start: 12, end: 13 },
  ]);
  assert.deepEqual(parseTree('//a<b:8x/', 'rfc3986').violations, [
    { production: 'reg-name', start: 3, end: 4 },
    { production: 'port', start: 7, end: 8 },
  ]);
  assert.deepEqual(parseTree('//[::x]', 'rfc3986').violations, [
    { production: 'IP-literal', start: 5, end: 6 },
  ]);
});

test('the draft of 1997', () => {
  assert.equal(
    shown('http://u:p@h.x:80/a;b/?q#f', 'draft1997'),
    'URL-reference(absoluteURL(generic-URL(scheme(http) ":" relativeURL(net_path("//" ' +
      'site(user(u) ":" password(p) "@" hostport(host(hostname(h.x)) ":" port(80))) ' +
      'abs_path("/" rel_path(path_segments(segment(*pchar(a) ";" param(b)) "/" segment()) "?" query(q)))))))' +
      ' "#" fragment(f))',
  );
  assert.equal(
    shown('x:/a_b|'.replace('|', '//?'), 'draft1997'),
    'URL-reference(absoluteURL(generic-URL(scheme(x) ":" relativeURL(abs_path("/" ' +
      'rel_path(path_segments(segment(a_b) "/" segment() "/" segment()) "?" query()))))))',
  );
  assert.equal(
    shown('x://a_b/', 'draft1997'),
    'URL-reference(absoluteURL(opaque-URL(scheme(x) ":" urlc(//a_b/))))',
  );
  assert.equal(shown('#f', 'draft1997'), 'URL-reference("#" fragment(f))');
  assert.deepEqual(parseTree('//-a_.1/ %zz?<', 'draft1997').violations, [
    { production: 'domainlabel', start: 2, end: 3 },
    { production: 'domainlabel', start: 4, end: 5 },
    { production: 'toplabel', start: 6, end: 7 },
    { production: 'pchar', start: 8, end: 9 },
    { production: 'escaped', start: 9, end: 10 },
    { production: 'urlc', start: 13, end: 14 },
  ]);
});

test('the steps of the draft of 2013', () => {
  assert.equal(
    shown(' DA\tTA:a/b;ba\nse64,x#y', 'draft2013').replace(/\s/g, ''),
    'URL(scheme(DATA)":"input(mime_type(a/b)";base64"","body(x))"#"fragment(y))',
  );
  assert.deepEqual(parseTree('data:a/b#,', 'draft2013').violations, [
    { production: 'input', start: 8, end: 8 },
  ]);
});

const piece = fc.constantFrom(
  ...['data:', 'http:', 'a', 'text/plain', '1', ':', '/', '//', '?', '#', '@', '[', ']', '::1', '%41', '%'],
  ...[' ', 'é', '\ud83d\ude00', '\ud800', '.', '-', ';', '=', '"', '%22', ',', ';base64', 'QQ==', '|', '\n'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 14 }).map((pieces) => `data:${pieces.join('')}`),
);

/**
 * Checks that the parts of a node lie within it, in order.
 *
 * @returns the text of its leaves
 */
function leavesOf(written: string, { start, end, parts }: ParseNode): string {
  if (parts.length === 0) return written.slice(start, end);
  let at = start;
  for (const part of parts) {
    assert.equal(part.start, at);
    at = part.end;
  }
  assert.equal(at, end);
  return parts.map((part) => leavesOf(written, part)).join('');
}

test('the leaves are the text, violations lie inside, and each reader agrees with its validator', () => {
  fc.assert(
    fc.property(text, (written) => {
      for (const document of grammarDocuments) {
        const { tree, violations } = parseTree(written, document);
        assert.equal(leavesOf(written, tree), written);
        let at = 0;
        for (const { start, end } of violations) {
          assert.ok(at <= start && start <= end && end <= written.length, `${document} ${written}`);
          at = start;
        }
      }
      const none = (document: GrammarDocument) => parseTree(written, document).violations.length === 0;
      assert.equal(none('rfc2397'), grammarViolations(written).next().done === true);
      assert.equal(none('rfc3986'), matches(written));
      assert.equal(
        none('draft1997'),
        uriParts(written, '1997').every(({ violations }) => violations.length === 0),
      );
      assert.equal(none('draft2013'), readByDraft(written).ok && afterScheme(written) > 0);
    }),
    runs(10_000),
  );
});

/** Generates URLs from the parts of RFC 2397's grammar. */
const token = fc.stringMatching(/^[a-z0-9!$&'*+.^_`{|}~-]{1,5}$/).map((each) => encodeURIComponent(each));
const valid = fc
  .record({
    type: fc.option(fc.tuple(token, token)),
    parameters: fc.array(
      fc.tuple(
        token,
        fc.oneof(
          token,
          token.map((each) => `%22${each}%20%22`),
        ),
      ),
      {
        maxLength: 3,
      },
    ),
    base64: fc.boolean(),
    data: fc.stringMatching(/^(?:[;/?:@&=+$,A-Za-z0-9_.!~*'()-]|%[0-9A-F]{2}){0,8}$/),
  })
  .map(({ type, parameters, base64, data }) => ({
    url: `data:${type ? type.join('/') : ''}${parameters.map(([a, v]) => `;${a}=${v}`).join('')}${base64 ? ';base64' : ''},${data}`,
    names: [
      ...(type ? ['type', 'subtype'] : []),
      ...parameters.flatMap(() => ['parameter', 'attribute', 'value']),
      'data',
    ],
  }));

test('a URL that the grammar derives has no violation, and parses by its parts', () => {
  const namesIn = ({ production, parts }: ParseNode): string[] => [production, ...parts.flatMap(namesIn)];
  fc.assert(
    fc.property(valid, ({ url, names }) => {
      const { tree, violations } = parseTree(url, 'rfc2397');
      assert.deepEqual(violations, [], url);
      const ours = /^(?:type|subtype|parameter|attribute|value|data)$/;
      assert.deepEqual(
        namesIn(tree).filter((name) => ours.test(name)),
        names,
        url,
      );
    }),
    runs(5_000),
  );
});

test('each character outside of the grammar is one violation, where it stands', () => {
  const odd = fc.constantFrom(...' "<>{}|\\\\^[]`\t\n\u007fé', '\ud83d\ude00', '\ud800');
  fc.assert(
    fc.property(valid, odd, fc.nat(), ({ url }, character, at) => {
      const comma = url.indexOf(',') + 1;
      const escapes = [...url.slice(comma).matchAll(/%../g)].map(({ index }) => comma + index);
      const start = comma + (at % (url.length - comma + 1));
      fc.pre(!escapes.some((index) => start > index && start < index + 3));
      const written = url.slice(0, start) + character + url.slice(start);
      const expected = [{ production: 'urlchar', start, end: start + character.length }];
      assert.deepEqual(parseTree(written, 'rfc2397').violations, expected, written);
    }),
    runs(5_000),
  );
});

test('the documents and the cases: RFC 2397 and RFC 3986 derive what they give as examples', () => {
  const vectors = sharedFolder('vectors');
  if (vectors === null) return;
  const examples: { url: string; strictRFC2397?: boolean }[] = readJson(
    vectors,
    'rfc/rfc2397-examples.json',
  ).cases;
  assert.ok(examples.length > 0);
  for (const { url, strictRFC2397 } of examples) {
    const { violations, tree } = parseTree(url, 'rfc2397');
    assert.equal(leavesOf(url, tree), url);
    const { problems } = readByRfc(url);
    assert.deepEqual(
      violations.map(({ production, start, end }) => ({ production, start, end })),
      problems
        .filter(({ production }) => production !== null)
        .map(({ production, start, end }) => ({ production, start, end })),
      url,
    );
    if (strictRFC2397 === true) assert.deepEqual(violations, [], url);
  }
  const uris: { uri: string }[] = readJson(vectors, 'rfc/rfc3986-components.json').cases;
  for (const { uri } of uris) {
    const { violations, tree } = parseTree(uri, 'rfc3986');
    assert.deepEqual([leavesOf(uri, tree), violations], [uri, []]);
  }
  const urls: [string, unknown][] = readJson(vectors, 'wpt/data-urls.json');
  for (const [url] of urls)
    for (const document of grammarDocuments) assert.equal(leavesOf(url, parseTree(url, document).tree), url);
});
