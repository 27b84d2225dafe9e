/**
 * Content Security Policy Level 3, as far as it decides on data: URLs: which are blocked, which may run, and
 * which sources are missing. https://www.w3.org/TR/CSP3/
 */
import type { Destination } from './vocabulary.ts';

/**
 * The source of a policy: the page's own markup, the header of its response, or the header that its server sends
 * without cookies, which may differ.
 */
export type CspSource = 'meta' | 'header' | 'header without cookies';

/** A policy as a page declares it. */
export interface CspPolicy {
  source: CspSource;
  /** It blocks nothing, and only reports to its server. */
  reportOnly: boolean;
  /** As written; a header may contain several, separated by commas. */
  text: string;
  /** URL of the document that it applies to. */
  frame: string;
}

/** Source expressions by the names of their directives, in the policy's order. */
export type Directives = ReadonlyMap<string, readonly string[]>;

/** Directives that meta elements cannot have (HTML 4.2.5.3). */
const headerOnly = new Set(['report-uri', 'frame-ancestors', 'sandbox']);

/** CSP3 2.2.1 and 2.2.2: the policies in a header's value, or the one of a meta element. */
export function parsePolicies({ source, text, reportOnly }: Omit<CspPolicy, 'frame'>): Directives[] {
  // HTML ignores such a meta element.
  if (source === 'meta' && reportOnly) return [];
  const serialized = source === 'meta' ? [text] : text.split(',');
  return serialized.map((each) => parsePolicy(each, source)).filter((directives) => directives.size > 0);
}

/** CSP3 2.2.1: the only characters of a directive that browsers read. */
const isAscii = (token: string): boolean => !/[^\0-\x7f]/.test(token);

function parsePolicy(text: string, source: CspPolicy['source']): Directives {
  const directives = new Map<string, string[]>();
  for (const token of text.split(';')) {
    // Browsers ignore a directive with another character, and a later one of its name counts.
    if (!isAscii(token)) continue;
    const [name = '', ...values] = token.split(/[\t\n\f\r ]+/).filter((part) => part !== '');
    const key = name.toLowerCase();
    // The first directive of a name counts.
    if (key === '' || directives.has(key) || (source === 'meta' && headerOnly.has(key))) continue;
    directives.set(key, values);
  }
  return directives;
}

/** CSP3 6.8.3: the directives that decide on a destination, in the order of precedence. */
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
  // This directive has no fallback. For followed links there is no directive (`navigate-to` was dropped).
  form: ['form-action'],
};

/** The directive of a policy that decides: the first of a chain that the policy has; null where it has none. */
export function effectiveDirective(directives: Directives, chain: readonly string[]): string | null {
  return chain.find((name) => directives.has(name)) ?? null;
}

export const chainOf = (destination: Destination): readonly string[] => chains[destination] ?? [];

const has = (sources: readonly string[], keyword: string) =>
  sources.some((source) => source.toLowerCase() === keyword);
const hasNonce = (sources: readonly string[]) =>
  sources.some((source) => /^'nonce-[\w+/=-]+'$/i.test(source));
/** A hash allows a script whose `integrity` attribute has it. */
const hasHash = (sources: readonly string[]) =>
  sources.some((source) => /^'sha(?:256|384|512)-[\w+/=-]+'$/i.test(source));

/** Directives in which `'strict-dynamic'` replaces sources by propagated trust. */
const scriptLike = new Set(['script-src', 'script-src-elem', 'worker-src', 'child-src', 'default-src']);

/**
 * CSP3 6.7.2: whether a list of sources allows data: URLs by their scheme. `*` matches network schemes only; with
 * `'strict-dynamic'` schemes do not count for scripts.
 */
export function allowsDataScheme(sources: readonly string[], forScripts: boolean): boolean {
  if (forScripts && has(sources, "'strict-dynamic'")) return false;
  return has(sources, 'data:');
}

/**
 * A policy's decision on data: URLs in a destination; `unknown` where a nonce or hash decides, as those of elements are
 * not known here.
 */
export function decide(directives: Directives, destination: Destination): 'allows' | 'blocks' | 'unknown' {
  const name = effectiveDirective(directives, chainOf(destination));
  if (name === null) return 'allows';
  const sources = directives.get(name) ?? [];
  const forScripts = (destination === 'script' || destination === 'worker') && scriptLike.has(name);
  // CSP3 6.1.11.1: only a script that was allowed to run can start a worker, so the worker is trusted, too.
  if (destination === 'worker' && has(sources, "'strict-dynamic'")) return 'allows';
  if (allowsDataScheme(sources, forScripts)) return 'allows';
  const byNonce = destination === 'script' || destination === 'style';
  const byHash = destination === 'script';
  return (byNonce && hasNonce(sources)) || (byHash && hasHash(sources)) ? 'unknown' : 'blocks';
}

/**
 * Destinations in which allowed data: URLs can run scripts, or be documents in frames. Browsers never use a
 * data: URL as the base URL, whatever base-uri says (HTML 4.2.3, "set the frozen base URL").
 */
const dangerous: { destination: Destination; forScripts: boolean; documents: boolean }[] = [
  { destination: 'script', forScripts: true, documents: false },
  { destination: 'worker', forScripts: true, documents: false },
  { destination: 'object', forScripts: false, documents: false },
  { destination: 'iframe', forScripts: false, documents: true },
];

export interface Leak {
  /** The directive that allows data:. */
  directive: string;
  /** It allows only documents in frames, which is less than scripts in the page. */
  documents: boolean;
  /** The index of the policy that has this directive. */
  policy: number;
}

/**
 * Dangerous uses of data: URLs that all policies of one document allow.
 *
 * @param blocked destinations in which a data: URL was seen to be blocked, by a policy that is not known here
 */
export function leaksOf(
  policies: readonly Directives[],
  blocked: ReadonlySet<Destination> = new Set(),
): Leak[] {
  const leaks = new Map<string, Leak>();
  for (const { destination, forScripts, documents } of dangerous) {
    if (blocked.has(destination)) continue;
    const chain = chainOf(destination);
    const names = policies.map((directives) => {
      const name = effectiveDirective(directives, chain);
      if (name === null) return null;
      return allowsDataScheme(directives.get(name) ?? [], forScripts) ? name : undefined;
    });
    // A policy without such a directive also allows it, but is not the one to report.
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
 * The smallest change of a policy by which it allows data: URLs in those of some destinations where nothing
 * runs: the changed directives. One that falls back on another takes over its sources, or it would block what
 * that allowed.
 */
export function smallestAddition(directives: Directives, destinations: ReadonlySet<Destination>): string[] {
  const additions = new Map<string, string>();
  for (const destination of destinations) {
    if (!harmless.has(destination) || decide(directives, destination) !== 'blocks') continue;
    const chain = chainOf(destination);
    const name = effectiveDirective(directives, chain);
    if (name === null) continue;
    // Not the directive for elements alone, such as `style-src-elem`.
    const own = name === 'default-src' ? (chain.find((each) => !each.endsWith('-elem')) ?? name) : name;
    const sources = (directives.get(name) ?? []).filter((source) => source.toLowerCase() !== "'none'");
    additions.set(own, [own, ...sources, 'data:'].join(' '));
  }
  return [...additions.values()];
}
