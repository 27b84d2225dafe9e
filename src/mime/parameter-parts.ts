/** Parameters of header fields, whose values may be written in several parts or with a charset: RFC 2231. */
import { decode, encodingOf } from './encodings.ts';

export interface Parameter {
  /** The name, in lower case. */
  name: string;
  /** The value, unfolded, without quotes and backslashes. */
  value: string;
  quoted: boolean;
  /** Whether the value is written in parts, or with a charset (RFC 2231). */
  inParts?: true;
  /**
   * The position of the value as written, without its quotes; if the value is in parts, from the first to the last
   * part.
   */
  start: number;
  end: number;
}

/** A missing part of a value. The parts after it are ignored. */
export interface MissingPart {
  /** The parameter's name, in lower case. */
  name: string;
  /** The number of the part, counted from 0. */
  part: number;
  /** The position of the next existing part. */
  start: number;
  end: number;
}

interface Part {
  parameter: Parameter;
  number: number;
  /** Whether the part contains escapes. */
  isEncoded: boolean;
}

/** Sections 3, 4, and 4.1: matches `name*`, `name*0`, `name*0*`. Numbers have no leading zero. */
const partName = /^(.+?)\*(?:(0|[1-9]\d{0,3})(\*)?)?$/;

/**
 * Joins the parts of values, and decodes them. A parameter in parts takes the place of its first part; if the parameter
 * also occurs as a whole, the form that comes first counts. Takes linear time in the total length.
 *
 * @param parameters in their order, each name once
 */
export function joinParts(parameters: readonly Parameter[]): {
  parameters: Parameter[];
  missing: MissingPart[];
} {
  const parts = new Map<string, Part[]>();
  const whole = new Map<string, Parameter | null>();
  for (const parameter of parameters) {
    const [, name, number, mark] = partName.exec(parameter.name) ?? [];
    if (name === undefined) {
      if (!whole.has(parameter.name)) whole.set(parameter.name, parameter);
      continue;
    }
    if (!whole.has(name)) whole.set(name, null);
    const part = { parameter, number: Number(number ?? 0), isEncoded: number === undefined || mark === '*' };
    const known = parts.get(name);
    if (known) known.push(part);
    else parts.set(name, [part]);
  }
  const missing: MissingPart[] = [];
  const joined = [...whole].flatMap(([name, parameter]) => {
    if (parameter !== null) return [parameter];
    const ordered = (parts.get(name) ?? []).sort((a, b) => a.number - b.number);
    const gap = ordered.findIndex(({ number }, i) => number !== i);
    const next = ordered[gap];
    if (next) missing.push({ name, part: gap, start: next.parameter.start, end: next.parameter.end });
    const used = gap < 0 ? ordered : ordered.slice(0, gap);
    return used.length === 0 ? [] : [joinedParameter(name, used)];
  });
  return { parameters: joined, missing };
}

function joinedParameter(name: string, parts: readonly Part[]): Parameter {
  const first = parts[0]?.isEncoded ? parts[0].parameter.value : '';
  // The charset, and the language, which is not needed.
  const [front = '', charset = ''] = /^([^']*)'[^']*'/.exec(first) ?? [];
  const encoding = encodingOf(charset) ?? 'utf-8';
  let value = '';
  let octets: number[] = [];
  // A character's octets may be split between two parts.
  const flush = () => {
    value += decode(Uint8Array.from(octets), encoding);
    octets = [];
  };
  for (const [i, { parameter, isEncoded }] of parts.entries()) {
    if (isEncoded) addOctets(octets, parameter.value.slice(i === 0 ? front.length : 0));
    else {
      flush();
      value += parameter.value;
    }
  }
  flush();
  const starts = parts.map(({ parameter: { start } }) => start);
  const ends = parts.map(({ parameter: { end } }) => end);
  return {
    name,
    value,
    quoted: true,
    inParts: true,
    start: Math.min(...starts),
    end: Math.max(...ends),
  };
}

/** Section 4: adds the octets of a text. Escapes are octets of the charset, and so are the characters between them. */
function addOctets(octets: number[], text: string): void {
  for (const [written, hex] of text.matchAll(/%([\da-f]{2})|[\s\S]/giu)) {
    if (hex !== undefined) octets.push(Number.parseInt(hex, 16));
    else octets.push(...new TextEncoder().encode(written));
  }
}
