/**
 * Generates style sheets with one mistake each, and compares the URLs that our parser reports as dropped with those
 * that a browser drops.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Report, Unreachable } from '../../src/report/report.ts';
import { sheetsWithoutText, unreadParts } from '../../src/report/unreachable.ts';
import { bundle } from './differential.ts';
import { cases, seed } from './seed.ts';
import { type Served, serve } from './serve.ts';

/** The pieces of a sheet. A mistake is made at the end of a piece, never within the mark of a URL. */
type Pieces = readonly string[];

const spelled: fc.Arbitrary<(mark: string) => Pieces> = fc.constantFrom(
  (mark) => ['url(', 'data:,', mark, ')'],
  (mark) => ['url(', '"data:,', mark, '"', ')'],
  (mark) => ['url( ', "'data:,", mark, "'", ' )'],
);
const around: fc.Arbitrary<[before: Pieces, after: Pieces]> = fc.constantFrom(
  [['background', ': '], [' no-repeat']],
  [['background-image', ':', 'linear-gradient(', 'red, blue', '),'], []],
  [['background', ':', 'var(', '--a', ') '], []],
  [['list-style-image', ': '], [' !important']],
  [
    ['cursor', ': '],
    [' 1 2', ', auto'],
  ],
  [['mask-image', ':'], ['/* ", */']],
  [
    ['border-image', ':'],
    [' 30', ' round'],
  ],
  [['--own', ': '], [' x']],
  [['content', ': '], []],
  [['color', ':'], []],
  [['-x-unknown', ': '], []],
);
const plain: fc.Arbitrary<Pieces> = fc.constantFrom(
  ['color', ': ', 'red'],
  ['width', ':', 'calc(', '1px + 2px', ')'],
  ['font', ': 1em ', '"a b"', ', serif'],
);

const declaration = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(around, spelled)
      .map(([[before, after], spell]) => ({ before, after, spell: spell as typeof spell | null })),
  },
  { weight: 1, arbitrary: plain.map((before) => ({ before, after: [] as Pieces, spell: null })) },
);
const rule = fc.record({
  group: fc.constantFrom<Pieces>(
    [],
    [],
    ['@media ', 'all', '{'],
    ['@media ', '(x:', '{', '}', ')', ',all', '{'],
  ),
  selector: fc.constantFrom<Pieces>(
    ['.a'],
    ['a', ' > ', 'b:hover'],
    ['[x=', '"y"', ']'],
    [':not(', '.a', ')'],
    ['a:is(', '.b,', '{', 'c:d', ';', '}', ')'],
    [':where(', '[', '{', '}', ']', ') b'],
    ['a::-x-unknown'],
  ),
  declarations: fc.array(declaration, { minLength: 1, maxLength: 3 }),
  gap: fc.constantFrom('', '\n'),
});

const mistakes = [
  '',
  ' ',
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ';',
  '\n',
  '\\\n',
  '#4b5255',
  '\u007f',
  ' x ',
];

