/** In both browsers, a long task in slices must give each kind of the page's callbacks a turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../firefox/firefox.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import type * as Turns from '../support/turns-page.ts';

declare const turns: typeof Turns;

const ways: readonly Turns.Way[] = ['timer', 'message', 'animation frame', 'fetch'];
const script = async () => (await bundle('test/support/turns-page.ts', 'turns')).text;

const countIn = async (way: Turns.Way) => ({ before: await turns.slicesBefore(way), all: turns.allSlices });

const check = (way: Turns.Way, { before, all }: Awaited<ReturnType<typeof countIn>>) =>
  assert.ok(before < all, `the ${way} came after all the work`);

test('callbacks of a page come between the slices of long work in Chromium', async (t) => {
  const { page, close } = await plainBrowser(await script());
  t.after(close);
  for (const way of ways) check(way, await page.evaluate(countIn, way));
});

test('the end of a walk pauses between the sources that the page has removed', async (t) => {
  const { page, close } = await plainBrowser(await script());
  t.after(close);
  const { all, most } = await page.evaluate(() => turns.removalsAtOnce());
  assert.equal(all, await page.evaluate(() => turns.allRemovals));
  assert.ok(most <= 100, `${most} at once`);
});

test('callbacks of a page come between the slices of long work in Firefox', async (t) => {
  await using server = await serve({
    routes: { '/': '<script src="/turns.js"></script>', '/turns.js': await script() },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  for (const way of ways) check(way, await firefox.inPage(countIn, way));
});
