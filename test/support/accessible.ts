/** Finds the problems that axe reports in a displayed page or surface. */
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright';
import type { Surface } from './chromium.ts';

/** Waits until two frames have passed without a change, because panes move one frame after the width changes. */
const waitUntilUnchanged = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    let hasChanged = false;
    const observer = new MutationObserver(() => {
      hasChanged = true;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    do {
      hasChanged = false;
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    } while (hasChanged);
    observer.disconnect();
  });

/** Enables the rule about the size of targets, which axe does not check by default. */
const everything = { rules: { 'target-size': { enabled: true } } };

/** Returns one line for each broken rule, with the elements that break it. */
const linesOf = (violations: readonly Line[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);

type Line = Pick<Result, 'id'> & { nodes: Pick<Result['nodes'][number], 'html'>[] };

/** Runs in the page. Landmarks and toolbars must also have unique names; axe requires this only of landmarks. */
const check = async (given: object): Promise<Line[]> => {
  const options = { resultTypes: ['violations' as const], selectors: false, preload: false, ...given };
  const { violations } = await axe.run(document, options);
  const named = [...document.querySelectorAll(':is(section, search, nav, form, [role])[aria-label]')]
    .filter((element) => element.checkVisibility())
    .filter((element) => element.matches(':not([role]), [role=region], [role=toolbar]'));
  const nodes = named
    .filter((one) => named.some((other) => other !== one && other.ariaLabel === one.ariaLabel))
    .map(({ outerHTML: html }) => ({ html }));
  return nodes.length > 0 ? [...violations, { id: 'same-name', nodes }] : violations;
};

/**
 * Lists the accessibility errors in a page.
 *
 * @param rules the rules to check; all by default
 * @returns a line for each broken rule
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await waitUntilUnchanged(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return linesOf(await page.evaluate(check, rules ? { runOnly: rules } : everything));
}

/** In the dark theme, only contrast is checked. In the light theme, everything is checked in both text directions. */
const looks = [
  { theme: 'dark', dir: 'ltr', rules: { runOnly: ['color-contrast'] } },
  { theme: 'light', dir: 'rtl', rules: everything },
  { theme: 'light', dir: 'ltr', rules: everything },
];

/**
 * Like `violationsOf`, for a popup, a panel or a pane, in both themes and both text directions. Restores the theme and
 * the direction afterwards.
 */
export async function violationsIn(surface: Surface): Promise<string[]> {
  await surface.session.send('Runtime.evaluate', { expression: axe.source });
  const found: string[] = [];
  for (const { theme, dir, rules } of looks) {
    const before = await surface.evaluate(turn, { theme, dir });
    const lines = linesOf(await surface.evaluate(check, rules));
    await surface.evaluate(turn, before);
    found.push(...lines.map((line) => `${theme}, ${dir}: ${line}`));
  }
  return found;
}

/**
 * Runs in the surface: sets its theme and direction, and waits until nothing is animated.
 *
 * @returns the previous theme and direction
 */
async function turn({ theme, dir }: { theme: string | undefined; dir: string }) {
  const { documentElement: root } = document;
  const before = { theme: root.dataset.theme, dir: root.dir };
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  root.dir = dir;
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  return before;
}

/**
 * Returns how a popup or a panel looks in forced colors: the edges of rows by severity, the borders of pressed and
 * unpressed buttons (the outline for a segment), and whether the check marks of requests are visible.
 */
export async function forcedColors({ session, evaluate }: Surface) {
  const force = (value: string) =>
    session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await force('active');
  const shown = await evaluate(() => {
    const isSeen = (color: string) => color !== getComputedStyle(document.body).backgroundColor;
    const styles = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => getComputedStyle(element));
    const widths = (selector: string) => [...new Set(styles(selector).map(({ borderWidth }) => borderWidth))];
    const row = document.querySelector<HTMLElement>('.row-content, .table [data-row]')!;
    const { severity: before = '' } = row.dataset;
    const edges = ['error', 'warning', 'info'].map((severity) => {
      row.dataset.severity = severity;
      const { borderInlineStartColor, borderInlineStartStyle } = getComputedStyle(row);
      return isSeen(borderInlineStartColor) ? borderInlineStartStyle : 'none';
    });
    row.dataset.severity = before;
    return {
      edges,
      on: widths('[aria-pressed="true"]:not(.segment)'),
      off: widths('[aria-pressed="false"]:not(.segment)'),
      areTicksSeen: styles('.tick').every(({ backgroundColor }) => isSeen(backgroundColor)),
    };
  });
  await force('none');
  return shown;
}

export const distinguishable = {
  edges: ['solid', 'double', 'none'],
  on: ['2px'],
  off: ['1px'],
  areTicksSeen: true,
};
