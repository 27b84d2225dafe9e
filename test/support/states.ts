/**
 * Every state of the surfaces that a person can reach, and how to reach it. The accessibility checks and `npm run
 * screenshots` go through all states.
 */
import type { Page } from 'playwright';
import type { Browser } from 'webextension-polyfill';
import type { Extension } from './chromium.ts';
import { openPopup } from './popup.ts';
import type { Served } from './serve.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

export interface State {
  /** The name of the picture that shows the state. */
  name: string;
  /** Opens the page of the state. If the page of the previous state is the same, resets that page. */
  open(setting: Setting, previous?: Page): Promise<Page>;
  /**
   * Whether the state is reached from the previous state of the same page. Otherwise, it is reached from the initial
   * state of the page.
   */
  goesOn?: boolean;
  /** Puts the opened page into the state. */
  reach?(page: Page, setting: Setting): Promise<void>;
}

export interface Setting {
  extension: Extension;
  server: Served;
}

/** Pages, by path, with everything that the demo page lacks. */
export const statePages = {
  '/empty': '<!doctype html><title>Nothing here</title><p>No data: URL on this page.',
  '/frames': `<!doctype html><title>Other sites</title><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
    <iframe src="http://localhost:1/unreachable"></iframe><iframe sandbox src="/empty"></iframe>`,
  '/before': `<!doctype html><title>Shop</title><img id="logo" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
    <img id="hero" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"><a id="old" href="data:text/plain,Sale">Sale</a>`,
  '/after': `<!doctype html><title>Shop</title><img id="logo" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
    <img id="hero" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E"><iframe id="new" src="data:text/html,%3Cscript%3Ealert(1)%3C/script%3E"></iframe>`,
};

/** Opens the inspector tab of a page. */
async function inspect({ extension, server }: Setting, path: string, previous?: Page): Promise<Page> {
  if (previous) {
    // Without its fragment, the address reloads the page.
    await previous.goto(previous.url().replace(/#.*/, ''));
    await previous.waitForSelector('main[data-state="done"]');
    return previous;
  }
  const tab = await extension.newPage();
  await tab.goto(server.url(path));
  const popup = await openPopup(extension, tab);
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]');
  return inspector;
}

const demo = (setting: Setting, previous?: Page): Promise<Page> => inspect(setting, '/demo.html', previous);
const viewers = (setting: Setting): Promise<Page> => inspect(setting, '/viewers.html');

/** Opens a view of the inspector tab, and closes any detail. */
const view = async (page: Page, name: string): Promise<void> => {
  // The previous state was narrow, and its search box would be replaced between the steps of filling it in.
  await page.locator('.view.wide').waitFor({ state: 'attached' });
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, name);
};

/** Opens the detail of the row at a position, and waits until the whole detail is shown. */
const openRow = async (page: Page, at: number, preview = '[role="tabpanel"]'): Promise<void> => {
  const row = page.locator('[data-row]').nth(at);
  const detail = `[data-detail="${await row.getAttribute('data-row')}"]`;
  await row.click();
  await page.waitForSelector(`${detail} .anatomy .legend`);
  await page.waitForSelector(`${detail} ${preview}`);
};

/** Opens the detail of the first row that a query finds, and expands all nested parts. */
const detailOf =
  (query: string, preview = '[role="tabpanel"]') =>
  async (page: Page): Promise<void> => {
    await view(page, 'list');
    const search = page.locator('.filter-bar input[type="search"]');
    await search.fill(query);
    await page.locator('.listed:not(:empty)').waitFor();
    await openRow(page, 0, preview);
    for (const nested of await page.locator('.nested details > summary').all()) await nested.click();
  };

const options = ({ extension }: Setting): Promise<Page> => extension.openPage('options.html');

const workbench = ({ extension }: Setting): Promise<Page> => extension.openPage('inspector.html');

const openTool = (page: Page, tool: string): Promise<void> => page.click(`[data-tool-link="${tool}"]`);

