/**
 * Scans JSON (RFC 8259) as a stream of its values, without creating them: in linear time, with one byte of memory for
 * each level of nesting.
 */
import { isHttpWhitespace } from '../../whitespace.ts';
import { atOnce, strideLength } from '../../yield-to-event-loop.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

export interface JsonValue {
  kind: JsonKind;
  /** The number of objects and arrays around the value. */
  depth: number;
  /** The property's name as written, without quotes; '' for values in arrays and for the top-level value. */
  key: string;
  /** The span of the literal in code units; for objects and arrays, of the opening bracket only. */
  start: number;
  end: number;
}

export interface JsonVisitor {
  value?(value: JsonValue): void;
  /** Called at the end of an object or array. */
  close?(depth: number): void;
}

export type JsonScan =
  | {
      ok: true;
      /** The kind of the whole text. */
      top: JsonKind;
      /** Levels of nesting; 0 if the text is neither an object nor an array. */
      depth: number;
    }
  /** `at`: position of the error in code units; the text's length if the text ends too early. */
  | { ok: false; at: number };

/** Maximum length, in code units, of a property's name; longer ones are truncated. */
const keyLength = 200;

const literal: Readonly<Record<string, JsonKind>> = { t: 'true', f: 'false', n: 'null' };
const isDigit = (c: number) => c >= 0x30 && c <= 0x39;
const isHexDigit = (c: number) => isDigit(c) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);
const nextInString = /["\\\u0000-\u001f]/g;

/**
 * The index after the closing quote of the string that begins at `start`; if it is invalid, the negated index of the
 * error.
 */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    nextInString.lastIndex = at;
    const found = nextInString.exec(text);
    if (!found) return ~text.length;
    at = found.index;
    const c = text.charCodeAt(at);
    if (c === 0x22) return at + 1;
    if (c !== 0x5c) return ~at;
    const escaped = text[at + 1];
    if (escaped === undefined) return ~text.length;
    if (escaped === 'u') {
      for (let i = at + 2; i < at + 6; i++) {
        if (i >= text.length) return ~text.length;
        if (!isHexDigit(text.charCodeAt(i))) return ~i;
      }
      at += 6;
    } else if ('"\\/bfnrt'.includes(escaped)) at += 2;
    else return ~(at + 1);
  }
}

/**
 * The index after the number that begins at `start`; if it is invalid, the negated index of the error. Not a regular
 * expression, which would store a backtracking point for each of possibly millions of digits.
 */
function numberEnd(text: string, start: number): number {
  let at = start;
  const digits = () => {
    const from = at;
    while (isDigit(text.charCodeAt(at))) at++;
    return at > from;
  };
  if (text[at] === '-') at++;
  if (text[at] === '0') at++;
  else if (!digits()) return ~at;
  if (text[at] === '.') {
    at++;
    if (!digits()) return ~at;
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at++;
    if (text[at] === '+' || text[at] === '-') at++;
    if (!digits()) return ~at;
  }
  return at;
}

/** The stack of open brackets, as a byte array that grows. */
function bracketStack() {
  let stack = new Uint8Array(64);
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(isObject: boolean) {
      if (size === stack.length) {
        const grown = new Uint8Array(size * 2);
        grown.set(stack);
        stack = grown;
      }
      stack[size++] = isObject ? 1 : 0;
    },
    pop: () => void size--,
    isObject: () => size > 0 && stack[size - 1] === 1,
  };
}

/**
 * Scans a JSON text and passes its values to the visitor.
 *
 * @param text any text; a byte order mark is an error
 */
export const scanJson = (text: string, visitor: JsonVisitor = {}): JsonScan =>
  atOnce(jsonScan(text, visitor));

/** Like `scanJson`, but a generator that yields now and then. */
export function* jsonScan(text: string, visitor: JsonVisitor = {}): Generator<void, JsonScan, void> {
  const open = bracketStack();
  let at = 0;
  let top: JsonKind | null = null;
  let deepest = 0;
  const skipSpace = () => {
    while (at < text.length && isHttpWhitespace(text.charCodeAt(at))) at++;
  };
  const wrong = (where = at): JsonScan => ({ ok: false, at: Math.min(where, text.length) });
  /** Whether the container has just been opened, so that it may be closed without an element. */
  let mayClose = false;

  let pause = strideLength;
  for (;;) {
    if (at >= pause) {
      pause = at + strideLength;
      yield;
    }
    // A value is expected here, or the end of a container that was just opened.
    skipSpace();
    let c = text[at];
    let key = '';
    const closes = mayClose && (c === '}' || c === ']');
    if (!closes && open.isObject()) {
      if (c !== '"') return wrong();
      const end = stringEnd(text, at);
      if (end < 0) return wrong(~end);
      key = text.slice(at + 1, Math.min(end - 1, at + 1 + keyLength));
      at = end;
      skipSpace();
      if (text[at] !== ':') return wrong();
      at++;
      skipSpace();
      c = text[at];
    }
    if (c === undefined) return wrong();
    if (!closes) {
      const start = at;
      let kind: JsonKind;
      if (c === '{' || c === '[') {
        kind = c === '{' ? 'object' : 'array';
        at++;
      } else if (c === '"') {
        kind = 'string';
        const end = stringEnd(text, at);
        if (end < 0) return wrong(~end);
        at = end;
      } else if (Object.hasOwn(literal, c)) {
        kind = literal[c]!;
        if (!text.startsWith(kind, at)) return wrong();
        at += kind.length;
      } else {
        kind = 'number';
        const end = numberEnd(text, at);
        if (end < 0) return wrong(~end);
        at = end;
      }
      top ??= kind;
      visitor.value?.({ kind, depth: open.size, key, start, end: at });
      if (kind === 'object' || kind === 'array') {
        open.push(kind === 'object');
        deepest = Math.max(deepest, open.size);
        mayClose = true;
        continue;
      }
    }
    mayClose = false;
    // After a value: closing brackets, or a comma.
    for (;;) {
      if (at >= pause) {
        pause = at + strideLength;
        yield;
      }
      skipSpace();
      if (open.size === 0) return at < text.length ? wrong() : { ok: true, top: top!, depth: deepest };
      const next = text[at];
      if (next === (open.isObject() ? '}' : ']')) {
        at++;
        open.pop();
        visitor.close?.(open.size);
        continue;
      }
      if (next !== ',') return wrong();
      at++;
      break;
    }
  }
}
