/**
 * Searches in a Report. All terms must match: words, `field:value`, quantities (`size>4k`), states (`is:flagged`). A
 * leading `-` negates a term; quotation marks keep spaces.
 */
import { matchesPattern, parsePattern } from '../mime/patterns.ts';
import { stopsAll } from '../problem.ts';
import { type Effect, type Occurrence, type StateKind, stateKinds } from '../vocabulary.ts';
import { isBrokenFile } from './family.ts';
import { type DataUrl, isFlagged, isUnsafe, type Name } from './report.ts';
import { failedKinds } from './states.ts';
import type { Weighed } from './weights.ts';

/** The properties of an occurrence that can be searched. */
type PlaceField = 'frame' | 'place' | 'element' | 'name' | 'selector' | 'destination' | 'rule' | 'sheet';

/** The properties of a data: URL that can be searched. */
export interface Searched
  extends Pick<
      DataUrl,
      | 'sha256'
      | 'head'
      | 'length'
      | 'mimeType'
      | 'essence'
      | 'detectedType'
      | 'charset'
      | 'encoding'
      | 'size'
      | 'bodySha256'
      | 'problem'
      | 'disallowed'
      | 'findings'
    >,
    Weighed {
  places: readonly Pick<Occurrence, PlaceField>[];
  occurrenceCount: number;
  isWeak: boolean;
  /** The states of the occurrences of the data: URL. */
  states: readonly StateKind[];
  removedAt: string | null;
  name: Name | null;
  isRequestedOnly: boolean;
}

/** Facts about a data: URL that are not among its own properties. */
export interface Surroundings {
  /** Whether the body also occurs in the page under another URL, or at another occurrence. */
  isDuplicate: boolean;
  /** Whether the URL can be repaired; false if that is not known yet. */
  isRepairable: boolean;
  /** The effects of the data: URL, including those from page findings. */
  effects: ReadonlySet<Effect>;
}

type Test = (searched: Searched, around: Surroundings) => boolean;

/** Returns the text in which words are searched for: see `wordsOf`. */
type WordsOf = (searched: Searched) => string;

export const queryProblemCodes = ['not-a-quantity', 'unknown-state'] as const;

/** An invalid part of a query, with its position in code units. */
export interface QueryProblem {
  code: (typeof queryProblemCodes)[number];
  /** The value, in lower case and without quotes. */
  value: string;
  /** The valid values; empty for a quantity. */
  known: readonly string[];
  start: number;
  end: number;
}

export interface Query {
  /** Whether a data: URL matches the query. */
  matches: Test;
  /** The invalid terms, which are ignored. */
  problems: QueryProblem[];
}

const includes = (text: string | null, value: string): boolean =>
  text?.toLowerCase().includes(value) ?? false;

const placeTexts = ({ places }: Searched, names: readonly PlaceField[]) =>
  places.flatMap((place) => names.map((name) => place[name] ?? null));

const anyPlace =
  (...names: PlaceField[]) =>
  (searched: Searched, value: string) =>
    placeTexts(searched, names).some((text) => includes(text, value));

const isOfType = ({ mimeType, essence, detectedType }: Searched, value: string): boolean => {
  const pattern = parsePattern(value);
  return pattern
    ? [essence, detectedType].some((type) => type !== null && matchesPattern(type, pattern))
    : includes(mimeType, value) || includes(detectedType, value);
};

/** The tests for `field:value`, by field; the value is in lower case. */
const fields: Record<string, (searched: Searched, value: string, around: Surroundings) => boolean> = {
  type: isOfType,
  text: ({ head }, value) => includes(head, value),
  name: ({ name }, value) => includes(name?.text ?? null, value),
  rule: ({ findings }, value) => findings.some(({ rule }) => includes(rule, value)),
  effect: (_, value, around) => [...around.effects].some((effect) => effect.startsWith(value)),
  severity: ({ findings }, value) => findings.some(({ severity }) => severity.startsWith(value)),
  category: ({ findings }, value) => findings.some(({ category }) => category.startsWith(value)),
  place: anyPlace('place'),
  destination: anyPlace('destination'),
  element: anyPlace('element'),
  selector: anyPlace('selector', 'rule'),
  sheet: anyPlace('sheet'),
  frame: anyPlace('frame'),
  charset: ({ charset }, value) => includes(charset.declared, value) || includes(charset.used, value),
  encoding: ({ encoding }, value) => encoding.startsWith(value),
  hash: ({ sha256, bodySha256 }, value) => sha256.startsWith(value) || (bodySha256 ?? '').startsWith(value),
};

