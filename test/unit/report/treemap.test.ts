/** Tests the layout of the treemap: proportional areas within the box, without overlaps, and nearly square. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Box, squarify, squarifyGroups } from '../../../src/report/treemap.ts';
import { runs } from '../../support/seed.ts';

const within: Box = { x: 10, y: 20, width: 600, height: 400 };
const area = ({ width, height }: Box) => width * height;
const near = (a: number, b: number, scale: number) => Math.abs(a - b) <= 1e-6 * scale;

test('the example of the paper: 6, 6, 4, 3, 2, 2, 1 in 6 by 4', () => {
  const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
  const rounded = boxes.map((box) => Object.values(box).map((value) => Math.round(value * 100) / 100));
  assert.deepEqual(rounded, [
    [0, 0, 3, 2],
    [0, 2, 3, 2],
    [3, 0, 1.71, 2.33],
    [4.71, 0, 1.29, 2.33],
    [3, 2.33, 1.2, 1.67],
    [4.2, 2.33, 1.2, 1.67],
    [5.4, 2.33, 0.6, 1.67],
  ]);
});

test('nothing, and weights of nothing, take no area', () => {
  assert.deepEqual(squarify([], within), []);
  assert.deepEqual(squarify([0, 0], within).map(area), [0, 0]);
  assert.deepEqual(squarify([0, 5], within), [{ x: 10, y: 20, width: 0, height: 0 }, within]);
});

test('whatever the weights, each box has its share, lies within, and none lies over another', () => {
  const weight = fc.oneof(fc.nat(1000), fc.nat(2 ** 40), fc.constant(1));
  fc.assert(
    fc.property(fc.array(weight, { maxLength: 60 }), (weights) => {
      const boxes = squarify(weights, within);
      const total = weights.reduce((sum, each) => sum + each, 0);
      assert.equal(boxes.length, weights.length);
      for (const [n, box] of boxes.entries()) {
        const share = total === 0 ? 0 : (weights[n]! / total) * area(within);
        assert.ok(near(area(box), share, area(within)), `${n}: ${area(box)}, not ${share}`);
        assert.ok(box.width >= 0 && box.height >= 0);
        assert.ok(box.x >= within.x - 1e-6 && box.x + box.width <= within.x + within.width + 1e-6);
        assert.ok(box.y >= within.y - 1e-6 && box.y + box.height <= within.y + within.height + 1e-6);
      }
      for (const [n, a] of boxes.entries()) {
        for (const b of boxes.slice(n + 1)) {
          const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          assert.ok(wide <= 1e-6 || high <= 1e-6, `${JSON.stringify(a)} over ${JSON.stringify(b)}`);
        }
      }
    }),
    runs(300),
  );
});

test('equal weights become squares', () => {
  for (const { width, height } of squarify(Array<number>(400).fill(7), { ...within, height: 600 })) {
    assert.ok(near(width, height, 1), `${width} by ${height}`);
  }
});

test('each group fills its share of the whole', () => {
  const costs = [[5, 1], [], [4]].map((group) => group.map((cost) => ({ cost })));
  const boxes = squarifyGroups(costs, { x: 0, y: 0, width: 10, height: 1 });
  assert.deepEqual(
    boxes.map((group) => group.map((box) => Math.round(area(box) * 1000) / 1000)),
    [[5, 1], [], [4]],
  );
});
