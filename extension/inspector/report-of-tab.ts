import { connectReport } from '../ui/report-client.ts';

/** Rescans the page of a tab. @returns its Report as JSON; null if the page cannot be scanned */
export async function reportOfTab(tabId: number): Promise<Blob | null> {
  const { promise: whenRead, resolve } = Promise.withResolvers<boolean>();
  const asked = Date.now();
  const client = connectReport(tabId, ({ state }) => {
    // The worker's last scan may be older than the page, so only a scan after this request counts.
    if (state.kind === 'done' && state.at >= asked) resolve(true);
    if (state.kind === 'failed') resolve(false);
  });
  client.rescan();
  try {
    const report = (await whenRead) ? await client.ask({ type: 'report' }) : null;
    return report instanceof Blob ? report : null;
  } finally {
    client.close();
  }
}
