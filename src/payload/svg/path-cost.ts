/** The cost of a shape's outline: its segments, its length, and how often it reverses direction. */

export interface Outline {
  segments: number;
  /** The number of segments that are arcs, each of which is drawn as several curves. */
  arcs: number;
  /**
   * The number of times that the line through the control points reverses, in the worst of four directions. The outline
   * may cross one pixel row as often; this determines the cost of filling and stroking.
   */
  turns: number;
  /** The length in user units, computed from the control points. */
  length: number;
}

const number = /[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?/giy;
/** SVG 2 9.3.8: matches a flag of an arc. The two flags need no space after them. */
const flag = /[01]/y;
/** SVG 2 9.3: number of arguments of each command. */
const argumentCounts: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  t: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  a: 7,
  z: 0,
};
/** Number of reversals of an arc, which is drawn as up to four curves that reverse in each direction. */
const arcTurns = 3;

/** Follows the points, and counts segments, reversals and length. */
class Pen {
  x = 0;
  y = 0;
  #length = 0;
  readonly #signs = [0, 0, 0, 0];
  readonly #turns = [0, 0, 0, 0];

  go(toX: number, toY: number): void {
    const [dx, dy] = [toX - this.x, toY - this.y];
    this.#length += Math.abs(dx) + Math.abs(dy);
    this.#turn(0, dx);
    this.#turn(1, dy);
    this.#turn(2, dx + dy);
    this.#turn(3, dx - dy);
    this.x = toX;
    this.y = toY;
  }

  outline(segments: number, arcs: number): Outline {
    return {
      segments,
      arcs,
      turns: Math.max(...this.#turns) + arcs * arcTurns,
      length: this.#length,
    };
  }

  #turn(axis: number, step: number): void {
    const sign = Math.sign(step);
    if (sign === 0 || sign === this.#signs[axis]) return;
    if (this.#signs[axis] !== 0) this.#turns[axis]!++;
    this.#signs[axis] = sign;
  }
}

/** The index after whitespace and commas. */
function behindSpace(data: string, from: number): number {
  let at = from;
  while (isSeparator(data.charCodeAt(at))) at++;
  return at;
}

/** Whether a code unit is a comma or whitespace as matched by `\s`. */
const isSeparator = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0x2c ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit > 0x7f && /\s/.test(String.fromCharCode(unit)));

/** SVG 2 9.3: the outline of path data, up to its first error, as browsers draw it. */
export function outlineOfPath(data: string): Outline {
  const point = new Pen();
  let [startX, startY] = [0, 0];
  let segments = 0;
  let arcs = 0;
  let at = 0;
  let command = '';
  for (;;) {
    at = behindSpace(data, at);
    const c = data[at];
    if (c === undefined) break;
    if (Object.hasOwn(argumentCounts, c.toLowerCase())) {
      command = c;
      at++;
    } else if (command === '' || command === 'z' || command === 'Z') break;
    const kind = command.toLowerCase();
    const values: number[] = [];
    while (values.length < argumentCounts[kind]!) {
      const next = kind === 'a' && (values.length === 3 || values.length === 4) ? flag : number;
      const start = behindSpace(data, at);
      next.lastIndex = start;
      if (!next.test(data)) break;
      at = next.lastIndex;
      values.push(Number(data.slice(start, at)));
    }
    if (values.length < argumentCounts[kind]!) break;
    segments++;
    const [fromX, fromY] = command === kind ? [point.x, point.y] : [0, 0];
    if (kind === 'z') point.go(startX, startY);
    else if (kind === 'h') point.go(fromX + values[0]!, point.y);
    else if (kind === 'v') point.go(point.x, fromY + values[0]!);
    else if (kind === 'a') {
      arcs++;
      const [rx, ry] = [Math.abs(values[0]!), Math.abs(values[1]!)];
      const [x, y] = [fromX + values[5]!, fromY + values[6]!];
      // An arc stays within a distance of twice its radii from its end.
      point.go(x + 2 * rx, y + 2 * ry);
      point.go(x - 2 * rx, y - 2 * ry);
      point.go(x, y);
    } else {
      for (let i = 0; i < values.length; i += 2) point.go(fromX + values[i]!, fromY + values[i + 1]!);
    }
    if (kind === 'm') [startX, startY] = [point.x, point.y];
    if (command === 'm') command = 'l';
    else if (command === 'M') command = 'L';
  }
  return point.outline(segments, arcs);
}

/** The outline of the points of a polygon or polyline. */
export function outlineOfPoints(points: string): Outline {
  const numbers = numbersIn(points);
  const point = new Pen();
  for (let i = 0; i + 1 < numbers.length; i += 2) point.go(numbers[i]!, numbers[i + 1]!);
  return point.outline(numbers.length >> 1, 0);
}

/** All numbers in a text, whatever separates them. */
export const numbersIn = (text: string): number[] =>
  (text.match(/[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?/gi) ?? []).map(Number);

/** The maximum of the absolute values; 0 if there are none. */
export const maxOf = (numbers: readonly number[]): number =>
  numbers.reduce((largest, each) => Math.max(largest, Math.abs(each)), 0);

/** CSS Transforms 1: the maximum factor by which a list of functions scales; NaN if unknown. */
export function scaleOf(transform: string): number {
  let scale = 1;
  for (const [, name = '', list = ''] of transform.matchAll(/([a-z0-9]{1,20})\s{0,20}\(([^)]{0,300})/gi)) {
    const kind = name.toLowerCase();
    const numbers = numbersIn(list).map(Math.abs);
    const [a = 1, b = 0, c = 0, d = 1] = numbers;
    if (kind === 'matrix') scale *= Math.max(a + c, b + d);
    else if (kind.startsWith('scale')) scale *= maxOf(numbers);
    else if (kind.startsWith('skew') || kind.endsWith('3d') || kind === 'perspective') scale = Number.NaN;
  }
  return scale;
}
