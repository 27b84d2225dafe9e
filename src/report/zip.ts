/**
 * All bodies of a Report as a ZIP file, each distinct one once, with an index of which data: URL is where.
 */
import { csvLines } from './csv.ts';
import { fileName } from './file-names.ts';
import type { DataUrl, Report } from './report.ts';
import { zipFile } from './zip-file.ts';

interface Indexed {
  dataUrl: DataUrl;
  file: string | null;
  /** Why there is no file. */
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

/**
 * @param bodyOf the body of a data: URL of the Report; null where nothing has it any more
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
      if (dataUrl.bodySha256 === null) {
        indexed.push({ dataUrl, file: null, missing: 'no-body' });
        continue;
      }
      const name = `bodies/${fileName(dataUrl, names.size)}`;
      const key = `${dataUrl.bodySha256} ${name.slice(name.lastIndexOf('.'))}`;
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
    const index = { version: 1, page: report.page, dataUrls: rows };
    yield { name: 'index.json', body: new Blob([`${JSON.stringify(index, null, 2)}\n`]) };
    const lines = csvLines(
      columns,
      rows.map((row) => columns.map((column) => row[column])),
    );
    yield { name: 'index.csv', body: new Blob([...lines]) };
  }
  return zipFile(files());
}
