/**
 * A data: URL must be parsed only once, and the result passed on. Counts how often each parser runs, using the engine's
 * coverage.
 */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { png } from '../unit/payload/builders.ts';
import { occurrence } from '../unit/rules/subject.ts';

/**
 * The parsers, in files that may be compiled. They are generators, and the engine counts a run without a pause twice:
 * at creation and at execution.
 */
const parsers = {
  head: 'src/data-url/parse#headOf',
  parts: 'src/data-url/parse#partsIn',
  mimeType: 'src/mime/mime-type#mimeTypeIn',
} as const;
type Counts = Record<keyof typeof parsers, number>;

/** Returns how often each parser runs while one small data: URL is inspected and judged. */
async function parsing(written: string): Promise<Counts> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    const inspection = await inspect(written);
    judge({ inspection, occurrences: [occurrence('image')], policy: defaultPolicy });
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const runsOf = (parser: string) => {
      const [file = '', name] = parser.split('#');
      const functions = result
        .filter(({ url }) => url.replace(/\.[jt]s$/, '').endsWith(file))
        .flatMap((script) => script.functions);
      const found = functions.find(({ functionName }) => functionName === name);
      return (found?.ranges[0]?.count ?? 0) / 2;
    };
    return { head: runsOf(parsers.head), parts: runsOf(parsers.parts), mimeType: runsOf(parsers.mimeType) };
  } finally {
    session.disconnect();
  }
}

const base64 = (type: string, body: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(body).toString('base64')}`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

// The other three media types are the detected type during the inspection, and both types again for the rules, which
// start from the Inspection.
test('a picture is parsed once', async () => {
  assert.deepEqual(await parsing(base64('image/png', png(1, 1))), { head: 1, parts: 1, mimeType: 4 });
});

test('so is text, of which the type is looked for in all of it, too', async () => {
  const written = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  assert.deepEqual(await parsing(written), { head: 1, parts: 1, mimeType: 5 });
});

test('of a URL in base64 each shorter way to write it is parsed besides, but not the type that the last one had', async () => {
  assert.deepEqual(await parsing(base64('image/svg+xml', `${svg} `)), { head: 3, parts: 1, mimeType: 4 });
});
