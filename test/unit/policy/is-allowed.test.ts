/** Tests known ways to bypass handwritten allow lists, and types that must stay allowed. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { inspect } from '../../../src/inspect.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';
import { patternFor } from '../../../src/mime/patterns.ts';
import { parseSrcset } from '../../../src/payload/markup/srcset.ts';
import { isAllowed } from '../../../src/policy/is-allowed.ts';
import { defaultPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import { sanitizeSrcset } from '../../../src/policy/sanitize-srcset.ts';
import { judge } from '../../../src/rules/index.ts';
import { type Destination, destinations } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';
import { place } from '../rules/cases.ts';

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";
const policyOf = (own: Omit<OwnPolicy, 'version'>) => mergePolicies({ user: { version: 1, ...own } }, null);
/** An allow list that contains two raster image types. */
const rasters = policyOf({
  disallow: [{ pattern: '*/*' }],
  allow: [{ pattern: 'image/png' }, { pattern: 'image/gif' }],
});

const waysAround: [name: string, written: string, destination: Destination][] = [
  ['as it is', 'data:text/html,<script>alert(1)</script>', 'iframe'],
  ['upper case in the scheme', 'DATA:text/html,x', 'iframe'],
  ['upper case in the type', 'data:TEXT/HTML,x', 'iframe'],
  ['spaces in front', '   data:text/html,x', 'iframe'],
  ['controls in front', '\x00\x01\x1f data:text/html,x', 'iframe'],
  ['a form feed in front', '\fdata:text/html,x', 'iframe'],
  ['TAB within the scheme', 'da\tta:text/html,x', 'iframe'],
  ['LF before the colon', 'data\n:text/html,x', 'iframe'],
  ['CR behind the colon', 'data:\rtext/html,x', 'iframe'],
  ['TAB, LF and CR within the type', 'data:te\txt/ht\nml\r,x', 'iframe'],
  ['spaces around the type', 'data: text/html ,x', 'iframe'],
  ['a parameter', 'data:text/html;charset=utf-8,x', 'iframe'],
  ['a parameter that looks like a type', 'data:text/html;a=image/png,x', 'iframe'],
  ['a type within a quoted parameter', 'data:text/html;a=";image/png",x', 'iframe'],
  ['an unfinished quote', 'data:text/html;a="image/png,x', 'iframe'],
  ['base64', 'data:text/html;base64,PHNjcmlwdD4=', 'iframe'],
  ['BASE64', 'data:text/html;BASE64,PHNjcmlwdD4=', 'iframe'],
  ['spaces before and behind base64', 'data:text/html; base64 ,PHNjcmlwdD4=', 'iframe'],
  ['base64 broken by a line', 'data:text/html;bas\ne64,PHNjcmlwdD4=', 'iframe'],
  ['base64 before a parameter, which is none', 'data:text/html;base64;charset=utf-8,x', 'iframe'],
  ['base64 that no browser decodes', 'data:text/html;base64,@', 'iframe'],
  ['a fragment that looks like a type', 'data:text/html,x#,image/png', 'iframe'],
  ['a query before the comma', 'data:text/html;?a,x', 'iframe'],
  ['an authority, of which Chromium drops the slashes', 'data://text/html,x', 'iframe'],
  ['white space in the type, which Firefox drops', 'data:text/ht ml;base64,PHNjcmlwdD4=', 'iframe'],
  ['a path with a TAB, which browsers read each in its way', 'data:/\t/text/html,x', 'iframe'],
  ['XHTML', 'data:application/xhtml+xml,x', 'frame'],
  ['any XML', 'data:text/xml,x', 'iframe'],
  ['a feed, of which Chromium makes a document', 'data:application/rss+xml,x', 'iframe'],
  ['a style sheet of XML, which Chromium reads as HTML', 'data:text/xsl,x', 'iframe'],
  ['MathML, of which Firefox makes a document', 'data:application/mathml+xml,x', 'iframe'],
  ['no type at all, which Firefox sniffs', 'data:*/*,x', 'iframe'],
  ['unknown content, which Firefox sniffs', 'data:application/x-unknown-content-type,x', 'iframe'],
  ['HTML under another type', 'data:text/plain,<!doctype html><script>', 'iframe'],
  [
    'HTML behind white space that base64 ignores',
    `data:image/png;base64,${' '.repeat(99_999)}PGh0bWw+`,
    'embed',
  ],
  ['SVG in an object', svg, 'object'],
  ['SVG in an embed', svg, 'embed'],
  ['SVG in an iframe', svg, 'iframe'],
  ['SVG under the name of a picture', svg.replace('svg+xml', 'png'), 'object'],
  ['a link to HTML', 'data:text/html,x', 'document'],
  ['a form that is sent to SVG', svg, 'form'],
  ['a script', 'data:text/javascript,alert(1)', 'script'],
  ['a script of any other type', 'data:text/plain,alert(1)', 'script'],
  ['a worker', 'data:,alert(1)', 'worker'],
  ['a program to download', 'data:application/octet-stream,MZ', 'download'],
  [
    'a program under the name of a text',
    'data:text/plain,%7fELF%02%01%01%00%00%00%00%00%00%00%00%00',
    'download',
  ],
  ['no comma', 'data:image/png', 'image'],
  ['a comma in the fragment', 'data:text/html#,x', 'iframe'],
];
describe('not allowed by the default policy', () => {
  for (const [name, written, destination] of waysAround)
    test(name, () => assert.equal(isAllowed(written, destination), false));
});

