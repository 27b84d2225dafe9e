/**
 * Tests the policy that a page's server sends. The policy is unknown until a person requests it, which causes one
 * ordinary request.
 */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { launch, type Surface } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { type Answer, serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

const body = '<title>Policy</title><img src="data:,x">';
const leaking: Answer = {
  headers: { 'content-type': 'text/html', 'content-security-policy': "script-src 'self' data:" },
  body,
};
const login: Answer = { status: 302, headers: { location: '/login' } };

testInFull("the policy of the page's server", { timeout: 180_000 }, async (t) => {
  const asked: [path: string, headers: IncomingHttpHeaders][] = [];
  /** @param otherwise the response to a request without a cookie */
  const route =
    (answer: Answer, otherwise = answer) =>
    ({ url = '', headers }: IncomingMessage) => {
      asked.push([url, headers]);
      return headers.cookie ? answer : otherwise;
    };
  await using server = await serve({
    routes: {
      '/leaking': route(leaking),
      '/none': route({ body }),
      '/account': route({ body }, login),
      '/broken': route({ body }, { status: 500, body }),
      '/gone': route({ ...leaking, status: 404 }),
      '/worse': route({ status: 404, body }, { status: 500, body }),
      '/login': route({ body }),
    },
  });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.context().addCookies([{ name: 'secret', value: '1', url: server.origin }]);

  /** Opens the popup of a page, and shows the page findings. */
  const pageView = async (path: string): Promise<Surface> => {
    await tab.goto(server.url(path));
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="page"]');
    await popup.waitFor(() => document.querySelector('[data-page]'));
    asked.length = 0;
    return popup;
  };
  const when = (popup: Surface, server: string, text: string): Promise<unknown> =>
    popup.waitFor(
      // A grant starts a rescan of the page. Until the rescan has ended, there are no page findings.
      (state, words) =>
        document.querySelector('main[data-state="done"]') !== null &&
        document.querySelector(`[data-server="${state}"]`)?.textContent?.includes(words),
      server,
      text,
    );
  const findings = (popup: Surface): Promise<string[]> =>
    popup.evaluate(() =>
      [...document.querySelectorAll('[data-page] [data-finding] > span:nth-child(2)')].map(
        ({ textContent }) => textContent ?? '',
      ),
    );

  await t.test('it is not known, and nothing is asked without a click', async () => {
    const popup = await pageView('/leaking');
    await when(popup, 'unknown', 'unknown');
    assert.deepEqual(await findings(popup), []);
    await popup.click('[data-action="back"]');
    await popup.click('[data-action="rescan"]');
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-action="page"]'));
    await popup.close();
    assert.equal(asked.length, 0);
  });

  await t.test('a click without a grant asks as soon as there is one, and not before', async () => {
    await pageView('/leaking');
    // Uses a port instead of the popup: the browser's own permission prompt, which no test can operate, would close the
    // popup.
    const surface = await openSurfacePort(extension, server.url('/leaking'));
    await surface.when((rows) => rows.length === 1);
    await surface.post({ type: 'csp-request', on: true });
    const { state } = await surface.when((_, { cspRequest }) => cspRequest === null);
    assert.deepEqual(
      state.overview.unreachable.map(({ kind, reason }) => [kind, reason]),
      [['headers', 'not-asked']],
    );
    assert.equal(asked.length, 0);
    await extension.grantHosts();
    await surface.when((_, { cspRequest }) => cspRequest?.kind === 'answered');
    assert.equal(asked.length, 1);
  });

  await t.test('after the click it is, by one request that tells nobody who asks', async () => {
    const popup = await pageView('/leaking');
    await when(popup, 'unknown', 'again (GET) without cookies');
    assert.equal(asked.length, 0, 'a grant is no click');
    await popup.click('[data-action="ask-server"]');
    await when(popup, 'answered', 'sends 1 CSP to visitors who have no cookies');
    assert.deepEqual(await findings(popup), [
      'The page’s CSP lets data: URLs run as scripts because of script-src (header, fetched without cookies).',
    ]);
    await popup.close();
    assert.deepEqual(
      asked.map(([path, { cookie, referer }]) => [path, cookie, referer]),
      [['/leaking', undefined, undefined]],
    );
  });

  await t.test('a grant that has the same document read again takes no answer back', async () => {
    const popup = await pageView('/leaking');
    await popup.click('[data-action="ask-server"]');
    await when(popup, 'answered', 'sends 1 CSP');
    const surface = await openSurfacePort(extension, server.url('/leaking'));
    const { state } = (await surface.when(({ length }) => length === 1)).state;
    assert.ok(state.kind === 'done');
    await extension.grantHosts('http://another.example/*');
    const again = await surface.until(`(_, { state }) => state.kind === 'done' && state.at > ${state.at}`);
    assert.equal(again.cspRequest?.kind, 'answered');
    await popup.close();
  });

  await t.test('that there is none is an answer, too', async () => {
    const popup = await pageView('/none');
    await popup.click('[data-action="ask-server"]');
    await when(popup, 'answered', 'sends 0 CSPs');
    await popup.close();
  });

  await t.test('a page that is an error has the policies of that error', async () => {
    const popup = await pageView('/gone');
    await popup.click('[data-action="ask-server"]');
    await when(popup, 'answered', 'sends 1 CSP');
    await popup.close();
  });

  const refusals = {
    '/account': 'redirects visitors who aren’t signed in',
    '/broken': 'returns an error',
    '/worse': 'returns an error',
  };
  for (const [path, why] of Object.entries(refusals)) {
    await t.test(`what is not the page says nothing of it: ${path}`, async () => {
      const popup = await pageView(path);
      await popup.click('[data-action="ask-server"]');
      await when(popup, 'unknown', why);
      await popup.close();
      assert.deepEqual(
        asked.map(([of]) => of),
        [path],
      );
    });
  }
});
