/**
 * Character references, undone as far as they can hide what a URL or a name is: all numeric ones, and the
 * named ones of characters that have a meaning in URLs and markup. Entities that a document declares are
 * never expanded.
 */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  AMP: '&',
  lt: '<',
  LT: '<',
  gt: '>',
  GT: '>',
  quot: '"',
  QUOT: '"',
  apos: "'",
  nbsp: '\u00a0',
  Tab: '\t',
  NewLine: '\n',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  sol: '/',
  bsol: '\\',
  quest: '?',
  num: '#',
  percnt: '%',
  equals: '=',
  plus: '+',
  commat: '@',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  lcub: '{',
  lbrace: '{',
  rcub: '}',
  rbrace: '}',
  excl: '!',
  dollar: '$',
  ast: '*',
  midast: '*',
  lowbar: '_',
  grave: '`',
  Hat: '^',
  vert: '|',
  verbar: '|',
};

const reference = /&(?:#[xX]([0-9a-fA-F]{1,32});?|#([0-9]{1,32});?|([A-Za-z]{2,8});)/g;

/** Linear: a reference has at most a few characters. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole;
    const code = hex === undefined ? Number.parseInt(decimal!, 10) : Number.parseInt(hex, 16);
    const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isNone ? '\ufffd' : String.fromCodePoint(code);
  });
}
