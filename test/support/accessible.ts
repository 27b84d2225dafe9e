/** The problems that axe finds in a page as it is shown. */
import axe from 'axe-core';
import type { Page } from 'playwright';

/** Waits until two frames have changed nothing: another width moves the panes a frame later. */
const settles = (page: Page): Promise<void> =>
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

/**
 * @param rules the rules to check; all by default
 * @returns a line for each broken rule, with the elements that break it
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await settles(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
    );
  }, rules);
}
