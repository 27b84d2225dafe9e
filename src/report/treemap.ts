/** The layout of a treemap: boxes whose areas are in proportion to weights, as close to squares as possible. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A squarified layout (Bruls, Huizing and van Wijk, 2000); takes n log n time, without recursion.
 *
 * @param weights zero or more each, in any order
 * @param within the box to fill
 * @returns a box for each weight, in the order of the weights; empty for a weight of 0
 */
export function squarify(weights: readonly number[], within: Box): Box[] {
  const boxes: Box[] = weights.map(() => ({ x: within.x, y: within.y, width: 0, height: 0 }));
  const order = weights.flatMap((weight, at) => (weight > 0 ? [at] : []));
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  let total = 0;
  for (const at of order) total += weights[at] ?? 0;
  const scale = (within.width * within.height) / total;
  const areaOf = (n: number): number => (weights[order[n] ?? -1] ?? 0) * scale;

  let free = { ...within };
  let start = 0;
  while (start < order.length) {
    const side = Math.min(free.width, free.height);
    let sum = areaOf(start);
    let end = start + 1;
    // A row grows as long as its worst box gets no longer.
    while (
      end < order.length &&
      worstRatio(areaOf(start), areaOf(end), sum + areaOf(end), side) <=
        worstRatio(areaOf(start), areaOf(end - 1), sum, side)
    ) {
      sum += areaOf(end);
      end++;
    }
    const isUpright = free.width >= free.height;
    const thickness = sum / side || 0;
    let offset = 0;
    for (let n = start; n < end; n++) {
      const length = areaOf(n) / thickness || 0;
      boxes[order[n] ?? -1] = isUpright
        ? { x: free.x, y: free.y + offset, width: thickness, height: length }
        : { x: free.x + offset, y: free.y, width: length, height: thickness };
      offset += length;
    }
    free = isUpright
      ? { ...free, x: free.x + thickness, width: Math.max(0, free.width - thickness) }
      : { ...free, y: free.y + thickness, height: Math.max(0, free.height - thickness) };
    start = end;
  }
  return boxes;
}

/** The greatest ratio of edges in a row of boxes, by its largest and smallest area, their sum, and the row's length. */
const worstRatio = (largest: number, smallest: number, sum: number, side: number): number =>
  Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
