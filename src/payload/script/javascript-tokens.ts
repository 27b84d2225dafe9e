/** Splits JavaScript into tokens as well as possible without its grammar. Linear; accepts any text. */

/** A `pattern` is a regular expression. A template is split at its expressions. */
export interface JavascriptToken {
  kind: 'comment' | 'string' | 'template' | 'pattern' | 'number' | 'word' | 'mark';
  start: number;
  end: number;
}

const stringOf = (quote: string) =>
  `${quote}[^${quote}\\\\\\n\\r]*(?:\\\\(?:\\r\\n|[\\s\\S])[^${quote}\\\\\\n\\r]*)*${quote}?`;

type Kind = JavascriptToken['kind'] | 'space';

/** Match the tokens of a kind, and whitespace. None backtracks after it has begun to match. */
const patterns: Partial<Record<Kind, RegExp>> = {
  space: /\s+/y,
  // HTML-like comments also end with their line (ECMA-262, annex B.1.1); in a module, they would be operators.
  comment: /(?:\/\/|<!--)[^\n\r\u2028\u2029]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  string: new RegExp(`${stringOf('"')}|${stringOf("'")}`, 'y'),
  number: /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)n?/iy,
  word: /(?:[\w$]|[^\0-\x7f\s]|\\u(?:[\da-f]{4}|\{[\da-f]+\}))+/iy,
};
/**
 * For each ASCII character, the only kind of token that may begin with it, except a mark, a regular expression or a
 * piece of a template.
 */
const kindsOf = Array.from({ length: 128 }, (_, unit): Kind => {
  const character = String.fromCharCode(unit);
  if (/\s/.test(character)) return 'space';
  if (/[/<]/.test(character)) return 'comment';
  if (/["']/.test(character)) return 'string';
  if (/[\d.]/.test(character)) return 'number';
  return /[\w$\\]/.test(character) ? 'word' : 'mark';
});
/**
 * Matches a piece of a template: from its backtick, or the brace that ends an expression, to the next expression or the
 * end.
 */
const templatePiece = /[`}][^`\\$]*(?:(?:\\[\s\S]?|\$(?!\{))[^`\\$]*)*(?:`|\$\{)?/y;
const regularExpression =
  /\/(?:[^/\\[\n\r\u2028\u2029]|\\.?|\[(?:[^\]\\\n\r\u2028\u2029]|\\.?)*\]?)+\/?[a-z]*/iy;

/** Words that an operand follows, so that a slash after them begins a regular expression. */
export const beforeOperand: ReadonlySet<string> = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);

/** Words whose parentheses are followed by a statement, which may begin with a regular expression. */
const beforeCondition = new Set(['for', 'if', 'while', 'with']);

/**
 * Splits JavaScript into tokens.
 *
 * @yields the tokens in order; whitespace is not a token
 */
export function* javascriptTokens(text: string): Generator<JavascriptToken, void, void> {
  /** For each open template, the number of open braces in its current expression. */
  const templates: number[] = [];
  /** For each open parenthesis, whether a statement follows it. */
  const parentheses: boolean[] = [];
  let before = '';
  /** The end of an increment or decrement (`++`) that belongs to the operand before it. */
  let stepEnd = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const depth = templates.at(-1);
    if (character === '`' || (character === '}' && depth === 0)) {
      if (character === '}') templates.pop();
      const end = endOf(templatePiece, text, at);
      if (end - at > 1 && text.endsWith('${', end)) templates.push(0);
      yield { kind: 'template', start: at, end };
      before = text.slice(end - 2, end) === '${' ? '{' : '`';
      at = end;
      continue;
    }
    // In JSX, "/>" often follows an expression.
    const noPattern = before === '}' ? '/*>' : '/*';
    if (character === '/' && !noPattern.includes(text[at + 1] ?? '/') && isOperandNext(before)) {
      const end = endOf(regularExpression, text, at);
      yield { kind: 'pattern', start: at, end };
      before = 'x';
      at = end;
      continue;
    }
    let kind = kindsOf[text.charCodeAt(at)] ?? (/\s/.test(character) ? 'space' : 'word');
    const pattern = patterns[kind];
    if (pattern) pattern.lastIndex = at;
    if (!pattern?.test(text)) kind = 'mark';
    const end = kind === 'mark' ? at + 1 : (pattern?.lastIndex ?? 0);
    if (kind !== 'space') {
      yield { kind, start: at, end };
      if (character === '(') parentheses.push(beforeCondition.has(before));
      if ('+-'.includes(character) && text[end] === character && !isOperandNext(before)) stepEnd = end + 1;
      if (kind !== 'comment') before = text.slice(at, end);
      if (end === stepEnd) before = 'x';
      if (character === ')' && parentheses.pop()) before = ';';
    }
    if (depth !== undefined && character === '{') templates.push((templates.pop() ?? 0) + 1);
    if (depth !== undefined && character === '}') templates.push((templates.pop() ?? 0) - 1);
    at = end;
  }
}
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
};

/** Whether an operand probably comes next, judged by the previous token: a slash after `)` is mostly a division. */
const isOperandNext = (before: string): boolean =>
  before === '' || beforeOperand.has(before) || /^[^\w$\u0080-\uffff)\]"'`.<]$/.test(before);
