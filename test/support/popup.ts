/** Actions on a popup that several tests need. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import type { Browser } from 'webextension-polyfill';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import type { Extension, Surface } from './chromium.ts';

/** The extension's API, in its pages. */
declare const browser: Browser;

/** Opens the popup on a page and waits until the scan has ended or failed. */
export async function openPopup(extension: Extension, page: Page): Promise<Surface> {
  const popup = await extension.clickAction(page);
  await whenRead(popup);
  return popup;
}

/** Returns the Report of a page, exported from its popup. An export from the inspector tab takes twice as long. */
export async function popupReport(extension: Extension, page: Page): Promise<Report> {
  const popup = await extension.clickAction(page);
  const report = await reportOf(popup);
  await popup.close();
  return report;
}

/** Waits until the scan of a surface's page has ended or failed and the list is drawn. */
export async function whenRead(surface: Pick<Surface, 'waitFor'>): Promise<void> {
  await surface.waitFor(() => document.querySelector('main:is([data-state="done"], [data-state="failed"])'));
  await whenDrawn(surface);
}

/**
 * Waits until the list is drawn up to its end, or beyond its lower edge. The first paint contains only the rows in
 * view, and on a busy machine the next paint comes late. Without a list, waits for the notice that there is none.
 */
const whenDrawn = (surface: Pick<Surface, 'waitFor'>): Promise<unknown> =>
  surface.waitFor(() => {
    // A long list still shows its previous rows while it is being sorted.
    if (document.querySelector('.panes[aria-busy="true"]')) return false;
    const column = document.querySelector('[data-row]')?.parentElement;
    const view = column?.closest('.virtual-list')?.getBoundingClientRect();
    if (!column || !view) {
      const isEmpty = document.querySelector(
        'main:is([data-surface="popup"], [data-surface="panel"])[data-state="done"]',
      );
      return !isEmpty || document.querySelector('.empty');
    }
    const end = column.getBoundingClientRect().bottom - 1;
    return [...column.children].some((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return top > view.bottom || bottom > end;
    });
  });

/** The visible parts of a row. */
export interface ShownRow {
  id: string;
  type: string;
  size: string;
  /** Empty if the body is not text. */
  charset: string;
  /** Number of occurrences on the page, such as `×4`. */
  places: string;
  /** The texts of the row's findings, one per line. */
  finding: string;
  /** Whether the row shows a thumbnail instead of an icon. */
  isPictured: boolean;
}

/** Returns the rows that a surface shows now, from the top, including those drawn beyond its lower edge. */
export async function rowsOf(surface: Surface): Promise<ShownRow[]> {
  await whenDrawn(surface);
  return surface.evaluate(() => {
    const textOf = (row: Element, selector: string) => row.querySelector(selector)?.textContent ?? '';
    return [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
      id: row.dataset.row ?? '',
      type: textOf(row, '.type'),
      size: textOf(row, '.size'),
      charset: textOf(row, '.charset'),
      places: textOf(row, '.places') || '×1',
      finding: row.querySelector<HTMLElement>('.row-finding')?.title ?? '',
      isPictured: row.querySelector('.thumbnail canvas') !== null,
    }));
  });
}

/**
 * Runs in a surface: returns the index of the list among the Tab stops; 0 until the keyboard handling of the toolbars
 * has loaded.
 */
export function stopOfList(): number {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  if (!document.querySelector('[data-bar] [tabindex="-1"]')) return 0;
  const controls = document.querySelectorAll<HTMLElement>(
    ':is(button, input, select):enabled, a[href], [tabindex]',
  );
  return (
    [...controls]
      .filter((each) => each.tabIndex >= 0 && each.checkVisibility())
      .findIndex((each) => each.matches('.virtual-list')) + 1
  );
}

/** Chooses an action that narrow surfaces offer only in their menu. */
export async function fromMenu(surface: Pick<Surface, 'click'>, action: string): Promise<void> {
  await surface.click('[data-action="more"]');
  await surface.click(`[role="menu"] [data-action="${action}"]`);
}

/** Chooses "Pin state to compare" in a surface's menu. Returns the inspector tab that keeps the current state. */
export async function leadsToCompare(extension: Extension, surface: Surface): Promise<Page> {
  await surface.click('[data-action="more"]');
  const item = '[role="menu"] [data-action="compare"]';
  assert.match(
    await surface.waitFor((at) => document.querySelector(at)?.textContent, item),
    /^Pin state to compare/,
  );
  const [opened] = await Promise.all([
    extension.context.waitForEvent('page', (each) => each.url().includes('inspector.html')),
    surface.click(item),
  ]);
  await opened.locator('[data-pinned] [data-action="compare-now"]').waitFor();
  return opened;
}

/**
 * Chooses "Pin state to compare" in a popup. The state is pinned in a tab behind the page, and the popup leads to this
 * tab once that is done.
 */
export async function pinBehind(extension: Extension, popup: Surface): Promise<Page> {
  // The pinned state of another page doesn't matter: the menu still offers to pin this one.
  await popup.evaluate(() => void dispatchEvent(new CustomEvent('pinned', { detail: -1 })));
  const opened = await leadsToCompare(extension, popup);
  const leads = '[data-pinned-state] [data-action="compare-pinned"]';
  await popup.waitFor((at) => document.querySelector(at), leads);
  const isInFront = () => browser.tabs.getCurrent().then(({ active }) => active);
  assert.equal(await opened.evaluate(isInFront), false);
  await popup.click(leads);
  await opened.waitForFunction(isInFront);
  return opened;
}

/**
 * Clicks the row that contains a text or whose URL begins with that head, and waits for its detail. If a detail is
 * open, goes back first.
 */
export async function openDetail(surface: Surface, head: string): Promise<string> {
  if (await surface.evaluate(() => document.querySelector('[data-action="back"]') !== null)) {
    await surface.click('[data-action="back"]');
  }
  const id = await surface.waitFor((text) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const textOf = (row: Element) =>
      `${row.textContent} ${(row.querySelector('[data-head]') ?? row).getAttribute('data-head')}`;
    return rows.find((row) => textOf(row).includes(text))?.dataset.row;
  }, head);
  await surface.click(`[data-row="${id}"]`);
  await surface.waitFor((wanted) => document.querySelector(`[data-detail="${wanted}"]`), id);
  return id;
}

/** Exports the Report from the inspector tab, which is opened from a popup. */
export async function savedReport(extension: Extension, popup: Surface): Promise<Report> {
  const [tab] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await tab.waitForSelector('main[data-state="done"]');
  await tab.click('[data-action="export"]');
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.click('[data-action="export-json"]'),
  ]);
  const { readFile } = await import('node:fs/promises');
  const [report] = JSON.parse(await readFile(await download.path(), 'utf8'));
  await tab.close();
  return report;
}
