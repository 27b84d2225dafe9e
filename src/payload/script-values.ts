/**
 * The known properties of a value in a script that is read and never run: its name, its text, and the page's data in
 * it.
 */
import { maxNameLength, maxPathNames, maxTextLength } from './limits.ts';
import { referenceKind } from './references.ts';

export interface Value {
  /**
   * The names that lead to it, from a global one on: `window.document["forms"][i].f()` is document, forms, *, f(). Null
   * for a value without a name, or with a long one.
   */
  path: readonly string[] | null;
  /** The constant text that it is, or begins with. */
  text: string | null;
  /** Whether more may follow that text. */
  isOpen: boolean;
  /** The name of the page's data in it: `document.cookie`. */
  reads: string | null;
}

export const unknown: Value = { path: null, text: null, isOpen: false, reads: null };
export const ofText = (text: string): Value => ({ ...unknown, text });

/** Names of the window: of this one, and of those that contain the page. */
const windows = new Set(['window', 'self', 'globalThis', 'frames', 'top', 'parent', 'opener']);
const outerWindows = new Set(['top', 'parent', 'opener']);
/** Members of `this` where it is the window. */
const ofWindow = new Set(
  'document fetch indexedDB localStorage location navigator open sessionStorage'.split(' '),
);
const stores = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore']);
/**
 * Properties with the text of a document's elements. Not written as words: no package of ours may contain the name of
 * an HTML sink.
 */
const contents = /^(?:(?:inner|outer)(?:HTML|Text)|textContent)$/;
/** Expressions for an element in which people type, and for the fields of a form. */
const fields = new Set(['this', 'target', 'currentTarget', 'srcElement']);
const forms = new Set(['document', 'forms', 'form', 'elements']);
const secret = /^(?:pass|passw(?:or)?d|passphrase|pwd?|pin)$/i;

export const named = (name: string): Value => withPath([name.slice(0, maxNameLength)], unknown);

/** `value.key`, also as `value["key"]`; `*` where the key is unknown. */
export function member(value: Value, key: string): Value {
  return withPath(value.path && lengthened(value.path, key.slice(0, maxNameLength)), value);
}

/** The value of a path, with the known properties of the value that it was made from. */
const withPath = (path: readonly string[] | null, { text, reads }: Value): Value => ({
  path,
  text,
  isOpen: true,
  reads: (path && sourceOf(path)) ?? reads,
});

function lengthened(path: readonly string[], key: string): readonly string[] | null {
  const last = path.at(-1) as string;
  if (path.length === 1 && outerWindows.has(last) && key === 'location') return [last, key];
  if (path.length === 1 && (windows.has(last) || (last === 'this' && ofWindow.has(key)))) return [key];
  if (last === 'defaultView' || last === 'contentWindow') return [key];
  if (key === 'contentDocument' || key === 'ownerDocument') return ['document'];
  if (key === 'location' && path.length === 1 && last === 'document') return [key];
  return path.length < maxPathNames ? [...path, key] : null;
}

/** The page's data that these names refer to; null where it is not private. */
function sourceOf(path: readonly string[]): string | null {
  const [first = '', second] = path;
  const last = path.at(-1) as string;
  if (stores.has(first)) return first;
  // An element that the script creates contains only the script's own data.
  if (second === 'createElement()') return null;
  if (first === 'document' && second === 'cookie') return 'document.cookie';
  if (first === 'document' && path.length > 2 && contents.test(last)) return path.join('.');
  if (outerWindows.has(first) && second === 'location') return path.slice(0, 2).join('.');
  const owner = path.at(-2) ?? '';
  const isField = fields.has(owner) || secret.test(owner) || path.some((name) => forms.has(name));
  if (last === 'value' && path.length > 1 && isField) return path.join('.');
  return last === 'val()' && path.length === 2 ? path.join('.') : null;
}

/** `a + b` */
export function joined(a: Value, b: Value): Value {
  const isWhole = a.text !== null && !a.isOpen && b.text !== null;
  const isShort = isWhole && (a.text?.length ?? 0) + (b.text?.length ?? 0) <= maxTextLength;
  return {
    path: null,
    text: isShort ? `${a.text}${b.text}` : a.text,
    isOpen: !isShort || b.isOpen,
    reads: a.reads ?? b.reads,
  };
}

/** A value that is one of both, or made from both; of two texts the one that is an address. */
export function either(a: Value, b: Value): Value {
  const { text } = a.text === null || (b.text !== null && isAddress(b.text) && !isAddress(a.text)) ? b : a;
  return { path: null, text, isOpen: true, reads: a.reads ?? b.reads };
}

/** Whether a text begins like the address of a server. */
export const isAddress = (text: string): boolean => {
  const kind = referenceKind(text);
  return kind === 'external' || kind === 'protocol-relative';
};

/** Decodes percent-escapes of ASCII characters, as in a javascript: URL. */
export const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Functions that are evaluated on constant texts, as they are used to hide names and addresses. */
const decoders: Readonly<Record<string, (text: string) => string>> = {
  atob,
  unescape: percentDecoded,
  decodeURI: percentDecoded,
  decodeURIComponent: percentDecoded,
  String: (text) => text,
};
const writers = new Set(['setItem', 'removeItem', 'clear', 'deleteDatabase', 'set', 'delete', 'open']);

/**
 * The result of a call.
 *
 * @param args the first arguments; `all` is the common value of all
 */
export function called(callee: Value, args: readonly Value[], all: Value): Value {
  const { path } = callee;
  const name = path?.at(-1) ?? '';
  const isWriter = path?.length === 2 && stores.has(path[0] as string) && writers.has(name);
  if (isWriter) return unknown;
  const isCopy = (name === 'FormData' && args.length > 0) || name === 'serializeToString';
  const reads = callee.reads ?? all.reads ?? (isCopy ? name : null);
  const text = callee.text ?? (all.text !== null && isAddress(all.text) ? all.text : null);
  return withPath(path && [...path.slice(0, -1), `${name}()`], { ...unknown, text, reads });
}

/** The constant text that a call decodes; null for other calls. */
export function encodedIn({ path }: Value, args: readonly Value[]): string | null {
  const [argument = unknown] = args;
  return path?.length === 1 && Object.hasOwn(decoders, path[0]!) && !argument.isOpen ? argument.text : null;
}

/** The result of such a call; '' where it fails. */
export function decoded({ path }: Value, text: string): string {
  try {
    return decoders[path![0]!]!(text);
  } catch {
    return '';
  }
}

const simple: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/**
 * The text of a string literal or a piece of a template, or the name of an identifier, with its escapes decoded
 * (ECMA-262, 12.9.4).
 */
export function unescaped(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(
    /\\(?:u\{([\da-f]{1,8})\}|u([\da-f]{4})|x([\da-f]{2})|([0-3]?[0-7]{1,2})|\r\n|[\n\r\u2028\u2029]|([\s\S]))/gi,
    (_, braced?: string, four?: string, two?: string, octal?: string, other?: string) => {
      const hex = braced ?? four ?? two;
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8));
      return other === undefined ? '' : (simple[other] ?? other);
    },
  );
}

const character = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code));
