/**
 * Does work whose result all test files of a run share: the first file that needs the result does the work, and the
 * others wait.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from '../../src/cli/drivers/wait.ts';

/** The environment variable that contains the path of the run's folder. */
const variable = 'DATA_URL_INSPECTOR_RUN';

/** Makes a folder for this process and all processes that it starts. The folder is deleted when this process ends. */
export function shareFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'data-url-inspector-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env[variable] = folder;
  return folder;
}

/**
 * Returns the shared folder with that name, which must not change after `fill` has filled it. A test file that runs on
 * its own has its own folder.
 *
 * @throws the error of `fill`; in other files, an error that says that `fill` failed
 */
export async function oncePerRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(process.env[variable] ?? shareFolder(), name);
  const isFirst = await mkdir(`${folder}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await mkdir(`${folder}.new`);
    await fill(`${folder}.new`).catch(async (error: unknown) => {
      await writeFile(`${folder}.failed`, String(error));
      throw error;
    });
    await rename(`${folder}.new`, folder);
  } else
    await poll(name, 300_000, async () => {
      if (existsSync(`${folder}.failed`)) throw new Error(await readFile(`${folder}.failed`, 'utf8'));
      return existsSync(folder) || undefined;
    });
  return folder;
}
