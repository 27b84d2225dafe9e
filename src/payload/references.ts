/**
 * The references in a body, which are the URLs in its text: the position, purpose and target of each, and when browsers
 * follow it. References are never followed here, and are listed only up to a limit.
 */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { hasEnglish } from '../has-english.ts';
import type { Problem } from '../problem.ts';
import { clip } from '../truncate.ts';
import { misleading, withoutPassword } from '../uri/misleading.ts';
import { webAuthority } from '../uri/web-authority.ts';
import type { Destination, Drop } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { destinationOfRole } from './css/css-types.ts';
import { findCssUrls } from './css/css-urls.ts';
import { type Listed, listed, lister } from './facts.ts';

/** Maximum length, in code units, of a reference in the facts; more doesn't help people. */
const maxWrittenLength = 2048;

/**
 * Maximum length, in code units, of a reference that is judged as a whole; only the beginning of a longer one is
 * judged.
 */
const maxJudgedLength = 1 << 17;

/**
 * Maximum number of references of one body that are listed, to save memory; all are counted. Nested data: URLs beyond
 * this limit are not inspected.
 */
const maxListedReferences = 1000;

/**
 * The target of a reference: `external` over the network (http, https, ws, wss, ftp); `protocol-relative` and
 * `relative` depend on the base; `data` and `javascript` contain their target; `fragment` within the document;
 * `blob`; `other` schemes (mailto, about, file …).
 */
