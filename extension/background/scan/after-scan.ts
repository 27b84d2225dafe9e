/** Scans frames and sheets that a page adds after its scan, including those that no event reports. */

import { injectEverywhere } from '../frames/inject.ts';
import type { Scan } from '../model/model.ts';
import { during, untilAborted } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { delay } from '../timeout.ts';
import { releaseLater } from '../watching/release.ts';
import { askForEmpty, collect } from './scan-steps.ts';

/** Number of milliseconds during which new frames are collected before they are scanned together. */
const frameInterval = 200;

/**
 * Must be called when, after the scan, a page may contain frames without a content script or sheets that its frames may
 * not read. Does nothing during the scan, which finds these itself.
 */
export function scanMoreAfterEnd(scan: Scan): void {
  if (scan.state.kind !== 'done' || scan.isMoreDue) return;
  scan.isMoreDue = true;
  void untilAborted(scan, scanMoreSoon(scan));
}

/** Scans documents that have loaded in previously empty frames. No event reports such documents. */
export async function scanLateDocuments(scan: Scan): Promise<void> {
  if (await askForEmpty(scan)) scanMoreAfterEnd(scan);
}

async function scanMoreSoon(scan: Scan): Promise<void> {
  const { tab } = scan;
  await during(scan, delay(frameInterval));
  scan.isMoreDue = false;
  void injectEverywhere(scan);
  await collect(scan);
  postSoon(tab, []);
  releaseLater(tab);
}
