import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chainOf, decide, effectiveDirective, parsePolicies } from '../../src/csp.ts';
import { type Destination, destinations } from '../../src/vocabulary.ts';

const parse = (text: string, source: 'meta' | 'header' = 'header', reportOnly = false) =>
  parsePolicies({ source, reportOnly, text }).map((directives) => Object.fromEntries(directives));

describe('the grammar', () => {
  test('directives and their sources', () => {
    assert.deepEqual(parse("default-src 'self' ; IMG-SRC\tdata:\n https://a.example;; ;x"), [
      { 'default-src': ["'self'"], 'img-src': ['data:', 'https://a.example'], x: [] },
    ]);
  });
  test('the first of a name counts', () => {
    assert.deepEqual(parse('img-src a; img-src data:'), [{ 'img-src': ['a'] }]);
  });
  test('a directive with a character outside of ASCII is ignored, and hides no later one', () => {
    for (const character of ['\u00e9', '\u00a0', '\u2019', '\u200b', '\ufeff', '\u3000', '\u{1f600}']) {
      assert.deepEqual(parse(`img-src 'none' ${character}`), []);
      assert.deepEqual(parse(`${character}img-src 'none'; font-src a`), [{ 'font-src': ['a'] }]);
      assert.deepEqual(parse(`img-src a${character};img-src b`, 'meta'), [{ 'img-src': ['b'] }]);
      assert.deepEqual(parse(`img-src ${character}, img-src b`), [{ 'img-src': ['b'] }]);
    }
    assert.deepEqual(parse("img-src\v'none'\x7f"), [{ "img-src\v'none'\x7f": [] }]);
  });
  test('a header may hold several policies, a meta element one', () => {
    assert.deepEqual(parse('img-src a, , font-src b'), [{ 'img-src': ['a'] }, { 'font-src': ['b'] }]);
    assert.deepEqual(parse('img-src a, b', 'meta'), [{ 'img-src': ['a,', 'b'] }]);
  });
  test('what a meta element cannot have', () => {
    assert.deepEqual(parse('sandbox; frame-ancestors a; report-uri b; img-src c', 'meta'), [
      { 'img-src': ['c'] },
    ]);
    assert.deepEqual(parse('img-src a', 'meta', true), []);
    assert.deepEqual(parse('img-src a', 'header', true), [{ 'img-src': ['a'] }]);
  });
  test('nothing', () => assert.deepEqual(parse(' ; ,'), []));
});

const directives = (text: string) => parsePolicies({ source: 'header', reportOnly: false, text })[0]!;

/** For each destination: the directive that decides, and its fallbacks in order. */
const chains: [Destination, string][] = [
  ['image', 'img-src default-src'],
  ['script', 'script-src-elem script-src default-src'],
  ['style', 'style-src-elem style-src default-src'],
  ['font', 'font-src default-src'],
  ['iframe', 'frame-src child-src default-src'],
  ['frame', 'frame-src child-src default-src'],
  ['object', 'object-src default-src'],
  ['embed', 'object-src default-src'],
  ['worker', 'worker-src child-src script-src default-src'],
  ['video', 'media-src default-src'],
  ['track', 'media-src default-src'],
  ['manifest', 'manifest-src default-src'],
  ['empty', 'connect-src default-src'],
  ['form', 'form-action'],
];
for (const [destination, chain] of chains) {
  test(`${destination} falls back: ${chain}`, () => {
    const names = chain.split(' ');
    for (let at = 0; at < names.length; at++) {
      const policy = directives(
        names
          .slice(at)
          .map((name) => `${name} 'none'`)
          .join(';'),
      );
      assert.equal(effectiveDirective(policy, chainOf(destination)), names[at]);
      assert.equal(decide(policy, destination), 'blocks');
    }
  });
}

const decisions: [text: string, Destination, 'allows' | 'blocks' | 'unknown'][] = [
  ['img-src data:', 'image', 'allows'],
  ['img-src Data:', 'image', 'allows'],
  ['img-src *', 'image', 'blocks'],
  ["img-src 'self' https: blob:", 'image', 'blocks'],
  ["img-src 'nonce-abc'", 'image', 'blocks'],
  ['img-src', 'image', 'blocks'],
  ['font-src x', 'image', 'allows'],
  ["default-src 'self'", 'form', 'allows'],
  ["default-src 'none'; navigate-to 'none'", 'document', 'allows'],
  ["default-src 'self'", 'none', 'allows'],
  ["script-src 'unsafe-inline'", 'script', 'blocks'],
  ["script-src 'nonce-abc'", 'script', 'unknown'],
  ["script-src 'sha256-abc='", 'script', 'unknown'],
  ["script-src 'sha256-abc='", 'worker', 'blocks'],
  ["script-src 'strict-dynamic' data:", 'script', 'blocks'],
  ["script-src 'strict-dynamic' 'nonce-abc' data:", 'script', 'unknown'],
  ["script-src 'strict-dynamic' data:", 'worker', 'allows'],
  ["default-src 'strict-dynamic' data:", 'image', 'allows'],
];
for (const [text, destination, expected] of decisions) {
  test(`${text}: ${destination}`, () => assert.equal(decide(directives(text), destination), expected));
}

test('every destination is decided on', () => {
  for (const destination of destinations) {
    assert.equal(decide(directives('upgrade-insecure-requests'), destination), 'allows', destination);
  }
});
