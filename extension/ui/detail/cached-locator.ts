/** The positions in style sheets that DevTools are not there to give: in their texts as the browser's cache has them. */
import type { Locator } from '../parts/devtools-context.ts';
import type { ReportClient } from '../report-client.ts';

export function cachedLocator(client: ReportClient): Locator {
  // Most details need none.
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
