/** Finds positions in style sheets without DevTools, by the sheets' texts in the browser's cache. */
import type { Locator } from '../parts/devtools-context.ts';
import type { ReportClient } from '../report-client.ts';
import type { TextOf } from './sheet-locator.ts';

/** The text of an occurrence's sheet in the browser's cache, or null. */
export const cachedText =
  (client: ReportClient): TextOf =>
  async (_, { sha256: id }, occurrence) => {
    const sheet = await client.ask({ type: 'sheet', id, occurrence });
    return sheet instanceof Blob ? sheet.text() : null;
  };

export function cachedLocator(client: ReportClient): Locator {
  // Created on first use: most details need none.
  let locator: Promise<Locator> | undefined;
  const load = async (): Promise<Locator> => {
    const { createLocator } = await import('./sheet-locator.ts');
    return createLocator(cachedText(client));
  };
  return async (dataUrl, number) => {
    locator ??= load();
    return (await locator)(dataUrl, number);
  };
}
