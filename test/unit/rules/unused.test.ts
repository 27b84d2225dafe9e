import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { judgePage } from '../../../src/rules/index.ts';
import { whereText } from '../../../src/rules/page/page-rule.ts';
import type { Occurrence, State } from '../../../src/vocabulary.ts';
import { inCss, inTemplate, url } from './cases.ts';
import { dataUrl, frame, pageFindings } from './page.ts';

const text = (size: number) => url('text/x-sample', 'x'.repeat(size));
const off: Partial<Occurrence> = {
  ...inCss,
  selector: '#off',
  state: { kind: 'not-requested', by: 'seen', reason: 'unused' },
};
const state = (kind: State['kind'], reason?: string): Partial<Occurrence> => ({
  state: { kind, by: 'seen', ...(reason !== undefined && { reason }) },
});
const gone = { removedAt: '2026-01-01T00:00:00.000Z' };
const found = async (...dataUrls: ReturnType<typeof dataUrl>[]) =>
  pageFindings(await Promise.all(dataUrls)).filter(({ rule }) => rule === 'unused');

test('the bytes of all that is unused, the most expensive first', async () => {
  const all = await Promise.all([
    dataUrl(text(10), off),
    dataUrl(text(5000), off, { ...off, ...gone }),
    dataUrl(text(20), 'image'),
  ]);
  const findings = pageFindings(all).filter(({ rule }) => rule === 'unused');
  assert.deepEqual(
    findings.map(({ severity, category, effect, messageId, args, dataUrls }) => [
      ...[severity, category, effect, messageId, args, dataUrls],
    ]),
    [
      [
        ...['info', 'performance', 'costs', 'unused'],
        { cost: text(10).length + text(5000).length, count: 2, where: '#off (background-image) ×3' },
        [all[1]?.sha256, all[0]?.sha256],
      ],
    ],
  );
});

test('much of it is a warning', async () => {
  const [finding] = await found(dataUrl(text(100_000), off));
  assert.equal(finding?.severity, 'warning');
});

test('copies of what is unused are not reported as copies', async () => {
  const findings = pageFindings([await dataUrl(text(5000), off, off)]);
  assert.deepEqual(
    findings.map(({ rule, args }) => [rule, args.cost]),
    [['unused', 2 * text(5000).length]],
  );
});

test('on a watched page, for how many minutes', async () => {
  const all = [await dataUrl(text(5000), off)];
  const said = (watchedMs: number) => {
    const page = { page: { url: frame }, dataUrls: all, csp: [], policy: defaultPolicy, watchedMs };
    return judgePage(page).map(({ messageId, args, message }) => [
      messageId,
      args.milliseconds,
      message.replace(/^.*URL |:.*$/g, ''),
    ]);
  };
  assert.deepEqual(said(59_999), [['unused', undefined, 'is unused now']]);
  assert.deepEqual(said(239_999), [['unused-watched', 180_000, "wasn't used in 3 min of watching"]]);
});

test('innocent: little of it, and what the page uses anywhere, might use, or has removed', async () => {
  assert.deepEqual(await found(dataUrl(text(3000), off)), []);
  for (const other of [
    ...['image', inTemplate('image'), state('not-requested', 'lazy'), state('not-requested')],
    ...[state('unknown', 'if-used'), state('dropped', 'dropped')],
  ] as const)
    assert.deepEqual(await found(dataUrl(text(5000), off, other)), [], JSON.stringify(other));
  assert.deepEqual(await found(dataUrl(text(5000), { ...off, ...gone })), []);
});

test('equal names of several data: URLs are counted', async () => {
  const names = ['Icon', 'Logo', 'Icon', 'Icon', 'Logo', 'Icon'];
  const of = await Promise.all(names.map((text, n) => dataUrl(`data:,${n}`, { label: { by: 'alt', text } })));
  assert.equal(whereText(of.slice(0, 5)), 'Icon ×3, Logo ×2');
  assert.equal(whereText(of), 'Icon ×3, Logo ×2, …');
});

test('no more places are read than are named', async () => {
  const of = await Promise.all(
    Array.from({ length: 8 }, (_, n) => dataUrl(`data:,${n}`, { selector: `p > a:nth-child(${n + 1})` })),
  );
  Object.defineProperty(of[6], 'occurrences', { get: () => assert.fail('read more than the first') });
  assert.equal(
    whereText(of),
    [1, 2, 3, 4, 5]
      .map((n) => `p > a:nth-child(${n}) (src)`)
      .join(', ')
      .concat(', …'),
  );
  assert.equal(whereText(of.slice(0, 2)), 'p > a:nth-child(1) (src), p > a:nth-child(2) (src)');
});
