import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installWorld } from '../../support/worker-world.ts';

installWorld();
const { badgeText } = await import('../../../extension/background/badge.ts');

test('the badge has at most three characters, the space that browsers have', () => {
  const texts: [number, string, string][] = [
    [0, '', '•0'],
    [1, '1', '•1'],
    [99, '99', '•99'],
    [100, '100', '•+'],
    [999, '999', '•+'],
    [1000, '1k', '•1k'],
    [1999, '1k', '•1k'],
    [10_000, '10k', '•+'],
    [99_999, '99k', '•+'],
    [100_000, '+', '•+'],
  ];
  for (const [count, own, watched] of texts)
    assert.deepEqual([badgeText(count, false), badgeText(count, true)], [own, watched], `${count}`);
});
