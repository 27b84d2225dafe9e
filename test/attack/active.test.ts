/**
 * Content that runs in an iframe must be reported, and content that does not run must not be reported as an error.
 * Browsers decide which content runs. A variant is assumed to behave like its original payload. Both browsers parse
 * HTML by the same rules, so each browser gets half of the payloads. A full run gives all payloads to both browsers,
 * variants included. Any other run gives them one payload in four, and at least one of each kind.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { isAllowed } from '../../src/policy/is-allowed.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import type { Finding, Inspection } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { canaryOf, ranInFrames } from '../support/canary.ts';
import { plainBrowser, undrivenTab } from '../support/differential.ts';
import { isFull } from '../support/seed.ts';
import { type Served, serve } from '../support/serve.ts';
import { place } from '../unit/rules/cases.ts';
import { active, innocent, type Payload, urlOf } from './active.ts';

/** The rules about content. Other rules check types, regardless of the content. */
const contentRules = new Set([
  ...['active-content', 'phishing', 'nested-data-url', 'use-data-url', 'xml-entities'],
]);

const payloads: readonly Payload[] = [...active, ...innocent];
/** Kinds that include payloads that the two browsers treat differently. */
const differing = new Set(['refresh', 'types', 'srcdoc', 'far away', 'embed code']);
/** The index of each payload that is not a variant, among the payloads of its kind. */
const numbers = new Map<Payload, number>();
const counts = new Map<string, number>();
for (const payload of payloads) {
  if (payload.variantOf !== undefined) continue;
  const number = counts.get(payload.kind) ?? 0;
  numbers.set(payload, number);
  counts.set(payload.kind, number + 1);
}
/** Returns the payload to run in a browser in place of the given one; null if only the other browser runs it. */
function askedFor(payload: Payload, browser: Browser): Payload | null {
  if (isFull) return payload;
  const asked = payload.variantOf ?? payload;
  const number = numbers.get(asked) ?? 0;
  const isAlike = asked.type === 'text/html' && !differing.has(asked.kind);
  return number % (isAlike ? 8 : 4) === (isAlike && browser === 'Firefox' ? 1 : 0) ? asked : null;
}
const urls = payloads.map((payload, index) => urlOf(payload, canaryOf(index)));
const urlsIn = (browser: Browser) =>
  urls.filter((_, index) => askedFor(payloads[index] as Payload, browser) === payloads[index]);
let inspections: Promise<Inspection[]> | null = null;
const inspected = (): Promise<Inspection[]> => {
  inspections ??= Promise.all(urls.map((url) => inspect(url)));
  return inspections;
};

const findingsAs = (inspection: Inspection, destination: Destination): Finding[] =>
  judge({
    inspection,
    occurrences: [{ ...place(destination), element: destination }],
    policy: defaultPolicy,
  }).findings.filter(({ rule }) => contentRules.has(rule));

const shown = (index: number): string => {
  const { kind, type, text } = payloads[index] as Payload;
  return `${kind}: ${type}, ${text.slice(0, 300)}`;
};

/**
 * Returns the only browser in which scripts run, according to the finding; undefined if the finding names none or
 * reports more than scripts.
 */
const namedIn = (findings: readonly Finding[]): string | undefined =>
  findings.length === 1 ? /^script \((\w+)\)$/.exec(`${findings[0]?.args.holds}`)?.[1] : undefined;

async function check(browser: Browser, seen: ReadonlySet<number>): Promise<void> {
  const read = await inspected();
  const positions = [...payloads.keys()].filter((index) => askedFor(payloads[index] as Payload, browser));
  const ran = new Set(
    positions.filter((index) => {
      const asked = askedFor(payloads[index] as Payload, browser);
      return asked !== null && seen.has(payloads.indexOf(asked));
    }),
  );
  const isInnocent = (index: number) => index >= active.length;
  const among = (wanted: (index: number) => boolean) => positions.filter(wanted).map(shown);
  const findings = read.map((inspection) => findingsAs(inspection, 'iframe'));

  assert.ok([...ran].filter((index) => !isInnocent(index)).length >= (isFull ? 400 : 100));
  assert.deepEqual(
    among((index) => ran.has(index) && isAllowed(urls[index] ?? '', 'iframe')),
    [],
    'it ran, and a sanitizer would let it pass',
  );
  assert.deepEqual(
    among((index) => isInnocent(index) && ran.has(index)),
    [],
    'innocent, but it ran',
  );
  assert.deepEqual(
    among(
      (index) => ran.has(index) && findings[index]?.every(({ severity }) => severity === 'info') === true,
    ),
    [],
    'it ran, and there is no finding',
  );
  assert.deepEqual(
    among(
      (index) => isInnocent(index) && findings[index]?.some(({ severity }) => severity === 'error') === true,
    ),
    [],
    'it does not run, and there is an error',
  );
  const isScript = (index: number) => payloads[index]?.kind.startsWith('script ') === true;
  assert.deepEqual(
    among((index) => {
      const named = namedIn(findings[index] ?? []);
      return isScript(index) && named !== undefined && (named === browser) !== ran.has(index);
    }),
    [],
    'it names the wrong browser',
  );
  // An SVG is reported even if it does not run, because a person may open it directly.
  const isSvg = (index: number) => payloads[index]?.type.startsWith('image/svg+xml') === true;
  for (const destination of ['image', 'download', 'none'] as const) {
    assert.deepEqual(
      among(
        (index) =>
          isSvg(index) && ran.has(index) && findingsAs(read[index] as Inspection, destination).length === 0,
      ),
      [],
      `as ${destination} it has no finding`,
    );
  }
}

test('there are enough innocent ones', () => assert.ok(innocent.length >= 400));

/** Allows frames everything except running scripts. */
const sandbox = `sandbox="allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox
allow-same-origin allow-top-navigation allow-top-navigation-by-user-activation"`;

/** One payload of each kind that runs without a sandbox. */
const sandboxed = urls.filter((_, index) => index < active.length && numbers.get(payloads[index]!) === 0);

async function checkSandboxed(server: Served, open: (url: string) => Promise<unknown>): Promise<void> {
  assert.ok(sandboxed.length >= 10);
  assert.deepEqual([...(await ranInFrames(server, open, sandboxed, 'iframe', sandbox))], []);
  for (const url of sandboxed) {
    const use = sandbox.replace(/^sandbox="|"$/g, '');
    const occurrence = { ...place('iframe'), element: 'iframe', use: `sandbox ${use}` };
    const { findings } = judge({
      inspection: await inspect(url),
      occurrences: [occurrence],
      policy: defaultPolicy,
    });
    assert.ok(
      findings.every(({ rule, effect }) => rule !== 'active-content' || effect !== 'can-run'),
      url,
    );
  }
}

test('what runs in Chromium', { timeout: 900_000 }, async () => {
  await using server = await serve({});
  const chromium = await plainBrowser('');
  try {
    const { open } = await undrivenTab(chromium);
    await check('Chromium', await ranInFrames(server, open, urlsIn('Chromium')));
    await checkSandboxed(server, open);
  } finally {
    await chromium.close();
  }
});

test('what runs in Firefox', { timeout: 900_000 }, async (t) => {
  await using server = await serve({});
  const firefox = await launchFirefox(t, { deadlineMs: 120_000 });
  await check('Firefox', await ranInFrames(server, firefox.navigate, urlsIn('Firefox')));
  await checkSandboxed(server, firefox.navigate);
});
