/**
 * The grammar of rfc2396bis (Appendix A) as a validator that reports each forbidden character with its position and
 * component.
 */
import type { Problem, Span } from '../problem.ts';
import {
  AT,
  COLON,
  classOf,
  DIGIT,
  isTriplet,
  nameOf,
  QUESTION,
  SLASH,
  SUB_DELIM,
  UNRESERVED,
} from '../uri/characters.ts';
import { authority, components, type ParsedReference } from '../uri/components.ts';
import { ipv6Mistake, isIPvFuture } from '../uri/host.ts';
import { urlText } from '../url-text.ts';

/** The rules by which a whole string can be validated: sections 3, 4.1, 4.2, and 4.3. */
export type Rule = 'URI' | 'URI-reference' | 'relative-ref' | 'absolute-URI';

/** The rule by which to validate, and the number of problems to report. */
export interface ValidateOptions {
  /** Default: URI-reference, which is a URI or a relative reference. */
  rule?: Rule;
  /** Maximum number of problems, at least 1. A run of the same character counts once. Default: 100. */
  limit?: number;
}

const PCHAR = UNRESERVED | SUB_DELIM | COLON | AT;
const QUERY = PCHAR | SLASH | QUESTION;

/** The characters that are allowed in each component in addition to triplets (sections 3.2 to 3.5). */
const ALPHABET = {
  userinfo: UNRESERVED | SUB_DELIM | COLON,
  host: UNRESERVED | SUB_DELIM,
  port: DIGIT,
  path: PCHAR | SLASH,
  query: QUERY,
  fragment: QUERY,
};
type Part = keyof typeof ALPHABET;

/** Whether the string matches the rule. Takes linear time; stops at the first problem. */
export function matches(text: string, rule: Rule = 'URI-reference'): boolean {
  return validate(text, { rule, limit: 1 }).length === 0;
}

/**
 * Finds every violation of the rule, in the order of the components; empty if the string matches. Codes:
 * uri-scheme-missing, uri-scheme-not-allowed, uri-fragment-not-allowed, uri-colon-in-first-segment,
 * uri-character-not-allowed, uri-percent-malformed, uri-ip-literal-malformed. Takes linear time.
 */
export function validate(url: string | URL, options: ValidateOptions = {}): Problem[] {
  const text = urlText(url, 'validate');
  const { rule = 'URI-reference', limit = 100 } = options;
  const parsed = components(text);
  const problems: Problem[] = [];
  const full = () => problems.length >= Math.max(1, limit);
  for (const problem of offences(parsed, text, rule)) {
    problems.push(problem);
    if (full()) break;
  }
  return problems;
}

function* offences(parsed: ParsedReference, text: string, rule: Rule): Generator<Problem> {
  const { spans } = parsed;
  if (spans.scheme === undefined && (rule === 'URI' || rule === 'absolute-URI')) {
    yield {
      code: 'uri-scheme-missing',
      args: {},
      message: 'A URI begins with a scheme and a colon; this one is a relative reference.',
      start: 0,
      end: 0,
    };
  }
  if (spans.scheme !== undefined && rule === 'relative-ref') {
    yield {
      code: 'uri-scheme-not-allowed',
      args: { scheme: parsed.scheme ?? '' },
      message: 'A relative reference has no scheme.',
      start: 0,
      end: spans.scheme.end + 1,
    };
  }
  if (spans.authority !== undefined) yield* authorityOffences(text, spans.authority);
  if (spans.scheme === undefined && spans.authority === undefined) yield* firstSegment(parsed);
  yield* characters(text, spans.path, 'path');
  if (spans.query !== undefined) yield* characters(text, spans.query, 'query');
  if (spans.fragment !== undefined) {
    if (rule === 'absolute-URI') {
      yield {
        code: 'uri-fragment-not-allowed',
        args: {},
        message: 'An absolute URI, such as a base, has no fragment.',
        start: spans.fragment.start - 1,
        end: spans.fragment.end,
      };
    }
    yield* characters(text, spans.fragment, 'fragment');
  }
}

/** path-noscheme (section 4.2): a colon in the first segment would turn the text before it into a scheme. */
function* firstSegment(parsed: ParsedReference): Generator<Problem> {
  const colon = parsed.path.indexOf(':');
  if (colon < 0) return;
  const slash = parsed.path.indexOf('/');
  if (slash >= 0 && slash < colon) return;
  yield {
    code: 'uri-colon-in-first-segment',
    args: {},
    message:
      'What stands before this colon is no scheme, and a relative path has no colon in its first segment.',
    start: colon,
    end: colon + 1,
  };
}

function* authorityOffences(text: string, span: Span): Generator<Problem> {
  const { spans, host, hostKind } = authority(text.slice(span.start, span.end), span.start);
  if (spans.userinfo !== undefined) yield* characters(text, spans.userinfo, 'userinfo');
  if (host.startsWith('[')) {
    if (hostKind === undefined) yield ipLiteral(host, spans.host);
  } else {
    yield* characters(text, spans.host, 'host');
  }
  if (spans.port !== undefined) yield* characters(text, spans.port, 'port');
}

/** The problem with an IP literal: the first error in the address within the brackets (section 3.2.2). */
function ipLiteral(host: string, span: Span): Problem {
  const closing = host.indexOf(']');
  const literal = host.slice(1, closing < 0 ? host.length : closing);
  let at: number;
  let message: string;
  if (closing < 0) {
    at = host.length;
    message = 'The square bracket that opens an IP literal is never closed.';
  } else if (closing < host.length - 1 && (ipv6Mistake(literal) === undefined || isIPvFuture(literal))) {
    at = closing + 1;
    message = 'Only a port can follow the "]" of an IP literal.';
  } else if (/^v/i.test(literal)) {
    at = 1;
    message = 'An address of a future version is "v", a hexadecimal version, a dot and an address.';
  } else {
    at = 1 + (ipv6Mistake(literal) ?? 0);
    message = 'The IPv6 address between the square brackets goes wrong here.';
  }
  return {
    code: 'uri-ip-literal-malformed',
    args: {},
    message,
    start: span.start + at,
    end: Math.min(span.start + at + 1, span.end),
  };
}

/** Finds every run of a character that is not allowed in the component, and every `%` that does not begin a triplet. */
function* characters(text: string, span: Span, part: Part): Generator<Problem> {
  const allowed = ALPHABET[part];
  for (let i = span.start; i < span.end; ) {
    const unit = text.charCodeAt(i);
    if ((classOf(unit) & allowed) !== 0) {
      i++;
    } else if (unit === 0x25 && part !== 'port') {
      // No delimiter of a component is a hexadecimal digit, so a triplet never extends beyond the end of its
      // component.
      if (isTriplet(text, i)) {
        i += 3;
        continue;
      }
      yield {
        code: 'uri-percent-malformed',
        args: { component: part },
        message: `A "%" in the ${part} is not followed by two hexadecimal digits.`,
        start: i,
        end: i + 1,
      };
      i++;
    } else {
      const codePoint = text.codePointAt(i)!;
      const width = codePoint > 0xffff && i + 2 <= span.end ? 2 : 1;
      const start = i;
      do i += width;
      while (i + width <= span.end && text.codePointAt(i) === codePoint);
      const character = nameOf(codePoint);
      yield {
        code: 'uri-character-not-allowed',
        args: { character, component: part, count: (i - start) / width },
        message: `The ${part} cannot hold ${character} as it is.`,
        start,
        end: i,
      };
    }
  }
}