/** The tests for `is:`, by state. */
const states: Record<string, Test> = {
  flagged: ({ findings }) => isFlagged(findings),
  security: ({ findings }) => isUnsafe(findings),
  broken: (searched) => stopsAll(searched.problem) || isBrokenFile(searched),
  disallowed: ({ disallowed }) => disallowed !== null,
  duplicate: (_, { isDuplicate }) => isDuplicate,
  unused: ({ isUnused }) => isUnused,
  repairable: (_, { isRepairable }) => isRepairable,
  runs: (_, { effects }) => effects.has('can-run'),
  quoted: ({ isWeak }) => isWeak,
  gone: ({ removedAt }) => removedAt !== null,
  requested: ({ isRequestedOnly }) => isRequestedOnly,
  failed: ({ states }) => states.some((kind) => failedKinds.has(kind)),
  empty: ({ size }) => size === 0,
  // Matches if at least one occurrence has the state.
  ...Object.fromEntries(
    stateKinds.map((kind): [StateKind, Test] => [kind, ({ states }) => states.includes(kind)]),
  ),
};

/** The words that can follow `is:`. */
export const stateNames: readonly string[] = Object.keys(states);

/** The quantities: size of the body in bytes, bytes in the page, length in code units, and number of occurrences. */
const quantities: Record<string, (searched: Searched) => number | null> = {
  size: ({ size }) => size,
  cost: ({ weight }) => weight.cost,
  length: ({ length }) => length,
  places: ({ occurrenceCount }) => occurrenceCount,
};

/** The words that may precede a comparison and a value, except `is`. */
export const fieldNames: readonly string[] = [...Object.keys(fields), ...Object.keys(quantities)];

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  ':': (a, b) => a === b,
};

const powers: Record<string, number> = { '': 0, k: 1, m: 2, g: 3 };

/** Parses a quantity such as `4096`, `4k`, `1.5 MB` or `4KiB`; null for other text. */
function parseQuantity(text: string): number | null {
  const [, digits, unit = '', binary] = /^(\d+(?:[.,]\d+)?)([kmg]?)(i?)b?$/.exec(text) ?? [];
  if (digits === undefined || (unit === '' && binary)) return null;
  return Number(digits.replace(',', '.')) * (binary ? 1024 : 1000) ** (powers[unit] ?? 0);
}

const known: Record<QueryProblem['code'], readonly string[]> = {
  'not-a-quantity': [],
  'unknown-state': stateNames,
};

/** Matches a term: optional negation, field and comparison; then a value, which may be quoted. */
const term = /(-?)(?:([a-z]+)(>=|<=|[:<>=]))?("[^"]*"?|\S*)/giy;

/**
 * The properties of a data: URL that the user sees, in lower case. Words without a field are searched for in them. Each
 * property ends with a line break, which no query contains.
 *
 * @param say the text of a finding in the user's language
 */
export const wordsOf = (searched: Searched, say: (finding: Searched['findings'][number]) => string): string =>
  [
    searched.mimeType,
    searched.detectedType,
    searched.head,
    searched.name?.text,
    ...placeTexts(searched, ['element', 'name', 'selector', 'frame', 'rule', 'sheet']),
    ...searched.findings.flatMap((finding) => [finding.rule, say(finding)]),
  ]
    .join('\n')
    .toLowerCase();

/** The test of one term; the code of a problem if the term is invalid; null if it is incomplete. */
function testOf(
  field: string,
  comparison: string,
  value: string,
  words: WordsOf,
): Test | QueryProblem['code'] | null {
  if (value === '') return null;
  const quantity = quantities[field];
  const compare = comparisons[comparison];
  if (quantity && compare) {
    const wanted = parseQuantity(value);
    if (wanted === null) return 'not-a-quantity';
    return (searched) => {
      const have = quantity(searched);
      return have !== null && compare(have, wanted);
    };
  }
  if (field === 'is') return Object.hasOwn(states, value) ? (states[value] as Test) : 'unknown-state';
  const ask = fields[field];
  return ask
    ? (searched, around) => ask(searched, value, around)
    : (searched) => words(searched).includes(value);
}

/**
 * Parses a query. Never fails: invalid terms are reported as problems and ignored. A word whose colon doesn't follow
 * the name of a field (`data:image`) is searched for unchanged.
 *
 * @param words see `wordsOf`
 */
export function parseQuery(text: string, words: WordsOf): Query {
  const tests: Test[] = [];
  const problems: QueryProblem[] = [];
  term.lastIndex = 0;
  while (term.lastIndex < text.length) {
    const start = term.lastIndex;
    const [whole = '', minus = '', name = '', comparison = '', rest = ''] = term.exec(text) ?? [];
    // There is only whitespace here, between the terms.
    if (whole === '') {
      term.lastIndex = start + 1;
      continue;
    }
    const field = name.toLowerCase();
    const isOurs =
      (comparison === ':' && (Object.hasOwn(fields, field) || field === 'is')) ||
      (comparison !== '' && Object.hasOwn(quantities, field));
    const written = isOurs ? rest : whole.slice(minus.length);
    const value = written.replaceAll('"', '').toLowerCase();
    const test = isOurs ? testOf(field, comparison, value, words) : testOf('', '', value, words);
    if (typeof test === 'string')
      problems.push({ code: test, value, known: known[test], start, end: start + whole.length });
    else if (test) tests.push(minus ? (searched, around) => !test(searched, around) : test);
  }
  return { problems, matches: (searched, around) => tests.every((test) => test(searched, around)) };
}
