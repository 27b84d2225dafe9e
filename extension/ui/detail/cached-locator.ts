/** Finds positions in style sheets without DevTools, by the sheets' texts in the browser's cache. */
import type { Locator } from '../parts/devtools-context.ts';
import type { ReportClient } from '../report-client.ts';

export function cachedLocator(client: ReportClient): Locator {
  // Created on first use: most details need none.
  let locator: Promise<Locator> | undefined;
  const load = async (): Promise<Locator> => {
    const { createLocator } = await import('./sheet-locator.ts');
    return createLocator(async (_, { sha256: id }, occurrence) => {
      const sheet = await client.ask({ type: 'sheet', id, occurrence });
      return sheet instanceof Blob ? sheet.text() : null;
    });
  };
  return async (dataUrl, number) => {
    locator ??= load();
    return (await locator)(dataUrl, number);
  };
}
