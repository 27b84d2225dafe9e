/** Runs `npm start` without a display. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInFull } from '../support/seed.ts';
import { assertPictures, start } from '../support/start.ts';

test('without a display: the table of the demo page, and pictures of the popup', async () => {
  const { code, stdout, stderr } = await start();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^A page full of data: URLs \(http:\/\/127\.0\.0\.1:\d+\/demo\.html\)$/m);
  assert.match(stdout, /^type +cost +size +charset +occurrences +flags +head$/m);
  assert.match(stdout, /^image\/png +[\d.]+ (?:bytes|kB) /m);
  assert.match(stdout, /rejected/);
  assert.match(stdout, /disallowed/);
  await assertPictures(stdout);
});

testInFull('more than one page, or an option that there is not, is refused in one line', async () => {
  for (const [args, reason] of [
    [['a.html', 'b.html'], /^start: unexpected second page "b.html"; start opens one page\n$/],
    [['--json'], /^start: unknown option "--json"[^\n]*\n$/],
    [['--browser', 'opera'], /^start: --browser needs "chromium" or "firefox", not "opera"\n$/],
  ] as const) {
    const { code, stdout, stderr } = await start(...args);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, reason);
  }
});
