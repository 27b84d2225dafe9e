/** Tests that an observed outcome takes precedence over the predicted one in the severity of findings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOutcomes } from '../../../../extension/background/frames/occurrence-changes.ts';
import type { FrameLink } from '../../../../extension/background/model/model.ts';
import { overviewOf } from '../../../../extension/background/model/overview.ts';
import { holdPolicies } from '../../../../extension/background/model/own-policies.ts';
import { createScan } from '../../../../extension/background/model/scan.ts';
import { createTab, replaceScan } from '../../../../extension/background/model/tab.ts';
import { added } from '../../../support/added-sightings.ts';
import '../../../support/group-by.ts';

holdPolicies(null);

test('the severity follows what was seen, at each change', async () => {
  const tab = createTab(1);
  const scan = replaceScan(tab, createScan(tab, {}, { kind: 'done', at: 0 }));
  const frame = { url: 'https://example.com/', isAccessible: true, lineage: { own: '', parent: '' } };
  const link = frame as FrameLink;
  const place = { place: 'attribute', element: 'img', name: 'src', selector: 'img', inert: false } as const;
  const occurrence = { ...place, destination: 'image' } as const;
  const text = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg">';
  await added(scan, link, [{ key: 0, text, occurrences: [occurrence, { ...occurrence, selector: '#b' }] }]);
  const counts = (): string => {
    const { findings } = overviewOf(scan).totals;
    return `${findings.error} ${findings.warning}`;
  };
  const see = (at: number, sight: 'loaded' | 'not-shown' | 'pending') =>
    recordOutcomes(scan, link, [{ key: 0, occurrence: at, sight }]);
  assert.equal(counts(), '1 0');
  see(0, 'loaded');
  assert.equal(counts(), '1 0');
  see(1, 'loaded');
  assert.equal(counts(), '0 1');
  see(0, 'not-shown');
  assert.equal(counts(), '1 0');
  see(0, 'loaded');
  assert.equal(counts(), '0 1');
  see(1, 'pending');
  assert.equal(counts(), '1 0');
});
