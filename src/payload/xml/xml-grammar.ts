/** The names, declarations and characters of XML 1.0: browsers stop parsing an XML document at anything else. */

/** XML 2.3: the characters of one code unit with which a name may begin or continue, for use in a character class. */
const firstUnit =
  'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const nextUnit = '-0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040';
/** The characters with which a name may begin or continue, including the surrogates of U+10000 to U+EFFFF. */
const start = `${firstUnit}\\ud800-\\udb7f\\udc00-\\udfff`;
const rest = nextUnit + start;

/** Matches a name, with or without a prefix (Namespaces in XML 4). */
export const xmlName = new RegExp(`^[${start}][${rest}]*(?::[${rest}]+)?$`);

/**
 * Matches a name that Firefox accepts: the part after a prefix must be a valid name, too, and characters beyond U+FFFF
 * are not allowed.
 */
const part = `[${firstUnit}][${nextUnit}${firstUnit}]*`;
export const nameInFirefox = new RegExp(`^${part}(?::${part})?$`);

/** XML 2.3: whitespace. `\s` would match more. */
export const space = '[ \\t\\r\\n]';
const value = (pattern: string) => `${space}*=${space}*(?:"${pattern}"|'${pattern}')`;

/** XML 2.8 and 4.3.1: matches a complete XML declaration. As in Chromium, the encoding may have any name. */
export const xmlDeclaration = new RegExp(
  `^<\\?xml${space}+version${value('1\\.\\d+')}(?:${space}+encoding${value('[^"\'<]*')})?` +
    `(?:${space}+standalone${value('(?:yes|no)')})?${space}*\\?>$`,
);

/** XML 2.6: matches the start of an instruction, which may have any name but `xml`. */
export const instructionStart = new RegExp(
  `^<\\?(?!xml(?:${space}|\\?>))[${start}:][${rest}:]*(?:${space}|\\?>)`,
  'i',
);

/** XML 2.3: the characters of a public identifier, except for quotes. */
const publicId = '- \\r\\n\\w()+,./:=?;!*#@$%';
/** XML 2.8: matches a document type by the rules that browsers enforce. The brackets may contain anything. */
export const doctypeStart = new RegExp(
  `^<!DOCTYPE${space}*[${start}:][${rest}:]*(?:${space}+(?:SYSTEM|PUBLIC${space}+(?:"[${publicId}']*"|'[${publicId}"]*'))` +
    `${space}*(?:"[^"]*"|'[^']*'))?${space}*(?:>|\\[[\\s\\S]*\\]${space}*>)$`,
);

const quoted = '(?:"[^"]*"|\'[^\']*\')';
const publicLiteral = `(?:"[${publicId}']*"|'[${publicId}]*')`;
const external = `(?:SYSTEM${space}+|PUBLIC${space}+${publicLiteral}${space}+)${quoted}`;
/** XML 2.3: a name, with any colons, and a token. */
const anyName = `[${firstUnit}:][${nextUnit}${firstUnit}:]*`;
const token = `[${nextUnit}${firstUnit}:]+`;
const next = `${space}+${anyName}`;
const entityText = ["'", '"'].map(
  (quote) => `${quote}(?:[^&%${quote}]|&(?:#x?[\\da-fA-F]+|${anyName});)*${quote}`,
);
const choice = (first: string, each: string) =>
  `\\(${space}*${first}(?:${space}*\\|${space}*${each})*${space}*\\)`;

/**
 * XML 3.2, 3.3, 4.2 and 4.7: matches a declaration of the internal subset, which only Firefox checks to its end. Any
 * content model in parentheses matches: `isContentModel` reads these.
 */
const declaration = new RegExp(
  `^<!(?:--[^]*--|ELEMENT${next}${space}+(?:EMPTY|ANY|(\\([^<>"'&%;]*\\)[?*+]?))|` +
    `ATTLIST${next}(?:${next}${space}+(?:CDATA|ID|IDREFS?|ENTITY|ENTITIES|NMTOKENS?|(?:NOTATION${space}+)?${choice(token, token)})` +
    `${space}+(?:#REQUIRED|#IMPLIED|(?:#FIXED${space}+)?${quoted}))*|` +
    `ENTITY(?:${next}${space}+(?:${entityText.join('|')}|${external}(?:${space}+NDATA${next})?)|` +
    `${space}+%${next}${space}+(?:${entityText.join('|')}|${external}))|` +
    `NOTATION${next}${space}+(?:PUBLIC${space}+${publicLiteral}|${external}))${space}*>$`,
);
const mixed = new RegExp(`^(?:\\(${space}*#PCDATA${space}*\\)\\*?|${choice('#PCDATA', anyName)}\\*)$`);
const particle = `${space}*${anyName}[?*+]?${space}*`;
const group = new RegExp(
  `(?<![^(,|\\s])\\(${particle}(?:(?:,${particle})*|(?:\\|${particle})*)\\)(?![^?*+),|\\s])`,
  'g',
);

/**
 * Maximum length, in code units, of a declaration that is checked: an expression that repeats a group of others more
 * often overflows the stack.
 */
const maxCheckedLength = 1 << 20;
/** Maximum depth of the groups of a content model, each of which takes a pass. */
const maxModelDepth = 16;

/** XML 3.2.1 and 3.2.2. A content model that is too deep counts as one. */
function isContentModel(model: string): boolean {
  if (mixed.test(model)) return true;
  let rest = model;
  for (let depth = 0; depth < maxModelDepth; depth++) {
    const reduced = rest.replace(group, 'x');
    if (reduced === rest) return /^x[?*+]?$/.test(rest);
    rest = reduced;
  }
  return true;
}

/**
 * Whether Firefox accepts a declaration or comment of the internal subset, apart from colons in its names. One that is
 * too long counts as accepted.
 */
export function isDeclaration(text: string): boolean {
  if (hasForbidden.test(text)) return false;
  if (text.length > maxCheckedLength) return true;
  const found = declaration.exec(text);
  return found !== null && (found[1] === undefined || isContentModel(found[1]));
}

/** XML 2.2: matches characters that are forbidden even as references. */
export const hasForbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Whether XML allows the character with this number, which is written as `anyReference` captures it. */
export function isAllowedNumber(number: string): boolean {
  const code = Number(prefixed(number));
  return (
    code > 0 &&
    code <= 0x10ffff &&
    !(code >= 0xd800 && code <= 0xdfff) &&
    !hasForbidden.test(String.fromCodePoint(code))
  );
}

/** The number of a reference in the form that `Number` parses: "0x" before hexadecimal digits. */
export const prefixed = (number: string): string => number.replace('x', '0x');

/** XML 4.1: matches a reference to a character or an entity; also an ampersand alone, which is neither. */
export const anyReference = /&(?:#(x[\da-fA-F]+|\d+);|([^\s&;<>#"']+);)?/g;
/** XML 4.6: the predefined entities. */
export const predefined: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
