import { connectReport } from '../ui/report-client.ts';

/** The Report of a tab, whose page is read anew, as JSON; null where it cannot be read. */
export async function reportOfTab(tabId: number): Promise<Blob | null> {
  const { promise: whenRead, resolve } = Promise.withResolvers<boolean>();
  const asked = Date.now();
  const client = connectReport(tabId, false, ({ state }) => {
    // What the worker remembers may be older than the page.
    if (state.kind === 'done' && state.at >= asked) resolve(true);
    if (state.kind === 'failed') resolve(false);
  });
  client.rescan();
  try {
    const report = (await whenRead) ? await client.ask({ type: 'report', format: 'json' }) : null;
    return report instanceof Blob ? report : null;
  } finally {
    client.close();
  }
}
