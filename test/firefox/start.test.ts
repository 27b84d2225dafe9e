/** Tests `npm start -- --browser firefox` without a display. */
import assert from 'node:assert/strict';
import { testInFull } from '../support/seed.ts';
import { assertPictures, start } from '../support/start.ts';

testInFull('without a display: the table of the demo page, and pictures of the popup', async () => {
  const { code, stdout, stderr } = await start('--browser', 'firefox');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^A page full of data: URLs \(http:\/\/127\.0\.0\.1:\d+\/demo\.html\)$/m);
  assert.match(stdout, /^29 data: URLs \(36 occurrences\), /m);
  await assertPictures(stdout);
});

testInFull('a page that cannot be reached is reported in one line', async () => {
  const { code, stdout, stderr } = await start('--browser', 'firefox', 'http://127.0.0.1:9/');
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^start: http:\/\/127\.0\.0\.1:9\/: cannot be reached \(\w+\)\n$/m);
});
