/**
 * The position of each value in a JSON text, so that messages can point to a mistake in a policy, a budget or a
 * baseline.
 */

import { clip } from '../../truncate.ts';
import { scanJson } from './json-scan.ts';

/** Maximum length, in code units, of a key in a displayed path; longer keys don't help people. */
const maxNameLength = 100;

/**
 * Maximum depth of values whose positions are kept. This project's files are less deep; a deeper value gets the
 * position of its container.
 */
const maxDepth = 8;

/** Names of properties and indexes of elements, from the top level. */
export type Path = readonly (string | number)[];

/** Line and column count from 1. Columns count code units, as in editors. */
export interface Position {
  line: number;
  column: number;
}

/** Thrown for a mistake in a budget or baseline; the message describes the mistake in a few words. */
export class JsonMistake extends Error {
  override name = 'JsonMistake';
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

/**
 * Replaces a byte order mark, which some editors write but JSON doesn't allow, with a space, so that positions stay
 * the same.
 */
export const jsonText = (text: string): string => text.replace(/^\ufeff/, ' ');

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function positionAt(text: string, at: number): Position {
  const before = text.slice(0, at);
  return {
    line: before.split(/\r\n|[\r\n]/).length,
    column: at - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')),
  };
}

const nameOf = (written: string): string => {
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written; // truncated within an escape; paths never match truncated names
  }
};

/**
 * Finds the position of each value in a JSON text.
 *
 * @returns `at`, a function that maps a path to the first code unit of its value or of the nearest enclosing value; if
 *   not `ok`, the position where the text stops being JSON
 */
export function placesOf(text: string): { ok: true; at(path: Path): number } | { ok: false; at: number } {
  const places = new Map<string, number>();
  /**
   * `next`: for each open container, the index of its next element; null for an object. `path`: the path to the last
   * value.
   */
  const next: (number | null)[] = [];
  const path: (string | number)[] = [];
  const scan = scanJson(text, {
    value({ kind, depth, key, start }) {
      if (depth > maxDepth) return;
      if (depth > 0) {
        const index = next[depth - 1];
        path.length = depth - 1;
        path.push(typeof index === 'number' ? index : nameOf(key));
        if (typeof index === 'number') next[depth - 1] = index + 1;
      }
      places.set(JSON.stringify(path), start);
      next.length = depth;
      if (kind === 'array') next.push(0);
      else if (kind === 'object') next.push(null);
    },
  });
  if (!scan.ok) return scan;
  return {
    ok: true,
    at(wanted) {
      for (let length = wanted.length; length >= 0; length--) {
        const at = places.get(JSON.stringify(wanted.slice(0, length)));
        if (at !== undefined) return at;
      }
      return 0;
    },
  };
}

/** A path in JavaScript's notation: `sites["example.com"].disallow[2].pattern`. Long names are truncated. */
export const pathText = (path: Path): string =>
  path
    .map((step, n) => {
      if (typeof step === 'number') return `[${step}]`;
      if (step.length > maxNameLength || !/^[a-z]\w*$/i.test(step))
        return `[${JSON.stringify(clip(step, maxNameLength))}]`;
      return n === 0 ? step : `.${step}`;
    })
    .join('');
