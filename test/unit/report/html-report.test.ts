/**
 * Tests the HTML report: the text of a page must stay text, and the file may allow only its own style sheet and
 * pictures.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { englishMessages, messagesFor } from '../../../extension/build/locales.ts';
import { root } from '../../../src/cli/project.ts';
import { type HtmlOptions, htmlReport } from '../../../src/report/html-report.ts';
import { partOf } from '../../../src/report/partial-report.ts';
import type { DataUrl, Report } from '../../../src/report/report.ts';
import { fileReason } from '../../../src/report/unreachable-reasons.ts';
import { htmlTextsIn } from '../../../src/texts/html-report-text.ts';
import { messagesIn } from '../../../src/texts/locale-file.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, occurrence, report } from './reports.ts';

const textsFor = (language: string) =>
  htmlTextsIn(messagesIn({ ...englishMessages(root), ...messagesFor(root, language) }));
const english = textsFor('en');

const pixel = 'data:image/png;base64,iVBORw0KGgo=';
const htmlOf = (of: Report, pictures: HtmlOptions['pictures'] = new Map(), texts = english): string =>
  [...htmlReport(of, { style: 'p{}', styleHash: 'hash', pictures, at: 0, version: '1.2.3', texts })].join('');

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
function* elementsIn(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elementsIn(child);
}

/** Returns the elements with the names of their attributes, without the text. */
const structureOf = (html: string): string[] =>
  Array.from(
    elementsIn(parse(html)),
    ({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`,
  );

/** Returns a Report with a text in every position where a page can write one. */
const reportOf = (text: string): Report => {
  const steered: DataUrl = dataUrl({
    head: `data:${text}`,
    mimeType: `text/plain;x=${text}`,
    essence: `a${text}`,
    detectedType: 'image/png',
    charset: { declared: `c${text}`, used: 'utf-8' },
    occurrences: [
      occurrence({
        frame: text,
        element: `e${text}`,
        name: `n${text}`,
        selector: `s${text}`,
        cost: 1e6,
        state: { kind: 'blocked', by: 'devtools', directive: `d${text}`, reason: fileReason(`r${text}`) },
      }),
      occurrence({ cost: 1e6, destination: 'iframe' }),
    ],
    disallowed: { pattern: text, destination: 'iframe', type: 'declared', by: 'user' },
    contacts: { count: 1, first: [{ address: `https://c/${text}`, decodedBy: ['atob'] }] },
    nested: [
      dataUrl({
        essence: `i${text}`,
        findings: [finding({ effect: 'can-run', messageId: 'unknown', message: `n${text}` })],
      }),
    ],
    findings: [
      finding({ args: { type: text, pattern: text }, message: `m${text}` }),
      finding({ rule: 'phishing', effect: 'deceives', messageId: 'phishing-form', args: { targets: text } }),
      finding({ messageId: `unknown-${text}` as string, rule: 'large-inline', message: `u${text}` }),
    ],
  });
  const named = dataUrl({ sha256: '2'.repeat(64), occurrences: [occurrence({ face: `f${text}` })] });
  const saved = dataUrl({ sha256: '3'.repeat(64), occurrences: [occurrence({ fileName: `f${text}` })] });
  const whole = report([steered, named, saved], {
    page: { url: `https://example.com/${text}`, title: `t${text}`, frames: 1 },
    unreachable: [{ kind: 'frame', url: `u${text}`, reason: fileReason(`r${text}`) }],
    findings: [finding({ rule: 'duplicates', args: { where: text }, dataUrls: [steered.sha256] })],
  });
  const ids = new Set([steered.sha256, named.sha256]);
  return partOf(whole, ids, {
    query: `q${text}`,
    filters: ['effect:not-shown', 'quoted', 'image', 'destination:style'],
  });
};

/** Matches bidirectional, invisible and unprintable characters. */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/u;

