/** Tests which browsers read the text before the comma otherwise than the standards, and why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownMediaOf } from '../../../src/data-url/media-type-differences.ts';
import { readHead } from '../../../src/data-url/parse.ts';

const cases: [written: string, readings: string[]][] = [
  ['data:text/html,x', []],
  ['data:text/c\tss,x', ['Chromium tab-in-type']],
  ['data:text/css;charset="a b",x', ['Chromium charset-not-token']],
  ['data:text/css;charset= a,x', []],
  ['data:text/css;charset=" a",x', []],
  ['data://text/html,x', ['Chromium type-of-path', 'Chromium type-verbatim']],
  ['data:/text/html,x', ['Chromium type-verbatim']],
  ['da\tta:text/html,x', ['Chromium type-verbatim', 'Firefox tab-in-path']],
  ['data:/a/../,x', ['Chromium type-verbatim']],
  ['data:/a/,x/../y', ['Firefox tab-in-path']],
];
for (const [written, readings] of cases)
  test(JSON.stringify(written), () => {
    const own = ownMediaOf(written, readHead(written));
    assert.deepEqual(
      own.map(({ browser, fact }) => `${browser} ${fact}`),
      readings,
    );
  });
