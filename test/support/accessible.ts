/** The problems that axe finds in a page as it is shown. */
import axe from 'axe-core';
import type { Page } from 'playwright';

/**
 * @param rules the rules to check; all by default
 * @returns a line for each broken rule, with the elements that break it
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
    );
  }, rules);
}
