import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CspPolicy } from '../../../src/csp/csp.ts';
import type { DataUrl } from '../../../src/report/report.ts';
import type { Occurrence, StateKind } from '../../../src/vocabulary.ts';
import { fontInCss, html, inTemplate, svg } from './cases.ts';
import { dataUrl, header, pageFindings } from './page.ts';

const found = (dataUrls: DataUrl[], ...csp: CspPolicy[]) =>
  pageFindings(dataUrls, { csp })
    .filter(({ rule }) => rule === 'csp-blocks')
    .map(({ severity, messageId, args }) => [severity, messageId, args]);

/** The place of all occurrences in this file. */
const where = '#a (src)';

const picture = await dataUrl(svg(''));
const font = await dataUrl('data:font/woff2,x', fontInCss);
const page = await dataUrl(html(''), 'iframe');

test('how many it blocks, and what would be enough', () => {
  assert.deepEqual(found([picture, font], header("img-src 'self'; font-src data:")), [
    ['error', 'csp-blocks', { blocked: 1, all: 2, where, addition: "img-src 'self' data:" }],
  ]);
});

test("a directive of its own takes over what default-src allows, and 'none' goes", () => {
  assert.deepEqual(found([picture, font], header("default-src 'self' https:; font-src 'none'")), [
    [
      'error',
      'csp-blocks',
      { blocked: 2, all: 2, where: `${where} ×2`, addition: "img-src 'self' https: data:; font-src data:" },
    ],
  ]);
});

test('what browsers drop from CSS is not requested, so no policy blocks it', () => {
  const dropped = { cause: 'blank', start: 0, end: 0, line: 1, column: 1 } as const;
  const inCss = { ...picture, occurrences: picture.occurrences.map((each) => ({ ...each, dropped })) };
  assert.deepEqual(found([inCss], header("img-src 'self'")), []);
});

test('no policy blocks what only code that may never run requests', () => {
  const inCode = (kind: StateKind) => {
    const state = { kind, by: 'devtools' } as const;
    const code = { place: 'script', name: '', destination: 'empty', state } as const;
    return { ...picture, occurrences: picture.occurrences.map((each) => ({ ...each, ...code })) };
  };
  const csp = "connect-src 'self'";
  assert.deepEqual(found([inCode('unknown')], header(csp), header(csp, { reportOnly: true })), []);
  const addition = "connect-src 'self' data:";
  assert.deepEqual(found([inCode('blocked')], header(csp)), [
    ['error', 'csp-blocks', { blocked: 1, all: 1, where: '#a', addition }],
  ]);
  assert.deepEqual(found([inCode('loaded')], header(csp, { reportOnly: true })), [
    ['info', 'csp-would-block', { blocked: 1, all: 1, where: '#a', addition }],
  ]);
});

test('each of several policies has to be changed', () => {
  assert.deepEqual(found([picture], header("img-src 'self'"), header('img-src *', { source: 'meta' })), [
    ['error', 'csp-blocks', { blocked: 1, all: 1, where, addition: "img-src 'self' data:; img-src * data:" }],
  ]);
});

test('the first places are named, and that there are more', () => {
  const places = Array.from({ length: 6 }, (_, n) => ({ ...picture.occurrences[0]!, selector: `#p${n}` }));
  const at = (count: number) =>
    found([{ ...picture, occurrences: places.slice(0, count) }], header("img-src 'self'"))[0]?.[2];
  const named = '#p0 (src), #p1 (src), #p2 (src), #p3 (src), #p4 (src)';
  assert.equal((at(5) as { where: string }).where, named);
  assert.equal((at(6) as { where: string }).where, `${named}, …`);
});

test('equal names of several places are counted', () => {
  const label = { by: 'alt', text: 'Icon' } as const;
  const selectors = ['p:nth-child(1)', 'p:nth-child(2)', '#a', 'p:nth-child(3)'];
  const icons = selectors.map((selector) => ({
    ...picture,
    occurrences: [{ ...picture.occurrences[0]!, selector, label }],
  }));
  const [finding] = found(icons, header("img-src 'self'"));
  assert.equal((finding![2] as { where: string }).where, 'Icon (src) ×3, #a (src)');
});