test('no text of a page leaves its place, turns what stands around it, or hides', () => {
  const mean = fc.constantFrom(
    '<script>',
    '</title>',
    '</style>',
    '<!--',
    '-->',
    '"',
    "'",
    '&lt;',
    '<img src=x onerror=1>',
    '"><svg onload=1>',
    ']]>',
    '</svg><use href="',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200b',
    '\0',
    '`',
  );
  const written = fc
    .array(fc.oneof(mean, fc.string({ unit: 'binary' })), { maxLength: 6 })
    .map((all) => all.join(''));
  for (const language of ['en', 'ar']) {
    const texts = textsFor(language);
    const expected = structureOf(htmlOf(reportOf('x'), new Map(), texts));
    fc.assert(
      fc.property(written, (text) => {
        const html = htmlOf(reportOf(text), new Map(), texts);
        assert.deepEqual(structureOf(html), expected);
        // We add the mark before a minus sign, and Intl adds marks to an Arabic date.
        const shown = html.replaceAll('\u200e−', '−').replaceAll(texts.formatMoment(0), '');
        assert.doesNotMatch(shown, unprintable);
        // The isolating characters that we add always come in pairs.
        assert.equal(html.split('\u2068').length, html.split('\u2069').length);
      }),
      runs(150),
    );
  }
});

test('that there are no findings is said of the scanned parts, if sheets may hold dropped URLs', () => {
  const of = (unreachable: Report['unreachable']) => htmlOf(report([dataUrl()], { unreachable }));
  assert.match(of([]), /<li>No findings<\/li>/);
  const unread = { kind: 'stylesheet', url: 'https://example.com/a.css', reason: 'unread-text' } as const;
  assert.match(of([unread]), /<li>No findings in the scanned parts<\/li>/);
});

