/** Tests the parts of a URI reference by both grammars, its risks, and its forms by both standards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matches } from '../../../src/references/grammar.ts';
import {
  differingParts,
  hostOf,
  isSameDocument,
  normalForms,
  partsByRfc,
  partsByUrlStandard,
} from '../../../src/references/normal-forms.ts';
import { referenceForm } from '../../../src/references/reference-form.ts';
import { risks } from '../../../src/references/risks.ts';
import { uriParts } from '../../../src/references/uri-parts.ts';
import { runs } from '../../support/seed.ts';

const shown = (reference: string, edition: '2004' | '1997') =>
  uriParts(reference, edition).map(({ name, start, end, rule, violations }) => [
    name,
    reference.slice(start, end),
    rule,
    violations[0]?.start ?? null,
  ]);

test('the parts of rfc2396bis section 3, with their rules', () => {
  assert.deepEqual(shown('foo://u@example.com:8042/over/there?name=ferret#nose', '2004'), [
    ['scheme', 'foo', 'scheme', null],
    ['userinfo', 'u', 'userinfo', null],
    ['host', 'example.com', 'reg-name', null],
    ['port', '8042', 'port', null],
    ['path', '/over/there', 'path-abempty', null],
    ['query', 'name=ferret', 'query', null],
    ['fragment', 'nose', 'fragment', null],
  ]);
  for (const [reference, rule] of [
    ['http://[2001:db8::7]/', 'IP-literal: IPv6address'],
    ['http://[v1.a]/', 'IP-literal: IPvFuture'],
    ['http://10.0.0.1/', 'IPv4address'],
    ['http://[::x]/', 'host'],
  ])
    assert.equal(uriParts(reference!, '2004').find(({ name }) => name === 'host')?.rule, rule);
  assert.deepEqual(shown('a b:c', '2004'), [['path', 'a b:c', 'path-noscheme', 1]]);
  assert.deepEqual(shown('http://[::1', '2004').at(1), ['host', '[::1', 'host', 11]);
});

test('the same by the grammar of 1997', () => {
  assert.deepEqual(shown('http://u:p@a-b.example:80/c;d?e/#f', '1997'), [
    ['scheme', 'http', 'scheme', null],
    ['userinfo', 'u', 'user', null],
    ['userinfo', 'p', 'password', null],
    ['host', 'a-b.example', 'hostname', null],
    ['port', '80', 'port', null],
    ['path', '/c;d', 'abs_path', null],
    ['query', 'e/', 'query', null],
    ['fragment', 'f', 'fragment', null],
  ]);
  // In the 1997 draft, a scheme may begin with any character that is allowed in schemes, opaque URLs may contain any
  // character, and "$" is not a delimiter.
  assert.deepEqual(shown('1x:g', '1997')[0], ['scheme', '1x', 'scheme', null]);
  assert.deepEqual(shown('x://a_b/', '1997'), [
    ['scheme', 'x', 'scheme', null],
    ['path', '//a_b/', 'opaque-URL', null],
  ]);
  for (const [reference, ...starts] of [
    ['//a_b/', 3],
    ['//a..b/', 4],
    ['//a?b', 3],
    ['//a-/', 3],
    ['//1.2/', 4],
    ['a%zz', 1],
    ['a#b|c', 3],
    ['//[::1]/', 2, 3, 4, 6],
    ['a b', 1],
  ] as const)
    assert.deepEqual(
      uriParts(reference, '1997').flatMap(({ violations }) => violations.map(({ start }) => start)),
      starts,
      reference,
    );
});

test('risks, by their sections', () => {
  for (const [reference, codes] of [
    ['http://a:25/', ['uri-port-of-another']],
    ['ftp://a:21/', []],
    ['gopher://a:25/%0d%0aHELO', ['uri-port-of-another', 'uri-encoded-line-end']],
    ['http://a/b%00.png', ['uri-encoded-nul']],
    ['http://a/%252e%252e/', ['uri-decoded-twice']],
    ['http://a/con.txt', ['uri-device-name']],
    ['http://a/x/AUX', ['uri-device-name']],
    ['file:///dev/tty', ['uri-device-name']],
    ['http://a/console/auxiliary/nul-l', []],
    ['http://0x7f.1/', ['uri-rare-ipv4']],
    ['http://１２７．０．０．１/', ['uri-rare-ipv4']],
    ['http://u:secret@h/', ['uri-password']],
    ['http://bank.example@evil/', ['uri-userinfo-looks-like-host']],
    ['http://a\\@b/', ['uri-host-differs']],
    ['data:,%0a%00%2525', []],
  ] as const) {
    const found = risks(reference);
    assert.deepEqual(
      found.map(({ code }) => code),
      codes,
      reference,
    );
    for (const { start, end } of found) assert.ok(0 <= start && start <= end && end <= reference.length);
    assert.ok(!JSON.stringify(found).includes('secret'));
  }
});

test('forms step by step, hosts, and the two standards beside each other', () => {
  assert.deepEqual(
    normalForms('HTTP://a:80/%7euser/../b').map(({ uri, isChanged }) => [uri, isChanged]),
    [
      ['http://a:80/%7Euser/../b', true],
      ['http://a:80/~user/../b', true],
      ['http://a:80/b', true],
      ['http://a/b', true],
    ],
  );
  assert.deepEqual(hostOf('http://EX%41mple.com/'), { kind: 'reg-name', canonical: 'example.com' });
  assert.deepEqual(hostOf('http://[2001:DB8:0:0::7]/'), { kind: 'IPv6', canonical: '[2001:db8::7]' });
  assert.equal(hostOf('mailto:a@b'), null);
  const apart = (reference: string) => {
    const web = partsByUrlStandard(reference);
    return web && differingParts(partsByRfc(reference), web);
  };
  assert.deepEqual(apart('http://example.com/a'), []);
  assert.deepEqual(apart('http://0x7f.1/'), ['host']);
  assert.deepEqual(apart('http://a\\@b/'), ['userinfo', 'host', 'path']);
  assert.equal(apart('//a/'), null);
});

test('the form of a reference', () => {
  for (const [reference, form] of [
    ['http://a/b', 'absolute_uri'],
    ['http://a/b#', 'uri'],
    ['//a/b', 'network_path'],
    ['/a', 'absolute_path'],
    ['a', 'relative_path'],
    ['?q', 'relative_path'],
    ['./this:that', 'relative_path'],
    ['#s', 'same_document'],
  ] as const)
    assert.equal(referenceForm(reference), form, reference);
});

test('a bracket that is never closed is missed in the host alone', () => {
  assert.deepEqual(shown('http://[::1', '2004').slice(1), [
    ['host', '[::1', 'host', 11],
    ['path', '', 'path-abempty', null],
  ]);
});

test('same-document references', () => {
  const base = 'http://a/b/c/d;p?q';
  for (const text of ['', '#s', '?q', 'd;p?q', '../c/d;p?q#x']) assert.ok(isSameDocument(text, base), text);
  for (const text of ['?y', 'g', '.', '?']) assert.ok(!isSameDocument(text, base), text);
});

test('parts never overlap, lie inside, and none offends exactly where the reference matches', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      '1',
      ':',
      '/',
      '//',
      '?',
      '#',
      '@',
      '[',
      ']',
      '::1',
      '%41',
      '%',
      ' ',
      'é',
      '\ud83d\ude00',
      '.',
      '\\',
    ],
    ...['http:', '-', '&', '(', '|'],
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (reference) => {
      for (const edition of ['2004', '1997'] as const) {
        const parts = uriParts(reference, edition);
        let at = 0;
        for (const { start, end, violations } of parts) {
          assert.ok(at <= start && start <= end && end <= reference.length);
          assert.ok(violations.every((each) => start <= each.start && each.end <= end));
          at = end;
        }
        if (edition === '2004')
          assert.equal(
            parts.every(({ violations }) => violations.length === 0),
            matches(reference),
            reference,
          );
      }
      risks(reference);
    }),
    runs(20_000),
  );
});
