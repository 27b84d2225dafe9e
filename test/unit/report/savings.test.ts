/** The savings by finding: together all of `totals.savings`, with no byte counted twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DataUrl, Finding } from '../../../src/report/report.ts';
import { findingsByRule, savingsOf } from '../../../src/report/savings.ts';
import { totalsOf, weightOf } from '../../../src/report/totals.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, occurrence } from './reports.ts';

interface Parts {
  id: number;
  body?: string;
  costs?: number[];
  minimalCost?: number;
  findings?: Finding[];
}
const idOf = (id: number): string => String(id).padStart(64, '0');
const url = ({ id, body = 'a', costs = [30], ...rest }: Parts): DataUrl =>
  dataUrl({
    sha256: idOf(id),
    bodySha256: body,
    occurrences: costs.map((cost) => occurrence({ cost })),
    ...rest,
  });
const duplicates = (...ids: number[]): Finding =>
  finding({ rule: 'duplicates', messageId: 'duplicates', dataUrls: ids.map(idOf) });
const rewrite = (): Finding => finding({ rule: 'base64-text', messageId: 'base64-text' });
const sharesOf = (urls: DataUrl[], findings: Finding[]) => {
  const { byFinding, rest, copies } = savingsOf({ dataUrls: urls, findings });
  return {
    shares: [...byFinding.values()],
    rest: rest.copies.bytes + rest.forms.bytes,
    copies: Object.fromEntries(copies),
  };
};

test('copies are the share of their finding, the better encoding of what stays is that of its own', () => {
  const shorter = rewrite();
  const urls = [
    url({ id: 1, costs: [100, 90], minimalCost: 60, findings: [shorter, finding()] }),
    url({ id: 2, costs: [95] }),
    url({ id: 3, body: 'b', costs: [10] }),
  ];
  const found = [duplicates(1, 2)];
  const { byFinding, rest, copies } = savingsOf({ dataUrls: urls, findings: found });
  assert.equal(byFinding.get(found[0]!), 195);
  assert.equal(byFinding.get(shorter), 30);
  assert.equal(byFinding.size, 2);
  assert.deepEqual(rest, { copies: { bytes: 0, urls: [] }, forms: { bytes: 0, urls: [] } });
  // The cheapest stays.
  assert.deepEqual(Object.fromEntries(copies), { [idOf(1)]: 100, [idOf(2)]: 95 });
});

test('what no finding is about is the rest', () => {
  const urls = [url({ id: 1, costs: [30, 30], minimalCost: 20 })];
  assert.deepEqual(sharesOf(urls, []), { shares: [], rest: 40, copies: { [idOf(1)]: 30 } });
  const others = [
    url({ id: 2, body: 'b', costs: [9] }),
    url({ id: 3, body: 'c', costs: [9], minimalCost: 5 }),
  ];
  assert.deepEqual(savingsOf({ dataUrls: [...urls, ...others], findings: [] }).rest, {
    copies: { bytes: 30, urls: [idOf(1)] },
    forms: { bytes: 14, urls: [idOf(1), idOf(3)] },
  });
});

test('an equal price is kept once', () => {
  const urls = [url({ id: 1, costs: [30] }), url({ id: 2, costs: [30] })];
  assert.deepEqual(sharesOf(urls, [duplicates(2)]), { shares: [30], rest: 0, copies: { [idOf(2)]: 30 } });
});

test('of the copies without a finding, those that save most come first', () => {
  const urls = [
    url({ id: 1, costs: [100] }),
    url({ id: 2, costs: [95] }),
    url({ id: 3, body: 'b', costs: [60, 60] }),
  ];
  const { copies } = savingsOf({ dataUrls: urls, findings: [] }).rest;
  assert.deepEqual(copies, { bytes: 160, urls: [idOf(1), idOf(3), idOf(2)] });
});

test('what files would take from the page is said without the copies, which are saved', () => {
  const large = () => finding({ rule: 'large-inline', messageId: 'large-in-document' });
  const urls = [
    url({ id: 1, costs: [10_000, 9000], findings: [large()] }),
    url({ id: 2, costs: [9500], findings: [large()] }),
    url({ id: 3, body: 'b', costs: [200], findings: [finding()] }),
  ];
  const findings = [duplicates(1, 2)];
  const rules = findingsByRule({ dataUrls: urls, findings }, savingsOf({ dataUrls: urls, findings }));
  assert.deepEqual(
    rules.map(({ rule, saved, moved }) => [rule, saved, moved]),
    [
      ['duplicates', 19_500, 0],
      ['large-inline', 0, 9000],
      [finding().rule, 0, 0],
    ],
  );
});

test('whatever the page is, the shares and the rest come to the totals', () => {
  const parts = fc.record({
    body: fc.constantFrom('a', 'b', 'c'),
    costs: fc.array(fc.nat(100), { maxLength: 4 }),
    minimalCost: fc.nat(120),
    isRewritten: fc.boolean(),
    isNamed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (list) => {
      const urls = list.map(({ isRewritten, isNamed: _, ...rest }, id) =>
        url({ id, ...rest, findings: isRewritten ? [rewrite()] : [] }),
      );
      const findings = list.flatMap(({ isNamed }, id) => (isNamed ? [duplicates(id)] : []));
      const { shares, rest, copies } = sharesOf(urls, findings);
      const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
      const totals = totalsOf(urls, findings);
      assert.equal(sum(shares) + rest, totals.savings);
      assert.equal(sum(Object.values(copies)), totals.copiesCost);
      for (const share of shares) assert.ok(share > 0);
      // Rows of a list have weights instead of occurrences.
      const rows = urls.map(({ occurrences, ...row }) => ({ ...row, weight: weightOf(occurrences) }));
      assert.deepEqual(savingsOf({ dataUrls: rows, findings }), savingsOf({ dataUrls: urls, findings }));
      const rules = findingsByRule({ dataUrls: rows, findings }, savingsOf({ dataUrls: rows, findings }));
      assert.equal(sum(rules.map(({ saved }) => saved)) + rest, totals.savings);
      assert.deepEqual(
        rules.flatMap((rule) => rule.findings.map(({ finding }) => finding)).length,
        findings.length + urls.flatMap((each) => each.findings).length,
      );
    }),
    runs(500),
  );
});
