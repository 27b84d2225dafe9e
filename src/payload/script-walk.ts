/**
 * Reads one script from beginning to end, without its grammar: names and constant texts are followed through members,
 * concatenation, assignments and the results of calls. Parameters of functions and computed values are not followed.
 */

import { strideLength } from '../turns.ts';
import { javascriptTokens } from './javascript-tokens.ts';
import { maxArguments, maxBracketDepth, maxLiteralLength, maxTargets, maxVariables } from './limits.ts';
import { type Sink, sinkOfAssignment, sinkOfCall } from './script-sinks.ts';
import {
  called,
  decoded,
  either,
  encodedIn,
  joined,
  member,
  named,
  ofText,
  unescaped,
  unknown,
  type Value,
} from './script-values.ts';

/** State that the scripts of one document share. */
export interface Scope {
  /** By name, including those of members: `data.body`. */
  variables: Map<string, Value>;
  /** Code units of constant texts that may still be decoded, or be read as scripts, besides the scripts themselves. */
  quota: number;
  /** Scripts in constant texts, which are read afterwards. */
  scripts: string[];
  /** The first name of the page's own data that was read. */
  source: string | null;
  /** Whether `cookie` alone means the document's: in an event handler, and in `with (document)`. */
  isInDocument: boolean;
}

/** Code units between two pauses: tokens take longer than characters. */
const stride = strideLength / 4;

interface Target {
  target: Value;
  /** Whether the value is appended to the present one. */
  isAdded: boolean;
  /** The member of the assigned value, in `{ key } = …`. */
  key?: string;
}

interface Frame {
  /** `block`: braces around statements; `{`: around properties. */
  kind: '(' | '[' | '{' | 'block' | '${';
  /** The called function, or the object; null for a group, a list or a block. */
  base: Value | null;
  /** For a template, its text so far. */
  front: Value;
  /** The targets that the expression is assigned to. */
  targets: Target[];
  /** The expression so far, the operator after it, and the operand that is being read. */
  value: Value | null;
  operator: string;
  operand: Value | null;
  /** For an operand in braces the names in it. */
  names: readonly Value[];
  /** The first of the earlier expressions, the last of them, and their common value. */
  values: Value[];
  last: Value;
  all: Value;
}

const frameOf = (kind: Frame['kind'], base: Value | null = null, front: Value = unknown): Frame => ({
  kind,
  base,
  front,
  targets: [],
  value: null,
  operator: '',
  operand: null,
  names: [],
  values: [],
  last: unknown,
  all: unknown,
});

