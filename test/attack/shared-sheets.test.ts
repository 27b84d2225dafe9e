/** In both browsers, a style sheet that many elements and trees of a page share is scanned only once. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { openPopup } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import type * as SharedSheets from './shared-sheets.ts';

declare const sheets: typeof SharedSheets;

/** Timeout in milliseconds. A machine that is busy with other tests may take twenty times as long as an idle one. */
const timeout = 300_000;

const rules = 4000;
const sheet = (body: string) => ({ headers: { 'content-type': 'text/css' }, body });
const css = `${Array.from({ length: rules - 1 }, (_, n) => `.a${n}{top:0}`).join('')}b{background:url(data:,shared)}`;

/**
 * Maximum number of rules that a walk may read: the rules of the copies that it compares, and the rules of other texts.
 */
const limit = 2 ** 17 + rules + 200;

type InPage = <Result>(run: (name: string) => Result, name: string) => Promise<Awaited<Result>>;

async function check(t: TestContext, inPage: InPage): Promise<void> {
  const openAndWalk = (name: string) =>
    inPage(async (name) => {
      await sheets.open(name);
      return sheets.walkAll();
    }, name);

  await t.test('adopted by 200 shadow roots, twice by each', async () => {
    const { reads, ...walked } = await openAndWalk('adopted');
    assert.equal(reads, rules);
    assert.deepEqual(walked, {
      found: ['data:,shared 0 -'],
      users: { '': 200 },
      unreachable: [' unread-text'],
    });
  });

  for (const [name, users] of [
    ['linked', 60],
    ['imported', 60],
    ['imported deeper', 60],
    ['imported by one', 1],
  ] as const) {
    await t.test(name, async () => {
      const walked = await openAndWalk(name);
      assert.ok(walked.reads <= limit, `${walked.reads} rules are read`);
      assert.deepEqual(walked.found, ['data:,shared 0 1']);
      assert.equal(walked.users['/a.css'], users);
      assert.ok(walked.unreachable.includes('/a.css unread-copies'));
    });
  }

  await t.test('what scripts changed in a copy is listed at the element that loads it', async () => {
    assert.deepEqual(await openAndWalk('changed'), {
      reads: 4 * rules + 1,
      found: ['data:,shared 0 1', 'data:,changed 1 1', 'data:,shared 2 2'],
      users: { '/a.css': 4 },
      unreachable: ['/a.css unread-text'],
    });
  });

  await t.test('rules that a script moves while they are read are named', async () => {
    const { reads, unreachable } = await inPage(async (name) => {
      await sheets.open(name);
      return sheets.walkAll(100);
    }, 'alone');
    assert.equal(reads, rules - 1);
    assert.ok(unreachable.includes('/a.css removed'), unreachable.join());
  });

  await t.test('another user lists it once the first is gone', async () => {
    const found = await inPage(async (name) => {
      await sheets.open(name);
      const first = sheets.walkAll().found;
      sheets.removeFirst();
      return [first, sheets.walkAll().found, sheets.walkAll().found];
    }, 'linked');
    assert.deepEqual(found, [['data:,shared 0 1'], [], ['data:,shared 0 1']]);
  });
}

const routes = async () => ({
  '/': '<!doctype html><title>Sheets</title><body><script src="/sheets.js"></script>',
  '/sheets.js': (await bundle('test/attack/shared-sheets.ts', 'sheets')).text,
  '/a.css': sheet(css),
  '/importing.css': sheet('@layer x;@import "/a.css";b{top:0}'),
});

/**
 * 4,000 shadow roots that adopt one sheet, and 1,000 links to another sheet with as many rules. Each of the two once
 * took 19 s or more.
 */
const manyUsers = `<!doctype html><title>Users</title>${'<link rel="stylesheet" href="/a.css">'.repeat(1000)}<body><script>
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.x{top:0}'.repeat(${rules}) + 'b{background:url(data:,adopted)}');
  for (let n = 0; n < 4000; n++)
    document.body.appendChild(document.createElement('p')).attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
</script>`;

const usersIn = ({ dataUrls, unreachable }: Report) => ({
  users: dataUrls.map(({ head, occurrences }) => [head, ...occurrences.map(({ users }) => users)]).sort(),
  reasons: unreadParts(unreachable).map(({ reason }) => reason),
});
const allUsers = {
  users: [
    ['data:,adopted', 4000],
    ['data:,shared', 1000],
  ],
  reasons: ['unread-copies'],
};

test('a style sheet with many users is read once in Chromium', { timeout }, async (t) => {
  await using server = await serve({ routes: await routes() });
  const { page, close } = await plainBrowser('');
  t.after(close);
  await page.goto(server.url('/'));
  await check(t, (run, name) => page.evaluate(run as never, name) as never);

  await t.test('the report counts its users, and the detail shows them', async (t) => {
    server.routes.set('/users', manyUsers);
    const extension = await launch(t, { deadlineMs: timeout });
    const tab = await extension.newPage();
    await tab.goto(server.url('/users'));
    const popup = await openPopup(extension, tab);
    assert.deepEqual(usersIn(await reportOf(popup)), allUsers);
    await popup.click('[data-row]:has([data-head="data:,adopted"])');
    const shown = await popup.waitFor(() => document.querySelector('.occurrence .users')?.textContent);
    assert.equal(shown, 'Shared by 4,000 elements or shadow roots');
  });
});

test('a style sheet with many users is read once in Firefox', { timeout }, async (t) => {
  await using server = await serve({ routes: await routes() });
  const firefox = await launchFirefox(t, { deadlineMs: timeout });
  await firefox.navigate(server.url('/'));
  await check(t, (run, name) => firefox.inPage(run as never, name) as never);

  await t.test('the report counts its users', async () => {
    server.routes.set('/users', manyUsers);
    await firefox.navigate(server.url('/users'));
    const popup = await firefox.openPopup();
    assert.deepEqual(usersIn(await reportOf(popup)), allUsers);
    await popup.close();
  });
});
