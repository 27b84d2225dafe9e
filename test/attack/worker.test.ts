/** The URLs of one tab must not keep the worker, which has a single thread, from serving another tab. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';
import { heavyUrls } from './worker.ts';

const perPage = 4;
/**
 * The size that the test uses for a megabyte. Bodies of up to 4 MB are analyzed in full, so shorter ones take the same
 * path. Each URL occupies the worker for the same share of the time as a longer one.
 */
const megabyte = 1 << 18;

test('while the heaviest URLs of one tab are read, another tab is answered', {
  timeout: 600_000,
}, async (t) => {
  const urls = heavyUrls.map(({ make }) => make(megabyte));
  // Each page contains several URLs and waits separately for its rows.
  const pages = Array.from({ length: Math.ceil(urls.length / perPage) }, (_, n) =>
    urls.slice(n * perPage, (n + 1) * perPage),
  );
  const links = (of: readonly string[]) => of.map((url) => `<a href='${url}'>x</a>`).join('');
  await using server = await serve({
    routes: {
      '/quiet': `<title>Quiet</title>${links(['data:,quiet'])}`,
      ...Object.fromEntries(
        pages.map((of, n) => [
          `/hostile/${n}`,
          `<!doctype html><meta charset=utf-8><title>Hostile</title>${links(of)}`,
        ]),
      ),
    },
  });
  const extension = await launch(t, { deadlineMs: 120_000 });
  await extension.grantHosts();
  const quiet = await extension.newPage();
  await quiet.goto(server.url('/quiet'));
  const surface = await openSurfacePort(extension, server.url('/quiet'));
  const { rows } = await surface.when((each) => each.length === 1);

  const answers = await surface.askOnAndOn({ type: 'detail', request: 0, id: rows[0]?.sha256 ?? '' });
  for (const [n, of] of pages.entries()) {
    const hostile = await extension.newPage();
    await hostile.goto(server.url(`/hostile/${n}`));
    const other = await openSurfacePort(extension, server.url(`/hostile/${n}`));
    await other.until(`(rows) => rows.length === ${of.length}`);
    await hostile.close();
  }
  const { count, longestGap, total } = await answers();
  t.diagnostic(
    `${count} answers in ${total.toFixed(0)} ms, the longest wait ${longestGap.toFixed(0)} ms, while ${urls.length} URLs were read`,
  );
  // The test checks a count and a ratio instead of times, because these don't depend on the speed of the machine.
  assert.ok(count > 20 * urls.length, `${count} answers`);
  assert.ok(longestGap < total / 10, `${longestGap} of ${total} ms without an answer`);
});
