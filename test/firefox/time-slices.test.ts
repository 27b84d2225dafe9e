/** Long work in slices lets the page's own work go on, in Firefox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as Slices from '../../extension/content/time-slices.ts';
import { bundle } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

declare const slices: typeof Slices;

test('the timers of a page go on between the slices of long work', { timeout: 120_000 }, async (t) => {
  const { text } = await bundle('extension/content/time-slices.ts', 'slices');
  // Only content scripts have this member, by which the script knows Firefox.
  const asContentScript = `Object.defineProperty(Element.prototype, 'openOrClosedShadowRoot', { get() {} });`;
  await using server = await serve({
    routes: { '/': '<script src="/slices.js"></script>', '/slices.js': asContentScript + text },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const slicesBefore = await firefox.inPage(async (most) => {
    let isOver = false;
    let count = 0;
    setTimeout(() => {
      isOver = true;
    });
    function* work() {
      while (count++ < most) yield;
    }
    // Each slice ends after one step.
    await slices.runInSlices(
      work(),
      0,
      () => {},
      () => isOver,
    );
    return count;
  }, 300);
  assert.ok(slicesBefore < 300, 'the timer came after all the work');
});
