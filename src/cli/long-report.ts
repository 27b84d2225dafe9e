/**
 * Makes the Report of a long text in little memory. The Report is the same as that of `reportOfFile`, but only a hash
 * and the compressed JSON of each data: URL are kept in memory.
 */
import { setFlagsFromString } from 'node:v8';
import { type Identity, identify } from '../data-url/written.ts';
import {
  type FileToReport,
  isPlain,
  judgedUrl,
  type Located,
  occurrenceOf,
  readUrl,
  timingOf,
} from '../files/report-of-file.ts';
import type { Policy } from '../policy/policy-types.ts';
import { type DataUrl, highestSeverity, type StreamedReport, type StreamedUrl } from '../report/report.ts';
import { withoutReading, withoutRepair } from '../report/report-json-form.ts';
import { type CountedUrl, totalsOf } from '../report/totals.ts';
import { weightOf } from '../report/weights.ts';
import { judgePage, verdictKey } from '../rules/index.ts';
import type { Occurrence, Severity, State } from '../vocabulary.ts';
import { compressedList, numberedTexts } from './compressed-lists.ts';

/** A long text, which contains only quoted data: URLs, and no policies. */
export type LongText = Pick<FileToReport, 'path' | 'located' | 'unreachable' | 'policy' | 'start'>;

export interface LongReport {
  /** The Report, whose data: URLs can be iterated any number of times. */
  report: StreamedReport;
  /** The highest severity of all findings, including those of nested data: URLs; null if there are none. */
  severity: Severity | null;
}

/** A data: URL, stored as JSON, without its occurrences. */
interface Head {
  dataUrl: StreamedUrl;
  /** The repair, which applies to plain occurrences. */
  repair?: Occurrence['repair'];
}

/** An occurrence, without its repair. */
interface Place {
  occurrence: Occurrence;
  /** Whether the URL appears unchanged in the file, on one line. */
  isPlain: boolean;
}

/** Makes the Report of a long text. */
export async function reportOfLongText(text: LongText): Promise<LongReport> {
  // By default, the heap grows to four times its content before V8 collects garbage, nearly all of which is short-lived.
  setFlagsFromString('--heap-growing-percent=50');
  const { path, unreachable, policy, start } = text;
  const { urls, sourceMaps, severity, inspectMs } = await readAll(text);
  const foundAt = performance.now() - inspectMs;
  const page = { url: path, title: '', frames: 1 };
  const findings = judgePage({ page, dataUrls: sourceMaps, csp: [], policy });
  const totals = totalsOf(counted(urls), findings);
  return {
    report: {
      version: 2,
      page,
      unreachable,
      timing: timingOf(start, foundAt),
      totals,
      dataUrls: urls,
      findings,
    },
    severity: highestSeverity([...findings, ...(severity === null ? [] : [{ severity }])]),
  };
}

async function readAll({ path, located, policy }: LongText) {
  const numbers = new Map<string, number>();
  const heads = compressedList();
  const repeats = numberedTexts();
  const kinds = placeKinds();
  /** The kinds of the occurrences of each data: URL, as the sum of their bits. */
  const kindsOf: number[] = [];
  /** The numbers of the data: URLs for which a later Head replaces the first one. */
  const rejudged = new Set<number>();
  const sourceMaps: DataUrl[] = [];
  const identityOf = cachedIdentities();
  let severity: Severity | null = null;
  let inspectMs = 0;
  for await (const each of located) {
    const begun = performance.now();
    const place = placeOf(path, each);
    const identity = await identityOf(each.found.written);
    const key = compact(identity.sha256);
    const number = numbers.get(key);
    const kind = kinds.of(place);
    const known = number === undefined ? 0 : (kindsOf[number] ?? 0);
    if ((known & kind) === 0) {
      const dataUrl = await judgedAt(each, [...kinds.examples(known), place], identity, policy);
      severity = highestIn(dataUrl, severity);
      const repair = dataUrl.occurrences.find((occurrence) => occurrence.repair)?.repair;
      const head: Head = {
        dataUrl: { ...withoutRepair(withoutReading(dataUrl)), occurrences: [] },
        ...(repair && { repair }),
      };
      if (number === undefined) {
        numbers.set(key, kindsOf.length);
        kindsOf.push(kind);
        heads.add(JSON.stringify({ ...head, ...place }));
        sourceMaps.push(...sourceMapOf(dataUrl));
      } else {
        kindsOf[number] = known | kind;
        rejudged.add(number);
        repeats.add(number, JSON.stringify(head));
      }
    }
    if (number !== undefined) repeats.add(number, JSON.stringify(place));
    inspectMs += performance.now() - begun;
  }
  // Frees memory, because the totals need a similar map.
  numbers.clear();
  const repeatsOf = repeats.byNumber();
  function* all(): Generator<StreamedUrl, void, void> {
    let number = 0;
    for (const text of heads.all()) {
      yield streamedUrl(JSON.parse(text), repeatsOf(number), rejudged.has(number));
      number++;
    }
  }
  return { urls: { [Symbol.iterator]: all }, sourceMaps, severity, inspectMs };
}

/** Converts a hexadecimal hash to a string with one character per byte. */
const compact = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

const quoted: State = { kind: 'not-requested', reason: 'quoted', by: 'predicted' };
const template: State = { kind: 'template', by: 'predicted' };

