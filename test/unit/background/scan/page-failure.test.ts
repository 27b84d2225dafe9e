/** Tests the reason why a page cannot be scanned, which is derived from the browser's error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('an error page is the browser’s own, whatever address it stands for', async () => {
  const browser = { runtime: { id: 'x' }, permissions: { contains: async () => false } };
  Object.assign(globalThis, { chrome: browser, browser });
  const { failureOf } = await import('../../../../extension/background/scan/page-failure.ts');
  const url = 'http://127.0.0.1:59999/';
  assert.equal(await failureOf(url, 'Frame with ID 0 is showing error page', true), 'browser-page');
  assert.equal(await failureOf(url, 'Cannot access contents of the page.', false), 'needs-click');
});
