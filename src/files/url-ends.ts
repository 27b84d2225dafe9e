/** Corrects the ends of URLs in texts if the characters around a URL show that the URL ends elsewhere. */
import type { Span } from '../problem.ts';

interface Ending extends Span {
  written: string;
}

/** Maximum length, in code units, of a head, and of the text before a URL that is examined. */
const maxHead = 200;

/** Matches a head of base64, which contains no "&". */
const base64Head = /^data:[^,]*;base64,/i;
/** Matches a query up to the value of a field. */
const fieldBefore = /[?&](?:amp;)?[\w.%[\]-]{1,100}=$/;
/** Matches the next field of a query, or the end. An "&" may also begin a character reference, such as `&#43;`. */
const nextField = /&(?:amp;)?[\w.%[\]-]{0,100}(?:[=&]|$)/;
/** The character references for quotation marks and angle brackets: those before and those after what they enclose. */
const references = [
  ['quot|#0*34|#x0*22', 'quot|#0*34|#x0*22'],
  ['apos|#0*39|#x0*27', 'apos|#0*39|#x0*27'],
  ['lt|#0*60|#x0*3c', 'gt|#0*62|#x0*3e'],
];
const quotes = references.map(([opening, closing]) => ({
  before: new RegExp(`&(?:${opening});$`, 'i'),
  closing: new RegExp(`&(?:${closing})(?:;|$)`, 'i'),
}));
/** Matches each of these references. */
const anyQuote = new RegExp(`&(?:${references.flat().join('|')})(?:;|$)`, 'i');
const quoteOrBracket = new RegExp(`${anyQuote.source}|[()[\\]|]`, 'i');

/**
 * Ends a URL without quotation marks at a quotation mark that is written as a character reference and, in base64, at the
 * next field of a query, a closing bracket that isn't opened in the URL, or the edge of a table's cell. Other URLs may
 * begin after that end.
 */
export function withCertainEnd<Each extends Ending>(url: Each, text: string): Each {
  const { written, start, end } = url;
  // Escapes are longer than what they stand for.
  if (!/[&)\]|]/.test(written) || written.length < end - start) return url;
  const before = text.slice(Math.max(0, start - maxHead), start);
  const quote = /["'`]$/.exec(before)?.[0];
  if (quote !== undefined && (text[end] === quote || text[end] === '\\')) return url;
  const comma = written.indexOf(',');
  let { length } = written;
  // Only up to the end so far, because all URLs of a row may be ended one by one.
  const search = (pattern: RegExp) => written.slice(comma, length + 1).search(pattern) + comma;
  const endAt = (at: number) => {
    if (at >= comma) length = at;
  };
  if (base64Head.test(written.slice(0, maxHead))) {
    if (fieldBefore.test(before)) endAt(search(nextField));
    const first = search(quoteOrBracket);
    endAt(/[([]/.test(written[first] ?? '') ? search(anyQuote) : first);
  } else {
    const enclosing = quotes.find((each) => each.before.test(before));
    if (enclosing) endAt(search(enclosing.closing));
  }
  return length < written.length ? { ...url, written: written.slice(0, length), end: start + length } : url;
}

/** Matches the head of a markup type. */
const markupHead = /^data:[^,]*(?:svg|xml|html)[^,]*,/i;
/** Match an attribute's value with its quotation mark, which another attribute or the end of the tag follows. */
const values = {
  '"': /^(?:[a-z\d#]|%23)[^"<>\n]*"(?:[\s/>]|%2[0f]|%3e)/i,
  "'": /^(?:[a-z\d#]|%23)[^'<>\n]*'(?:[\s/>]|%2[0f]|%3e)/i,
};
/** Maximum length, in code units, of an attribute's value that is examined. */
const maxValue = 1000;

/**
 * Ends markup at its last tag if the quotation marks around the URL also enclose its attributes, as in messages of
 * browsers: `the image 'data:image/svg+xml,<svg xmlns='…'></svg>' because …`.
 */
export function withMarkupEnd<Each extends Ending>(url: Each, text: string): Each {
  const { written, start, end } = url;
  const quote = text[start - 1];
  if ((quote !== '"' && quote !== "'") || text[end] !== quote) return url;
  if (!/[\w-]=$/.test(written.slice(-2)) || !/^\s?$/.test(text[start - 2] ?? '')) return url;
  if (!markupHead.test(written.slice(0, maxHead)) || text.slice(start, end) !== written) return url;
  if (!values[quote].test(text.slice(end + 1, end + maxValue))) return url;
  // Ends before the next URL, so that the search takes linear time.
  const close = new RegExp(`(?:>|%3e)${quote}|[\\n\\r]|data:`, 'gi');
  close.lastIndex = end;
  const found = close.exec(text);
  if (!found?.[0].endsWith(quote)) return url;
  const last = close.lastIndex - 1;
  return { ...url, written: text.slice(start, last), end: last };
}