const importPolicy = (page: Page, text: string): Promise<void> =>
  page.setInputFiles('input[type="file"]', {
    name: 'policy.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

export const states: readonly State[] = [
  { name: 'overview', open: demo },
  {
    name: 'overview-active',
    open: demo,
    goesOn: true,
    async reach(page) {
      await page.getByRole('listbox').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-detail] .anatomy .legend');
    },
  },
  {
    name: 'list',
    open: demo,
    async reach(page) {
      await view(page, 'list');
      await page.waitForSelector('[data-row]');
    },
  },
  {
    name: 'gallery',
    open: demo,
    goesOn: true,
    async reach(page) {
      await view(page, 'gallery');
      await page.waitForSelector('.gallery canvas');
    },
  },
  {
    name: 'findings',
    open: demo,
    goesOn: true,
    async reach(page) {
      await view(page, 'findings');
      await page.locator('[data-rule] summary').first().click();
    },
  },
  {
    name: 'csp',
    open: demo,
    goesOn: true,
    async reach(page) {
      await view(page, 'csp');
      await page.locator('[name=csp]').fill("img-src 'self'; font-src data:");
      await page.locator('.csp-summary').waitFor();
    },
  },
  {
    name: 'filtered',
    open: demo,
    goesOn: true,
    async reach(page) {
      await view(page, 'list');
      await page.locator('select[name="grouping"]').selectOption('finding');
      await page.locator('.counter[data-filter="not-allowed"]').click();
    },
  },
  {
    name: 'no-match',
    open: demo,
    async reach(page) {
      await view(page, 'list');
      await page.locator('.filter-bar input[type="search"]').fill('size>x no-such-word');
      await page.waitForSelector('[data-no-match]');
    },
  },
  { name: 'detail-disallowed', open: demo, goesOn: true, reach: detailOf('type:text/html') },
  {
    name: 'detail-broken',
    open: demo,
    goesOn: true,
    reach: detailOf('is:broken', '.actions .dim'),
  },
  { name: 'detail-font', open: demo, goesOn: true, reach: detailOf('type:font/*') },
  {
    name: 'detail-image',
    open: demo,
    goesOn: true,
    // The size is known as soon as the picture is drawn.
    reach: detailOf('type:image/png is:duplicate', '.picture figcaption > span:first-child:not(:empty)'),
  },
  { name: 'detail-svg', open: demo, goesOn: true, reach: detailOf('type:image/svg+xml -is:flagged') },
  {
    name: 'finding-open',
    open: demo,
    goesOn: true,
    async reach(page) {
      await detailOf('type:text/html')(page);
      await page.locator('[data-finding] summary').first().click();
    },
  },
  {
    name: 'muted',
    open: demo,
    async reach(page) {
      await view(page, 'findings');
      const rule = await page.locator('[data-rule]').first().getAttribute('data-rule');
      await page.locator(`[data-rule="${rule}"] summary`).click();
      await page.locator(`[data-rule="${rule}"] [data-action="mute-site"]`).click();
      await page.waitForSelector('[data-ruling="muted"]');
      await page.waitForSelector(`[data-rule="${rule}"]`, { state: 'detached' });
    },
  },
  {
    name: 'export-menu',
    open: demo,
    goesOn: true,
    async reach(page) {
      await view(page, 'list');
      await page.locator('[data-action="export"]').click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'shortcuts',
    open: demo,
    async reach(page) {
      await view(page, 'list');
      await page.getByRole('grid').focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'pinned',
    open: demo,
    async reach(page) {
      await page.locator('[data-action="compare"]').click();
      await page.waitForSelector('[data-pinned]');
    },
  },
  {
    name: 'compared',
    open: demo,
    goesOn: true,
    async reach(page) {
      if (!(await page.locator('[data-pinned]').isVisible()))
        await page.locator('[data-action="compare"]').click();
      await page.locator('[data-action="compare-now"]').click();
      await page.waitForSelector('[data-comparison]');
    },
  },
  {
    name: 'watched',
    open: (setting) => demo(setting),
    async reach(page) {
      await view(page, 'list');
      await page.click('[data-action="watch"]');
      await page.locator('[data-watching] summary').click();
    },
  },
  { name: 'detail-json', open: viewers, reach: detailOf('type:application/json') },
  { name: 'detail-css', open: viewers, goesOn: true, reach: detailOf('type:text/css') },
  {
    name: 'detail-sources',
    open: viewers,
    goesOn: true,
    reach: detailOf('size>165 size<167', '[data-action="open-source"]'),
  },
  { name: 'detail-text', open: viewers, goesOn: true, reach: detailOf('";charset="') },
  { name: 'detail-audio', open: viewers, goesOn: true, reach: detailOf('type:audio/wav') },
  { name: 'detail-font-drawn', open: viewers, goesOn: true, reach: detailOf('type:font/ttf', '.sample') },
  { name: 'detail-archive', open: viewers, goesOn: true, reach: detailOf('type:application/zip') },
  { name: 'empty', open: (setting) => inspect(setting, '/empty') },
  {
    name: 'not-looked-into',
    open: (setting) => inspect(setting, '/frames'),
    reach: (page) => page.locator('[data-unreachable] summary').click(),
  },
  {
    name: 'failed',
    async open({ extension }) {
      // The extension has no access to this tab.
      const tab = await extension.newPage();
      await tab.goto('about:blank');
      const page = await extension.openPage('inspector.html?tab=1');
      await page.waitForSelector('[data-failure]');
      return page;
    },
  },
  {
    name: 'workbench-empty',
    open: workbench,
    async reach(page) {
      await page.waitForSelector('[data-field="source"]');
    },
  },
  {
    name: 'workbench',
    open: workbench,
    goesOn: true,
    async reach(page) {
      await page
        .locator('[data-field="source"]')
        .fill(
          'data:text/html;charset=utf8;base64,PGgxPkhlbGxvLCB3b3JsZDwvaDE+ and data:image/png;base64,AA*A',
        );
      await page.waitForSelector('[data-bench-item] .anatomy .legend');
    },
  },
  {
    name: 'workbench-resolve',
    open: workbench,
    goesOn: true,
    async reach(page) {
      await openTool(page, 'resolve');
      await page.locator('[data-field="base"]').fill('http://a/b/c/d;p?q');
      await page.locator('[data-field="reference"]').fill('../../../g?y#s');
    },
  },
  {
    name: 'workbench-compare',
    open: workbench,
    goesOn: true,
    async reach(page) {
      await openTool(page, 'compare');
      await page.locator('[data-field="first"]').fill('data:,%41');
      await page.locator('[data-field="second"]').fill('DATA:,A');
    },
  },
  {
    name: 'workbench-reports-empty',
    open: workbench,
    goesOn: true,
    reach: (page) => openTool(page, 'reports'),
  },
  {
    name: 'workbench-reports',
    open: (setting) => inspect(setting, '/before'),
    async reach(page, { extension, server }) {
      await page.locator('[data-view-link="workbench"]').click();
      await page.locator('[data-tool-link="reports"]').click();
      await page.locator('[data-action="page-before"]').click();
      await page.locator('[data-slot="before"] strong').waitFor();
      const tab = extension.context.pages().find((each) => each.url() === server.url('/before'));
      await tab?.goto(server.url('/after'));
      await page.locator('[data-action="page-after"]').click();
      await page.locator('[data-comparison]').waitFor();
    },
  },
  { name: 'learn', open: ({ extension }) => extension.openPage('learn.html#active-content') },
  { name: 'welcome', open: ({ extension }) => extension.openPage('welcome.html') },
  {
    name: 'sample',
    open: ({ extension }) => extension.openPage('inspector.html?sample#list'),
    reach: (page) => openRow(page, 4),
  },
  // These states come last, because the policy that they import stays in effect.
  { name: 'options', open: options },
  {
    name: 'options-full',
    open: options,
    goesOn: true,
    async reach(page) {
      const rulings = {
        disallow: [{ pattern: 'image/gif', destinations: ['image'] }],
        allow: [{ pattern: 'text/html' }],
        sites: { 'example.com': { rules: { 'invalid-data-url': 'off' } } },
      };
      await importPolicy(page, JSON.stringify(rulings));
      await page.waitForSelector('[data-entry="image/gif"]');
      await page.evaluate(() => browser.storage.local.set({ watchedSites: ['https://example.com/*'] }));
      await page.waitForSelector('[data-watched]');
      await importPolicy(page, '{"allow": 1}');
      await page.waitForSelector('[data-refused="1"]');
      await page.click('[data-entry="image/gif"] [data-action="edit"]');
      await page.fill('.entry-form [data-field="pattern"] input', 'no type');
      for (const details of await page.locator('details').all()) {
        await details.evaluate((element) => element.setAttribute('open', ''));
      }
    },
  },
];

/** Opens the page of a state, and closes all other pages, unless the page of the previous state can be reused. */
export async function pageOf(
  state: State,
  setting: Setting,
  before: { state: State; page: Page } | null,
): Promise<Page> {
  if (before?.state.open === state.open) return state.goesOn ? before.page : state.open(setting, before.page);
  const { extension } = setting;
  // The browser would close together with its last page.
  await extension.newPage();
  for (const each of extension.context.pages().slice(0, -1)) await each.close();
  return state.open(setting);
}
