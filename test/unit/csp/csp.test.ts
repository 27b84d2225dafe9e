import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  chainOf,
  decide,
  effectiveDirective,
  ignoredDirectives,
  parsePolicies,
} from '../../../src/csp/csp.ts';
import { type Browser, browsers } from '../../../src/mime/documents.ts';
import { type Destination, destinations } from '../../../src/vocabulary.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';

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
  });
  test('a control character is such a character, too', () => {
    for (const control of ['\0', '\x01', '\v', '\x1f', '\x7f'])
      assert.deepEqual(parse(`img-src 'none' ${control};img-src b`), [{ 'img-src': ['b'] }]);
    assert.deepEqual(parse("img-src\t\n\f\r'none'"), [{ 'img-src': ["'none'"] }]);
  });
  test('in Chromium an ignored directive hides later ones, unless the character is in its name', () => {
    const images = (text: string, browser: Browser) =>
      parsePolicies({ source: 'header', reportOnly: false, text, browser }).map((policy) =>
        policy.get('img-src'),
      );
    for (const text of ['img-src \u00e9; img-src b', 'IMG-SRC\n\x7f; img-src \u00e9; Img-Src b']) {
      assert.deepEqual(images(text, 'Chromium'), []);
      assert.deepEqual(images(`font-src a; ${text}`, 'Chromium'), [undefined]);
      assert.deepEqual(images(text, 'Firefox'), [['b']]);
    }
    for (const text of [
      'img-src\u00a0a; img-src b',
      '\u00e9img-src; img-src b',
      'img-src \u00e9, img-src b',
    ]) {
      assert.deepEqual(images(text, 'Chromium'), [['b']]);
      assert.deepEqual(images(text, 'Firefox'), [['b']]);
    }
    assert.deepEqual(images('img-src a; img-src \u00e9; img-src b', 'Chromium'), [['a']]);
  });
  test('the ignored directives are named, with the position of the character', () => {
    const named = (text: string, source: 'meta' | 'header' = 'header') =>
      ignoredDirectives({ source, reportOnly: false, text }).map(
        ({ directive, character, at, hidesLater }) => {
          assert.ok(text.startsWith(character, at));
          return `${directive}@${at}${hidesLater ? '+' : ''}`;
        },
      );
    assert.deepEqual(named('a; IMG-SRC \u{1f600}; img-src b'), ['img-src@11+']);
    assert.deepEqual(named("default-src\u00a0'none'"), ['default-src@11']);
    assert.deepEqual(named('img-src a, \u00e9font-src b'), ['font-src@11']);
    assert.deepEqual(named('img-src a, \u00e9font-src b', 'meta'), ['img-src@11']);
    assert.deepEqual(named('img-src \u00e9; img-src \u00ea, img-src \u00e9'), ['img-src@8', 'img-src@30']);
    // Even without the non-ASCII character, these directives would not apply.
    for (const text of ['\u00e9', ' ; ', 'img-src a; img-src \u00e9', '\u00e9\u00a0;'])
      assert.deepEqual(named(text), []);
    assert.deepEqual(named('sandbox \u00e9', 'meta'), []);
  });
  test('a header may hold several policies, a meta element one', () => {
    assert.deepEqual(parse('img-src a, , font-src b'), [{ 'img-src': ['a'] }, { 'font-src': ['b'] }]);
    assert.deepEqual(parse('img-src a, b', 'meta'), [{ 'img-src': ['a,', 'b'] }]);
    const inChromium = { source: 'meta', reportOnly: false, text: 'img-src a, font-src b' } as const;
    assert.deepEqual(parsePolicies({ ...inChromium, browser: 'Chromium' }).map(Object.fromEntries), [
      { 'img-src': ['a'] },
      { 'font-src': ['b'] },
    ]);
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

/** For each destination: the directive that applies, and its fallbacks in order. */
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

test('the shared policies, in each browser', () => {
  const folder = sharedFolder('cases');
  if (folder === null) return;
  const { csp } = readJson(folder, 'urls.json');
  assert.ok(csp.length > 0);
  for (const { policy: text, destination, blocked } of csp)
    for (const source of ['meta', 'header'] as const)
      for (const browser of browsers) {
        const policies = parsePolicies({ source, reportOnly: false, text, browser });
        const isBlocked = policies.some((policy) => decide(policy, destination) === 'blocks');
        assert.equal(isBlocked, blocked, `${text} (${source}, ${browser})`);
      }
});
