/**
 * The constant texts of a script: literals, their concatenations, and the results of decoders. Nothing is run, and
 * variables are not followed.
 */

import { undoInPieces, undoJsLiteral } from '../../uri/escapes.ts';
import { strideLength } from '../../yield-to-event-loop.ts';
import { beforeOperand, javascriptTokens } from './javascript-tokens.ts';

interface Value {
  text: string;
  /** The functions that decode the text, or a part of it, such as `atob`. */
  decodedBy: readonly string[];
  isNumber?: boolean;
}

export interface Constant extends Value {
  /** Whether an unknown text may follow the constant. */
  isOpen: boolean;
}

interface Operand {
  /** The value of the operand; null if it isn't constant. */
  value: Value | null;
  /** The names that lead to the operand, such as `String.fromCharCode`. */
  name: string;
}

/** An open bracket, and the sum that is being read within it. */
interface Frame {
  kind: string;
  /** The called function, or the object whose member is accessed with brackets. */
  before: Operand | null;
  /** The result of a decoder for the arguments so far; null if it is unknown. */
  result: Value | null;
  /** The sum of the last terms, if they are constant. */
  sum: Value | null;
  /** Whether no other terms precede those of `sum`. */
  isWhole: boolean;
  operand: Operand | null;
}

/** Number of code units between two pauses: fewer than for characters, because tokens take longer. */
const stride = strideLength / 4;
/** Maximum depth of nested brackets: people write about ten, bundlers about fifty. */
const maxDepth = 1000;
/** Maximum length, in code units, of the names before a call. The names of decoders are shorter. */
const maxNames = 60;

const unknown: Operand = { value: null, name: '' };
/** An incomplete operand, which the next operand continues. */
const part: Operand = { ...unknown };
const nothing: Value = { text: '', decodedBy: [] };
/** The method that is called on a constant: `'a'.concat('b')`. */
const concat = '.concat';
const decoders = new Map<string, (text: string) => string>([
  ['atob', atob],
  ['unescape', unescape],
  ['decodeURI', decodeURI],
  ['decodeURIComponent', decodeURIComponent],
  ['String.fromCharCode', (code) => String.fromCharCode(Number(code))],
  ['String.fromCodePoint', (code) => String.fromCodePoint(Number(code))],
  [concat, (text) => text],
]);
/** Whether a decoder takes more than one argument. */
const takesAll = (name: string) => name.includes('.');

/**
 * Finds the constant texts of a script.
 *
 * @yields each constant once, with everything that is concatenated to it; and null now and then, so that the caller may
 *   pause
 */
