/** Checks in both browsers which types and spellings become documents. Each finding must name the right browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { type Browser, documentIn } from '../../src/mime/documents.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import type { Finding } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { canaryOf, ranInFrames } from '../support/canary.ts';
import { plainBrowser, undrivenTab } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import { place } from '../unit/rules/cases.ts';
import { bodies, idleTypes, media, urlOfMedium } from './documents.ts';

const urls = media.map((medium, index) => urlOfMedium(medium, canaryOf(index)));
const shown = (index: number) => `${media[index]?.media} with ${media[index]?.body ?? 'html'}`;
const runningIn = (browser: Browser) =>
  [...media.keys()].filter((index) => media[index]?.runsIn.includes(browser));

/** Returns the findings about scripts in the content, except those with severity `info`. */
async function findingsOf(written: string, destination: 'iframe' | 'object'): Promise<Finding[]> {
  const occurrences = [place(destination)];
  const { findings } = judge({ inspection: await inspect(written), occurrences, policy: defaultPolicy });
  return findings.filter(({ rule, severity }) => rule === 'active-content' && severity !== 'info');
}

test('each that runs has its finding, which names the browser where it is but one; no other has any', async () => {
  for (const [index, { runsIn }] of media.entries()) {
    const found = (await findingsOf(urls[index] as string, 'iframe')).map(({ severity, messageId, args }) => [
      severity,
      messageId,
      args.browser,
    ]);
    const only = runsIn.length === 1 ? ['error', 'active-content-in', runsIn[0]] : null;
    const expected = runsIn.length === 0 ? [] : [only ?? ['error', 'active-content', undefined]];
    assert.deepEqual(found, expected, shown(index));
  }
});

test('a document of a type of which no browser makes one is no error in an object', async () => {
  for (const [index, { runsIn }] of media.entries()) {
    const found = await findingsOf(urls[index] as string, 'object');
    assert.equal(found.length, runsIn.length === 0 ? 0 : 1, shown(index));
  }
});

/**
 * The media types that are tested in objects: only those of documents, because an object never loads if it becomes a
 * download or if the browser looks for a plugin.
 */
const inObjects = media
  .map((medium, index) => ({ ...medium, url: urls[index] as string }))
  .filter(({ media: written }) => documentIn(written).length > 0);

/** Whether a case is tested. If no browser parses a type as a document, only one of the bodies is tested. */
const isAsked = (index: number): boolean => {
  const { media: type, body = 'html' } = media[index] as (typeof media)[number];
  const turn = idleTypes.indexOf(type);
  return turn < 0 || body === Object.keys(bodies)[turn % 3];
};

async function check(
  browser: Browser,
  ran: (urls: readonly string[], element?: 'iframe' | 'object') => Promise<ReadonlySet<number>>,
): Promise<void> {
  const inFrames = await ran(urls.filter((_, index) => isAsked(index)));
  assert.deepEqual([...inFrames].sort((a, b) => a - b).map(shown), runningIn(browser).map(shown));
  const count = inObjects.filter(({ runsIn }) => runsIn.includes(browser)).length;
  assert.equal(
    (
      await ran(
        inObjects.map(({ url }) => url),
        'object',
      )
    ).size,
    count,
    'in objects',
  );
}

test('what runs in Chromium', async () => {
  await using server = await serve({});
  const chromium = await plainBrowser('');
  try {
    const { open } = await undrivenTab(chromium);
    await check('Chromium', (all, element) => ranInFrames(server, open, all, element));
  } finally {
    await chromium.close();
  }
});

test('what runs in Firefox', async (t) => {
  await using server = await serve({});
  const firefox = await launchFirefox(t, { deadlineMs: 120_000 });
  await check('Firefox', (all, element) => ranInFrames(server, firefox.navigate, all, element));
});
