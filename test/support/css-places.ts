/**
 * A page whose style sheets contain data: URLs in every way. For each URL: the rule, its position, and the elements
 * that the rule matches.
 */
import assert from 'node:assert/strict';
import { rulePath, sheetName } from '../../src/report/css-place.ts';
import type { Report } from '../../src/report/report.ts';
import { search } from './occurrence-states.ts';
import type { serve } from './serve.ts';

type Routes = NonNullable<NonNullable<Parameters<typeof serve>[0]>['routes']>;

const css = (body: string, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'text/css; charset=utf-8', ...headers },
  body,
});

const inline = [
  '',
  '/* \u{1F600} */ .inline, #none { background: url(data:,inline) }\r',
  '@media (width > 1px) { @supports (color: red) {',
  '  .card { color: red; &:is(.wide) > i { background: url("da\\74 a:,nested") } } } }',
  '@font-face { font-family: "F f"; font-weight: 700; src: url(data:font/woff2,face) }',
  '#lettered, #icon::before { font: 1em serif, "f F" } #icon::before { content: "x" }',
  '@font-face { font-family: F; src: url(data:font/woff2,other-face) }',
  '@keyframes turn { from { background: url(data:,frame) } }',
  '.turning { animation: turn 600s }',
  '.before::before, .before:hover:after { content: url(data:,before) }',
  '.before::after { background: url(data:,unmade) }',
  '.hovered:hover { background: url(data:,hovered) }',
  '@media print { .inline { background: url(data:,printed) } }',
  '.absent { --icon: url(data:,absent) }',
  `.absent { ${Array.from({ length: 11 }, (_, n) => `--a${n}: url(data:,twelve)`).join('; ')} }`,
  '.before::after { background: url(data:,twelve) }',
  '.undrawn { background: url(data:,undrawn) }',
  `.fifty { ${Array.from({ length: 50 }, (_, n) => `--p${n}: url(data:,fifty)`).join('; ')} }`,
  '.unknown::-x-nothing { background: url(data:,unknown) }',
  '.many { background: url(data:,many) }',
  `${'.long, '.repeat(200)}.long { background: url(data:,long) }`,
].join('\n');