test('a path of positions gives way to the name that the page gives', () => {
  const selector = ':root > body:nth-child(2) > p:nth-child(1) > img';
  const at = (own: Partial<Occurrence>) => {
    const occurrences = [{ ...picture.occurrences[0]!, selector, ...own }];
    return found([{ ...picture, occurrences }], header("img-src 'self'")).map(([, , args]) => args);
  };
  const named = (where: string) => [{ blocked: 1, all: 1, where, addition: "img-src 'self' data:" }];
  assert.deepEqual(at({}), named(`${selector} (src)`));
  assert.deepEqual(at({ label: { by: 'alt', text: 'Yirgacheffe' } }), named('Yirgacheffe (src)'));
  assert.deepEqual(
    at({ selector: '#logo', label: { by: 'alt', text: 'Yirgacheffe' } }),
    named('#logo (src)'),
  );
});

test('a policy that only reports is distinguished', () => {
  assert.deepEqual(found([picture], header("img-src 'self'", { reportOnly: true })), [
    ['info', 'csp-would-block', { blocked: 1, all: 1, where, addition: "img-src 'self' data:" }],
  ]);
});

test('nothing is proposed that would let something run', () => {
  assert.deepEqual(found([page, picture], header("default-src 'self'; img-src data:")), [
    ['info', 'csp-blocks-active', { blocked: 1, all: 2, where }],
  ]);
});

test('what is proposed is said of no place where scripts could run', () => {
  assert.deepEqual(found([page, picture], header("default-src 'self'")), [
    ['error', 'csp-blocks', { blocked: 1, all: 2, where, addition: "img-src 'self' data:" }],
    ['info', 'csp-blocks-active', { blocked: 1, all: 2, where }],
  ]);
});

test('a policy that only reports blocks no script either', () => {
  assert.deepEqual(found([page], header("default-src 'self'", { reportOnly: true })), [
    ['info', 'csp-would-block-active', { blocked: 1, all: 1, where }],
  ]);
});

test('no policy keeps a link from being followed', async () => {
  const link = await dataUrl(svg(''), 'document');
  assert.deepEqual(found([link], header("default-src 'self'; navigate-to 'self'")), []);
});

test('innocent: allowed, not in use, of another frame, unknown, by a nonce', async () => {
  assert.deepEqual(found([picture], header("default-src 'none'; img-src data:")), []);
  assert.deepEqual(found([await dataUrl(svg(''), inTemplate('image'))], header("img-src 'self'")), []);
  assert.deepEqual(found([picture], header("img-src 'self'", { frame: 'https://other.example/' })), []);
  assert.deepEqual(found([picture]), []);
  const sheet = await dataUrl('data:text/css,a{}', 'style');
  assert.deepEqual(found([sheet], header("style-src 'nonce-abc'")), []);
});

test('what a browser was seen to block has a finding, although no policy is known', async () => {
  const seen = await dataUrl('data:image/png,seen', { state: { kind: 'blocked', by: 'seen' } });
  const predicted = await dataUrl('data:image/png,x', { state: { kind: 'blocked', by: 'predicted' } });
  assert.deepEqual(found([seen, picture, predicted]), [
    ['error', 'csp-blocks-seen', { blocked: 1, all: 3, where }],
  ]);
  // A known policy explains why the URL is blocked, and shows which source would be sufficient.
  assert.deepEqual(
    found([seen], header("img-src 'self'")).map(([, id]) => id),
    ['csp-blocks'],
  );
  // The frame is blocked, and the advice must not allow anything to run.
  const frame = await dataUrl(html(''), {
    destination: 'iframe',
    state: { kind: 'blocked', by: 'devtools' },
  });
  assert.deepEqual(
    found([frame], header("frame-src 'self'")).map(([, id]) => id),
    ['csp-blocks-active'],
  );
  assert.deepEqual(
    found([frame]).map(([, id]) => id),
    ['csp-blocks-seen'],
  );
});

test('an address that was only meant as a data: URL is not what a policy for data: URLs is about', async () => {
  const meant = await dataUrl('/images/data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==');
  assert.equal(meant.problem?.code, 'not-data-url');
  assert.deepEqual(found([meant], header("img-src 'self'")), []);
});

test('what was loaded all the same is not blocked: no policy stops the players of Firefox', async () => {
  const state = { kind: 'loaded', by: 'predicted' } as const;
  const player = await dataUrl('data:audio/wav;base64,UklGRg==', { destination: 'audio', state });
  assert.deepEqual(found([player], header("media-src 'none'")), []);
  const reported = header("media-src 'none'", { reportOnly: true });
  assert.equal(found([player], reported)[0]?.[1], 'csp-would-block');
});
