import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markdownOf } from '../../../src/report/markdown.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

const markdown = (...of: Parameters<typeof report>) => [...markdownOf([report(...of)])].join('');

test('counts, the page, what is flagged with its places, and all', () => {
  const flagged = dataUrl({
    findings: [finding({ message: 'It is "text/html".' }), finding({ severity: 'info', message: 'Large.' })],
    occurrences: [
      occurrence({ state: { kind: 'blocked', by: 'seen', directive: 'img-src' } }),
      occurrence({ selector: '#b0', state: { kind: 'loaded', by: 'seen' } }),
      ...Array.from({ length: 5 }, (_, n) => occurrence({ selector: `#b${n + 1}` })),
    ],
  });
  const page = finding({ severity: 'warning', message: 'The policy *.' });
  assert.equal(
    markdown([flagged, dataUrl({ essence: null, size: null, bodySha256: null })], { findings: [page] }),
    [
      '# data: URLs of `Example`',
      '',
      '`https://example.com/`',
      '',
      '2 data: URLs (8 occurrences); 208 bytes in the page, 3 bytes decoded; 156 bytes in copies; 156 bytes could be saved; 1 error, 1 warning, 1 note.',
      '',
      '## Page findings',
      '',
      '- **warning**: The policy \\*.',
      '',
      '## data: URLs with errors or warnings',
      '',
      '### `image/png`, 182 bytes in the page, 3 bytes decoded',
      '',
      '- **error**: It is "text/html".',
      '- **note**: Large.',
      '- In `#a` (`src`, blocked by img-src), `#b0` (`src`), `#b1` (`src`), `#b2` (`src`), `#b3` (`src`), 2 more',
      '- `data:image/png;base64,AAAA`',
      '',
      '## All data: URLs',
      '',
      '| Media type | Cost | Decoded | Occurrences | State | Most severe finding | First occurrence |',
      '| --- | ---: | ---: | ---: | --- | --- | --- |',
      '| `image/png` | 182 bytes | 3 bytes | 7 | blocked by img-src | error | `#a` |',
      '| broken | 26 bytes | – | 1 | – | – | `#a` |',
      '',
      '',
    ].join('\n'),
  );
});

test('what stands in CSS has its rule, and its sheet with the position there', () => {
  const inCss = occurrence({
    place: 'stylesheet',
    name: 'background',
    rule: '.a|b',
    conditions: ['@media print'],
    sheet: 'https://example.com/css/main.css?v=1',
    line: 12,
    column: 40,
  });
  const text = markdown([dataUrl({ findings: [finding()], occurrences: [inCss] })]);
  assert.match(text, /^- In `@media print › \.a\\u\{7c\}b` \(`background`, `main\.css:12:40`\)$/m);
  assert.match(text, /\| `@media print › \.a\\u\{7c\}b` \|$/m);
});

test('first, when content runs and what it does', () => {
  const runs = finding({ rule: 'active-content', effect: 'can-run', message: 'Active content: script.' });
  const scripted = dataUrl({
    essence: 'text/html',
    disallowed: { pattern: 'text/html', destination: 'iframe', type: 'declared', by: 'default' },
    occurrences: [occurrence({ destination: 'iframe', selector: '#frame' })],
    findings: [runs],
    nested: [dataUrl({ essence: 'image/svg+xml', findings: [{ ...runs, message: 'Inside.' }] })],
    contacts: { count: 1, first: [{ address: 'https://a.example/', decodedBy: ['atob'] }] },
  });
  const blocked = occurrence({
    destination: 'iframe',
    state: { kind: 'blocked', by: 'seen', directive: 'frame-src' },
  });
  const text = markdown([dataUrl({ findings: [runs], occurrences: [blocked] }), scripted]);
  const section = text.slice(text.indexOf('## Can run'), text.indexOf('## data: URLs with'));
  assert.equal(
    section,
    [
      '## Can run or deceive',
      '',
      '- **now** (reported, not blocked; disallowed by default): `text/html` in `#frame`. Active content: script. Nested `image/svg+xml`: Inside. Addresses found: `https://a.example/` (atob).',
      '- **blocked by frame-src**: `image/png` in `#a`. Active content: script.',
      '',
      '',
    ].join('\n'),
  );
});

test('of very many only the largest are listed', () => {
  const text = markdown(many(502).map((each) => ({ ...each, findings: [] })));
  assert.equal(text.match(/^\| `/gm)?.length, 500);
  assert.match(text, /^This table omits 2 smaller data: URLs\.$/m);
});

test('a page without any', () => {
  assert.doesNotMatch(markdown([]), /##/);
});

describe('what a page writes is no markup', () => {
  const more = [
    ...[
      '`a`',
      '``',
      '|',
      '\\|',
      'a | b',
      '<script>alert(1)</script>',
      '[a](javascript:b)',
      '![](https://a.example/)',
    ],
    ...[
      'https://a.example/',
      'www.a.example',
      '@someone',
      '$x$ $$x$$',
      ':smile: a::b:c:',
      '#1 a/b#12 GH-3 gh-4',
      'a@b.example',
      '&lt;',
      '**a**',
      '\n\n# A',
      '\u2028- b',
      '~~a~~',
    ],
  ];
  for (const text of [...hostile, ...more]) {
    test(JSON.stringify(text), () => {
      const given = (written: string) =>
        markdown(
          [
            dataUrl({
              head: written,
              essence: written,
              occurrences: [occurrence({ selector: written, element: written, name: written })],
              findings: [finding({ effect: 'can-run', message: `It says ${written}.` })],
              nested: [
                dataUrl({ essence: written, findings: [finding({ effect: 'can-run', message: written })] }),
              ],
              contacts: { count: 1, first: [{ address: written, decodedBy: [] }] },
            }),
          ],
          { page: { url: written, title: written, frames: 1 }, findings: [finding({ message: written })] },
        );
      // A hostile text must produce the same lines and cells as a plain word.
      const shape = (all: string) => all.split('\n').map((line) => line.split('|').length);
      const outside = (all: string) => all.replaceAll(/`[^`\n]*`/g, '').replaceAll(/\\[^\w\s]/g, '');
      const shown = given(text);
      assert.deepEqual(shape(shown.replaceAll('\\|', '')), shape(given('word')));
      assert.doesNotMatch(outside(shown), /[`<>@&![\]~]|:\/\/|www\.|(?<!\*)\*(?!\*)/);
      assert.doesNotMatch(outside(shown), /\$|:[\w+-]+:|#\d|\bGH-\d/i);
      assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    });
  }
});