const harmless: [name: string, written: string, destination: Destination][] = [
  ['a picture', png, 'image'],
  ['a picture in an object', png, 'object'],
  ['SVG as a picture', svg, 'image'],
  ['SVG as a picture, spelled oddly', ` DATA:image/SVG+xml;Base64 ,${btoa('<svg/>')}`, 'image'],
  ['a font', 'data:font/woff2;base64,d09GMg==', 'font'],
  ['a style sheet', 'data:text/css,a{}', 'style'],
  ['text', 'data:,Hello', 'iframe'],
  ['text to download', 'data:text/csv,a', 'download'],
  ['a picture that no browser decodes', 'data:image/png;base64,@', 'image'],
];
describe('allowed by the default policy', () => {
  for (const [name, written, destination] of harmless)
    test(name, () => assert.equal(isAllowed(written, destination), true));
});

test('what is no data: URL is for others to judge', () => {
  const others = [
    '',
    'a.png',
    'https://a.example/',
    'javascript:alert(1)',
    'd ata:text/html,x',
    'data',
    '#a',
  ];
  for (const written of [...others, 'xdata:text/html,x', '\u00a0data:text/html,x', './data:text/html,x'])
    for (const destination of destinations) assert.equal(isAllowed(written, destination), true, written);
});

describe('an allow list', () => {
  const cases: [name: string, written: string, expected: boolean][] = [
    ['what is on it', png, true],
    ['by parameters, too', gif.replace(';', ';name="a,b";'), true],
    ['a picture by the name of another', gif.replace('gif', 'png'), true],
    ['another type', 'data:image/webp;base64,UklGRg==', false],
    ['a type that browsers sniff under the allowed name', 'data:image/png;base64,/9j/4AAQSkZJRg==', false],
    ['SVG under the allowed name', svg.replace('svg+xml', 'png'), false],
    ['no type', 'data:,x', false],
    ['a type that is none', 'data:image,x', false],
  ];
  for (const [name, written, expected] of cases)
    test(name, () => assert.equal(isAllowed(written, 'image', rasters), expected));

  test('holds for script under an allowed type', () => {
    const own = { disallow: [{ pattern: 'group:javascript' }], allow: [{ pattern: 'text/plain' }] };
    assert.equal(isAllowed('data:text/plain,alert(1)', 'script', policyOf(own)), false);
  });
});

