/** A scan's Report in each form that it can be saved in. */
import { csvOf } from '../../src/report/csv.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { blobOf } from '../../src/report/parts.ts';
import { sarifOf } from '../../src/report/sarif.ts';
import { zipOf } from '../../src/report/zip.ts';
import { ruleDocs } from '../../src/rules/index.ts';
import { browser } from '../platform/browser.ts';
import type { ExportFormat } from '../platform/limits.ts';
import { none } from '../platform/messages.ts';
import { bodyAt } from './details.ts';
import { reportIn, reportJson } from './overview.ts';
import type { Scan } from './scan.ts';

export async function exportOf(scan: Scan, format: ExportFormat): Promise<Blob> {
  switch (format) {
    case 'json':
      return reportJson(scan);
    case 'markdown':
      return blobOf(markdownOf([await reportIn(scan)]), 'text/markdown;charset=utf-8');
    case 'csv':
      return blobOf(csvOf([await reportIn(scan)]), 'text/csv;charset=utf-8;header=present');
    case 'sarif': {
      const { version } = browser.runtime.getManifest();
      return blobOf(sarifOf([await reportIn(scan)], { rules: ruleDocs, version }), 'application/sarif+json');
    }
    case 'zip':
      return zipOf(await reportIn(scan), async ({ sha256 }) => {
        const body = await bodyAt(scan, { id: sha256 });
        return body === none ? null : body;
      });
  }
}
