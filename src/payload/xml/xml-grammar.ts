/** The names, declarations and characters of XML 1.0: browsers stop parsing an XML document at anything else. */

/** XML 2.3: characters of one code unit with which a name may begin and continue, for a character class. */
const firstUnit =
  'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const nextUnit = '-0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040';
/** With the surrogates of U+10000 to U+EFFFF. */
const start = `${firstUnit}\\ud800-\\udb7f\\udc00-\\udfff`;
const rest = nextUnit + start;

/** Namespaces in XML 4: a name, with or without a prefix. */
export const xmlName = new RegExp(`^[${start}][${rest}]*(?::[${rest}]+)?$`);

/** Names as Firefox requires them: after a prefix, the same as without one, and no characters beyond U+FFFF. */
const part = `[${firstUnit}][${nextUnit}${firstUnit}]*`;
export const nameInFirefox = new RegExp(`^${part}(?::${part})?$`);

/** XML 2.3: whitespace, which is less than `\s` matches. */
const space = '[ \\t\\r\\n]';
const value = (pattern: string) => `${space}*=${space}*(?:"${pattern}"|'${pattern}')`;

/** XML 2.8 and 4.3.1: the whole declaration, with any name of an encoding, as in Chromium. */
export const xmlDeclaration = new RegExp(
  `^<\\?xml${space}+version${value('1\\.\\d+')}(?:${space}+encoding${value('[^"\'<]*')})?` +
    `(?:${space}+standalone${value('(?:yes|no)')})?${space}*\\?>$`,
);

/** XML 2.6: an instruction may have any name but `xml`. */
export const instructionStart = new RegExp(
  `^<\\?(?!xml(?:${space}|\\?>))[${start}:][${rest}:]*(?:${space}|\\?>)`,
  'i',
);

/** XML 2.3: the characters of a public identifier, except for quotes. */
const publicId = '- \\r\\n\\w()+,./:=?;!*#@$%';
/** XML 2.8: a document type, as far as browsers are strict; the brackets may contain anything. */
export const doctypeStart = new RegExp(
  `^<!DOCTYPE${space}*[${start}:][${rest}:]*(?:${space}+(?:SYSTEM|PUBLIC${space}+(?:"[${publicId}']*"|'[${publicId}"]*'))` +
    `${space}*(?:"[^"]*"|'[^']*'))?${space}*(?:>|\\[[\\s\\S]*\\]${space}*>)$`,
);

/** XML 2.2: characters that may not occur, not even as a reference. */
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

/** XML 4.1: a reference to a character or an entity; also matches an ampersand alone, which is neither. */
export const anyReference = /&(?:#(x[\da-fA-F]+|\d+);|([^\s&;<>#"']+);)?/g;
/** XML 4.6: the predefined entities. */
export const predefined: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