export function* constantsIn(script: string): Generator<Constant | null, void, void> {
  const found: Constant[] = [];
  let frame: Frame = { kind: '', before: null, result: null, sum: null, isWhole: true, operand: null };
  const frames = [frame];
  /** The number of open brackets beyond the maximum depth. */
  let deeper = 0;
  /**
   * Number of code units that may still be decoded. The limit is necessary because nested calls decode the same text
   * again.
   */
  let quota = strideLength + 8 * script.length;

  const emit = (value: Value | null | undefined, isOpen: boolean) => {
    if (value?.text && !value.isNumber) found.push({ ...value, isOpen });
  };
  const isGroup = () => frame.kind === '(' && !frame.before;
  const addTerm = () => {
    const { operand, sum, isWhole } = frame;
    const value = operand?.value;
    frame.operand = operand ? null : part;
    if (!operand) return;
    if (value && (!value.isNumber || (sum ? !sum.isNumber : isWhole)))
      frame.sum = sum ? joined(sum, value) : value;
    else {
      emit(sum, true);
      frame.sum = null;
      frame.isWhole = false;
    }
  };
  /**
   * Ends the sum.
   *
   * @returns the sum, if it is constant or a name
   */
  const endSum = (): Operand => {
    const { operand } = frame;
    const name = frame.sum ? '' : (operand?.name ?? '');
    if (operand) addTerm();
    const { sum, isWhole } = frame;
    frame.sum = null;
    frame.isWhole = true;
    if (!isWhole) emit(sum, isGroup());
    return { value: isWhole ? sum : null, name };
  };
  /** Ends a statement, or a sum that is only a part of its expression. */
  const end = () => {
    const isOpen = isGroup() || !frame.operand;
    emit(endSum().value, isOpen);
    frame.isWhole = false;
  };
  const operandIs = (value: Value | null, name = '') => {
    if (frame.operand === part) return emit(value, true);
    // Two operands without an operator between them: a statement has ended.
    if (frame.operand) end();
    frame.operand = { value, name };
  };
  const memberIs = ({ value, name }: Operand, key: string) => {
    const isJoining = value !== null && key === concat.slice(1);
    if (!isJoining) emit(value, true);
    const names = `${name}.${key}`.replace(/^(?:globalThis|self|window)?\.(?=.)/, isJoining ? '.' : '');
    frame.operand = { value: isJoining ? value : null, name: names.length > maxNames ? '' : names };
  };
  const addArgument = ({ value }: Operand) => {
    const { before, result } = frame;
    const name = before?.name ?? '';
    if (result && (result === nothing || takesAll(name))) {
      frame.result = null;
      if (value && quota > value.text.length) {
        quota -= value.text.length;
        try {
          const text = decoders.get(name)!(value.text);
          const decodedBy = name === concat ? value.decodedBy : [...value.decodedBy, name];
          frame.result = joined(result, { text, decodedBy });
          return;
        } catch {
          // If a text can't be decoded, it is itself the constant.
        }
      }
      emit(result, true);
    }
    emit(value, false);
  };
  const open = (kind: string) => {
    if (kind === '{' && frame.operand) end();
    const before = frame.operand;
    const { name = '', value = null } = before ?? {};
    frame.operand = null;
    if (name !== concat) emit(value, true);
    if (frames.length > maxDepth) deeper++;
    else {
      const result = name === concat ? value : decoders.has(name) ? nothing : null;
      frame = { kind, before, result, sum: null, isWhole: true, operand: null };
      frames.push(frame);
    }
  };
  const close = () => {
    if (deeper > 0) deeper--;
    else if (frames.length > 1) {
      const isEmpty = frame.isWhole && !frame.sum && !frame.operand;
      const last = endSum();
      const { kind, before } = frame;
      const isCall = kind === '(' && before;
      if (isCall && !isEmpty) addArgument(last);
      if (kind !== '(') emit(last.value, false);
      const { result } = frame;
      frames.pop();
      frame = frames.at(-1)!;
      if (isCall) operandIs(result);
      else if (before) memberIs(before, last.value?.text ?? '*');
      else if (kind === '(') operandIs(last.value, last.name);
      else operandIs(null);
    }
  };
  const onMark = (mark: string, next: string) => {
    if (mark === '+') addTerm();
    else if ('-*/%!~'.includes(mark) || (mark === '.' && !frame.operand)) {
      emit(frame.operand?.value, true);
      frame.operand = part;
    } else if ('([{'.includes(mark)) open(mark);
    else if (')]}'.includes(mark)) close();
    else if (mark === ',') {
      const operand = endSum();
      if (isGroup() || frame.kind !== '(') emit(operand.value, false);
      else addArgument(operand);
    } else if (mark !== '.' && !(mark === '?' && /^\.\D/.test(next))) end();
  };
  /** A template, and each expression in it, counts as a sum in parentheses or as the argument of the tag. */
  const onTemplate = (written: string, text: string) => {
    if (written.startsWith('`')) open('(');
    else {
      close();
      addTerm();
    }
    operandIs({ text, decodedBy: [] });
    if (/.\$\{$/s.test(written)) {
      addTerm();
      open('(');
    } else close();
  };

  let pause = stride;
  let before = '';
  for (const token of javascriptTokens(script)) {
    const { kind, start } = token;
    if (start >= pause) {
      pause = start + stride;
      yield null;
    }
    if (kind === 'comment') continue;
    const written = script.slice(start, token.end);
    if (kind === 'mark') onMark(written, script.slice(token.end, token.end + 2));
    else if (kind === 'word') {
      const word = undoJsLiteral(written);
      if (before === '.') memberIs(frame.operand ?? unknown, word);
      else if (beforeOperand.has(word)) {
        end();
        if (/^(?:typeof|void)$/.test(word)) frame.operand = part;
      } else operandIs(null, word);
    } else if (kind === 'string' || kind === 'template') {
      const literal = written.replace(/^.|(?:["'`]|\$\{)$/gs, '');
      const text = yield* undoInPieces(literal, undoJsLiteral);
      if (kind === 'string') operandIs({ text, decodedBy: [] });
      else onTemplate(written, text);
    } else operandIs(kind === 'number' ? numberOf(written) : null);
    before = written;
    yield* found.splice(0);
  }
  while (frames.length > 1) close();
  end();
  yield* found;
}

/** The value of a number literal; null for unusual forms: BigInts, legacy octal numbers, separators. */
function numberOf(written: string): Value | null {
  const number = Number(written);
  return Number.isNaN(number) || /^0\d/.test(written)
    ? null
    : { text: `${number}`, decodedBy: [], isNumber: true };
}

const joined = (a: Value, b: Value): Value => ({
  text: a.text + b.text,
  decodedBy: [...new Set([...a.decodedBy, ...b.decodedBy])],
});