/** Generates sheets with at most one mistake. Each of their data: URLs contains a unique mark. */
export const mistakenSheets: fc.Arbitrary<string> = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
    at: fc.nat(),
    mistake: fc.constantFrom(...mistakes),
    isLeftOut: fc.boolean(),
  })
  .map(({ rules, at, mistake, isLeftOut }) => {
    let count = 0;
    // If a property occurred twice, one of its values would be overridden, even when a mistake joins two rules into
    // one.
    const names = new Set<string>();
    const pieces = rules.flatMap(({ group, selector, declarations, gap }) => {
      const inner = declarations.flatMap(({ before, spell, after }): Pieces => {
        const name = before[0]?.slice(0, 10) ?? '';
        if (names.has(name)) return [];
        names.add(name);
        return [...before, ...(spell?.(`m${count++}e`) ?? []), ...after, ';', gap];
      });
      return [...group, ...selector, '{', gap, ...inner, '}', gap, ...(group.length > 0 ? ['}'] : [])];
    });
    const place = at % pieces.length;
    return pieces
      .map((piece, n) => (n !== place ? piece : (isLeftOut && !/m\d+e/.test(piece) ? '' : piece) + mistake))
      .join('');
  })
  // If the end of the sheet ends a string in a custom property or a value with `var()`, the text that the browser
  // returns cannot be parsed after the value. Therefore a line break is added.
  .map((css) => (/--own|var\(/.test(css) ? `${css}\n` : css))
  // Groups with a semicolon between rules are omitted: in Chromium, the semicolon begins a selector, as it does outside
  // of groups, but not in Firefox.
  .filter((css) => !/@media(?:[^{]*\{\})?[^{]*\{[^{}]*(?:\{[^{}]*\}\s*)?;/.test(css))
  // Unpaired closing braces in selectors' brackets are omitted: we end a block there, so that the rules after an unclosed
  // bracket are recognized, but browsers don't.
  .filter((css) => !/(?:is|where)\([^{}]*(?:\{[^{}]*\}[^{}]*)?\}/.test(css));

/** Sheets that were once reported wrongly. */
const known = [
  // The backslash escaped the next brace in the trial sheet.
  String.raw`@media \
{.a{background: url(data:,m0e)}}`,
  // These values contain blocks.
  '.a{--own: {"data:,m0e" ) x;cursor: url(data:,m1e) 1 2, auto;}\n',
  '.a{--own: url(data:,m0e" x;}:not(.b){content:url(data:,m1e)}.c{content: url(data:,m2e)}\n',
  '.a{background:var(--a, {x;y}) url(data:,m0e)}',
  '.a{color: {red;background:var(--a) url(data:,m0e);}\n',
  '.a{color: {"data:,m0e");background:var(--a) url(data:,m1e);}}',
  '.a{background:{var(--a) url(data:,m0e);mask-image:url(data:,m1e)}content: url(data:,m2e)}',
];

/**
 * Matches sheets with `var()` in a value that has a block and anything before it. Firefox keeps many of these values,
 * against CSS Syntax 3 ("consume a declaration") and unlike Chromium, which drop them. They are invalid at
 * computed-value time, so Firefox requests none of their URLs either.
 */
export const blockInFirefox =
  /var\([^;{}]*\)[^;{}]*\{|(?<![-\w])(?!--)[\w-]+:(?!hover|:)\s*[^\s;{}][^;{}]*\{[\s\S]*var\(/;

/**
 * Starts a server with a page that compares generated sheets.
 *
 * @param full the number of sheets in a full run
 * @param omitted matches the sheets that are omitted
 */
export async function droppedServer(full: number, omitted = /$^/): Promise<Served & AsyncDisposable> {
  const generated = mistakenSheets.filter((css) => !omitted.test(css));
  const sheets = [...known, ...fc.sample(generated, { seed, numRuns: cases(full) })];
  const { text } = await bundle('test/support/dropped-css-page.ts');
  const escaped = JSON.stringify(sheets).replaceAll('<', '\\u003c');
  return serve({
    routes: {
      '/': `<!doctype html><meta charset="utf-8"><title>Dropped</title><body><script>const sheets = ${escaped}</script><script src="/script.js"></script>`,
      '/script.js': text,
    },
  });
}

/**
 * Checks the result of the page that compares the sheets.
 *
 * @param result the text that the page posted
 */
export function checkDropped(result: string): void {
  const { counts, differences } = JSON.parse(result);
  assert.deepEqual(differences.slice(0, 20), [], `${differences.length} differences`);
  for (const [kind, count] of Object.entries(counts)) assert.ok(Number(count) >= 50, `${count} ${kind}`);
}

/**
 * A page with CSS that is dropped because of its syntax, CSS that the browser drops for other reasons, and CSS that is
 * kept.
 */
export const droppedPage = `<!doctype html><title>Dropped</title>
<style>@namespace s "urn:s"; @namespace "urn:t";
@supports selector(s|a) and selector(b > s|*) and selector(:not([s|x|=y],c)){b{background:url(data:,namespace)}}
@supports selector([a="x|y"]) and (content:"a|b") and (background:url("x|y")){b{background:url(data:,string)}}</style>
<style>
.logo{background:url(data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E)}
.fallback{background:url(data:,fall back);background:red}
.unknown{-x-unknown:url(data:,unknown)} a::-x-unknown{background:url(data:,selector)}
.none{color:url(data:,none)}
@supports (x-unknown:0){b{background:url(data:,supports)}}
@media print{b{background:url(data:,print)}}
</style>
<p style="cursor:url(data:,cursor)">x</p>
<p style="background:url("data:image/svg+xml;charset=utf-8,%3Csvg viewBox='0 0 9 9'/%3E")">x</p>
<p style='background:url('data:image/png;base64,iVBORw0KGgo=')'>x</p>
<p data-x="{"a":"data:,in-json"}">x</p>
<img src="data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>">
<svg><rect fill="url(data:,a b)"/></svg>`;

const css = (body: string, store = 'max-age=600') => ({ headers: { 'cache-control': store }, body });

/** A page and its frame, whose sheets contain parts that browsers drop. */
export const linkedPages = {
  '/': `<!doctype html><title>Linked</title>
<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/a.css">
<link rel="stylesheet" href="/unstored.css">
<script>
  const made = new CSSStyleSheet();
  made.replaceSync('p { background: url(data:,made here) }');
  document.adoptedStyleSheets = [made];
</script>
<p>x</p><iframe src="/frame"></iframe>`,
  '/frame':
    '<!doctype html><link rel="stylesheet" href="/c.css"><link rel="stylesheet" href="/a.css"><p>x</p>',
  '/instruction.xml': {
    headers: { 'content-type': 'text/xml' },
    body: '<?xml-stylesheet href="/c.css"?><p xmlns="http://www.w3.org/1999/xhtml">x</p>',
  },
  '/a.css': css(
    '@layer x; @import "b.css";\np { background: url(data:,a b) }\np { background: url("data:,a b") }',
  ),
  '/b.css': css('p { background: url("data:,in\nner") }'),
  '/c.css': css('p { background: url("data:,after"#x) }'),
  '/quirks': '<title>Quirks</title><link rel="stylesheet" href="/text"><p>x</p>',
  '/text': {
    headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=600' },
    body: 'p{background:url(data:,q q)}',
  },
  '/unstored.css': css('p { background: url(data:,un stored) }', 'no-store'),
};

/** The expected dropped data: URLs of cacheable sheets. Each text of a sheet is listed once per document. */
export const linkedDrops = [
  'data:,a b /a.css dropped blank 2:28 0 B 1',
  'data:,a b /a.css dropped blank 2:28 9 B 1',
  'data:,after /c.css dropped after-string 1:34 11 B 1',
  'data:,in\nner /b.css dropped line-break 1:30 0 B 1',
  'data:,in\nner /b.css dropped line-break 1:30 12 B 1',
];

/** Returns the dropped data: URLs of a page's sheets, with their cost and number of findings. */
export const linkedDropsOf = ({ dataUrls }: Report, origin: string): string[] =>
  dataUrls
    .flatMap(({ head, occurrences, findings }) =>
      occurrences.flatMap(({ sheet, state, dropped, cost }) =>
        dropped
          ? [
              head,
              sheet?.slice(origin.length),
              state?.kind,
              `${dropped.cause} ${dropped.line}:${dropped.column}`,
              `${cost} B`,
              findings.filter(({ rule }) => rule === 'dropped-css').length,
            ].join(' ')
          : [],
      ),
    )
    .sort();

/** Returns the paths of the sheets whose rules were read but whose texts were not. */
export const unreadTextsOf = (unreachable: readonly Unreachable[], origin: string): string[] =>
  sheetsWithoutText(unreachable)
    .map(({ url }) => url.slice(origin.length))
    .sort();

/**
 * Checks the state of each occurrence on `droppedPage`, and the finding of the rule. Occurrences are identified by the
 * end of their text.
 */
export function checkDroppedPage({ dataUrls, unreachable }: Report): void {
  assert.deepEqual(unreadParts(unreachable), []);
  const states = dataUrls.map(({ head, occurrences: [occurrence], findings }) => {
    const { state, name: property } = occurrence ?? {};
    const found = findings.find(({ rule }) => rule === 'dropped-css');
    const name = head.replace(/^data:(?:image\/svg.*)?,?/, '').slice(0, 9) || property;
    const { line, column } = found?.args ?? {};
    return `${name} ${state?.kind} ${state?.by}${found ? ` ${found.messageId} ${line}:${column}` : ''}`;
  });
  assert.deepEqual(states.sort(), [
    'a b dropped predicted dropped-blank 1:12',
    'background dropped predicted dropped-blank 2:47',
    'cursor dropped predicted dropped-no-keyword 1:25',
    'data-x dropped predicted dropped-attribute 1:2',
    'fall back dropped predicted',
    'image/png dropped predicted dropped-attribute 1:16',
    'namespace refused predicted',
    'none dropped seen',
    'print not-requested seen',
    'selector dropped seen',
    'src not-shown seen',
    'string refused predicted',
    'style dropped predicted dropped-attribute 1:16',
    'supports dropped seen',
    'unknown dropped seen',
  ]);
}
