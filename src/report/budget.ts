/** Budgets: a project's limits on the bytes of data: URLs, and the limits that are exceeded. */
import { countText } from '../count-text.ts';
import { numberText } from '../format-numbers.ts';
import { JsonMistake, jsonText, type Path, placesOf, positionAt } from '../payload/json/json-places.ts';
import type { Occurrence } from '../vocabulary.ts';
import { families, familyOf } from './family.ts';
import { documentOf } from './placed-findings.ts';
import type { DataUrl, Report } from './report.ts';
import { bodyKey, copiesCostOf, type Weight, weighed } from './weights.ts';

/** Limits on the bytes that data: URLs add to files and pages (`cost`). An absent member sets no limit. */
export interface Budget {
  /** Maximum size, in bytes, of all data: URLs. */
  total?: number;
  /** Maximum size, in bytes, of one data: URL at one occurrence. */
  url?: number;
  /** Maximum size, in bytes, of the data: URLs in one file or page. */
  file?: number;
  /** Maximum size, in bytes, of all data: URLs of each kind. */
  kind?: ReadonlyMap<string, number>;
  /** Maximum size, in bytes, of all copies of resources beyond the first. */
  duplicates?: number;
}

const limits = ['total', 'url', 'file', 'duplicates'] as const;

/**
 * Reads a budget.
 *
 * @throws {JsonMistake} for invalid JSON, or for an unknown member or invalid limit
 */
export function parseBudget(text: string): Budget {
  const json = jsonText(text);
  const places = placesOf(json);
  if (!places.ok) throw new JsonMistake('not a budget: not JSON', positionAt(json, places.at));
  return checkedBudget(JSON.parse(json), (path, says) => {
    const name = path.length > 0 ? path.map((step) => String(step).slice(0, 40)).join('.') : 'not a budget';
    throw new JsonMistake(`${name}: ${says}`, positionAt(json, places.at(path)));
  });
}

/** An unexpected value in a message. JSON has no form for some values, such as NaN. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 40);
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 40);
  return Array.isArray(value) ? 'an array' : 'an object';
}

/**
 * Converts the value of a budget, from JSON or from a program.
 *
 * @param refuse throws an error for a mistake in the member at a path
 */
export function checkedBudget(value: unknown, refuse: (path: Path, says: string) => never): Budget {
  const bytes = (path: Path, value: unknown): number =>
    Number.isSafeInteger(value) && Number(value) >= 0
      ? Number(value)
      : refuse(path, `a whole number of bytes is expected, not ${valueText(value)}`);
  if (!isPlain(value)) return refuse([], 'an object is expected');
  const { version, kind = {}, ...own } = value;
  if (version !== undefined && version !== 1) refuse(['version'], `1 is expected, not ${valueText(version)}`);
  if (!isPlain(kind)) return refuse(['kind'], 'an object is expected, with a limit for each kind');
  const unknown = Object.keys(own).find((name) => !(limits as readonly string[]).includes(name));
  if (unknown !== undefined) refuse([unknown], `not a known member; use ${limits.join(', ')}, or kind`);
  const odd = Object.keys(kind).find((name) => !(families as readonly string[]).includes(name));
  if (odd !== undefined) refuse(['kind', odd], `not a known kind; use one of ${families.join(', ')}`);
  const given = definedIn(own).map(([name, value]) => [name, bytes([name], value)]);
  const byKind = definedIn(kind).map(([name, value]) => [name, bytes(['kind', name], value)] as const);
  return { ...Object.fromEntries(given), kind: new Map(byKind) };
}

/** Whether a value is an object with members of its own, unlike a Map. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]';

const definedIn = (members: Record<string, unknown>): [string, unknown][] =>
  Object.entries(members).filter(([, value]) => value !== undefined);

/** An item whose bytes count toward a limit: a data: URL with its position, or a file. */
export interface Item {
  name: string;
  bytes: number;
}

/** A limit of the budget that is exceeded. */
export interface Overrun {
  /** The member of the budget: `total`, `kind.image`. */
  limit: string;
  allowed: number;
  /** The total bytes; for `url` and `file`, those of the largest item. */
  bytes: number;
  /** For `url` and `file`, the number of items over the limit. */
  count?: number;
  /** The three largest items, largest first. */
  largest: readonly Item[];
}

/** The sum of bytes for one limit. */
interface Tally {
  bytes: number;
  over: number;
  largest: Item[];
}

const newTally = (): Tally => ({ bytes: 0, over: 0, largest: [] });

/**
 * Adds an item.
 *
 * @param allowed maximum size, in bytes, of one item
 */
