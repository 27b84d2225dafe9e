/** Tests the examples and rules of RFC 8288, section 3 and appendix B.2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HeaderLink, parseLinkHeader } from '../../../src/mime/link-header.ts';
import { runs } from '../../support/seed.ts';

const plain = (links: readonly HeaderLink[]) =>
  links.map(({ target, parameters }) => [target, Object.fromEntries(parameters)]);

const cases: [value: string, links: [target: string, parameters: Record<string, string>][]][] = [
  ['', []],
  ['</a>', [['/a', {}]]],
  [
    '<data:image/png;m=preload;base64,AA==>; rel=preload; as=image, <data:text/javascript,1>; rel=modulepreload',
    [
      ['data:image/png;m=preload;base64,AA==', { rel: 'preload', as: 'image' }],
      ['data:text/javascript,1', { rel: 'modulepreload' }],
    ],
  ],
  // RFC 8288, section 3.5.
  [
    `</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>;rel="next"`,
    [
      ['/TheBook/chapter2', { rel: 'previous', 'title*': "UTF-8'de'letztes%20Kapitel" }],
      ['/TheBook/chapter4', { rel: 'next' }],
    ],
  ],
  ['<a>; REL = "a \\"b\\"; c, d" ; rel=second;crossorigin', [['a', { rel: 'a "b"; c, d', crossorigin: '' }]]],
  [
    ',, <a> ;rel=x ,<b>',
    [
      ['a', { rel: 'x' }],
      ['b', {}],
    ],
  ],
  [
    '<a>;rel=x\n<b>;rel="y',
    [
      ['a', { rel: 'x' }],
      ['b', { rel: 'y' }],
    ],
  ],
  ['<a> rel=x, <b>', [['a', {}]]],
  ['a, <b>', []],
  ['<a', []],
];
for (const [value, links] of cases)
  test(JSON.stringify(value), () => {
    assert.deepEqual(plain(parseLinkHeader(value)), links);
  });

const token = fc.stringMatching(/^[a-z!#$&+.^_`|~*-]{1,10}$/);
const written = fc.record({
  target: fc.string({ maxLength: 30 }).filter((text) => !text.includes('>')),
  parameters: fc.uniqueArray(fc.tuple(token, fc.oneof(token, fc.string({ maxLength: 10 }))), {
    selector: ([name]) => name,
    maxLength: 4,
  }),
});

test('what is written by the grammar is read', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 4 }), fc.boolean(), (links, isLoose) => {
      const [blank, comma] = isLoose ? [' \t', '\t, ,'] : ['', ','];
      const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
      const value = links.map(
        ({ target, parameters }) =>
          `<${target}>${parameters.map(([name, text]) => `${blank};${blank}${name}${blank}=${blank}${/^[\w-]+$/.test(text) ? text : quoted(text)}`).join('')}`,
      );
      assert.deepEqual(
        plain(parseLinkHeader(value.join(comma))),
        links.map(({ target, parameters }) => [target, Object.fromEntries(parameters)]),
      );
    }),
    runs(5000),
  );
});

test('any text is read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'<>;=," \\\ta') }),
      (text) => void parseLinkHeader(text),
    ),
    runs(5000),
  );
});
