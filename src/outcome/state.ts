/**
 * Determines the state of a data: URL at one occurrence. Combines the outcome observed in the page, DevTools' reports,
 * the known policies, and the browser's predicted outcome into one `State`.
 */
import { chainOf, type Directives, decide, effectiveDirective, harmless } from '../csp/csp.ts';
import type { DocumentPolicies } from '../csp/document-policies.ts';
import type { Browser } from '../mime/documents.ts';
import type { DataUrlRequest } from '../report/report.ts';
import {
  type Destination,
  isOfNetwork,
  isWeak,
  type Occurrence,
  type State,
  type StateKind,
} from '../vocabulary.ts';
import { governedAs } from './engines.ts';
import { elsewhere, type Outcome } from './outcome-types.ts';
import type { ObservedOutcome } from './state-words.ts';

const kindOfSight: Record<ObservedOutcome, StateKind> = {
  loaded: 'loaded',
  'not-shown': 'not-shown',
  pending: 'unknown',
  lazy: 'not-requested',
  'other-chosen': 'not-requested',
  unused: 'not-requested',
  dropped: 'dropped',
};

export interface Evidence extends Pick<DocumentPolicies, 'policies'> {
  /** By default, all of the policies. */
  certain?: DocumentPolicies['certain'];
  /** The outcome observed in the page; undefined if nothing can be observed. */
  sight: ObservedOutcome | undefined;
  /** The requests that DevTools reported for the occurrence's URL. */
  requests: readonly DataUrlRequest[];
  /** Whether DevTools listed the occurrence's URL among the page's requests or resources. */
  isReported: boolean;
  /** Whether DevTools has reported every request of the page so far. */
  isWhole: boolean;
  /** The browser for which the outcome is predicted. */
  browser: Browser;
  outcome: Outcome;
}

type Predicted = Pick<State, 'kind' | 'directive' | 'reason'>;

/**
 * The state of an occurrence. The observed outcome takes precedence over DevTools' reports, and these take precedence
 * over the prediction.
 */
export function stateOf(occurrence: Occurrence, evidence: Evidence): State {
  if (occurrence.dropped) return { kind: 'dropped', by: 'predicted' };
  const predicted = predict(occurrence, evidence);
  const { sight } = evidence;
  const reported = reportedKind(occurrence, evidence);
  if (sight === 'not-shown') return notShown(predicted, reported);
  if (sight !== undefined && (sight !== 'pending' || reported === undefined)) {
    const kind = kindOfSight[sight];
    const reason = sight === 'loaded' ? {} : { reason: sight };
    return { kind, by: 'seen', ...reason, ...differing(kind, predicted) };
  }
  // A blocked URL is not requested, either.
  const isUnasked = reported === 'not-requested' && predicted.kind === 'blocked';
  if (reported === undefined && mayPrecede(occurrence, predicted, evidence))
    return { kind: 'unknown', reason: 'before-policy', by: 'predicted' };
  if (reported === undefined || isUnasked) return { ...predicted, by: 'predicted' };
  // If a browser saves a response as a file, DevTools reports an unfinished request.
  const isExplained =
    predicted.kind === reported || (reported === 'refused' && predicted.kind === 'download');
  if (isExplained) return { ...predicted, by: 'devtools' };
  return { kind: reported, by: 'devtools', ...differing(reported, predicted) };
}

/**
 * Whether something may have run although a policy blocks it now, because no known header contains that policy. What
 * cannot run anything is assumed to have been loaded after the policy applied.
 */
function mayPrecede(occurrence: Occurrence, { kind }: Predicted, evidence: Evidence): boolean {
  const { policies, certain = policies } = evidence;
  if (kind === 'unknown' || (!isInCode(occurrence) && harmless.has(occurrence.destination))) return false;
  return predict(occurrence, { ...evidence, policies: certain }).kind !== kind;
}

/** The state of an element that shows nothing: blocked if a known policy blocks its URL, otherwise as predicted. */
function notShown(predicted: Predicted, reported: StateKind | undefined): State {
  if (predicted.kind === 'blocked') return { ...predicted, by: 'seen' };
  if (reported === 'blocked') return { kind: 'blocked', by: 'devtools', ...differing('blocked', predicted) };
  const { reason } = predicted;
  const isWhy = predicted.kind === 'refused' || predicted.kind === 'download';
  return {
    kind: 'not-shown',
    by: 'seen',
    ...(isWhy && reason !== undefined && { reason }),
    ...differing('not-shown', predicted),
  };
}

/**
 * The kinds with which each kind is compatible, besides itself. For example, a data: URL that is not shown may have
 * been refused.
 */
const compatible: Partial<Record<StateKind, readonly StateKind[]>> = {
  'not-shown': ['refused', 'download'],
  // The prediction assumes that the URL is requested.
  'not-requested': ['loaded', 'refused', 'blocked', 'download'],
};

function differing(kind: StateKind, { kind: predicted }: Predicted): Pick<State, 'predicted'> {
  const agrees = predicted === kind || predicted === 'unknown' || compatible[kind]?.includes(predicted);
  return agrees ? {} : { predicted };
}