export const cssRoutes: Routes = {
  '/linked.css': css(
    '/*\f*/\r@import "imported.css"; @import url(layered.css) layer(deep) supports(color: red) print;\n/* \u{1F600} */ .linked { background: url(data:,linked) }',
    { 'cache-control': 'max-age=600' },
  ),
  '/imported.css': css('@layer base { .imported { background: url(data:,imported) } }'),
  '/layered.css': css('@import "inner.css" screen; .imported { background: url(data:,layered) }'),
  '/inner.css': css('@media (width > 1px) { .imported { background: url(data:,innermost) } }'),
  '/in-root.css': css(
    ':host(.on) { background: url(data:,host) }\n::slotted(b) { background: url(data:,slotted) }\n:host(.on) > u { background: url(data:,child) }',
  ),
  '/fetched.css': css(
    '@import "further.css" layer(base) print;\n@media all {\n  .fetched { background: url(data:,fetched) } }',
  ),
  '/further.css': css('.fetched { cursor: url(data:,further), auto }'),
  '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rules</title>
    <link rel="stylesheet" href="/linked.css">
    <style>${inline}</style>
    <style id="changed">.kept { color: red }</style>
    <p id="inline" class="inline">inline</p><p id="inline-2" class="inline">inline</p>
    <div class="card wide"><i id="nested">nested</i></div>
    <p id="turning" class="turning">turning</p>
    <p id="before" class="before">before</p><p class="hovered">hovered</p>
    <p id="lettered">lettered</p><p id="icon"></p>
    <p class="undrawn" hidden>undrawn</p><p id="fifty" class="fifty" style="cursor: url(data:,styled), auto">fifty</p>
    <p class="unknown">unknown</p><p id="long" class="long">long</p>
    <p id="linked" class="linked">linked</p><p id="imported" class="imported">imported</p>
    <p id="inserted" class="inserted">inserted</p><p id="adopted" class="adopted">adopted</p>
    <div id="open" class="on"><b id="slotted">slotted</b></div><div id="closed"></div>
    ${'<i class="many">m</i>'.repeat(2100)}
    <script>
      const { sheet } = document.getElementById('changed');
      sheet.insertRule('@media screen { .inserted { background: url("da' + 'ta:,inserted") } }');
      const adopt = (root, text) => {
        const made = new CSSStyleSheet();
        made.replaceSync(text);
        root.adoptedStyleSheets = [made];
      };
      adopt(document, '.adopted { background: url("da' + 'ta:,adopted") }');
      const open = document.getElementById('open').attachShadow({ mode: 'open' });
      open.innerHTML = '<link rel="stylesheet" href="/in-root.css"><slot></slot><u id="child"><u></u></u>';
      const closed = document.getElementById('closed').attachShadow({ mode: 'closed' });
      closed.innerHTML = '<p id="within" class="adopted">within</p>';
      adopt(closed, '.adopted { background: url("da' + 'ta:,closed") }');
      // Keeps the ids of all elements that were outlined.
      const roots = [document, open, closed];
      const outlines = () => roots.flatMap((root) => root.getAnimations())
        .filter(({ effect }) => effect.getKeyframes().some(({ outline }) => outline));
      globalThis.outlined = new Set();
      globalThis.forget = () => {
        for (const animation of outlines()) animation.cancel();
        outlined.clear();
      };
      setInterval(() => {
        for (const { effect: { target } } of outlines()) outlined.add(target.id || target.className);
      }, 20);
    </script>`,
};

/** The position of `data:,linked` in its file. Chromium's cache reveals the position, but the CSSOM does not. */
export const linkedAt = { line: 3, column: 36 };

/** Returns the line and column at which a URL begins in the inline sheet. */
const at = (text: string): string => {
  const lines = inline.slice(0, inline.indexOf(text)).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
};

/**
 * The rule, sheet and position of each data: URL, by its text. If a URL occurs several times, the first occurrence
 * counts.
 */
export const cssPlaces: Record<string, string> = {
  'data:,inline': `.inline, #none | ${at('data:,inline')}`,
  'data:,nested': `@media (width > 1px) › @supports (color: red) › .card › &:is(.wide) > i | ${at('da\\74')}`,
  'data:font/woff2,face': `@font-face | ${at('data:font')}`,
  'data:font/woff2,other-face': `@font-face | ${at('data:font/woff2,other')}`,
  'data:,frame': `@keyframes turn › from | ${at('data:,frame')}`,
  'data:,before': `.before::before, .before:hover:after | ${at('data:,before')}`,
  'data:,unmade': `.before::after | ${at('data:,unmade')}`,
  'data:,hovered': `.hovered:hover | ${at('data:,hovered')}`,
  'data:,printed': `@media print › .inline | ${at('data:,printed')}`,
  'data:,absent': `.absent | ${at('data:,absent')}`,
  'data:,twelve': `.absent | ${at('data:,twelve')}`,
  'data:,undrawn': `.undrawn | ${at('data:,undrawn')}`,
  'data:,fifty': `.fifty | ${at('data:,fifty')}`,
  'data:,unknown': `.unknown::-x-nothing | ${at('data:,unknown')}`,
  'data:,many': `.many | ${at('data:,many')}`,
  'data:,styled': '| 1:13',
  'data:,linked': `.linked | linked.css ${linkedAt.line}:${linkedAt.column}`,
  'data:,imported': '@layer base › .imported | imported.css',
  'data:,layered': '@import layer(deep) supports(color: red) print › .imported | layered.css',
  'data:,innermost':
    '@import layer(deep) supports(color: red) print › @import screen › @media (width > 1px) › .imported | inner.css',
  'data:,inserted': '@media screen › .inserted |',
  'data:,adopted': '.adopted |',
  'data:,closed': '.adopted |',
  'data:,host': ':host(.on) | in-root.css',
  'data:,slotted': '::slotted(b) | in-root.css',
  'data:,child': ':host(.on) > u | in-root.css',
};