function placeOf(path: string, located: Located): Place {
  const occurrence = occurrenceOf(path, located, () => ({ line: 1, column: 1 }));
  occurrence.state = occurrence.placeholders ? template : quoted;
  return { occurrence, isPlain: isPlain(located) };
}

/**
 * Assigns a bit to each kind of occurrence. All occurrences of a kind have the same findings. There are only a few
 * kinds, because all occurrences are quoted.
 */
function placeKinds() {
  const bits = new Map<string, number>();
  const examples: Place[] = [];
  return {
    of(place: Place): number {
      const { occurrence, isPlain } = place;
      const key = [isPlain, occurrence.placeholders !== undefined, verdictKey(occurrence)].join(' ');
      const bit = bits.get(key) ?? 1 << examples.length;
      if (!bits.has(key)) examples.push(place);
      bits.set(key, bit);
      return bit;
    },
    examples: (kinds: number): Place[] => examples.filter((_, at) => kinds & (1 << at)),
  };
}

/** Caches hashes, because logs repeat lines. */
function cachedIdentities(): (written: string) => Promise<Identity> {
  let cached = new Map<string, Identity>();
  let length = 0;
  return async (written) => {
    const known = cached.get(written);
    if (known) return known;
    const identity = await identify(written);
    length += written.length;
    if (length > maxCached) {
      cached = new Map();
      length = written.length;
    }
    cached.set(written, identity);
    return identity;
  };
}

/** Maximum total length, in code units, of the URLs whose hashes are cached. */
const maxCached = 1 << 20;

/**
 * Inspects and judges a URL.
 *
 * @param places an occurrence of each kind so far; the last one is the current occurrence
 */
async function judgedAt(
  { found: { written } }: Located,
  places: readonly Place[],
  identity: Identity,
  policy: Policy,
): Promise<DataUrl> {
  const isTemplate = places.every(({ occurrence }) => occurrence.placeholders);
  const placeholders = isTemplate ? places[0]?.occurrence.placeholders : undefined;
  const url = {
    read: await readUrl(written, placeholders, identity),
    ...{ placeholders, written },
    occurrences: places.map(({ occurrence }) => ({ ...occurrence })),
    plain: [...places.keys()].filter((at) => places[at]?.isPlain),
  };
  return judgedUrl(url, { isQuirky: false, policies: new Map() }, policy);
}

function highestIn({ findings, nested }: DataUrl, least: Severity | null): Severity | null {
  const own = highestSeverity([...findings, ...(least === null ? [] : [{ severity: least }])]);
  return nested.reduce((severity, inner) => highestIn(inner, severity), own);
}

/**
 * Returns a source map with only the properties that rules about the whole file need. Empty for any other data: URL,
 * because these rules ignore quoted data: URLs that are not source maps.
 */
function sourceMapOf({ sha256, size, payload }: DataUrl): DataUrl[] {
  const { facts } = payload ?? {};
  if (!payload || facts?.kind !== 'source-map') return [];
  const { text, version } = facts;
  const lists = { references: null, unread: [], polyglot: [], lints: [], nested: [], otherwise: [] };
  return [
    {
      ...{ sha256, length: 0, head: '', mimeType: null, essence: null, encoding: 'base64', size },
      charset: { declared: null, used: null },
      ...{ bodySha256: null, detectedType: null, problem: null, disallowed: null },
      ...{ occurrences: [], findings: [], nested: [] },
      payload: {
        ...{ ...payload, ...lists, bidiFileName: null },
        facts: {
          ...{ kind: 'source-map', text, version, file: null, sourceRoot: null, names: 0 },
          sources: { count: 0, first: [] },
          contents: { count: 0, length: 0 },
          ...{ mappings: 0, sections: 0 },
        },
      },
    },
  ];
}

/** Combines a data: URL with all its occurrences. If the URL was judged more than once, the last judgment counts. */
function streamedUrl(first: Head & Place, repeats: Iterable<string>, isRejudged: boolean): StreamedUrl {
  let head: Head = first;
  if (isRejudged)
    for (const text of repeats) {
      const each: Head | Place = JSON.parse(text);
      if ('dataUrl' in each) head = each;
    }
  const { dataUrl, repair } = head;
  const withRepair = ({ occurrence, isPlain }: Place): Occurrence =>
    repair && isPlain ? { ...occurrence, repair } : occurrence;
  function* occurrences(): Generator<Occurrence, void, void> {
    yield withRepair(first);
    for (const text of repeats) {
      const each: Head | Place = JSON.parse(text);
      if ('occurrence' in each) yield withRepair(each);
    }
  }
  return { ...dataUrl, occurrences: { [Symbol.iterator]: occurrences } };
}

/** Yields the properties of data: URLs that the totals need. */
function* counted(urls: Iterable<StreamedUrl>): Generator<CountedUrl, void, void> {
  for (const { size, findings, occurrences, bodySha256, mimeType, minimalCost } of urls) {
    let length = 0;
    function* costs() {
      for (const { cost } of occurrences) {
        length++;
        yield { cost };
      }
    }
    const weight = weightOf(costs());
    yield {
      ...{ size, findings, occurrences: { length }, weight, isUnused: false, mimeType },
      bodySha256: bodySha256 && compact(bodySha256),
      ...(minimalCost !== undefined && { minimalCost }),
    };
  }
}
