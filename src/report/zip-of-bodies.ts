/** All bodies in a Report as a ZIP file, with an index of the data: URLs. Each distinct body is included once. */

import { turn } from '../yield-to-event-loop.ts';
import { csvLines } from './csv.ts';
import { bodyFile, fileName } from './file-names.ts';
import type { DataUrl, Report } from './report.ts';
import { blobOf } from './text-blob.ts';
import { zipFile } from './zip-file.ts';

interface Indexed {
  dataUrl: DataUrl;
  file: string | null;
  /** The reason why the ZIP file contains no file for the data: URL; null if it does. */
  missing: 'no-body' | 'gone' | null;
}

const columns = [
  'file',
  'missing',
  'sha256',
  'head',
  'mimeType',
  'detectedType',
  'size',
  'bodySha256',
] as const;

function rowOf({ file, missing, dataUrl }: Indexed) {
  const { sha256, head, mimeType, detectedType, size, bodySha256 } = dataUrl;
  return { file, missing, sha256, head, mimeType, detectedType, size, bodySha256 };
}

function* jsonIndex({ page, part }: Report, rows: readonly ReturnType<typeof rowOf>[]): Generator<string> {
  yield `${JSON.stringify({ version: 1, page, part }, null, 2).slice(0, -2)},\n  "dataUrls": [`;
  let separator = '\n';
  for (const row of rows) {
    yield `${separator}${JSON.stringify(row, null, 2).replace(/^/gm, '    ')}`;
    separator = ',\n';
  }
  yield rows.length > 0 ? '\n  ]\n}\n' : ']\n}\n';
}

/**
 * @param bodyOf returns the body of one of the Report's data: URLs; null if it is no longer available
 * @returns the ZIP file: `bodies/`, `index.json` and `index.csv`
 */
export async function zipOf(
  report: Report,
  bodyOf: (dataUrl: DataUrl) => Promise<Blob | null>,
): Promise<Blob> {
  const indexed: Indexed[] = [];
  const names = new Map<string, string>();

  async function* files() {
    for (const dataUrl of report.dataUrls) {
      await turn();
      const key = bodyFile(dataUrl);
      if (key === null) {
        indexed.push({ dataUrl, file: null, missing: 'no-body' });
        continue;
      }
      const name = `bodies/${fileName(dataUrl, names.size)}`;
      const known = names.get(key);
      if (known !== undefined) {
        indexed.push({ dataUrl, file: known, missing: null });
        continue;
      }
      const body = await bodyOf(dataUrl);
      indexed.push({ dataUrl, file: body && name, missing: body ? null : 'gone' });
      if (!body) continue;
      names.set(key, name);
      yield { name, body };
    }
    const rows = indexed.map(rowOf);
    yield { name: 'index.json', body: await blobOf(jsonIndex(report, rows)) };
    const lines = csvLines(
      columns,
      rows.map((row) => columns.map((column) => row[column])),
    );
    yield { name: 'index.csv', body: await blobOf(lines) };
  }
  return zipFile(files());
}