test('it has no script, no address that is loaded, and a policy that allows neither', () => {
  const html = htmlOf(
    reportOf('x'),
    new Map([['0'.repeat(64), { source: pixel, width: 9, height: 9, backdrop: null }]]),
  );
  const all = [...elementsIn(parse(html))];
  const names = new Set(all.map(({ tagName }) => tagName));
  for (const name of ['script', 'iframe', 'object', 'embed', 'link', 'base', 'form', 'img', 'foreignObject'])
    assert.ok(!names.has(name), name);
  const links = all.flatMap(({ attrs }) => attrs.filter(({ name }) => /^(?:href|src)/.test(name)));
  for (const { value } of links) assert.match(value, /^#|^data:image\/png;base64,/);
  assert.ok(links.some(({ value }) => value === pixel));
  const policy = all.find(({ attrs }) => attrs.some(({ value }) => value === 'Content-Security-Policy'));
  assert.equal(
    policy?.attrs.find(({ name }) => name === 'content')?.value,
    "default-src 'none'; style-src 'sha256-hash'; img-src data:; base-uri 'none'; form-action 'none'",
  );
  // The policy precedes everything to which it applies.
  assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<title'));
  assert.ok(all.every(({ attrs }) => attrs.every(({ name }) => name !== 'style' && !name.startsWith('on'))));
});

test('a picture is ours or none', () => {
  for (const source of [
    'data:image/svg+xml;base64,AAAA',
    'https://example.com/x.png',
    `${pixel}" onload="1`,
  ]) {
    const html = htmlOf(
      reportOf('x'),
      new Map([['0'.repeat(64), { source, width: 9, height: 9, backdrop: null }]]),
    );
    assert.doesNotMatch(html, /<image/);
  }
});

test('the verdict leads; the rules go by what they save, then by severity; each saving is given once', () => {
  const ids = ['4', '5'].map((digit) => digit.repeat(64));
  const [copied = '', broken = ''] = ids;
  const whole = report(
    [
      dataUrl({
        sha256: broken,
        bodySha256: null,
        size: null,
        mimeType: null,
        findings: [finding({ rule: 'invalid-data-url', effect: 'not-shown' })],
      }),
      dataUrl({ sha256: copied, occurrences: [occurrence({ cost: 5e6 }), occurrence({ cost: 5e6 })] }),
    ],
    { findings: [finding({ rule: 'duplicates', severity: 'warning', effect: 'costs', dataUrls: [copied] })] },
  );
  const html = htmlOf(whole);
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(text, /example\.com 10 MB in 2 data: URLs save up to 5 MB/);
  assert.match(text, /1 not shown .*1 costly/);
  const titles = [...html.matchAll(/<h3>([^<]*)/g)].map(([, title]) => title);
  const { rule_duplicates_title: first, rule_invalid_data_url_title: second } = englishMessages(root);
  assert.deepEqual(titles, [first?.message, second?.message]);
  assert.equal(html.match(/<strong class="saved">saves 5 MB/g)?.length, 1);
  assert.doesNotMatch(html, /class="part"/);
});

test('before the treemap, when content runs and what it does', () => {
  const scripted = dataUrl({
    essence: 'text/html',
    disallowed: { pattern: 'text/html', destination: 'iframe', type: 'declared', by: 'default' },
    occurrences: [
      occurrence({ destination: 'iframe', element: 'iframe', state: { kind: 'loaded', by: 'seen' } }),
    ],
    findings: [
      finding({
        rule: 'active-content',
        effect: 'can-run',
        messageId: 'active-content',
        args: { holds: 'script, onload handler' },
      }),
      finding({ rule: 'nested-data-url', effect: 'can-run', messageId: 'unknown', message: 'There is one.' }),
    ],
    nested: [
      dataUrl({
        essence: 'image/svg+xml',
        findings: [finding({ effect: 'can-run', messageId: 'unknown', message: 'Inside.' })],
      }),
    ],
    contacts: {
      count: 7,
      first: [
        { address: 'https://a.example/', decodedBy: ['atob'] },
        ...Array.from({ length: 6 }, (_, n) => ({ address: `https://${n}.example/`, decodedBy: [] })),
      ],
    },
  });
  const html = htmlOf(report([scripted]));
  const section = html.slice(html.indexOf('id="can-run"'), html.indexOf('id="bytes"'));
  const said = [
    'Now. Data URL Inspector reports this but doesn’t block it: its default policy doesn’t allow text/html in an iframe.',
    'Active content: script, onload handler.',
    'Nested image/svg+xml: Inside.',
    'Addresses found: https://a.example/ (atob), https://0.example/, https://1.example/, https://2.example/, https://3.example/, …',
  ];
  assert.ok(!section.includes('There is one.'), 'the nested one says it');
  for (const text of said) assert.ok(section.includes(`>${text}<`), `${text} in ${section}`);
  const german = htmlOf(report([scripted]), new Map(), textsFor('de'));
  assert.ok(
    german.includes(
      '>Jetzt. Data URL Inspector meldet dies, blockiert es aber nicht: Die Standardrichtlinie erlaubt text/html in einem Iframe nicht.<',
    ),
  );
  assert.ok(german.includes('>Aktiver Inhalt: script, onload-Handler.<'));
  assert.ok(!htmlOf(report([dataUrl()])).includes('id="can-run"'));
  assert.ok(!html.includes('id="deceives"'));
});

test('bytes that are unused now are saved, dotted, and said at their row', () => {
  const state = { kind: 'not-requested', by: 'seen', reason: 'unused' } as const;
  const unused = dataUrl({
    occurrences: [occurrence({ cost: 5e6, state }), occurrence({ cost: 1e6, state })],
  });
  const html = htmlOf(report([unused]));
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(
    text,
    /save up to 6 MB .*Size of unused content 6 MB .*Dotted boxes show content that is unused now\./,
  );
  assert.match(text, /6 MB 6 MB unused now/);
  assert.equal(html.match(/<rect class="unused"/g)?.length, 1);
  assert.doesNotMatch(html, /<rect class="copies"/);
});

test('a part says how much of the page it is, by which search and filters', () => {
  const text = htmlOf(reportOf('x'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  assert.match(
    text,
    /2 of 3 data: URLs This report covers only the listed data: URLs.* Search: qx Filters: Not shown, Quoted, Images, style sheet/i,
  );
});

test('an empty Report is a file, too', () => {
  const html = htmlOf(report([]));
  assert.match(html, /0 bytes in 0 data: URLs/);
  assert.doesNotMatch(html, /<table|<svg class="treemap"/);
});

test('the style sheet stands in the file as it is hashed, and has nothing that ends it', () => {
  const style = readFileSync(path.join(root, 'src/report/html-report.css'), 'utf8');
  assert.doesNotMatch(style, /<\/|url\((?!"#)|@import/);
});
