/** Reads Reports from a file of any origin, and ignores invalid values. */

import {
  categories,
  destinations,
  effects,
  labelSources,
  type Occurrence,
  places,
  type State,
  severities,
  stateKinds,
} from '../vocabulary.ts';
import type { ComparedReport, ComparedUrl } from './compare-reports.ts';
import type { Finding } from './report.ts';
import { totalsOf } from './totals.ts';

export const reportFileProblems = ['not_json', 'no_report', 'unknown_version'] as const;
export type ReportFileProblem = (typeof reportFileProblems)[number];

export type ReadReports = { ok: true; reports: ComparedReport[] } | { ok: false; problem: ReportFileProblem };

/**
 * Reads the Reports in a JSON text.
 *
 * @param text the JSON of an export or of `npm run inspect -- --json`: one Report, or a list of them
 */
export function readReports(text: string): ReadReports {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not_json' };
  }
  const all = (Array.isArray(value) ? value : [value]).map(objectIn);
  const reports = all.filter(({ dataUrls }) => Array.isArray(dataUrls));
  if (reports.length === 0) return { ok: false, problem: 'no_report' };
  return reports.every(({ version }) => version === 2)
    ? { ok: true, reports: reports.map(reportIn) }
    : { ok: false, problem: 'unknown_version' };
}

type Values = Record<string, unknown>;

const objectIn = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};
const listIn = (value: unknown): Values[] => (Array.isArray(value) ? value.map(objectIn) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
const countIn = (value: unknown): number => countOrNull(value) ?? 0;
function oneOf<Member extends string>(members: readonly Member[], value: unknown, otherwise: Member): Member {
  return members.find((member) => member === value) ?? otherwise;
}

function reportIn(given: Values): ComparedReport {
  const { url, title } = objectIn(given.page);
  const dataUrls = listIn(given.dataUrls).map(dataUrlIn);
  const findings = listIn(given.findings).map(findingIn);
  const { cost, copiesCost, unusedCost } = totalsOf(dataUrls, findings);
  const said = countIn(objectIn(given.totals).savings);
  return {
    page: { url: textIn(url), title: textIn(title) },
    dataUrls,
    findings,
    totals: { savings: Math.max(copiesCost + unusedCost, Math.min(said, cost)) },
    ...(given.part !== undefined && { partOf: countIn(objectIn(objectIn(given.part).page).dataUrls) }),
  };
}

const dataUrlIn = (given: Values): ComparedUrl => ({
  sha256: textIn(given.sha256),
  length: countIn(given.length),
  head: textIn(given.head),
  mimeType: textOrNull(given.mimeType),
  essence: textOrNull(given.essence),
  size: countOrNull(given.size),
  bodySha256: textOrNull(given.bodySha256),
  occurrences: listIn(given.occurrences).map(occurrenceIn),
  findings: listIn(given.findings).map(findingIn),
});

const occurrenceIn = (given: Values): Occurrence => ({
  frame: textIn(given.frame),
  place: oneOf(places, given.place, 'text'),
  element: textIn(given.element),
  name: textIn(given.name),
  selector: textIn(given.selector),
  destination: oneOf(destinations, given.destination, 'none'),
  inert: given.inert === true,
  cost: countIn(given.cost),
  ...namesIn(given),
  ...(typeof given.removedAt === 'string' && { removedAt: given.removedAt }),
  ...stateIn(objectIn(given.state)),
});

/** Properties of an occurrence from which its data: URL can get a name. */
function namesIn({ face, fileName, rule, label }: Values): Partial<Occurrence> {
  const { by, text } = objectIn(label);
  const source = labelSources.find((each) => each === by);
  return {
    ...(typeof face === 'string' && { face }),
    ...(typeof fileName === 'string' && { fileName }),
    ...(typeof rule === 'string' && { rule }),
    ...(source && typeof text === 'string' && { label: { by: source, text } }),
  };
}

/** The state of an occurrence; empty if its kind or source is unknown. */
function stateIn({ kind, by, directive, reason, predicted }: Values): Pick<Occurrence, 'state'> {
  const known = stateKinds.find((each) => each === kind);
  const source = (['seen', 'devtools', 'predicted'] as const).find((each) => each === by);
  if (!known || !source) return {};
  const otherwise = stateKinds.find((each) => each === predicted);
  const state: State = {
    kind: known,
    by: source,
    ...(typeof directive === 'string' && { directive }),
    ...(typeof reason === 'string' && { reason }),
    ...(otherwise && { predicted: otherwise }),
  };
  return { state };
}

const findingIn = (given: Values): Finding => ({
  rule: textIn(given.rule),
  severity: oneOf(severities, given.severity, 'info'),
  category: oneOf(categories, given.category, 'correctness'),
  effect: oneOf(effects, given.effect, 'advice'),
  messageId: textIn(given.messageId),
  args: Object.fromEntries(
    Object.entries(objectIn(given.args)).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  ),
  message: textIn(given.message),
  start: countIn(given.start),
  end: countIn(given.end),
  help: textIn(given.help),
});
