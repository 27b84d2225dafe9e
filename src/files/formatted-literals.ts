/** Literals that a program formats: the code around them shows that their braces are placeholders. */

/** Maximum number of code units before a URL that are searched for the beginning of its literal. */
const maxBefore = 1 << 10;
/** Maximum number of code units after a URL's beginning that are searched for the end of its literal and a call. */
const maxAfter = 1 << 14;

/** Maximum number of code units before a literal that are searched for a call or a variable. */
const maxCode = 200;

/** Matches the call of a formatting function, such as `String.Format(` or `logger.info(`, up to its literal. */
const formatting =
  /(?:[fF]ormat\w*|FORMAT\w*|\bstrtr|\b[sv]?n?printf?|\b[Ll]og\w*\.\w+|LOG\w*\.\w+|\bfmt::\w+|\bWrite(?:Line)?)\s*\([^()"'`;]{0,100}$/;
/**
 * Matches the call of a Rust macro, up to its literal. The literal may name variables, so the macro needs no arguments.
 */
const macro =
  /\b(?:(?:e?print|write|format|assert)\w*|panic|todo|debug|info|warn|error|trace|log|bail|anyhow|ensure)!\s*\([^()"'`;]{0,100}$/;
/** Matches the prefix of an interpolated literal: in Python; in C#, F#, and Visual Basic. */
const interpolated = /(?:(?<![\w.])(?:[fF][rR]?|[rR][fF])|\$+@?|@\$)$/;

/** Matches, after a literal and those concatenated to it, a call that formats them or replaces their braces. */
const formattedAfter =
  /^(?:\s*\+?\s*[A-Za-z]{0,2}(?:"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'))*[\s)]*\.\s*(?:format\w*\s*\(|replace\w*\s*\(\s*[rR]?["'`/]\\?\{)/i;
/** Matches the beginning of further arguments after a literal. */
const withArguments = /^\s*,/;

/** Matches variables that a program formats: `name.format(`, `Format(name,`. */
const formattedName =
  /\b([A-Za-z_]\w{0,100})(?=\s*\.\s*(?:format\w*\s*\(|replace\w*\s*\(\s*[rR]?["'`/]\\?\{))|ormat\w{0,20}\s*\(\s*([A-Za-z_]\w{0,100})\s*,/gi;
/** Matches the variable to which a literal is assigned, and the variable's type, if any. */
const assigned = /\b([A-Za-z_]\w{0,100})\s*(?::[^=\n"'`]{1,100})?(?::?=|:)\s*\(?\s*$/;

interface Literal {
  /** The index of the opening quote. */
  open: number;
  quote: string;
}

/** Matches the opening quotes of a literal of several lines: three quotes. */
const blockStart = /(?<=(?:[=([{,:]|\breturn)\s{0,20}[A-Za-z$]{0,3})("""|''')/g;
/** Matches the beginning of the last verbatim literal in a text: `@"` or `$"` in C#, `#"` in Rust. */
const verbatimStart = /[@$#]"(?![\s\S]*[@$#]")/;

/** The literal around a position: one of several lines, or the outermost one of the line. */
function literalAround(text: string, at: number): Literal | null {
  const start = Math.max(0, at - maxBefore);
  const before = text.slice(start, at);
  const block = Array.from(before.matchAll(blockStart)).at(-1);
  if (block && !before.includes(block[0], block.index + 3))
    return { open: start + block.index, quote: block[0] };
  let open = -1;
  for (let i = before.lastIndexOf('\n') + 1; i < before.length; i++) {
    const c = before[i]!;
    if (c === '\\') i++;
    else if (open >= 0) open = before[open] === c ? -1 : open;
    else if (c === '"' || c === "'" || c === '`') open = i;
  }
  if (open >= 0) return { open: start + open, quote: before[open]! };
  const verbatim = verbatimStart.exec(before);
  return verbatim && { open: start + verbatim.index + 1, quote: '"' };
}

/** The index after the end of a literal; -1 if the literal does not end within `maxAfter` code units. */
function literalEnd(text: string, { quote }: Literal, from: number): number {
  const rest = text.slice(from, from + maxAfter);
  for (let at = rest.indexOf(quote); at >= 0; at = rest.indexOf(quote, at + 1))
    if (rest[at - 1] !== '\\') return from + at + quote.length;
  return -1;
}

/** @returns a function that says whether the literal around a position is formatted */
export function formattedLiterals(text: string): (at: number) => boolean {
  let last: { at: number; isFormatted: boolean } | undefined;
  let names: Set<string> | undefined;
  const isNameFormatted = (name: string): boolean => {
    names ??= new Set(Array.from(text.matchAll(formattedName), ([, a, b = '']) => a ?? b));
    return names.has(name);
  };
  const isFormatted = (at: number): boolean => {
    const literal = literalAround(text, at);
    if (!literal) return false;
    const { open } = literal;
    const before = text.slice(Math.max(0, open - maxCode), open).replace(/["'`]{1,2}$/, '');
    if (interpolated.test(before) || macro.test(before)) return true;
    const end = literalEnd(text, literal, at);
    const after = end < 0 ? '' : text.slice(end, end + maxBefore);
    if (formattedAfter.test(after) || (withArguments.test(after) && formatting.test(before))) return true;
    const name = assigned.exec(before)?.[1];
    return name !== undefined && isNameFormatted(name);
  };
  return (at) => {
    if (last?.at !== at) last = { at, isFormatted: isFormatted(at) };
    return last.isFormatted;
  };
}
