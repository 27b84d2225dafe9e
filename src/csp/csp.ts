/**
 * Reads Content Security Policy Level 3, as far as it decides about data: URLs: which of them are blocked, which may
 * run, and which sources are missing. https://www.w3.org/TR/CSP3/
 */
import type { Browser } from '../mime/documents.ts';
import { checkList, checkName, checkObject } from '../url-text.ts';
import { type Destination, destinations } from '../vocabulary.ts';

/**
 * The source of a policy: the page's markup, the header of its response, or the header of a second request without
 * cookies, which may differ.
 */
export type CspSource = 'meta' | 'header' | 'header without cookies';

/** A policy as a page declares it. */
export interface CspPolicy {
  source: CspSource;
  /** Whether the policy blocks nothing and only reports violations. */
  reportOnly: boolean;
  /** The text of the policy, as written. A header may contain several policies, separated by commas. */
  text: string;
  /** URL of the document to which the policy applies. */
  frame: string;
}

/** Source expressions by the names of their directives, in the policy's order. */
export type Directives = ReadonlyMap<string, readonly string[]>;

/** Directives that browsers ignore in meta elements (HTML 4.2.5.3). */
const headerOnly = new Set(['report-uri', 'frame-ancestors', 'sandbox']);

/** A directive that browsers ignore because of a character in it. */
export interface IgnoredDirective {
  /** The directive's name in lower case, without the offending character. */
  directive: string;
  character: string;
  /** The position of the character in the policy's text, in code units. */
  at: number;
  /** Whether Chromium also ignores a later directive of this name (engine fact `csp-ignored-counts`). */
  hidesLater: boolean;
}

/**
 * CSP3 2.2.1 and 2.2.2: the policies in a header's value, or the one in a meta element.
 *
 * @param policy the policy, which is parsed as in its `browser` or, without one, by the standard. `allowedActiveUses`
 *   and `decide` are safe only if they are called with the parsed policies of each browser.
 */
export const parsePolicies = (policy: Omit<CspPolicy, 'frame'> & { browser?: Browser }): Directives[] =>
  readPolicies(checkObject(policy, 'parsePolicies', 'a policy with its text', 'text'))
    .map(({ directives }) => directives)
    .filter(({ size }) => size > 0);

/** The first ignored directive of each name in each policy of a header's value or in the policy of a meta element. */
export const ignoredDirectives = (policy: Omit<CspPolicy, 'frame'>): IgnoredDirective[] =>
  readPolicies(policy).flatMap(({ ignored }) => ignored);

function readPolicies({ source, text, reportOnly, browser }: Parameters<typeof parsePolicies>[0]) {
  // HTML allows no report-only policies in meta elements, and browsers ignore this one.
  if (source === 'meta' && reportOnly) return [];
  // Chromium splits a meta element's policy at commas, too.
  const serialized = source === 'meta' && browser !== 'Chromium' ? [text] : text.split(',');
  let start = 0;
  return serialized.map((each) => {
    const policy = readPolicy(each, { source, start, browser });
    start += each.length + 1;
    return policy;
  });
}

/**
 * Matches a character that makes browsers ignore a directive: not ASCII (CSP3 2.2.1), or a control other than ASCII
 * whitespace, which the grammar in 2.3 excludes.
 */
const unreadable = /[^\t\n\f\r -~]/u;

function readPolicy(
  text: string,
  { source, start, browser }: { source: CspSource; start: number; browser: Browser | undefined },
): { directives: Directives; ignored: IgnoredDirective[] } {
  const directives = new Map<string, string[]>();
  const ignored = new Map<string, IgnoredDirective>();
  let end = start - 1;
  for (const token of text.split(';')) {
    const from = end + 1;
    end = from + token.length;
    const [name = '', ...values] = token.split(/[\t\n\f\r ]+/).filter((part) => part !== '');
    const key = name.toLowerCase();
    const isRead = key !== '' && !(source === 'meta' && headerOnly.has(key));
    const fault = unreadable.exec(token);
    const earlier = ignored.get(key);
    // Only the first directive of each name counts.
    if (!isRead || directives.has(key)) continue;
    if (!fault) {
      if (earlier) earlier.hidesLater = true;
      if (!earlier || browser !== 'Chromium') directives.set(key, values);
    } else if (!earlier) {
      const [directive = ''] = /[a-z][a-z\d-]*/.exec(key) ?? [];
      ignored.set(key, { directive, character: fault[0], at: from + fault.index, hidesLater: false });
    }
  }
  return { directives, ignored: [...ignored.values()].filter(({ directive }) => directive !== '') };
}

