/**
 * The part of the differential test that runs in the browser's page: generates written URLs, calls `decodeDataUrl` and
 * `fetch()`, and reports disagreements.
 */
import fc from 'fast-check';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';
import {
  arbitraryDataUrl,
  count,
  type Distribution,
  emptyDistribution,
} from '../vectors/arbitrary-data-url.ts';
import { chromiumDeviation, forChromium, type Outcome } from '../vectors/data-url-chromium.ts';
import { obey } from './differential-employed.ts';

export interface Batch {
  distribution: Distribution;
  /** Number of URLs that contain a TAB, LF or CR, and how many of these were also fetched unchanged. */
  withRemoved: number;
  asWritten: number;
  /** Number of URLs whose media type contains only parameters that Chromium must parse as the standard does. */
  plain: number;
  /** Number of differences explained by each known deviation of the browser. */
  deviations: Record<string, number>;
  /** The written URL as JSON, and both results. The test expects no disagreements. */
  disagreements: { written: string; theirs: string; ours: string }[];
}

/** An order of the test: which cases to generate. */
export interface Order {
  seed: number;
  cases: number;
}

/** Number of concurrent fetches. */
const parallel = 16;

/**
 * Of the URLs with a TAB, LF or CR, one in this many is also fetched unchanged. Only a sample is fetched, because
 * Chromium is known to keep these characters.
 */
const rawEvery = 8;

/** Long sequences of escapes with few flaws, which the general generator rarely makes. */
const rowsOfEscapes = fc
  .array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.nat(255).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
      },
      { weight: 1, arbitrary: fc.constantFrom('%', '%%', '%a', '%fg', '%2\t5', 'x', 'é', '\n', '%C3%A9') },
    ),
    { minLength: 4, maxLength: 40 },
  )
  .map((parts) => `data:,${parts.join('')}`);

/** Media types that Chromium and the standard must parse in the same way: see `isPlain`. */
const plainParameters = fc
  .tuple(
    fc.constantFrom('', 'text/plain', 'TEXT/HTML', 'image/svg+xml', 'x/y'),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'base64', 'x-y', 'q'), { maxLength: 2 }),
    fc.constantFrom('utf-8', 'US-ASCII', 'x', 'a.b'),
    fc.constantFrom('charset', 'Charset', ''),
    fc.constantFrom('', ';base64', '; base64 '),
  )
  .map(
    ([type, names, value, charset, base64]) =>
      `data:${type}${names.map((name) => `;${name}=${value}`).join('')}${charset && `;${charset}=${value}`}${base64},YWJj`,
  );

const arbitrary = fc.oneof(
  { weight: 28, arbitrary: arbitraryDataUrl },
  { weight: 1, arbitrary: plainParameters },
  { weight: 1, arbitrary: rowsOfEscapes },
);

/**
 * Fetches a URL in the browser, and returns the outcome. A written URL that the browser does not parse as a data: URL
 * is never fetched.
 */
async function fetched(written: string): Promise<Outcome> {
  try {
    if (new URL(written).protocol !== 'data:') return null;
    const response = await fetch(written);
    const body = new Uint8Array(await response.arrayBuffer());
    return { type: response.headers.get('content-type') ?? '', body };
  } catch {
    return null;
  }
}

function decoded(written: string): Outcome {
  const result = decodeDataUrl(written);
  if (result.ok) return { type: result.mimeType, body: result.body };
  const { start, end } = result.problem;
  if (!(0 <= start && start <= end && end <= written.length))
    throw new RangeError(`a problem at ${start} to ${end} of ${JSON.stringify(written)}`);
  return null;
}

const plainHead =
  /^[\0-\x20]*data:([\w!#$&'*+\-.^`|~]+\/[\w!#$&'*+\-.^`|~]+)?((?:;[\w!#$&'*+\-.^`|~]+=[\w!#$&'*+\-.^`|~]+)*)(?: *; *base64 *)?,/i;

/**
 * Whether the media type is so simple that Chromium's own parser of parameters must agree with the standard: only
 * tokens; distinct, lowercase names; the charset last. (Without a type, a charset is required.)
 */
function isPlain(written: string): boolean {
  const match = plainHead.exec(forChromium(written));
  if (match === null) return false;
  const names = (match[2] ?? '')
    .split(';')
    .slice(1)
    .map((parameter) => (parameter.split('=')[0] ?? '').replace(/^charset$/i, 'charset'));
  if (names.some((name) => name !== name.toLowerCase())) return false;
  if (new Set(names).size < names.length) return false;
  const charset = names.indexOf('charset');
  return names.length > 0 && (charset < 0 ? match[1] !== undefined : charset === names.length - 1);
}

const same = (a: Outcome, b: Outcome) =>
  a === null || b === null
    ? a === b
    : a.type === b.type && a.body.length === b.body.length && a.body.every((byte, i) => byte === b.body[i]);

const show = (outcome: Outcome) => (outcome === null ? 'failure' : `${outcome.type} [${outcome.body}]`);

async function one(written: string, batch: Batch): Promise<void> {
  const ours = decoded(written);
  const theirs = await fetched(forChromium(written));
  const explained = (name: string) => {
    batch.deviations[name] = (batch.deviations[name] ?? 0) + 1;
  };
  if (/[\t\n\r]/.test(written) && batch.withRemoved++ % rawEvery === 0) {
    batch.asWritten++;
    if (!same(await fetched(written), theirs)) explained('tab-and-newline');
  }
  count(
    batch.distribution,
    written,
    theirs !== null,
    theirs !== null && ours !== null && parseDataUrl(written).base64,
  );
  const plain = isPlain(written);
  if (plain) batch.plain++;
  if (same(ours, theirs)) return;
  const deviation = chromiumDeviation(written, theirs, ours);
  if (deviation !== null && !(deviation === 'charset-and-parameters' && plain)) explained(deviation);
  else
    batch.disagreements.push({
      written: JSON.stringify(written),
      theirs: show(theirs),
      ours: show(ours),
    });
}

/** Runs a number of cases from a seed. The same seed generates the same cases. */
async function differ({ seed, cases }: Order): Promise<Batch> {
  const batch: Batch = {
    distribution: emptyDistribution(),
    withRemoved: 0,
    asWritten: 0,
    plain: 0,
    deviations: {},
    disagreements: [],
  };
  const all = fc.sample(arbitrary, { seed, numRuns: cases });
  for (let i = 0; i < all.length; i += parallel)
    await Promise.all(all.slice(i, i + parallel).map((written) => one(written, batch)));
  return batch;
}

void obey(differ);
