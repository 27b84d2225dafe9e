/**
 * A text parsed by the grammar of a document: the tree of its productions, down to the last delimiter, and each
 * violation. For each document, a single reader produces both.
 */
import { type GrammarNode, grammarViolations, parseByGrammar } from '../data-url/rfc-grammar.ts';
import type { Span } from '../problem.ts';
import { components } from '../uri/components.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { checkName, urlText } from '../url-text.ts';
import { partsByDraft } from './read-by-draft.ts';
import { type PartName, type UriPart, uriParts } from './uri-parts.ts';

export const grammarDocuments = ['rfc2397', 'rfc3986', 'draft1997', 'draft2013'] as const;
/** The documents: RFC 2397; RFC 3986 (rfc2396bis); draft-fielding-url-syntax-05; "The data URL scheme" of 2013. */
export type GrammarDocument = (typeof grammarDocuments)[number];

/** A part of the text, and the smaller parts of which it consists. Positions are in code units. */
export interface ParseNode extends Span {
  /** The production's name in the document, such as `mediatype`, or a delimiter in quotes, such as `";"`. */
  production: string;
  parts: readonly ParseNode[];
}

/** Text that a production does not allow; an empty span where required text is missing. */
export interface ParseViolation extends Span {
  production: string;
  /** The production of RFC 2045 to which the violated production of RFC 2397 refers: `token` or `quoted-string`. */
  behind?: string;
}

/** The tree of a text, even if it violates the grammar, and the violations by position. */
export interface ParseTree {
  tree: ParseNode;
  violations: ParseViolation[];
}

/**
 * Parses a text by the productions of a document: `rfc2397` (with errata 2009 and 2045), `rfc3986` (rfc2396bis,
 * Appendix A), `draft1997` (draft-fielding-url-syntax-05, Appendix A), or by the steps of the draft of 2013
 * (`draft2013`). Joining the leaves of the tree gives the text. Takes linear time, and never throws.
 *
 * @example parseTree('data:a/b;c=d/e,x', 'rfc2397').violations
 *   // [{ production: 'value', start: 11, end: 14, behind: 'token' }]
 */
export function parseTree(url: string | URL, document: GrammarDocument): ParseTree {
  const text = urlText(url, 'parseTree');
  checkName(grammarDocuments, document, 'parseTree', 'a document');
  const { tree, violations } = readers[document](text);
  return { tree: withDelimiters(text, tree), violations };
}

/** Creates a node without delimiters; absent parts are omitted. */
const node = (
  production: string,
  { start, end }: Span,
  ...parts: readonly (ParseNode | ParseNode[] | undefined)[]
): ParseNode => ({ production, start, end, parts: parts.flat().filter((part) => part !== undefined) });

const span = (start: number, end: number): Span => ({ start, end });

const readers: Record<GrammarDocument, (text: string) => ParseTree> = {
  rfc2397: (text) => {
    const tree = parseByGrammar(text);
    const end = fragmentStart(text);
    const dataurl = tree ? withTokens(text, tree) : node('dataurl', span(0, end));
    const violations = [...grammarViolations(text, tree)].map((each) => {
      const behind = behindOf(text, each);
      return behind === null ? each : { ...each, behind };
    });
    if (end === text.length) return { tree: dataurl, violations };
    // RFC 2396, section 4: a fragment isn't part of the URI.
    const fragment = node('fragment', span(end + 1, text.length));
    return { tree: node('URI-reference', span(0, text.length), dataurl, fragment), violations };
  },
  rfc3986: (text) => {
    const parts = uriParts(text, '2004');
    return { tree: treeOf2004(text, parts), violations: parts.flatMap(({ violations }) => violations) };
  },
  draft1997: (text) => {
    const parts = uriParts(text, '1997');
    return { tree: treeOf1997(text, parts), violations: parts.flatMap(({ violations }) => violations) };
  },
  draft2013: (text) => {
    const whole = span(0, text.length);
    const parts = partsByDraft(text);
    if (parts === null) return { tree: node('URL', whole), violations: [{ production: 'URL', ...whole }] };
    const { input, mimeType, marker, body } = parts;
    const fragment = input.end < text.length ? span(input.end + 1, text.length) : null;
    return {
      tree: node(
        'URL',
        whole,
        node('scheme', span(0, input.start - 1)),
        node(
          'input',
          input,
          mimeType ? node('mime_type', mimeType) : undefined,
          marker ? node('";base64"', marker) : undefined,
          body ? node('body', body) : undefined,
        ),
        fragment ? node('fragment', fragment) : undefined,
      ),
      // Step 3: "If input does not contain a U+002C COMMA code point, return a failure".
      violations: body ? [] : [{ production: 'input', start: input.end, end: input.end }],
    };
  },
};