/** CSP3 6.8.3: the directives that apply to a destination, in order of precedence. */
const chains: Partial<Record<Destination, readonly string[]>> = {
  image: ['img-src', 'default-src'],
  script: ['script-src-elem', 'script-src', 'default-src'],
  style: ['style-src-elem', 'style-src', 'default-src'],
  font: ['font-src', 'default-src'],
  iframe: ['frame-src', 'child-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
  object: ['object-src', 'default-src'],
  embed: ['object-src', 'default-src'],
  worker: ['worker-src', 'child-src', 'script-src', 'default-src'],
  video: ['media-src', 'default-src'],
  audio: ['media-src', 'default-src'],
  track: ['media-src', 'default-src'],
  manifest: ['manifest-src', 'default-src'],
  empty: ['connect-src', 'default-src'],
  // This directive has no fallback. No directive applies to followed links (`navigate-to` was dropped).
  form: ['form-action'],
};

/**
 * The directive of a policy that decides: the first directive in a chain that the policy contains; null if it contains
 * none.
 */
export function effectiveDirective(directives: Directives, chain: readonly string[]): string | null {
  return chain.find((name) => directives.has(name)) ?? null;
}

export const chainOf = (destination: Destination): readonly string[] => chains[destination] ?? [];

const aPolicy = 'a parsed policy';

const has = (sources: readonly string[], keyword: string) =>
  sources.some((source) => source.toLowerCase() === keyword);
const hasNonce = (sources: readonly string[]) =>
  sources.some((source) => /^'nonce-[\w+/=-]+'$/i.test(source));
/** Whether sources contain a hash, which allows scripts with the same hash in their `integrity` attribute. */
const hasHash = (sources: readonly string[]) =>
  sources.some((source) => /^'sha(?:256|384|512)-[\w+/=-]+'$/i.test(source));

/**
 * CSP3 6.7.2: whether a list of sources allows data: URLs by their scheme. `*` matches network schemes only. With
 * `'strict-dynamic'`, schemes do not count for scripts.
 */
export function allowsDataScheme(sources: readonly string[], forScripts: boolean): boolean {
  if (forScripts && has(sources, "'strict-dynamic'")) return false;
  return has(sources, 'data:');
}

/**
 * A policy's decision about data: URLs in a destination; `unknown` if a nonce or hash decides, because the nonces and
 * hashes of elements are not known here.
 */
export function decide(directives: Directives, destination: Destination): 'allows' | 'blocks' | 'unknown' {
  checkObject(directives, 'decide', aPolicy, 'has', 'get');
  checkName(destinations, destination, 'decide', 'a destination');
  const name = effectiveDirective(directives, chainOf(destination));
  if (name === null) return 'allows';
  const sources = directives.get(name) ?? [];
  const forScripts = destination === 'script' || destination === 'worker';
  // CSP3 6.1.11.1: only a script that was allowed to run can start a worker, so the worker is trusted, too.
  if (destination === 'worker' && has(sources, "'strict-dynamic'")) return 'allows';
  if (allowsDataScheme(sources, forScripts)) return 'allows';
  const byNonce = destination === 'script' || destination === 'style';
  const byHash = destination === 'script';
  return (byNonce && hasNonce(sources)) || (byHash && hasHash(sources)) ? 'unknown' : 'blocks';
}

/**
 * Destinations in which allowed data: URLs can run scripts, or be loaded as documents in frames. Browsers never use a
 * data: URL as the base URL, even if base-uri allows it (HTML 4.2.3, "set the frozen base URL").
 */
const dangerous: { destination: Destination; forScripts: boolean; documents: boolean }[] = [
  { destination: 'script', forScripts: true, documents: false },
  { destination: 'worker', forScripts: true, documents: false },
  { destination: 'object', forScripts: false, documents: false },
  { destination: 'iframe', forScripts: false, documents: true },
];

export interface Leak {
  /** The directive that allows data: URLs. */
  directive: string;
  /** Whether only documents in frames are allowed, which is less dangerous than scripts in the page. */
  documents: boolean;
  /** The index of the policy that contains this directive. */
  policy: number;
}

/**
 * Dangerous uses of data: URLs that all policies of one document allow.
 *
 * @param blocked destinations at which a data: URL was observed to be blocked, by a policy that isn't among
 *   `policies`
 */
export function allowedActiveUses(
  policies: readonly Directives[],
  blocked: ReadonlySet<Destination> = new Set(),
): Leak[] {
  checkList(policies, 'allowedActiveUses', 'a list of parsed policies');
  const leaks = new Map<string, Leak>();
  for (const { destination, forScripts, documents } of dangerous) {
    if (blocked.has(destination)) continue;
    const chain = chainOf(destination);
    const names = policies.map((directives) => {
      const name = effectiveDirective(directives, chain);
      if (name === null) return null;
      return allowsDataScheme(directives.get(name) ?? [], forScripts) ? name : undefined;
    });
    // A policy without such a directive also allows data: URLs, but a policy that names `data:` is the one to report.
    const policy = names.findIndex((name) => typeof name === 'string');
    const directive = names[policy];
    if (names.includes(undefined) || typeof directive !== 'string') continue;
    if (!leaks.has(directive)) leaks.set(directive, { directive, documents, policy });
  }
  return [...leaks.values()];
}

/** Destinations in which a data: URL runs nothing. */
export const harmless: ReadonlySet<Destination> = new Set<Destination>([
  'image',
  'style',
  'font',
  'video',
  'audio',
  'track',
  'manifest',
  'empty',
]);

/**
 * The directives to add or change so that a policy allows data: URLs in some destinations, except where something can
 * run. A new directive copies the sources of the directive that it overrides; otherwise, it would block what they
 * allow.
 */
export function smallestAddition(directives: Directives, destinations: ReadonlySet<Destination>): string[] {
  checkObject(directives, 'smallestAddition', aPolicy, 'has', 'get');
  checkObject(destinations, "smallestAddition's destinations", 'a Set', 'has');
  const additions = new Map<string, string>();
  for (const destination of destinations) {
    if (!harmless.has(destination) || decide(directives, destination) !== 'blocks') continue;
    const chain = chainOf(destination);
    const name = effectiveDirective(directives, chain);
    if (name === null) continue;
    // For example, this is `style-src`, not `style-src-elem`, which applies to elements alone.
    const own = name === 'default-src' ? (chain.find((each) => !each.endsWith('-elem')) ?? name) : name;
    const sources = (directives.get(name) ?? []).filter((source) => source.toLowerCase() !== "'none'");
    additions.set(own, [own, ...sources, 'data:'].join(' '));
  }
  return [...additions.values()];
}
