/** How many style sheets a scan asks for, whatever a page names: of a real server, by a worker that every site is granted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../support/serve.ts';

test('100 in a scan, in however many rounds they are named', async () => {
  const browser = { runtime: { id: 'x' }, permissions: { contains: async () => true } };
  Object.assign(globalThis, { chrome: browser, browser });
  const { readSheets } = await import('../../../extension/background/stylesheets.ts');
  await using server = await serve({});
  const asked: string[] = [];
  const fetched = { sheets: 0 };
  const outcomes: string[] = [];
  for (let n = 0; n < 120; n++) {
    server.routes.set(`/${n}.css`, ({ url = '' }) => {
      asked.push(url);
      return { headers: { 'content-type': 'text/css' }, body: 'a{background:url(data:,x)}' };
    });
    const address = server.url(`/${n}.css`);
    for await (const outcome of readSheets(address, server.url('/'), new Set(), fetched))
      outcomes.push('reason' in outcome ? outcome.reason : 'read');
  }
  assert.equal(asked.length, 100);
  assert.deepEqual(outcomes, [...Array(100).fill('read'), ...Array(20).fill('beyond-limit')]);
});
