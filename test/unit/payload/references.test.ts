import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addCssReferences,
  addSourceMapReference,
  collectReferences,
  type Reference,
  type ReferenceKind,
  referenceKind,
} from '../../../src/payload/references.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';

const kinds: [written: string, kind: ReferenceKind][] = [
  ['http://a', 'external'],
  ['HTTPS://a', 'external'],
  [' \n ht\ntps://a', 'external'],
  ['wss://a', 'external'],
  ['//a/b', 'protocol-relative'],
  ['\\\\a', 'protocol-relative'],
  ['/\\a', 'protocol-relative'],
  ['a/b:c', 'relative'],
  ['', 'relative'],
  ['?a:b', 'relative'],
  ['/a', 'relative'],
  ['1:a', 'relative'],
  ['#a', 'fragment'],
  ['data:,x', 'data'],
  ['\u0001da\tta:,x', 'data'],
  ['JavaScript:x', 'javascript'],
  ['java\nscript:x', 'javascript'],
  ['vbscript:x', 'javascript'],
  ['blob:x', 'blob'],
  ['mailto:x', 'other'],
  ['constructor:x', 'other'],
];
for (const [written, kind] of kinds) {
  test(`${JSON.stringify(written)} is ${kind}`, () => assert.equal(referenceKind(written), kind));
}

const collected = (written: string, base: string | null = null, rest: Partial<Reference> = {}): Reference => {
  const collector = collectReferences();
  const place = { start: 0, end: 1, element: 'img', name: 'src', destination: 'image' as const };
  collector.add({ ...place, ...rest, written });
  const [reference] = atOnce(collector.result(base)).first;
  assert.ok(reference);
  return reference;
};

test('a data: URL is no base: relative references are dead without one of their own', () => {
  for (const written of ['a', '/a', '//a', '', '?a']) {
    assert.deepEqual([collected(written).dead, collected(written).resolved], [true, null]);
  }
  for (const written of ['http://a/', '#a', 'data:,x', 'javascript:x', 'mailto:a@b.example']) {
    assert.equal(collected(written).dead, false);
  }
  assert.equal(collected('a', 'https://b.example/c/d').resolved, 'https://b.example/c/a');
  assert.equal(collected('//x', 'https://b.example/c/d').resolved, 'https://x/');
  assert.equal(collected('a', 'data:,x').dead, true);
  assert.equal(collected('a', 'https://[').dead, true);
});

test('misleading forms, and no password anywhere', () => {
  const reference = collected('https://bank.example:secret@0x7f.1/');
  assert.deepEqual(
    reference.misleading.map(({ code }) => code),
    ['uri-userinfo-looks-like-host', 'uri-password', 'uri-rare-ipv4'],
  );
  assert.ok(!JSON.stringify(reference).includes('secret'));
  assert.ok(!JSON.stringify(collected('a', 'https://u:secret@b.example/')).includes('secret'));
});

test('data: URLs are whole, others are not longer than people read', () => {
  const long = 'x'.repeat(100_000);
  assert.equal(collected(`data:,${long}`).written.length, 100_006);
  const other = collected(`https://a.example/${long}`);
  assert.ok(other.written.length <= 2048);
  assert.equal(other.length, 100_018);
});

test('what is said of a reference stays short, however long its host is', () => {
  const long = 'a.'.repeat(50_000);
  const reference = collected(`foo:\\/b`, `foo://${long}/`);
  for (const written of [`http://evil.example\\${long}@good.example/`, `foo://www.bank.example@${long}/`]) {
    const { misleading } = collected(written);
    assert.ok(misleading.length > 0, written.slice(0, 30));
    assert.ok(JSON.stringify(misleading).length < 2000);
  }
  assert.equal(reference.dead, false);
});

const cssReferences = (css: string) => {
  const collector = collectReferences();
  addCssReferences(collector, css, { start: 0, end: css.length, exact: true });
  return atOnce(collector.result()).first;
};

test('the URLs of a style sheet and where they stand', () => {
  const css =
    '@import "a.css"; /* b.png */ b{background:url(b.png),url("c.png")} @font-face{src:url( f.woff )}';
  assert.deepEqual(
    cssReferences(css).map(({ start, end, destination }) => [css.slice(start ?? 0, end ?? 0), destination]),
    [
      ['a.css', 'style'],
      ['b.png', 'image'],
      ['c.png', 'image'],
      ['f.woff', 'font'],
    ],
  );
});

test('a URL with escapes stands where its token does', () => {
  const css = 'xy{b:url( \\78 y )}c{d:image-set("\\78\\79")}';
  assert.deepEqual(
    cssReferences(css).map(({ start, end, written }) => [css.slice(start ?? 0, end ?? 0), written]),
    [
      ['\\78 y', 'xy'],
      ['\\78\\79', 'xy'],
    ],
  );
});

test('the source map of a script', () => {
  const of = (text: string) => {
    const collector = collectReferences();
    addSourceMapReference(collector, text);
    const [reference] = atOnce(collector.result()).first;
    return (
      reference && [text.slice(reference.start ?? 0, reference.end ?? 0), reference.when, reference.kind]
    );
  };
  assert.deepEqual(of('x()\n//# sourceMappingURL=a.js.map\n'), ['a.js.map', 'tools', 'relative']);
  assert.deepEqual(of('//@ sourceMappingURL=data:,x'), ['data:,x', 'tools', 'data']);
  assert.deepEqual(of('a{}/*# sourceMappingURL=https://a/b*/'), ['https://a/b', 'tools', 'external']);
  assert.equal(of('sourceMappingURL=x'), undefined);
  assert.equal(of('"sourceMappingURL="'), undefined);
  assert.equal(of('//# sourceMappingURL='), undefined);
  assert.equal(of(''), undefined);
});