/** Returns the rules, sheets and positions in a Report, in the form of `cssPlaces`. */
export const placesIn = ({ dataUrls }: Report): Record<string, string> =>
  Object.fromEntries(
    dataUrls.flatMap(({ head, occurrences: [first] }) => {
      if (!first || head === 'data:,long') return [];
      const { sheet, line, column } = first;
      const position = [
        ...(sheet === undefined ? [] : [sheetName({ sheet })]),
        ...(line === undefined ? [] : [`${line}:${column}`]),
      ];
      return [[head, `${rulePath(first)} | ${position.join(' ')}`.trim()]];
    }),
  );

/** The answer to "Show" and the elements that are then outlined, by the beginning of a data: URL. */
export const shownPlaces: [head: string, answer: RegExp, outlined: string[]][] = [
  ['data:,inline', /^2 elements outlined/, ['inline', 'inline-2']],
  ['data:,nested', /^1 element outlined/, ['nested']],
  ['data:,frame', /^1 element outlined/, ['turning']],
  [
    'data:,before',
    /^1 element outlined.*Inside the outline, the data: URL applies to ::before ::after/,
    ['before'],
  ],
  ['data:,unmade', /none of them renders ::after right now/, []],
  [
    'data:font/woff2,face',
    /^2 elements outlined\..*whose font list includes this family: 2\./,
    ['lettered', 'icon'],
  ],
  ['data:font/woff2,other-face', /^No rendered text has this family in its font list/, []],
  ['data:,hovered', /matches no elements right now. Matching requires :hover/, []],
  ['data:,printed', /^2 elements outlined.*no effect right now: @media print/, ['inline', 'inline-2']],
  ['data:,absent', /matches no elements right now\.$/, []],
  ['data:,undrawn', /1 element matches the rule, but the browser doesn’t render it/, []],
  ['data:,fifty', /^1 element outlined/, ['fifty']],
  ['data:,unknown', /ignores the rule/, []],
  ['data:,many', /^2,000 of 2,100 matching elements outlined/, ['many']],
  ['data:,long', /^1 element outlined.*uses only its beginning/, ['long']],
  ['data:,styled', /^Element outlined on the page/, ['fifty']],
  ['data:,linked', /^1 element outlined/, ['linked']],
  ['data:,imported', /^1 element outlined/, ['imported']],
  ['data:,layered', /^1 element outlined.*no effect right now: @import layer\(deep\) .*print/, ['imported']],
  ['data:,inserted', /^1 element outlined/, ['inserted']],
  ['data:,adopted', /^1 element outlined/, ['adopted']],
  ['data:,closed', /^1 element outlined/, ['within']],
  ['data:,host', /^1 element outlined/, ['open']],
  ['data:,slotted', /^1 element outlined/, ['slotted']],
  ['data:,child', /^1 element outlined/, ['child']],
];

interface Clicked {
  click(selector: string): Promise<void>;
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
}
interface InPage {
  evaluate<R>(fn: () => R): Promise<Awaited<R>>;
}

declare const outlined: Set<string>;
declare const forget: () => void;

/**
 * Filters the list to the data: URL that begins with `head`.
 *
 * @returns the id of the data: URL
 */
async function listByHead(popup: Clicked, head: string): Promise<string> {
  await search(popup, `text:"${head}"`);
  const id = await popup.waitFor((text) => {
    const [row, ...others] = document.querySelectorAll<HTMLElement>('[data-row]');
    const own = row?.querySelector('[data-head]')?.getAttribute('data-head');
    return others.length === 0 && own?.startsWith(text) && row?.dataset.row;
  }, head);
  return String(id);
}

/** The text in each row whose rule matches no visible element now; '' for other rows. */
const unusedPlaces: [head: string, mark: string][] = [
  ['data:,absent', 'unused now'],
  // The last of its twelve occurrences is in a pseudo-element that is not rendered.
  ['data:,twelve', 'hidden now'],
  ['data:,hovered', 'unused now'],
  ['data:,printed', 'unused now'],
  ['data:,undrawn', 'hidden now'],
  ['data:,unmade', 'hidden now'],
  ['data:,nested', ''],
  ['data:,long', ''],
];

export async function checkUnused(popup: Clicked): Promise<void> {
  for (const [head, mark] of unusedPlaces) {
    await listByHead(popup, head);
    const text = await popup.waitFor(() => {
      const asked = document.querySelector('[data-row] [data-use]');
      return asked && { mark: asked.textContent };
    });
    assert.deepEqual([head, text.mark], [head, mark]);
  }
}