function addItem(tally: Tally, item: Item, allowed = Number.POSITIVE_INFINITY): void {
  if (item.bytes <= 0) return;
  tally.bytes += item.bytes;
  if (item.bytes > allowed) tally.over++;
  tally.largest = [...tally.largest, item].sort((a, b) => b.bytes - a.bytes).slice(0, 3);
}

/** The name of an item, such as `a.css:12:40 image/png`; contains the selector if the line is unknown. */
function nameAt({ essence }: DataUrl, occurrence: Occurrence): string {
  const { file, sheet, line, column, selector } = occurrence;
  const isInFile = line !== undefined && (file ?? sheet) !== undefined;
  const place = isInFile ? `:${line}:${column}` : selector && ` ${selector}`;
  return `${documentOf(occurrence)}${place} ${essence ?? 'invalid'}`;
}

/** Adds the second weight to the first. */
function addWeight(sum: Weight, { cost, texts, least }: Weight): void {
  if (texts === 0) return;
  sum.least = sum.texts === 0 ? least : Math.min(sum.least, least);
  sum.cost += cost;
  sum.texts += texts;
}

export interface Spending {
  add(report: Report): void;
  /** The limits that the added Reports exceed. */
  overruns(): Overrun[];
}

/** Begins to sum up the bytes that a budget limits. */
export function createBudgetTally(budget: Budget): Spending {
  const total = newTally();
  const urls = newTally();
  const files = newTally();
  const kinds = new Map<string, Tally>();
  const resources = new Map<string, { name: string; weight: Weight }>();

  function addUrl(dataUrl: DataUrl): number {
    const { weight, isUnused } = weighed(dataUrl);
    const [largest] = dataUrl.occurrences.toSorted((a, b) => b.cost - a.cost);
    if (!largest || weight.cost === 0) return 0;
    const name = nameAt(dataUrl, largest);
    addItem(total, { name, bytes: weight.cost });
    addItem(urls, { name, bytes: largest.cost }, budget.url);
    const family = familyOf(dataUrl);
    const kind = kinds.get(family) ?? newTally();
    kinds.set(family, kind);
    addItem(kind, { name, bytes: weight.cost });
    const key = bodyKey(dataUrl);
    const resource = resources.get(key ?? '') ?? { name, weight: { cost: 0, texts: 0, least: 0 } };
    // Unused data: URLs don't count as copies.
    if (key !== null && !isUnused) {
      resources.set(key, resource);
      addWeight(resource.weight, weight);
    }
    return weight.cost;
  }

  function duplicates(): Tally {
    const tally = newTally();
    for (const { name, weight } of resources.values()) addItem(tally, { name, bytes: copiesCostOf(weight) });
    return tally;
  }

  const exceeded = (limit: string, tally: Tally, allowed: number | undefined): Overrun[] =>
    allowed === undefined || tally.bytes <= allowed
      ? []
      : [{ limit, allowed, bytes: tally.bytes, largest: tally.largest }];
  const exceededByOne = (limit: string, { largest, over }: Tally, allowed: number | undefined): Overrun[] =>
    allowed === undefined || over === 0
      ? []
      : [{ limit, allowed, bytes: largest[0]?.bytes ?? 0, count: over, largest }];

  return {
    add({ page, dataUrls }) {
      const bytes = dataUrls.reduce((sum, dataUrl) => sum + addUrl(dataUrl), 0);
      addItem(files, { name: page.url, bytes }, budget.file);
    },
    overruns: () => [
      ...exceeded('total', total, budget.total),
      ...exceededByOne('url', urls, budget.url),
      ...exceededByOne('file', files, budget.file),
      ...[...(budget.kind ?? [])].flatMap(([kind, allowed]) =>
        exceeded(`kind.${kind}`, kinds.get(kind) ?? newTally(), allowed),
      ),
      ...exceeded('duplicates', duplicates(), budget.duplicates),
    ],
  };
}

/** Describes an overrun: `total: 1,200 bytes, 200 over 1,000; largest: a.css:1:2 image/png (800), …` */
export function overrunText({ limit, allowed, bytes, count, largest }: Overrun): string {
  const over = `${countText(bytes, 'byte')}, ${numberText(bytes - allowed, 'en')} over ${numberText(allowed, 'en')}`;
  const items = largest.map((item) => `${item.name} (${numberText(item.bytes, 'en')})`).join(', ');
  return `${limit}: ${over}${count === undefined ? '' : ` (${numberText(count, 'en')} over)`}; largest: ${items}`;
}