/** The productions that are tokens by RFC 2045, section 5.1. A value may be a quoted string instead. */
const ofTokens: readonly string[] = ['type', 'subtype', 'attribute', 'value'];

/** The production of RFC 2045 to which a part of the media type refers; null for other parts. */
export function behindOf(
  text: string,
  { production, start }: Pick<ParseViolation, 'production' | 'start'>,
): 'token' | 'quoted-string' | null {
  if (!ofTokens.includes(production)) return null;
  return production === 'value' && /^(?:"|%22)/.test(text.slice(start, start + 3))
    ? 'quoted-string'
    : 'token';
}

function withTokens(text: string, part: GrammarNode): ParseNode {
  const behind = behindOf(text, part);
  return node(
    part.production,
    part,
    behind === null ? part.parts.map((each) => withTokens(text, each)) : node(behind, part),
  );
}

/** The nodes of the parts with this name; each node is named after the part's rule. */
const ruleNodes = (parts: readonly UriPart[], name: PartName): ParseNode[] =>
  parts.filter((part) => part.name === name).map((part) => node(part.rule, part));

function treeOf2004(text: string, parts: readonly UriPart[]): ParseNode {
  const { scheme, authority, path } = components(text).spans;
  const pathRule = parts.find(({ name }) => name === 'path')?.rule ?? 'path-empty';
  const hier = node(
    scheme ? 'hier-part' : 'relative-part',
    span(scheme ? scheme.end + 1 : 0, path.end),
    authority &&
      node(
        'authority',
        authority,
        ruleNodes(parts, 'userinfo'),
        parts.filter(({ name }) => name === 'host').map(hostOf2004),
        ruleNodes(parts, 'port'),
      ),
    node(pathRule, path, segmentsOf2004(text, path, pathRule)),
  );
  const whole = span(0, text.length);
  const [query, fragment] = [ruleNodes(parts, 'query'), ruleNodes(parts, 'fragment')];
  return node(
    'URI-reference',
    whole,
    node(scheme ? 'URI' : 'relative-ref', whole, ruleNodes(parts, 'scheme'), hier, query, fragment),
  );
}

/**
 * The node of a host. The rule of an IP literal consists of two names, such as `IP-literal: IPv6address`. The rule of
 * an invalid host is `host` itself.
 */
function hostOf2004(part: UriPart): ParseNode {
  const [outer = '', address] = part.rule.split(': ');
  const inner = address === undefined ? [] : [node(address, span(part.start + 1, part.end - 1))];
  return node('host', part, outer === 'host' ? [] : node(outer, part, inner));
}

const firstSegments: Partial<Record<string, string>> = {
  'path-absolute': 'segment-nz',
  'path-rootless': 'segment-nz',
  'path-noscheme': 'segment-nz-nc',
};

function segmentsOf2004(text: string, { start, end }: Span, rule: string): ParseNode[] {
  const first = text[start] === '/' ? start + 1 : start;
  if (start === end) return [];
  // A path-absolute need not contain a segment.
  if (rule === 'path-absolute' && first === end) return [node('"/"', span(start, end))];
  return spansBetween(text, span(first, end), '/').map((segment, n) =>
    node((n === 0 && firstSegments[rule]) || 'segment', segment),
  );
}

function treeOf1997(text: string, parts: readonly UriPart[]): ParseNode {
  const [scheme, path, [query], [fragment]] = [
    ruleNodes(parts, 'scheme'),
    parts.find(({ name }) => name === 'path'),
    ruleNodes(parts, 'query'),
    ruleNodes(parts, 'fragment'),
  ];
  const whole = span(0, fragment ? fragment.start - 1 : text.length);
  const start = scheme[0] ? scheme[0].end + 1 : 0;
  const rest = span(start, whole.end);
  const absolute = (rule: string, ...inner: (ParseNode | undefined)[]) =>
    node(
      'absoluteURL',
      whole,
      node(
        rule,
        whole,
        scheme,
        inner.flatMap((each) => each ?? []),
      ),
    );
  const url = (): ParseNode | undefined => {
    if (path?.rule === 'opaque-URL') return absolute(path.rule, node('urlc', rest));
    const site = siteOf1997(parts);
    const paths = path && pathOf1997(text, span(path.start, whole.end), path.end, query);
    const form = site ? node('net_path', rest, site, paths) : paths;
    if (scheme[0]) return absolute('generic-URL', node('relativeURL', rest, form));
    return form && node('relativeURL', rest, form);
  };
  return node('URL-reference', span(0, text.length), url(), fragment);
}

function siteOf1997(parts: readonly UriPart[]): ParseNode | undefined {
  const host = parts.find(({ name }) => name === 'host');
  if (!host) return undefined;
  const users = ruleNodes(parts, 'userinfo');
  const ports = ruleNodes(parts, 'port');
  const hostport = span(host.start, ports[0]?.end ?? host.end);
  const site = span(users[0]?.start ?? host.start, hostport.end);
  if (site.start === site.end) return node('site', site);
  return node(
    'site',
    site,
    users,
    node('hostport', hostport, node('host', host, node(host.rule, host)), ports),
  );
}

/** @param end end of the path, before the query */
function pathOf1997(
  text: string,
  { start, end: whole }: Span,
  end: number,
  query: ParseNode | undefined,
): ParseNode | undefined {
  if (start === whole) return undefined;
  if (text[start] === '/')
    return node('abs_path', span(start, whole), relPathOf1997(text, span(start + 1, whole), end, query));
  return relPathOf1997(text, span(start, whole), end, query);
}

function relPathOf1997(text: string, whole: Span, end: number, query: ParseNode | undefined): ParseNode {
  const segments = spansBetween(text, span(whole.start, end), '/').map((segment) => {
    const [name = segment, ...params] = spansBetween(text, segment, ';');
    return params.length === 0
      ? node('segment', segment)
      : node(
          'segment',
          segment,
          node('*pchar', name),
          params.map((param) => node('param', param)),
        );
  });
  const path = end > whole.start ? node('path_segments', span(whole.start, end), segments) : undefined;
  return node('rel_path', whole, path, query);
}

/** The spans between the occurrences of a delimiter. */
function spansBetween(text: string, { start, end }: Span, delimiter: string): Span[] {
  let at = start;
  return text
    .slice(start, end)
    .split(delimiter)
    .map(({ length }) => {
      const found = span(at, at + length);
      at = found.end + delimiter.length;
      return found;
    });
}

/** Matches a delimiter of any grammar: one of the longer ones, or a single character. */
const delimiters = /data:|;base64|\/\/|[\s\S]/giu;

/** Adds the delimiters between the parts to a tree. */
function withDelimiters(text: string, { production, start, end, parts }: ParseNode): ParseNode {
  if (parts.length === 0) return { production, start, end, parts };
  const filled: ParseNode[] = [];
  let at = start;
  const fill = (to: number) => {
    for (const { 0: literal } of text.slice(at, to).matchAll(delimiters)) {
      filled.push(node(`"${literal}"`, span(at, at + literal.length)));
      at += literal.length;
    }
  };
  for (const part of parts) {
    fill(part.start);
    filled.push(withDelimiters(text, part));
    at = part.end;
  }
  fill(end);
  return { production, start, end, parts: filled };
}