export const referenceKinds = [
  'external',
  'protocol-relative',
  'relative',
  'data',
  'javascript',
  'fragment',
  'blob',
  'other',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export interface Reference {
  /**
   * The span of the reference as written, with its escapes, in code units of the body's text without a byte order mark.
   * If character references shifted the reference, the span of the whole attribute or style sheet. Null if unknown.
   */
  start: number | null;
  end: number | null;
  /**
   * The reference, with the escapes of the surrounding text decoded. A data: URL is complete, so that it can be
   * inspected; others are truncated to 2048 code units and contain no password.
   */
  written: string;
  /** Length of the whole reference, in code units. */
  length: number;
  kind: ReferenceKind;
  /** Local name in lower case; '' in style sheets and source maps. */
  element: string;
  /** The name of the attribute, CSS property, at-rule, or property of the source map, or `import`. */
  name: string;
  destination: Destination;
  /**
   * When the reference is followed: on every view; once a click, a script or a link triggers an animation; on a
   * person's click; by developer tools; or never.
   */
  when: 'view' | 'trigger' | 'click' | 'tools' | 'never';
  /**
   * The URL to which the reference resolves with the document's own base; null if it needs no base or does not resolve:
   * the URL of a document in a data: URL has an opaque path, so a relative reference there is dead (URL Standard, "no
   * scheme state").
   */
  resolved: string | null;
  dead: boolean;
  /** Problems of rfc2396bis 7.4 to 7.6; positions are in the unescaped reference. */
  misleading: Problem[];
  /** The reason why browsers drop the URL; only for data: URLs in CSS. */
  dropped?: Drop;
}

export interface References {
  /** The number of all references. */
  count: number;
  /** In text order: the first 1000, the first request, and the first 100 form targets. */
  first: Reference[];
  byKind: Record<ReferenceKind, number>;
  /** The number of external references that are fetched on every view. */
  requests: number;
  /** The distinct addresses in these references and in the constants of scripts. */
  contacts: Listed<Contact>;
}

/** An address in a body's scripts, forms or markup, whether or not it is requested. */
export interface Contact {
  /**
   * A URL with the scheme http, https, ws, wss, ftp or mailto, or one without a scheme but with a host. As written,
   * except that constants are decoded and the password is removed; at most 2048 code units. An ellipsis replaces the
   * unknown rest of a host.
   */
  address: string;
  /** The functions with which a script decodes the address, such as `atob`. Empty for plain text. */
  decodedBy: string[];
}

/** Maximum number of form targets that are listed after the other references; they show where data is sent. */
const maxListedForms = 100;

/** Maximum number of contacts of one body that are listed; all are counted. */
const maxContacts = 100;

const judgedAtOnce = 50;

const schemeKinds: Readonly<Record<string, ReferenceKind>> = {
  http: 'external',
  https: 'external',
  ws: 'external',
  wss: 'external',
  ftp: 'external',
  data: 'data',
  javascript: 'javascript',
  vbscript: 'javascript',
  blob: 'blob',
};

/**
 * The beginning of a URL without leading C0 controls and spaces, and without any tabs and line breaks, all of which the
 * URL parser ignores.
 */
function startOfUrl(written: string): string {
  const [start = ''] = /^[\0- ]*(?:[\t\n\r]*[^\t\n\r]){0,64}/.exec(written) ?? [];
  return start.replace(/^[\0- ]+/, '').replace(/[\t\n\r]+/g, '');
}

/** The kind of a reference, by its own text. */
export function referenceKind(written: string): ReferenceKind {
  const start = startOfUrl(written);
  if (start.startsWith('#')) return 'fragment';
  if (/^[/\\]{2}/.test(start)) return 'protocol-relative';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(start)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'relative';
  return Object.hasOwn(schemeKinds, scheme) ? schemeKinds[scheme]! : 'other';
}

export type FoundReference = Pick<Reference, 'start' | 'end' | 'element' | 'name' | 'destination'> & {
  written: string;
  when?: Reference['when'];
  dropped?: Drop;
};

export interface ReferenceCollector {
  add(found: FoundReference): void;
  /**
   * Adds a contact, unless the text contains neither a host nor a mailbox.
   *
   * @param from.isOpen whether an unknown text follows
   */
  addContact(written: string, from?: { decodedBy: readonly string[]; isOpen: boolean }): void;
  /** Returns the references that are scripts (javascript: URLs), which run when they are followed. */
  scripts(): readonly string[];
  /** Whether a data: URL that would be loaded as a document is missing from the list because of the limit. */
  hasUnlistedFrame(): boolean;
  /**
   * Returns the references. Yields now and then.
   *
   * @param base the document's own base URL as written, if the document sets one
   */
  result(base?: string | null): Generator<null, References, void>;
}

const whenOf = (destination: Destination): Reference['when'] =>
  destination === 'none'
    ? 'never'
    : destination === 'document' || destination === 'form' || destination === 'download'
      ? 'click'
      : 'view';

/** Kinds of references that may mislead people: all that may contain a host. */
const mayMislead: ReadonlySet<ReferenceKind> = new Set(['external', 'protocol-relative', 'other']);

/** Collects references, which must be added in text order; counts all, and keeps the first ones. */
export function collectReferences(): ReferenceCollector {
  const kept: (FoundReference & Pick<Reference, 'kind' | 'when'>)[] = [];
  const byKind = Object.fromEntries(referenceKinds.map((kind) => [kind, 0])) as References['byKind'];
  let count = 0;
  let requests = 0;
  let forms = 0;
  const scripts: string[] = [];
  let unlisted = false;
  const addresses = new Set<string>();
  const contacts = lister<Contact>(maxContacts);
  const collector: ReferenceCollector = {
    addContact(written, { decodedBy, isOpen } = plain) {
      const address = addressOf(beginningOf(written), isOpen);
      if (address === null || addresses.has(address)) return;
      addresses.add(address);
      contacts.add({ address, decodedBy: [...decodedBy] });
    },
    add(found) {
      const kind = referenceKind(found.written);
      collector.addContact(found.written);
      const when = found.when ?? whenOf(found.destination);
      count++;
      byKind[kind]++;
      const isRequest = kind === 'external' && when === 'view';
      if (isRequest) requests++;
      if (kind === 'javascript' && when !== 'never' && !isPassive(found.destination))
        scripts.push(found.written);
      const isForm = found.destination === 'form' && ++forms <= maxListedForms;
      if (kept.length < maxListedReferences || (isRequest && requests === 1) || isForm)
        kept.push({ ...found, kind, when });
      else if (kind === 'data' && when === 'view' && !isPassive(found.destination)) unlisted = true;
    },
    scripts: () => scripts,
    hasUnlistedFrame: () => unlisted,
    *result(written = null) {
      const base = written === null ? null : baseOf(beginningOf(written));
      const first: Reference[] = [];
      for (const each of kept) {
        first.push(judged(each, base));
        if (first.length % judgedAtOnce === 0 || each.written.length > maxWrittenLength) yield null;
      }
      return { count, first, byKind, requests, contacts: listed(contacts) };
    },
  };
  return collector;
}

const plain = { decodedBy: [], isOpen: false };
const isMail = /^[\0- ]*mailto:[^?]/i;

/** The address of a contact; null for a reference that contains neither a host nor a mailbox. */
function addressOf(written: string, isOpen: boolean): string | null {
  const kind = referenceKind(written);
  const host = kind === 'external' || kind === 'protocol-relative' ? hostOf(written) : null;
  if (!host?.text && !isMail.test(written)) return null;
  const address = readable(written, maxWrittenLength);
  const isCut = isOpen && !/[\\/?#]/.test(written.slice(host?.end));
  // A colon at the end of a truncated text may begin a password.
  return isCut ? `${address.replace(/:[^@/\\]*$/, '')}…` : address;
}

/** The host that browsers find in a URL ('' if none), and its end in the written text. */
export function hostOf(written: string): { text: string; end: number } {
  const { start, end } = webAuthority(written, 'https')?.host ?? { start: 0, end: 0 };
  return { text: written.slice(start, end).replace(/[\t\n\r]+/g, ''), end };
}

/** Whether a page only shows or reads the content, and never loads it as a document or a script. */
const isPassive = (destination: Destination): boolean => passive.has(destination);
const passive: ReadonlySet<Destination> = new Set<Destination>([
  ...(['image', 'audio', 'video', 'track', 'style', 'font', 'empty', 'manifest'] as const),
]);

/** Completes a reference once the base is known. */
function judged(found: FoundReference & Pick<Reference, 'kind' | 'when'>, base: string | null): Reference {
  const { written, kind, destination, element, name } = found;
  const needsBase = kind === 'relative' || kind === 'protocol-relative';
  const isLong = written.length > maxJudgedLength;
  const beginning = beginningOf(written);
  const to = needsBase && base !== null && !isLong ? resolved(written, base) : null;
  return {
    ...found,
    written: kind === 'data' ? written : readable(withoutPassword(beginning, base), maxWrittenLength),
    length: written.length,
    resolved: to,
    // A reference that is never fetched can't be dead, because it is only a name.
    dead: needsBase && to === null && destination !== 'none' && !(isLong && base !== null),
    // A base isn't resolved against itself.
    misleading: mayMislead.has(kind)
      ? misleading(beginning, element === 'base' && name === 'href' ? null : base).map(shortened)
      : [],
  };
}

/**
 * The beginning of a long reference, including its authority; if the authority is too long to resolve, only the
 * scheme.
 */
function beginningOf(written: string): string {
  if (written.length <= maxJudgedLength) return written;
  const start = written.slice(0, maxJudgedLength);
  const end = webAuthority(`${start}.`, 'https')?.host.end ?? 0;
  return end <= maxJudgedLength ? start : start.slice(0, start.indexOf(':') + 1);
}

/** Truncates the texts of a problem, because a host may have any length. */
export const shortened = (problem: Problem): Problem => ({
  ...problem,
  message: hasEnglish ? clip(problem.message, 1000) : '',
  args: Object.fromEntries(
    Object.entries(problem.args).map(([name, value]) => [
      name,
      typeof value === 'string' ? clip(value, 300) : value,
    ]),
  ),
});

/**
 * HTML 4.2.3, "set the frozen base URL": the href of a base element is resolved against the document's own URL, so it
 * must be absolute; data: and javascript: are ignored. Null if there is no base.
 */
function baseOf(written: string): string | null {
  try {
    const { protocol, href } = new URL(written);
    return protocol === 'data:' || protocol === 'javascript:' ? null : href;
  } catch {
    return null;
  }
}

function resolved(written: string, base: string): string | null {
  try {
    return clip(withoutPassword(new URL(written, base).href), maxWrittenLength);
  } catch {
    return null;
  }
}

/** A reference for display: short, and without anything that could be a password for any base. */
export const readable = (written: string, length?: number): string =>
  clip(withoutPassword(written).trim(), length);

/** The position of a piece of text in the body. `exact`: the body contains the same code units, without escapes. */
export interface Placed {
  start: number;
  end: number;
  exact: boolean;
}

/**
 * Matches a text that every declaration with URLs contains: a function or property for URLs, an at-rule, or a
 * backslash, which may begin an escape. A quick check: without a match, a declaration contains no URL.
 */
const mayHoldUrl = /url|image|src|@|\\/i;

/**
 * Adds the URLs in a style sheet or in declarations.
 *
 * @param place the position of `css` in the body
 * @param element the element that contains the CSS in its text or an attribute; '' for a style sheet
 */
export const addCssReferences = (
  collector: ReferenceCollector,
  css: string,
  place: Placed,
  element = '',
): CssReferences => atOnce(cssReferences(collector, css, place, element));

/** The numbers of URLs, fonts and imports, and the first imports. */
export interface CssReferences {
  urls: number;
  fonts: number;
  imports: string[];
  importCount: number;
}

/**
 * Like `addCssReferences`, but a generator that yields now and then.
 *
 * @param isOnlyData whether URLs other than data: URLs are ignored because browsers don't load them
 */
export function* cssReferences(
  collector: ReferenceCollector,
  css: string,
  place: Placed,
  element = '',
  isOnlyData = false,
): Generator<null, CssReferences, void> {
  const result = { urls: 0, fonts: 0, imports: [] as string[], importCount: 0 };
  if (!mayHoldUrl.test(css)) return result;
  for (const url of findCssUrls(css)) {
    if (url === null) {
      yield null;
      continue;
    }
    const { written, start, end, name, role, dropped } = url;
    // Of unused URLs, only data: URLs are listed.
    if ((dropped || isOnlyData) && !isDataUrl(written)) continue;
    result.urls++;
    if (role === 'font') result.fonts++;
    if (role === 'import') {
      result.importCount++;
      if (result.imports.length < maxListedReferences) result.imports.push(readable(written));
    }
    collector.add({
      written,
      name: clip(name),
      element,
      destination: destinationOfRole[role],
      start: place.exact ? place.start + start : place.start,
      end: place.exact ? place.start + end : place.end,
      ...(dropped && { dropped }),
    });
  }
  return result;
}

/** Maximum number of code units at the end of a script or style sheet that are searched for its source map. */
const sourceMapTailLength = 1 << 16;

/** ECMA-426 11.1.2: adds the URL of the last `//# sourceMappingURL=` in a script, or `/*#` in a style sheet. */
export function addSourceMapReference(collector: ReferenceCollector, text: string): void {
  const offset = Math.max(0, text.lastIndexOf('sourceMappingURL=') - 4);
  if (offset === 0 && !/^.{0,4}sourceMappingURL=/.test(text)) return;
  // The URL extends to the end of the line, and may be long if it is a data: URL.
  const mark = /^(?:[\s\S]{0,4})?(?:\/\/|\/\*)[#@]\ssourceMappingURL=/.exec(text.slice(offset, offset + 40));
  if (!mark) return;
  const start = offset + mark[0].length;
  let end = start;
  while (end < text.length && !/[\s'"]/.test(text[end]!)) end++;
  if (text.startsWith('*/', end - 2)) end -= 2;
  if (
    end === start ||
    (end - start > sourceMapTailLength && referenceKind(text.slice(start, start + 64)) !== 'data')
  )
    return;
  collector.add({
    written: text.slice(start, end),
    start,
    end,
    element: '',
    name: 'sourceMappingURL',
    destination: 'empty',
    when: 'tools',
  });
}
