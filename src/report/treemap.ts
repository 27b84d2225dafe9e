/**
 * Computes the layout of a treemap: boxes whose areas are proportional to weights and whose shapes are close to
 * squares.
 */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A squarified layout (Bruls, Huizing and van Wijk, 2000), in O(n log n) time and without recursion.
 *
 * @param weights zero or more each, in any order
 * @param within the box to fill
 * @returns a box for each weight, in the order of the weights; empty for a weight of 0
 */
export function squarify(weights: readonly number[], within: Box): Box[] {
  const boxes: Box[] = weights.map(() => ({ x: within.x, y: within.y, width: 0, height: 0 }));
  const order = Uint32Array.from(weights.keys()).sort((a, b) => weights[b]! - weights[a]!);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = (within.width * within.height) / total;
  // Weights of 0 come last and keep their empty boxes.
  const areas = Float64Array.from(order, (at) => weights[at]! * scale);
  const count = areas.findIndex((area) => !(area > 0));
  const end = count < 0 ? areas.length : count;

  let { x, y, width, height } = within;
  for (let start = 0, next = 0; start < end; start = next) {
    const side = Math.min(width, height);
    const largest = areas[start]!;
    let sum = largest;
    let worst = worstRatio(largest, largest, sum, side);
    // A row grows until the worst ratio of its boxes would increase.
    for (next = start + 1; next < end; next++) {
      const smallest = areas[next]!;
      const ratio = worstRatio(largest, smallest, sum + smallest, side);
      if (ratio > worst) break;
      worst = ratio;
      sum += smallest;
    }
    const isUpright = width >= height;
    // Rounding must not make a row exceed the box when little space remains.
    const thickness = Math.min(sum / side, isUpright ? width : height) || 0;
    let offset = 0;
    for (let n = start; n < next; n++) {
      const length = side * (areas[n]! / sum);
      boxes[order[n]!] = isUpright
        ? { x, y: y + offset, width: thickness, height: length }
        : { x: x + offset, y, width: length, height: thickness };
      offset += length;
    }
    if (isUpright) {
      x += thickness;
      width = Math.max(0, width - thickness);
    } else {
      y += thickness;
      height = Math.max(0, height - thickness);
    }
  }
  return boxes;
}

/** The boxes of all items in the given order, each within the box of its group. */
export function squarifyGroups(groups: readonly (readonly { cost: number }[])[], within: Box): Box[][] {
  const costs = groups.map((items) => items.map(({ cost }) => cost));
  const outer = squarify(
    costs.map((each) => each.reduce((sum, cost) => sum + cost, 0)),
    within,
  );
  return costs.map((each, at) => squarify(each, outer[at] ?? within));
}

/**
 * The greatest ratio of edges in a row of boxes, computed from the largest and smallest areas, the sum of areas, and
 * the row's length.
 */
const worstRatio = (largest: number, smallest: number, sum: number, side: number): number =>
  Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
