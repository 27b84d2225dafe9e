/**
 * The parts that were not scanned must be the same in every form. A header that was not requested does not count as one
 * of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportTable } from '../../../src/cli/report-table.ts';
import { markdownOf } from '../../../src/report/markdown.ts';
import type { Report, Unreachable } from '../../../src/report/report.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { isGrantable, isReadWhole, unreadParts } from '../../../src/report/unreachable.ts';
import { dataUrl, report } from './reports.ts';

const url = 'https://example.com/';
const notAsked: Unreachable = { kind: 'headers', url, reason: 'not-asked' };
const frame: Unreachable = { kind: 'frame', url, reason: 'cross-origin' };
const refused: Unreachable = { kind: 'headers', url, reason: 'redirected' };

const unreadText: Unreachable = { kind: 'stylesheet', url: `${url}a.css`, reason: 'unread-text' };

/** Returns the levels of the notifications in SARIF. */
const notificationsOf = (one: Report): string[] =>
  JSON.parse(
    [...sarifOf([one], { rules: [], version: '1.2.3' })].join(''),
  ).runs[0].invocations[0].toolExecutionNotifications.map(({ level }: { level: string }) => level);

const cases: [name: string, unreachable: Unreachable[], parts: number][] = [
  ['an ordinary page, whose header nobody asked for', [notAsked], 0],
  ['a frame of another site', [notAsked, frame], 1],
  ['a header that was asked for in vain', [refused], 1],
  ['all of the page', [], 0],
  ['a sheet of which only the rules were read', [unreadText], 0],
];
for (const [name, unreachable, parts] of cases) {
  test(name, () => {
    const one = report([dataUrl()], { unreachable });
    assert.equal(unreadParts(unreachable).length, parts);
    const markdown = [...markdownOf([one])].join('');
    assert.equal(/(\d+) parts? (?:wasn't|weren't) scanned/.exec(markdown)?.[1] ?? '0', String(parts));
    assert.deepEqual(
      notificationsOf(one).filter((level) => level !== 'note'),
      Array(parts).fill('warning'),
    );
    assert.equal(reportTable(one).match(/^not scanned: /gm)?.length ?? 0, parts);
  });
}

test('sheets of which only the rules were read are noted', () => {
  for (const unreachable of [[unreadText, frame], [frame]]) {
    const one = report([dataUrl()], { unreachable });
    const markdown = [...markdownOf([one])].join('');
    const isNoted = unreachable.includes(unreadText);
    assert.equal(markdown.includes("Couldn't check some style sheets for dropped CSS."), isNoted);
    assert.equal(/^couldn't check some style sheets for dropped CSS/m.test(reportTable(one)), isNoted);
    assert.deepEqual(notificationsOf(one), ['warning', ...(isNoted ? ['note'] : [])]);
  }
});

test('a page is read whole, except for a header that nobody asked for', () => {
  const isWhole = [[], [notAsked], [refused], [frame], [notAsked, unreadText]].map(isReadWhole);
  assert.deepEqual(isWhole, [true, true, false, false, false]);
});

test('many image files come last, and the terminal shows the first ten', () => {
  const file = (n: number): Unreachable => ({
    kind: 'image-file',
    url: `${url}${n}.svg`,
    reason: 'not-cached',
  });
  const unreachable = [...Array.from({ length: 12 }, (_, n) => file(n)), frame];
  assert.deepEqual(unreadParts(unreachable).at(0), frame);
  const lines = reportTable(report([dataUrl()], { unreachable }), 120)
    .split('\n')
    .filter((line) => line.startsWith('not scanned'));
  assert.equal(lines.length, 12);
  assert.deepEqual(lines.slice(-2), [
    `not scanned: image-file ${url}9.svg (not-cached)`,
    'not scanned: 2 more image files',
  ]);
  assert.equal(reportTable(report([], { unreachable: unreachable.slice(2) })).includes('more image'), false);
});

test('a grant is offered for what it opens: no style sheet of a file or a data: URL', () => {
  const grantable = (kind: Unreachable['kind'], url: string) =>
    isGrantable({ kind, url, reason: 'cross-origin' });
  const urls = ['https://example.com/a', 'file:///a', 'data:text/css,a'];
  assert.deepEqual(
    urls.map((each) => grantable('stylesheet', each)),
    [true, false, false],
  );
  // A frame without a site requires access to its page.
  assert.deepEqual(
    urls.map((each) => grantable('frame', each)),
    [true, true, true],
  );
  assert.equal(isGrantable({ kind: 'stylesheet', url, reason: 'not-loaded' }), false);
});