/** Words that begin a statement, or come before one. */
const statementWords = new Set(
  (
    'break case catch class const continue debugger default do else export extends finally for function if let ' +
    'return switch throw try var while with'
  ).split(' '),
);
const unaryWords = new Set('async await delete new typeof void yield'.split(' '));
const binaryWords = new Set(['in', 'instanceof']);
/** A brace after these begins a block, not an object. */
const beforeBlock = new Set(['', ';', '{', '}', ')', '=>', 'do', 'else', 'finally', 'try']);
/** Global names that an assignment in a script does not redefine. */
const wellKnown = new Set(
  (
    'console cookieStore document history indexedDB localStorage location navigator opener parent sessionStorage ' +
    'this top'
  ).split(' '),
);
const evaluators = new Set(['eval', 'Function', 'setTimeout', 'setInterval', 'execScript']);
/** The operator at a character; tokens are single characters. */
const operatorAt = /=>|\.\.\.|\?\.(?!\d)|[=!]==?|[<>]=|(?:\*\*|&&|\|\||\?\?|<<|>>>?|[-+*/%&|^])?=|[\s\S]/y;
const isOneMark = /[[\](){};,:~#@]/;
function operatorFrom(text: string, at: number): string {
  const mark = text[at] as string;
  if (isOneMark.test(mark)) return mark;
  operatorAt.lastIndex = at;
  return operatorAt.exec(text)?.[0] ?? mark;
}
const assignments = /^(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?|<<|>>>?)?=$/;

/** @yields each request as it is read; null now and then, where the caller may pause */
export function* sinksIn(text: string, scope: Scope): Generator<Sink | null, void, void> {
  const { variables } = scope;
  let frame = frameOf('block');
  const frames = [frame];
  /** Brackets beyond the maximum depth. */
  let deeper = 0;
  /** The word or operator before the token. */
  let before = '';
  let isMember = false;
  const found: Sink[] = [];

  const operandIs = (value: Value) => {
    if (frame.operand !== null) endExpression();
    frame.operand = value;
    frame.names = [];
  };
  /** The value that was assigned to a name, if known. */
  const resolved = (value: Value): Value =>
    (value.path && value.reads === null && variables.get(value.path.join('.'))) || value;
  /** Starts reading a member of an object. */
  const memberIs = (base: Value | null, key: string) => {
    frame.operand = member(base ? resolved(base) : unknown, key);
  };
  const complete = (operator: string) => {
    const { value } = frame;
    const operand = frame.operand && resolved(frame.operand);
    if (operand !== null) {
      scope.source ??= isStored(operand.reads) ? operand.reads : null;
      frame.value =
        value === null ? operand : frame.operator === '+' ? joined(value, operand) : either(value, operand);
    }
    frame.operand = null;
    frame.operator = operator;
  };
  const endExpression = () => {
    complete('');
    const { value, targets } = frame;
    for (const each of targets.reverse()) assign(each, value ?? unknown);
    frame.targets = [];
    frame.value = null;
    if (value === null || frame.kind === 'block') return;
    if (frame.values.length < maxArguments) frame.values.push(value);
    frame.all = frame.all === unknown ? { ...value, path: null } : either(frame.all, value);
    frame.last = value;
  };
  const store = (path: readonly string[], value: Value) => {
    const name = path.join('.');
    if (wellKnown.has(path[0]!) && (path[0] !== 'this' || path.length === 1)) return;
    // The result of a call is known by the name that it gets.
    const isMade = value.path?.at(-1)?.endsWith('()') && value.path[0] !== 'document';
    if (variables.size < maxVariables || variables.has(name))
      variables.set(name, isMade ? { ...value, path } : value);
  };
  /** Data that is assigned to a member is in the whole object, too. */
  const taint = (path: readonly string[], { text, reads }: Value) => {
    for (let length = 1; length < path.length; length++) {
      const name = path.slice(0, length).join('.');
      const whole = variables.get(name);
      if (whole)
        variables.set(name, {
          ...whole,
          text: whole.text ?? text,
          isOpen: true,
          reads: whole.reads ?? reads,
        });
    }
  };
  const assign = ({ target, isAdded, key }: Target, whole: Value) => {
    const value = key === undefined ? whole : member(whole, key);
    const sink = sinkOfAssignment(target, value);
    if (sink) found.push(sink);
    if (target.path === null) return;
    const old = isAdded ? variables.get(target.path.join('.')) : undefined;
    store(target.path, old ? joined(old, value) : value);
    taint(target.path, value);
  };
  const call = (callee: Value, { values, all }: Frame): Value => {
    const sink = sinkOfCall(callee, values, all);
    if (sink) found.push(sink);
    const name = callee.path?.at(-1) ?? '';
    const code = evaluators.has(name) ? (name === 'Function' ? values.at(-1) : values[0]) : undefined;
    if (code?.text && scope.quota >= code.text.length) {
      scope.quota -= code.text.length;
      scope.scripts.push(code.text);
    }
    if (callee.path && all.reads !== null) taint(callee.path, { ...unknown, reads: all.reads });
    else if (callee.path && name === 'open' && sink) taint(callee.path, sink.address);
    const encoded = encodedIn(callee, values);
    if (encoded !== null && scope.quota >= encoded.length) {
      scope.quota -= encoded.length;
      return { ...ofText(decoded(callee, encoded)), reads: all.reads };
    }
    return called(callee, values, all);
  };
  const open = (kind: Frame['kind'], base: Value | null, front?: Value) => {
    if (frames.length >= maxBracketDepth) deeper++;
    else {
      frame = frameOf(kind, base, front);
      frames.push(frame);
    }
  };
  /** Ends the innermost bracket if it is of this kind. @returns its state */
  const close = (...kinds: Frame['kind'][]): Frame | null => {
    if (deeper > 0) {
      deeper--;
      return null;
    }
    if (frames.length === 1 || !kinds.includes(frame.kind)) return null;
    endExpression();
    const inner = frames.pop()!;
    frame = frames.at(-1)!;
    return inner;
  };

  const onWord = (word: string) => {
    if (isMember) memberIs(frame.operand, word);
    else if (statementWords.has(word)) endExpression();
    else if (unaryWords.has(word)) {
      if (frame.operand !== null) endExpression();
    } else if (binaryWords.has(word)) complete(word);
    else if (word === 'of') assignTo(false);
    else if (word === 'cookie' && scope.isInDocument) operandIs(member(named('document'), word));
    else operandIs(named(word));
    isMember = false;
  };
  const assignTo = (isAdded: boolean) => {
    const { operand, names } = frame;
    for (const each of names)
      if (each.path?.length === 1) frame.targets.push({ target: each, isAdded, key: each.path[0]! });
    if (operand && names.length === 0 && frame.targets.length < maxTargets)
      frame.targets.push({ target: operand, isAdded });
    frame.operand = null;
    frame.value = null;
    frame.operator = '';
  };
  /** A piece of a template, whose text is between its first and its last mark. */
  const onTemplate = (written: string) => {
    const isOpen = written.length > 1 && written.endsWith('${');
    const end = written.length - (isOpen ? 2 : written.length > 1 && written.endsWith('`') ? 1 : 0);
    const text = textOf(written.slice(1, end));
    const inner = written.startsWith('`') ? null : close('${');
    const value = inner ? joined(joined(inner.front, inner.last), text) : text;
    if (isOpen) open('${', null, value);
    else operandIs(value);
  };
  const onOperator = (operator: string) => {
    const { operand } = frame;
    if (operator === '.' || operator === '?.') {
      isMember = true;
    } else if (operator === '(') {
      frame.operand = null;
      open('(', operand && resolved(operand), before === 'with' ? named('with') : unknown);
    } else if (operator === '[') {
      frame.operand = null;
      open('[', operand);
    } else if (operator === '{') {
      const isBlock = operand !== null || (beforeBlock.has(before) && frame.kind !== '{');
      open(isBlock ? 'block' : '{', null);
    } else if (operator === ')') {
      const inner = close('(');
      if (inner) operandIs(inner.base ? call(inner.base, inner) : inner.last);
      if (inner?.front.path && inner.last.path?.join() === 'document') scope.isInDocument = true;
    } else if (operator === ']') {
      const inner = close('[');
      if (!inner) return;
      const key = inner.last.isOpen ? null : inner.last.text;
      if (inner.base) memberIs(inner.base, key ?? '*');
      else operandIs({ ...inner.all, path: null });
    } else if (operator === '}') {
      const inner = close('{', 'block');
      if (inner) operandIs(inner.kind === '{' ? { ...inner.all, path: null } : unknown);
      if (inner?.kind === '{') frame.names = inner.values;
    } else if (operator === ';' || operator === ',') endExpression();
    else if (operator === '=>') {
      // A callback of a list or promise that has the page's data receives that data.
      const { reads = null } = frames.at(-1)?.base ?? {};
      if (operand?.path && reads !== null) store(operand.path, { ...unknown, reads });
      frame.operand = null;
    } else if (assignments.test(operator)) assignTo(operator === '+=');
    else complete(operator);
  };

  let pause = stride;
  let end = 0;
  for (const token of javascriptTokens(text)) {
    if (token.start >= pause) {
      pause = token.start + stride;
      yield null;
    }
    if (token.start < end || token.kind === 'comment') continue;
    const written = text.slice(token.start, token.end);
    if (token.kind === 'mark') {
      const operator = operatorFrom(text, token.start);
      end = token.start + operator.length;
      // `?.` before a call or a key is ignored.
      if (operator === '?.' && /[([]/.test(text[end] ?? '')) continue;
      onOperator(operator);
      before = operator;
    } else {
      if (token.kind === 'word') onWord(unescaped(written));
      else if (token.kind === 'template') onTemplate(written);
      else if (token.kind === 'string') operandIs(textOf(written.slice(1, -1)));
      else operandIs(token.kind === 'number' ? { ...unknown, text: written } : unknown);
      before = token.kind === 'word' ? written : 'x';
    }
    if (found.length > 0) yield* found.splice(0);
  }
  while (frames.length > 1) close(frame.kind);
  endExpression();
  yield* found;
}

const textOf = (literal: string): Value => ({
  ...ofText(unescaped(literal.slice(0, maxLiteralLength))),
  isOpen: literal.length > maxLiteralLength,
});

/** Data typed by people is read by every form; stored data is more significant where it is merely mentioned. */
const isStored = (source: string | null): boolean =>
  source !== null && !/(?:\.value|val\(\)|\.location)$/.test(source);