/**
 * Opens the detail of the data: URL that begins with `head`, and waits for its preview, which moves everything below.
 */
async function openByHead(popup: Clicked, head: string): Promise<void> {
  if (await popup.evaluate(() => document.querySelector('[data-action="back"]') !== null))
    await popup.click('[data-action="back"]');
  const id = await listByHead(popup, head);
  await popup.click(`[data-row="${id}"]`);
  await popup.waitFor((wanted) => {
    const detail = document.querySelector(`[data-detail="${wanted}"]`);
    return detail?.querySelector('.occurrences') && !detail.textContent?.includes('Loading');
  }, id);
}

/**
 * Checks that the detail says for every listed occurrence, not only for the first ones, which elements its rule
 * matches.
 */
export async function checkMatched(popup: Clicked): Promise<void> {
  await openByHead(popup, 'data:,fifty');
  await popup.waitFor(() => document.querySelectorAll('.occurrences [data-matches="true"]').length === 50);
}

/** Returns the text about the rule before its elements are outlined, derived from the answer to "Show". */
function matchesFor(answer: RegExp, head: string): RegExp {
  if (head === 'data:,styled') return /^not a rule$/;
  const [, count, rest = ''] = /^\^(?:[\d,]+ of )?([\d,]+) [a-z ]*outlined(.*)$/.exec(answer.source) ?? [];
  const also = /no effect|only its beginning/.test(rest) ? rest : '';
  if (head.startsWith('data:font/') && count !== undefined)
    return new RegExp(`^Elements with text whose font list includes this family: ${count}\\.`);
  return count === undefined ? answer : new RegExp(`^The rule matches ${count} elements?\\.${also}`);
}

/**
 * Checks "Show" in a popup for the first occurrence of each data: URL.
 *
 * @param run runs a test with the given name
 */
export async function checkShown(
  popup: Clicked,
  page: InPage,
  run: (name: string, test: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const [head, answer, elements] of shownPlaces) {
    await run(`${head}: all elements that its rule matches are outlined`, async () => {
      await openByHead(popup, head);
      await page.evaluate(() => forget());
      // The elements that the rule matches are counted before anything is outlined.
      const matches = await popup.waitFor(() => {
        const shown = document.querySelector<HTMLElement>('.occurrences .matches');
        return shown === null ? 'not a rule' : shown.dataset.matches === 'true' ? shown.textContent : null;
      });
      assert.match(matches, matchesFor(answer, head));
      assert.equal(await page.evaluate(() => outlined.size), 0);
      await popup.click('.occurrences [data-action="show"]');
      assert.match(await popup.waitFor(() => document.querySelector('[data-status]')?.textContent), answer);
      while ((await page.evaluate(() => outlined.size)) < elements.length);
      assert.deepEqual(await page.evaluate(() => [...outlined].sort()), elements.toSorted());
      // The page itself must be unchanged.
      assert.equal(await page.evaluate(() => document.querySelectorAll('[style]').length), 1);
    });
  }
}

/**
 * Checks the rules, sheets and positions in a Report.
 *
 * @param hasText whether the text of the linked sheet is available
 */
export function checkPlaces(report: Report, hasText: boolean): void {
  const expected = hasText ? cssPlaces : { ...cssPlaces, 'data:,linked': '.linked | linked.css' };
  assert.deepEqual(placesIn(report), expected);
  const fifty = report.dataUrls.find(({ head }) => head === 'data:,fifty')?.occurrences ?? [];
  assert.deepEqual([fifty.length, new Set(fifty.map(({ column }) => column)).size], [50, 50]);
}

/**
 * Checks that the popup reads the position in a linked sheet from the browser's cache, without a request to a server.
 */
export async function checkCachedPosition(
  popup: Clicked,
  { requests }: { requests: readonly string[] },
): Promise<void> {
  const before = requests.length;
  await openByHead(popup, 'data:,linked');
  const { line, column } = linkedAt;
  await popup.waitFor(
    (text) => document.querySelector('.occurrence .sheet')?.textContent === text,
    `linked.css:${line}:${column}`,
  );
  assert.equal(requests.length, before);
}