/** The predicted state. Policies are checked before a URL is read, and only for requests. */
function predict(occurrence: Occurrence, { outcome, policies, browser }: Evidence): Predicted {
  if (isWeak(occurrence)) return { kind: 'not-requested', reason: 'quoted' };
  if (occurrence.inert) return { kind: 'not-requested', reason: 'inert' };
  const kind: StateKind = outcome.kind === 'loads' ? 'loaded' : outcome.kind;
  const known = { kind, ...(outcome.reason !== undefined && { reason: outcome.reason }) };
  if (kind === 'not-requested' || outcome === elsewhere) return known;
  // A policy only blocks what the code requests.
  if (isRequestedByCode(occurrence)) return kind === 'loaded' ? { kind: 'unknown' } : known;
  if (isInCode(occurrence)) {
    const own = inlineScripts(policies);
    if (own === 'blocks') return { kind: 'not-requested' };
    if (own === 'unknown') return { kind: 'unknown' };
  }
  const governing = governedAs(occurrence.destination, browser, outcome.isDocument === true);
  const { decision, directive } = decisionOf(policies, governing);
  if (decision === 'blocks') return { kind: 'blocked', directive };
  if (kind !== 'loaded') return known;
  if (decision === 'unknown') return { kind: 'unknown', directive, reason: 'nonce' };
  // A style sheet doesn't show whether any element uses the rule. Fonts are different, because they have their own
  // status.
  const { place, destination } = occurrence;
  return place === 'stylesheet' && destination === 'image' ? { kind: 'unknown', reason: 'if-used' } : known;
}

/** Whether the URL is in the code of a page, which may not run. */
export const isInCode = ({ place, file }: Occurrence): boolean =>
  !file && (place === 'other-attribute' || place === 'script');

/**
 * Whether code in a page requests the URL, so that only the code determines whether and when, such as the URLs of import
 * maps. Import statements are not included, because they are requested before their module runs. In a file, the outcome
 * is predicted as if the code ran.
 */
const isRequestedByCode = (occurrence: Occurrence): boolean =>
  isInCode(occurrence) && occurrence.name !== 'import';

/**
 * CSP3 6.7.3.3: whether policies allow an inline script; `unknown` if a nonce or hash decides, because those of elements
 * are not known here.
 */
function inlineScripts(policies: readonly Directives[]): ReturnType<typeof decide> {
  const decisions = policies.map((directives) => {
    const sources = directives.get(effectiveDirective(directives, chainOf('script')) ?? '');
    const text = sources?.join(' ').toLowerCase() ?? "'unsafe-inline'";
    if (/'(?:nonce|sha256|sha384|sha512)-/.test(text)) return 'unknown';
    return !text.includes("'strict-dynamic'") && text.includes("'unsafe-inline'") ? 'allows' : 'blocks';
  });
  return (['blocks', 'unknown'] as const).find((decision) => decisions.includes(decision)) ?? 'allows';
}

/** The decision of several policies about some destinations, and the directive that made it. */
function decisionOf(
  policies: readonly Directives[],
  destinations: readonly Destination[],
): { decision: ReturnType<typeof decide>; directive: string } {
  let result: ReturnType<typeof decisionOf> = { decision: 'allows', directive: '' };
  const pairs = policies.flatMap((directives) => destinations.map((each) => [directives, each] as const));
  for (const [directives, destination] of pairs) {
    const decision = decide(directives, destination);
    const directive = effectiveDirective(directives, chainOf(destination));
    if (decision === 'allows' || directive === null) continue;
    if (decision === 'blocks') return { decision, directive };
    result = { decision, directive };
  }
  return result;
}

/**
 * Destinations that are requested as soon as they are used. Media are not among them, because the DevTools of some
 * browsers omit media.
 */
const requestedInUse: ReadonlySet<Destination> = new Set<Destination>([
  'image',
  'script',
  'style',
  'font',
  'iframe',
  'frame',
  'object',
  'embed',
]);
/** Destinations that the page itself does not request. */
const neverReported: ReadonlySet<Destination> = new Set<Destination>([
  'none',
  'download',
  'form',
  'document',
]);

/**
 * The state that DevTools reported; undefined if unknown. Of several requests, the one with the best outcome counts.
 */
function reportedKind(
  occurrence: Occurrence,
  { requests, isReported, isWhole, outcome }: Evidence,
): StateKind | undefined {
  const { destination, inert, removedAt } = occurrence;
  const isUsed = !inert && !isWeak(occurrence);
  if (!isUsed || (neverReported.has(destination) && !isOfNetwork(occurrence))) return undefined;
  if (!isReported)
    return isWhole && outcome !== elsewhere && removedAt === undefined && requestedInUse.has(destination)
      ? 'not-requested'
      : undefined;
  // Chromium's list of resources contains failed ones, too.
  if (requests.length === 0) return outcome.kind === 'refused' ? undefined : 'loaded';
  const own = requests.filter((request) => request.destination === destination);
  const kinds = (own.length > 0 ? own : requests).map(kindOfRequest);
  return (['loaded', 'refused', 'blocked'] as const).find((kind) => kinds.includes(kind));
}

/** The outcome of a request in the browser; undefined if the browser reports none, as for a worker's script. */
function kindOfRequest({ status, error }: DataUrlRequest): 'loaded' | 'refused' | 'blocked' | undefined {
  if (error !== null) return /blocked/i.test(error) ? 'blocked' : 'refused';
  return status > 0 ? 'loaded' : undefined;
}
