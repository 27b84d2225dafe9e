/**
 * Tests the entry in a scan about its page's CSP header: the source of the policy, or the reason why the policy is
 * unknown.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scan, ScanFacts } from '../../../../extension/background/model/model.ts';
import { nextScan } from '../../../../extension/background/model/next-scan.ts';
import { countsOf, cspRequestState, overviewOf } from '../../../../extension/background/model/overview.ts';
import { ownPolicies } from '../../../../extension/background/model/page-csp.ts';
import { createScan } from '../../../../extension/background/model/scan.ts';
import { createTab } from '../../../../extension/background/model/tab.ts';
import type { SessionState } from '../../../../extension/platform/scan-state.ts';

const url = 'https://example.com/page';
const leaking = { text: 'script-src data:', reportOnly: false };

const scanWith = (parts: Partial<ScanFacts> = {}, state: SessionState = { kind: 'done', at: 0 }): Scan =>
  createScan(createTab(1), { page: { url, title: '' }, ...parts }, state);
const unread = (scan: Scan) => overviewOf(scan).unreachable.map(({ kind, reason }) => [kind, reason]);
const sources = (scan: Scan) => overviewOf(scan).findings.map(({ args }) => args.source);

test('without word of the header it is reported as unknown, with the reason', () => {
  assert.deepEqual(overviewOf(scanWith()).unreachable, [{ kind: 'headers', url, reason: 'not-asked' }]);
  const wanted = scanWith({ cspRequest: { kind: 'wanted' as const, url, until: 0 } });
  assert.deepEqual(unread(wanted), [['headers', 'not-asked']]);
  const refused = scanWith({ cspRequest: { kind: 'refused', reason: 'redirected' } });
  assert.deepEqual(unread(refused), [['headers', 'redirected']]);
});

test('a page that comes over no network has none', () => {
  for (const own of ['file:///page.html', 'about:blank', 'data:text/html,x']) {
    assert.deepEqual(unread(scanWith({ page: { url: own, title: '' } })), []);
  }
});

test('the header from DevTools is known, also where there is none', () => {
  const scan = scanWith();
  scan.tab.network.headers = { policies: [], links: [] };
  assert.deepEqual(unread(scan), []);
  scan.tab.network.headers = { policies: [leaking], links: [] };
  scan.judged = null;
  assert.deepEqual(sources(scan), ['header']);
  assert.equal(cspRequestState(scan), null);
});

test('the server answered: it is known as what someone gets who is not signed in', () => {
  const scan = scanWith({ cspRequest: { kind: 'answered', policies: [leaking], links: [] } });
  assert.deepEqual(unread(scan), []);
  assert.deepEqual(sources(scan), ['header without cookies']);
  assert.equal(ownPolicies(scan), 'script-src data:');
  assert.deepEqual(cspRequestState(scan), { kind: 'answered', policies: 1 });
  scan.tab.network.headers = { policies: [], links: [] };
  assert.equal(cspRequestState(scan), null, 'what came with the page is nearer to it');
});

test('the own policies keep every character that browsers do not take for a space', () => {
  const text = "\n img-src\t'none'\u00a0;\r\ndefault-src\u3000'none'\ufeff ";
  const scan = scanWith({
    cspRequest: { kind: 'answered', policies: [{ text, reportOnly: false }], links: [] },
  });
  assert.equal(ownPolicies(scan), "img-src 'none'\u00a0; default-src\u3000'none'\ufeff");
});

test('policies are counted, not headers', () => {
  const policies = [
    { text: "img-src 'self', font-src x, , ", reportOnly: false },
    { text: "default-src 'self'", reportOnly: true },
  ];
  const scan = scanWith({ cspRequest: { kind: 'answered', policies, links: [] } });
  assert.deepEqual(cspRequestState(scan), { kind: 'answered', policies: 3 });
});

test('another scan forgets the answer, and keeps the wish that a grant fulfils', () => {
  const answered = scanWith({ cspRequest: { kind: 'answered', policies: [leaking], links: [] } });
  assert.equal(nextScan(answered).cspRequest, null);
  const wanted = scanWith({ cspRequest: { kind: 'wanted' as const, url, until: 0 } });
  assert.deepEqual(nextScan(wanted).cspRequest, { kind: 'wanted' as const, url, until: 0 });
});

test('no URL of the page shows a password', () => {
  const unreachable = [
    { kind: 'stylesheet', url: 'https:/me:S3cr3t@h.example/a.css', reason: 'cross-origin' },
  ] as const;
  const scan = scanWith();
  scan.unreachable = [...unreachable];
  assert.equal(overviewOf(scan).unreachable[0]?.url, 'https:/me:@h.example/a.css');
  // The request must use the unchanged URL.
  assert.equal(scan.unreachable[0]?.url, unreachable[0].url);
});

test('a count is of the whole page only where all of it was read', async () => {
  const isWhole = async (scan: Scan) => (await countsOf(scan)).isWhole;
  // A header that was not requested is assumed to contain no data: URL.
  assert.equal(await isWhole(scanWith()), true);
  assert.equal(await isWhole(scanWith({}, { kind: 'reading' })), false);
  const scan = scanWith();
  scan.unreachable.push({ kind: 'frame', url: 'https://other.example/', reason: 'cross-origin' });
  assert.equal(await isWhole(scan), false);
});
