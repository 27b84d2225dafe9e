/**
 * The type of text without a signature: JSON by its grammar; scripts and style sheets by similarity to typical text.
 */
import type { Detection } from '../facts.ts';
import { jsonScan } from '../json/json-scan.ts';

/** Number of first code units that are compared with typical text. */
const sampleLength = 16384;

/**
 * Match statements that rarely occur in other text. One match at the beginning, or two anywhere, show that a text is a
 * script.
 */
const scriptSigns: readonly RegExp[] = [
  /(?:^|[\s;{}(!])function\s*[\w$]{0,60}\s?\([\w$\s,.={}[\]]{0,200}\)\s?\{/,
  /(?:^|[;{}\n])\s{0,20}(?:var|let|const)\s[\w$]{1,60}\s?=/,
  /(?:^|[;{}\n])\s{0,20}(?:import\s[^;\n]{0,200}\sfrom\s?["']|import\s?["'])/,
  /(?:^|[;{}\n])\s{0,20}export\s(?:default|const|function|class)\b/,
  /(?:\)|[\w$])\s?=>\s?[{(\w$]/,
  /\b(?:document|window|self|globalThis|location|navigator|localStorage|console|Math|JSON|Object)\.[a-zA-Z]{2,40}\s?[(=.;]/,
  /(?:^|[;{}\s(=])(?:eval|alert|setTimeout|atob|fetch|require|importScripts|addEventListener)\(/,
  /(?:^|[;{}\n])\s{0,20}(?:if|for|while|switch|catch)\s?\([^\n]{1,200}\)\s?[{\w]/,
  /(?:^|[\n;])\s{0,20}["']use strict["']/,
];
/** Match beginnings of scripts that rarely occur in other text. */
const firstStatements: readonly RegExp[] = [
  /^\s{0,100}[!;(+-]{0,3}\(?\s?(?:async\s)?function\b[^\n]{0,80}\{/,
  /^\s{0,100}(?:var|let|const)\s[\w$]{1,60}\s?=/,
  /^\s{0,100}import\s[^;\n]{0,200}\sfrom\s?["']/,
  /^\s{0,100}["']use strict["']/,
  /^\s{0,100}(?:alert|eval|importScripts|fetch|document\.write|console\.log)\(/,
];

const space = /\s*/y;
const maxCommentsAtOnce = 1 << 12;

/** The sample of a text, without comments at its beginning. */
function* withoutLeadingComments(text: string): Generator<void, string, void> {
  let at = 0;
  for (let comments = 1; ; comments++) {
    if (comments % maxCommentsAtOnce === 0) yield;
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    const close = text.startsWith('/*', at) ? '*/' : text.startsWith('//', at) ? '\n' : null;
    if (close === null) return text.slice(at, at + sampleLength);
    const end = text.indexOf(close, at + 2);
    if (end < 0) return '';
    at = end + close.length;
  }
}

/** Whether the text begins with a style rule or an at-rule, and not with a JavaScript statement that looks like one. */
function looksLikeCss(sample: string): boolean {
  if (
    /^@(?:import\s|charset\s|media\b|font-face\s?\{|keyframes\s|supports\b|layer\b|namespace\s)/i.test(sample)
  )
    return true;
  if (statement.test(sample)) return false;
  return firstRule.test(sample);
}

/** Matches statements that look like a selector. */
const statement =
  /^(?:async|catch|class|const|do|else|export|finally|for|function|if|import|let|return|switch|try|var|while|with)\b(?!\s?[,>+~.:#[])/;
/** Matches a rule: a selector, possibly with brackets, an opening brace, a property, a colon, a value, and its end. */
const firstRule =
  /^(?=[.#*:[\w])(?:\[[^\]\n]{0,100}\]|\([^()\n]{0,100}\)|[^{};<"=()[\]]){0,300}\{\s{0,100}(?:--|-?[a-z])[a-z-]{0,60}\s?:[^{}<>]{1,2000}[;}]/i;

/**
 * Detects the type of a text without a signature.
 *
 * @param text the whole text, without a byte order mark
 */
export function* likelyType(text: string): Generator<void, Detection | null, void> {
  const first = /^\s{0,1000}([^\s])/.exec(text)?.[1];
  if ((first === '{' || first === '[') && (yield* jsonScan(text)).ok)
    return { type: 'application/json', by: 'syntax' };
  const sample = yield* withoutLeadingComments(text);
  if (looksLikeCss(sample)) return { type: 'text/css', by: 'likeness' };
  const signs = scriptSigns.filter((sign) => sign.test(sample)).length;
  if (signs >= 2 || firstStatements.some((first) => first.test(sample)))
    return { type: 'text/javascript', by: 'likeness' };
  return null;
}
