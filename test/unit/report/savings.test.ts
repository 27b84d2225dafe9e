/**
 * Tests the savings by finding and by data: URL: together, they must equal `totals.savings`, and no byte may be counted
 * twice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DataUrl, Finding } from '../../../src/report/report.ts';
import { findingsByRule, type Savings, savedBytes, savingsOf } from '../../../src/report/savings.ts';
import { totalsOf } from '../../../src/report/totals.ts';
import { weighed } from '../../../src/report/weights.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, occurrence } from './reports.ts';

interface Parts {
  id: number;
  body?: string;
  costs?: number[];
  minimalCost?: number;
  findings?: Finding[];
  /** Whether all occurrences were observed to be unused. */
  isUnused?: boolean;
}
const idOf = (id: number): string => String(id).padStart(64, '0');
const off = { kind: 'not-requested', by: 'seen', reason: 'unused' } as const;
const url = ({ id, body = 'a', costs = [30], isUnused = false, ...rest }: Parts): DataUrl =>
  dataUrl({
    sha256: idOf(id),
    bodySha256: body,
    occurrences: costs.map((cost) => occurrence({ cost, ...(isUnused && { state: off }) })),
    ...rest,
  });
const onPage = (rule: string, ...ids: number[]): Finding =>
  finding({ rule, messageId: rule, dataUrls: ids.map(idOf) });
const duplicates = (...ids: number[]): Finding => onPage('duplicates', ...ids);
const rewrite = (): Finding => finding({ rule: 'base64-text', messageId: 'base64-text' });
const sharesOf = (urls: DataUrl[], findings: Finding[]) => {
  const { byFinding, rest, byUrl } = savingsOf({ dataUrls: urls, findings });
  return {
    shares: [...byFinding.values()],
    rest: rest.unused.bytes + rest.copies.bytes + rest.forms.bytes,
    copies: copiesIn(byUrl),
  };
};
const copiesIn = (byUrl: Savings['byUrl']) =>
  Object.fromEntries([...byUrl].flatMap(([id, { copies }]) => (copies > 0 ? [[id, copies]] : [])));
const nothing = { bytes: 0, urls: [] };

test('copies are the share of their finding, the better encoding of what stays is that of its own', () => {
  const shorter = rewrite();
  const urls = [
    url({ id: 1, costs: [100, 90], minimalCost: 60, findings: [shorter, finding()] }),
    url({ id: 2, costs: [95] }),
    url({ id: 3, body: 'b', costs: [10] }),
  ];
  const found = [duplicates(1, 2)];
  const { byFinding, rest, byUrl } = savingsOf({ dataUrls: urls, findings: found });
  assert.equal(byFinding.get(found[0]!), 195);
  assert.equal(byFinding.get(shorter), 30);
  assert.equal(byFinding.size, 2);
  assert.deepEqual(rest, { unused: nothing, copies: nothing, forms: nothing });
  // The cheapest URL remains, in its shorter form.
  assert.deepEqual(Object.fromEntries(byUrl), {
    [idOf(1)]: { unused: 0, copies: 100, forms: 30 },
    [idOf(2)]: { unused: 0, copies: 95, forms: 0 },
  });
});

test('of an unused data: URL everything is saved, and nothing of it is a copy', () => {
  const urls = [
    url({ id: 1, costs: [100, 90], isUnused: true, minimalCost: 20, findings: [rewrite()] }),
    url({ id: 2, costs: [95] }),
    url({ id: 3, body: 'b', costs: [40], isUnused: true }),
    url({ id: 4, body: 'c', costs: [50], isUnused: true }),
  ];
  const found = onPage('unused', 1, 2);
  const { byFinding, rest, byUrl } = savingsOf({ dataUrls: urls, findings: [found, duplicates(1, 2)] });
  assert.deepEqual([...byFinding], [[found, 190]]);
  assert.deepEqual(rest, {
    unused: { bytes: 90, urls: [idOf(4), idOf(3)] },
    copies: nothing,
    forms: nothing,
  });
  assert.deepEqual(copiesIn(byUrl), {});
  assert.deepEqual(byUrl.get(idOf(1)), { unused: 190, copies: 0, forms: 0 });
});

test('what no finding is about is the rest', () => {
  const urls = [url({ id: 1, costs: [30, 30], minimalCost: 20 })];
  assert.deepEqual(sharesOf(urls, []), { shares: [], rest: 40, copies: { [idOf(1)]: 30 } });
  const others = [
    url({ id: 2, body: 'b', costs: [9] }),
    url({ id: 3, body: 'c', costs: [9], minimalCost: 5 }),
  ];
  assert.deepEqual(savingsOf({ dataUrls: [...urls, ...others], findings: [] }).rest, {
    unused: nothing,
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

test('what files would take from the page is said without what is removed, which is saved', () => {
  const large = () => finding({ rule: 'large-inline', messageId: 'large-in-document' });
  const urls = [
    url({ id: 1, costs: [10_000, 9000], findings: [large()] }),
    url({ id: 2, costs: [9500], findings: [large()] }),
    url({ id: 3, body: 'b', costs: [200], findings: [finding()] }),
    url({ id: 4, body: 'c', costs: [8000], isUnused: true, findings: [large()] }),
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
    named: fc.subarray(['duplicates', 'unused']),
    isUnused: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (list) => {
      const urls = list.map(({ isRewritten, named: _, ...rest }, id) =>
        url({ id, ...rest, findings: isRewritten ? [rewrite()] : [] }),
      );
      const findings = list.flatMap(({ named }, id) => named.map((rule) => onPage(rule, id)));
      const { shares, rest, copies } = sharesOf(urls, findings);
      const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
      const totals = totalsOf(urls, findings);
      assert.equal(sum(shares) + rest, totals.savings);
      assert.equal(sum(Object.values(copies)), totals.copiesCost);
      assert.ok(totals.savings <= totals.cost);
      // Each byte of the page either remains or is saved in exactly one way, for one data: URL.
      const { byUrl } = savingsOf({ dataUrls: urls, findings });
      assert.equal(sum(Array.from(byUrl.values(), savedBytes)), totals.savings);
      assert.equal(sum(Array.from(byUrl.values(), ({ unused }) => unused)), totals.unusedCost);
      for (const each of urls) {
        const { weight, isUnused } = weighed(each);
        const saved = byUrl.get(each.sha256) ?? { unused: 0, copies: 0, forms: 0 };
        assert.ok(savedBytes(saved) <= weight.cost, 'no more than it costs');
        assert.equal(saved.unused, isUnused ? weight.cost : 0);
        if (isUnused) assert.equal(saved.copies + saved.forms, 0);
      }
      for (const share of shares) assert.ok(share > 0);
      // Rows of a list have weights instead of occurrences.
      const rows = urls.map(({ occurrences, ...row }) => ({ ...row, ...weighed({ ...row, occurrences }) }));
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
