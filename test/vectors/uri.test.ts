/**
 * Compares our parser of the generic syntax with the documents: with the shared vectors, and with the project's own
 * table.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolutionTables } from '../../extension/inspector/resolution-tables.ts';
import { compare, type Equality } from '../../src/references/compare-references.ts';
import { type Rule, validate } from '../../src/references/grammar.ts';
import { resolve } from '../../src/references/resolve.ts';
import { resolve1997 } from '../../src/references/resolve-1997.ts';
import { resolutionDifferences } from '../../src/references/resolve-differences.ts';
import { percentEncode } from '../../src/uri/characters.ts';
import {
  authority,
  type Components,
  components,
  type HostKind,
  pathForm,
  recompose,
} from '../../src/uri/components.ts';
import { delimit } from '../../src/uri/delimit.ts';
import { removeDotSegments } from '../../src/uri/dot-segments.ts';
import { misleading, readIPv4 } from '../../src/uri/misleading.ts';
import { normalizeScheme, normalizeSyntax } from '../../src/uri/normalize.ts';
import { ownCases, sharedVectors } from './uri-shared.ts';

const currentDocument = '(current document)';

function old(reference: string, base: string): string {
  const result = resolve1997(reference, base);
  assert.ok(result.ok);
  if (!result.currentDocument) return result.uri;
  return currentDocument + (result.fragment === undefined ? '' : `#${result.fragment}`);
}

function uriOf(reference: string, base: string, strict = true): string {
  const result = resolve(reference, base, { strict });
  assert.ok(result.ok);
  assert.equal(recompose(result.target), result.uri);
  return result.uri;
}

test('rfc3986-components.json: 14 URIs', () => {
  type Nullable = Record<keyof Components, string | null>;
  const file = sharedVectors<{ cases: { uri: string; components: Nullable }[] }>(
    'rfc/rfc3986-components.json',
  );
  if (file === undefined) return;
  assert.equal(file.cases.length, 14);
  for (const { uri, components: expected } of file.cases) {
    const { spans, ...parts } = components(uri);
    for (const name of ['scheme', 'authority', 'path', 'query', 'fragment'] as const) {
      assert.equal(parts[name] ?? null, expected[name], uri);
      const span = spans[name];
      assert.equal(span && uri.slice(span.start, span.end), parts[name], uri);
    }
    assert.deepEqual(validate(uri, { rule: 'URI' }), [], uri);
  }
});

test('rfc3986-resolution.json: 42 references, strict and non-strict', () => {
  const file = sharedVectors<{
    cases: { base: string; ref: string; expected: string; nonStrictExpected?: string }[];
  }>('rfc/rfc3986-resolution.json');
  if (file === undefined) return;
  assert.equal(file.cases.length, 42);
  const ofTables = resolutionTables.slice(0, 2).flatMap(({ references }) => references);
  assert.deepEqual(
    ofTables,
    file.cases.map(({ ref }) => ref),
  );
  for (const { base, ref, expected, nonStrictExpected } of file.cases) {
    assert.equal(uriOf(ref, base), expected, ref);
    assert.equal(uriOf(ref, base, false), nonStrictExpected ?? expected, ref);
  }
});

test('url-1997-resolution.json: 43 references, 1 discouraged, 9 differences', () => {
  const file = sharedVectors<{
    base: string;
    cases: { base: string; ref: string; expected: string }[];
    discouraged: { base: string; ref: string; byTheAlgorithm: string }[];
    differsFromRFC3986: { ref: string; url1997: string; rfc3986: string }[];
  }>('rfc/url-1997-resolution.json');
  if (file === undefined) return;
  assert.deepEqual([file.cases.length, file.discouraged.length, file.differsFromRFC3986.length], [43, 1, 9]);
  assert.deepEqual(
    resolutionTables.slice(2).flatMap(({ references }) => references),
    [...file.cases, ...file.discouraged].map(({ ref }) => ref),
  );
  for (const { base, ref, expected } of file.cases) assert.equal(old(ref, base), expected, ref);
  for (const { base, ref, byTheAlgorithm } of file.discouraged)
    assert.equal(old(ref, base), byTheAlgorithm, ref);
  const differing: string[] = [];
  for (const { base, ref } of file.cases) {
    const result = resolutionDifferences(ref, base);
    assert.ok(result.ok);
    if (result.url1997 !== result.strict) differing.push(ref);
    assert.equal(
      result.changes.length > 0,
      new Set([result.strict, result.nonStrict, result.url1997]).size > 1,
    );
  }
  assert.deepEqual(differing.sort(), file.differsFromRFC3986.map(({ ref }) => ref).sort());
  for (const { ref, url1997, rfc3986 } of file.differsFromRFC3986) {
    const result = resolutionDifferences(ref, file.base);
    assert.ok(result.ok);
    assert.deepEqual([result.url1997, result.strict], [url1997, rfc3986]);
  }
});

test('rfc3986-normalization.json: 9 by syntax, 7 by scheme, 2 paths, 5 texts, 1 always different', () => {
  type Pair = { a: string; b: string; equivalent: boolean; normal?: string };
  type Group = { group: string[]; equivalent: boolean; normal?: string };
  const file = sharedVectors<{
    syntaxBased: Pair[];
    schemeBased: Group[];
    removeDotSegments: { input: string; expected: string }[];
    percentEncodingOfText: { character: string; encoded: string }[];
    alwaysDifferent: { group: string[] }[];
  }>('rfc/rfc3986-normalization.json');
  if (file === undefined) return;
  const { syntaxBased, schemeBased, alwaysDifferent } = file;
  const { removeDotSegments: paths, percentEncodingOfText: texts } = file;
  const counts = [syntaxBased, schemeBased, paths, texts, alwaysDifferent].map((list) => list.length);
  assert.deepEqual(counts, [9, 7, 2, 5, 1]);
  for (const { a, b, equivalent, normal } of syntaxBased) {
    assert.equal(compare(a, b), equivalent ? 'syntax' : 'different', b);
    if (normal === undefined) continue;
    assert.equal(normalizeSyntax(a), normal);
    assert.equal(normalizeSyntax(b), normal);
  }
  for (const { group, equivalent, normal } of schemeBased) {
    for (const uri of group) {
      if (normal !== undefined) assert.equal(normalizeScheme(uri), normal);
      for (const other of group)
        if (uri !== other) assert.equal(compare(uri, other) !== 'different', equivalent);
    }
  }
  for (const { input, expected } of paths) assert.equal(removeDotSegments(input), expected);
  for (const { character, encoded } of texts) assert.equal(percentEncode(character), encoded);
  for (const { group } of alwaysDifferent) {
    for (const uri of group)
      for (const other of group) {
        assert.equal(compare(uri, other), uri === other ? 'string' : 'different');
      }
  }
});

test('rfc3986-delimiting.json: 13 texts', () => {
  const file = sharedVectors<{
    cases: { text: string; expected: string[]; alternative?: string[]; ambiguousHyphen?: boolean }[];
  }>('rfc/rfc3986-delimiting.json');
  if (file === undefined) return;
  assert.equal(file.cases.length, 13);
  let ambiguous = 0;
  for (const { text, expected, alternative, ambiguousHyphen } of file.cases) {
    const found = delimit(text);
    assert.deepEqual(
      found.map((reference) => reference.text),
      expected,
    );
    if (ambiguousHyphen !== true || alternative === undefined) continue;
    ambiguous++;
    assert.deepEqual(
      found.map(({ readings }) => readings),
      [[...expected, ...alternative]],
    );
  }
  assert.equal(ambiguous, 1);
});

test('own cases: components and authorities', () => {
  const file = ownCases<{
    cases: { uri: string; components: (string | null)[]; form: string }[];
    authorities: { text: string; parts: (string | null)[] }[];
  }>('uri-components.json');
  for (const { uri, components: expected, form } of file.cases) {
    const parsed = components(uri);
    const { scheme = null, authority: site = null, path, query = null, fragment = null } = parsed;
    assert.deepEqual([scheme, site, path, query, fragment], expected, uri);
    assert.equal(pathForm(parsed), form, uri);
  }
  for (const { text, parts } of file.authorities) {
    const { userinfo = null, host, hostKind, port = null, spans } = authority(text, 7);
    const kind: HostKind | null = hostKind ?? null;
    assert.deepEqual([userinfo, host, kind, port], parts, text);
    assert.equal(text.slice(spans.host.start - 7, spans.host.end - 7), host);
  }
});

test('own cases: grammar', () => {
  const file = ownCases<{ cases: { text: string; rule: Rule; problems: [string, number, number][] }[] }>(
    'uri-grammar.json',
  );
  for (const { text, rule, problems } of file.cases) {
    const found = validate(text, { rule }).map(({ code, start, end }) => [code, start, end]);
    assert.deepEqual(found, problems, text);
  }
});

test('own cases: resolution, dot-segments and differences', () => {
  const file = ownCases<{
    cases: {
      base: string;
      ref: string;
      strict: string;
      nonStrict?: string;
      url1997: string | null;
      changes: string[];
    }[];
    removeDotSegments: [string, string][];
  }>('uri-resolution.json');
  for (const { base, ref, strict, nonStrict, url1997, changes } of file.cases) {
    const result = resolutionDifferences(ref, base);
    assert.ok(result.ok);
    assert.equal(result.strict, strict, ref);
    assert.equal(result.nonStrict, nonStrict ?? strict, ref);
    if (url1997 === null) assert.ok(result.url1997.startsWith(currentDocument), ref);
    else assert.equal(result.url1997, url1997, ref);
    assert.deepEqual(result.changes, changes, ref);
  }
  for (const [input, expected] of file.removeDotSegments)
    assert.equal(removeDotSegments(input), expected, input);
});

test('own cases: the comparison ladder', () => {
  const file = ownCases<{ cases: { a: string; b: string; equal: Equality; normal?: string }[] }>(
    'uri-normalization.json',
  );
  for (const { a, b, equal, normal } of file.cases) {
    assert.equal(compare(a, b), equal, `${a} ${b}`);
    assert.equal(compare(b, a), equal, `${b} ${a}`);
    if (normal === undefined) continue;
    for (const uri of [a, b])
      assert.equal((equal === 'scheme' ? normalizeScheme : normalizeSyntax)(uri), normal);
  }
});

test('own cases: delimiting', () => {
  const file = ownCases<{ cases: { text: string; expected: string[]; readings?: string[] }[] }>(
    'uri-delimiting.json',
  );
  for (const { text, expected, readings } of file.cases) {
    const found = delimit(text);
    assert.deepEqual(
      found.map((reference) => reference.text),
      expected,
      text,
    );
    if (readings !== undefined) assert.deepEqual(found[0]?.readings, readings, text);
  }
});

test('own cases: misleading forms', () => {
  const file = ownCases<{
    ipv4: [string, string | null, string[]][];
    misleading: { uri: string; codes: [string, number, number][] }[];
  }>('uri-misleading.json');
  for (const [host, address, forms] of file.ipv4) {
    const reading = readIPv4(host);
    assert.equal(reading?.address ?? null, address, host);
    assert.deepEqual(reading?.forms ?? [], forms, host);
  }
  for (const { uri, codes } of file.misleading) {
    const found = misleading(uri);
    assert.deepEqual(
      found.map(({ code, start, end }) => [code, start, end]),
      codes,
      uri,
    );
    assert.ok(!JSON.stringify(found).includes('secret'), 'no password in any message');
  }
});