test('the media type is the one that decoding gives', () => {
  fc.assert(
    fc.property(arbitraryDataUrl, fc.constantFrom(...destinations), (written, destination) => {
      const decoded = decodeDataUrl(written);
      if (!decoded.ok) return;
      const pattern = patternFor(parseMimeType(decoded.mimeType)?.essence ?? '');
      if (pattern === null) return;
      assert.equal(isAllowed(written, destination, policyOf({ disallow: [{ pattern }] })), false);
    }),
    runs(100),
  );
});

test('nothing is allowed that the Report of a page calls disallowed', async () => {
  const bodies = fc.constantFrom(
    '',
    ',<svg xmlns="http://www.w3.org/2000/svg"/>',
    ',<!doctype html>',
    ',#!/bin/sh\n',
    ',MZ',
  );
  await fc.assert(
    fc.asyncProperty(
      arbitraryDataUrl,
      bodies,
      fc.constantFrom(...destinations),
      async (url, body, destination) => {
        const written = url + body;
        const inspection = await inspect(written);
        const { disallowed } = judge({
          inspection,
          occurrences: [place(destination)],
          policy: defaultPolicy,
        });
        if (disallowed !== null) assert.equal(isAllowed(written, destination), false);
      },
    ),
    runs(100),
  );
});

test('white space and controls, wherever the URL parser drops them, hide nothing', () => {
  const front = fc.string({ unit: fc.integer({ min: 0, max: 0x20 }).map((n) => String.fromCharCode(n)) });
  const dropped = fc.string({ unit: fc.constantFrom('\t', '\n', '\r'), maxLength: 2 });
  const letters = [...'data:text/html,<p>'];
  const between = fc.array(dropped, { minLength: letters.length, maxLength: letters.length });
  const cases = fc.array(fc.boolean(), { minLength: letters.length, maxLength: letters.length });
  fc.assert(
    fc.property(front, between, cases, (before, gaps, upper) => {
      const text = letters.map((c, n) => (upper[n] ? c.toUpperCase() : c) + gaps[n]).join('');
      assert.equal(new URL(before + text).protocol, 'data:');
      assert.equal(isAllowed(before + text, 'iframe'), false);
    }),
    runs(100),
  );
});

describe('srcset', () => {
  const html = 'data:text/html,x';
  const cases: [name: string, value: string, expected: string][] = [
    ['nothing', '', ''],
    ['all are allowed: not a character changes', ` ,${png}  1x,\n b.png 2x,`, ` ,${png}  1x,\n b.png 2x,`],
    ['the only one is not', html, ''],
    ['the first is not', `${html} 1x, b.png 2x`, 'b.png 2x'],
    ['the last is not', `b.png 2x, ${html} 1x`, 'b.png 2x'],
    [
      'between two, with descriptors',
      `a 1x,${html} 2x,${svg.replaceAll(' ', '%20')} 3x`,
      `a 1x, ${svg.replaceAll(' ', '%20')} 3x`,
    ],
    ['commas at its end', `${html},, a (1,2), b`, 'a (1,2), b'],
    ['upper case, and controls in front', `\x01\x02DATA:Text/Html,x 1x, a`, 'a'],
    ['what another parser would cut at the comma', 'data:text/html;a=image/png,a.png 1x', ''],
    ['white space ends a URL: this is none of data:', 'da\tta:text/html,x 1x', 'da\tta:text/html,x 1x'],
  ];
  for (const [name, value, expected] of cases)
    test(name, () => assert.equal(sanitizeSrcset(value), expected));

  test('what remains are the allowed ones, in their order; a second time changes nothing', () => {
    const pieces = fc.constantFrom(',', ' ', '\n', '(', ')', 'a', png, html, 'data:', '1x', '\u00a0');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const urls = (value: string) => [...parseSrcset(value)].map(({ url }) => url);
        const value = parts.join('');
        const clean = sanitizeSrcset(value);
        assert.deepEqual(
          urls(clean),
          urls(value).filter((url) => isAllowed(url, 'image')),
        );
        assert.equal(sanitizeSrcset(clean), clean);
      }),
      runs(100),
    );
  });
});
