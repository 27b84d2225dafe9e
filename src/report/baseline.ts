/**
 * Baselines. A baseline lists the findings that a project knows and accepts, so that a check fails only for new ones. A
 * finding is identified by file, rule, data: URL and destination, but not by selector or line, so a known finding may
 * move.
 */
import { JsonMistake, jsonText, placesOf, positionAt } from '../payload/json/json-places.ts';
import type { PlacedFinding } from './placed-findings.ts';

/** The version of the format. */
const version = 1;

/** A known finding. */
export interface KnownFinding {
  /** The path of a file, or the URL of a page. */
  file: string;
  rule: string;
  /** The destination of the data: URL in this file; absent, like `url`, for a finding about the page as a whole. */
  destination?: string;
  /** SHA-256 of the written URL, in hexadecimal. */
  url?: string;
  /** The number of the finding's occurrences. */
  count: number;
}

const keyOf = ({ file, rule, destination = '', url = '' }: Omit<KnownFinding, 'count'>): string =>
  [file, rule, destination, url].join('\n');

const checks: Record<keyof KnownFinding, (value: unknown) => boolean> = {
  file: (value) => typeof value === 'string' && value !== '',
  rule: (value) => typeof value === 'string' && value !== '',
  destination: (value) => value === undefined || (typeof value === 'string' && value !== ''),
  url: (value) => value === undefined || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)),
  count: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};

/**
 * Reads a baseline.
 *
 * @throws {JsonMistake} for an unsupported version of the format, or for damaged text
 */
export function parseBaseline(text: string): KnownFinding[] {
  const json = jsonText(text);
  const places = placesOf(json);
  const mistake = (words: string, at: number) => new JsonMistake(words, positionAt(json, at));
  if (!places.ok) throw mistake('not a baseline: not JSON', places.at);
  const { version: given, findings } = Object(JSON.parse(json)) as { version?: unknown; findings?: unknown };
  if (given !== version && Number.isSafeInteger(given))
    throw mistake(
      `a baseline of version ${given}, but this command reads version ${version}`,
      places.at(['version']),
    );
  if (given !== version || !Array.isArray(findings)) throw mistake('not a baseline', 0);
  const keys = new Set<string>();
  for (const [at, entry] of findings.entries()) {
    const wrong = Object.entries(checks).find(([name, isValid]) => !isValid(Object(entry)[name]));
    if (wrong)
      throw mistake(
        `damaged baseline: findings[${at}].${wrong[0]} is not valid`,
        places.at(['findings', at, wrong[0]]),
      );
    const key = keyOf(entry);
    if (keys.has(key))
      throw mistake(`damaged baseline: findings[${at}] is a duplicate`, places.at(['findings', at]));
    keys.add(key);
  }
  return findings;
}

/** The text of a baseline: sorted, with one finding per line, and identical for the same findings. */
export function baselineText(findings: readonly KnownFinding[]): string {
  const sorted = findings.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lines = sorted.map(({ file, rule, destination, url, count }) =>
    JSON.stringify({ file, rule, destination, url, count }),
  );
  return `{\n"version": ${version},\n"findings": [\n${lines.join(',\n')}${lines.length > 0 ? '\n' : ''}]\n}\n`;
}

/** A comparison of the findings of one run with the known ones. */
export interface Comparison {
  /**
   * The findings of a file or page, split into known and new occurrences. If there are more occurrences than in the
   * baseline, the last ones are new.
   */
  compare(file: string, placed: Iterable<PlacedFinding>): PlacedFinding[];
  /** The findings of this run, as a baseline would list them. */
  found(): KnownFinding[];
  /** Known findings that were not found, with the number of missing occurrences. */
  missing(): KnownFinding[];
}

/** Begins to compare the findings of a run with the known ones. */
export function compareWith(known: readonly KnownFinding[]): Comparison {
  const remaining = new Map(known.map((each) => [keyOf(each), { ...each }]));
  const found = new Map<string, KnownFinding>();

  /**
   * Counts a finding.
   *
   * @returns whether the finding is known
   */
  const isKnown = (finding: Omit<KnownFinding, 'count'>): boolean => {
    const key = keyOf(finding);
    found.set(key, { ...finding, count: (found.get(key)?.count ?? 0) + 1 });
    const entry = remaining.get(key);
    if (!entry || entry.count === 0) return false;
    entry.count--;
    return true;
  };

  function* split(file: string, placed: PlacedFinding): Generator<PlacedFinding, void, void> {
    const { path, occurrences } = placed;
    const { rule } = placed.finding;
    const url = path.at(-1)?.sha256;
    if (url === undefined || occurrences.length === 0) {
      yield { ...placed, baselineState: isKnown({ file, rule, ...(url && { url }) }) ? 'unchanged' : 'new' };
      return;
    }
    const known = occurrences.map(({ destination }) => isKnown({ file, rule, destination, url }));
    for (const baselineState of ['unchanged', 'new'] as const) {
      const own = occurrences.filter((_, at) => known[at] === (baselineState === 'unchanged'));
      if (own.length > 0) yield { ...placed, occurrences: own, baselineState };
    }
  }

  return {
    compare: (file, placed) => Array.from(placed).flatMap((each) => [...split(file, each)]),
    found: () => [...found.values()],
    missing: () => [...remaining.values()].filter(({ count }) => count > 0),
  };
}
