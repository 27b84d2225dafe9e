/**
 * Records a commit's reports on known inputs: `node --import tsx test/support/record.ts COMMIT FOLDER`. Compare two
 * records with `diff -r` to find out where the reports of two commits differ. The commit's own commands and built
 * extension are run; the browser, the server and the inputs are those of this checkout.
 *
 * - `pages/`: the JSON and SARIF of `inspect`, and the popup's rows
 * - `scan/`: the lines, JSON and SARIF of `scan`
 * - `urls.json`: the JSON of `scan` for each data: URL of the cases
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../../extension/build/setup.ts';
import { launchExtension } from '../../src/cli/drivers/chromium.ts';
import { logToStderr, root } from '../../src/cli/project.ts';
import { whenRead } from './popup.ts';
import { servedPolicy } from './real-pages.ts';
import { type Served, serve } from './serve.ts';
import { readJson, sharedFolder } from './shared.ts';
import { checkOut } from './worktree.ts';

interface Source {
  name: string;
  folder: string;
  headers?: Record<string, string>;
}

/** Returns the folders of pages, each with a name. */
function sources(): Source[] {
  const shared = (name: string, headers?: Record<string, string>): Source[] => {
    const folder = sharedFolder(name);
    return folder === null ? [] : [{ name: name.replace('/', '-'), folder, ...(headers && { headers }) }];
  };
  return [
    ...shared('pages', { 'content-security-policy': servedPolicy }),
    ...shared('adversarial'),
    ...shared('cases/pages'),
    { name: 'test-pages', folder: path.join(root, 'test/pages') },
  ];
}

/** Returns the standard output of one of the commit's commands. The exit code may report findings. */
function output(checkout: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['extension/build/run.mjs', ...args], {
      cwd: checkout,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    child.stdin.end(input);
  });
}

/** Properties whose values differ between runs. */
const volatile = new Set([
  'timing',
  'startedAt',
  'generatedAt',
  'scannedAt',
  'date',
  'removedAt',
  'version',
  'run',
  // SARIF's fingerprints depend on the server's port.
  'partialFingerprints',
]);

/** Sorts values by their texts, because documents are scanned concurrently. */
const ordered = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, text: JSON.stringify(value) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ value }) => value);

/**
 * Returns JSON with each property on its own line, without the properties that differ between runs. NDJSON becomes an
 * array.
 */
function stable(json: string): string {
  const lines = json.trim().split('\n');
  const value =
    lines.length > 1 && lines[0]?.endsWith('}')
      ? lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === undefined)
      : JSON.parse(json);
  const kept = JSON.stringify(
    value,
    (key, each) => (volatile.has(key) ? undefined : key === 'results' ? ordered(each) : each),
    1,
  );
  return `${kept.replaceAll(/blob:[^"]*/g, 'blob:')}\n`;
}

/** Runs in a popup: whether the parts of rows that load after the list are shown. */
const arePartsLoaded = () => document.querySelector('[data-row] .place:not([title])') === null;

/**
 * Runs in a popup: returns the texts of its rows, from the top. Without what is measured on the page, which only rows in
 * view contain, and only after some time: sizes, unused rules, and positions in the source.
 */
const rowTexts = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => {
    const nodes = document.createNodeIterator(row, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const { nodeValue, parentElement } = node;
      if (parentElement?.closest('[data-use]')) continue;
      const isPlace = parentElement?.closest('.place');
      const isSize = parentElement?.closest('.dimensions');
      const measured = isPlace ? /^\S+:\d+:\d+ ?/ : isSize ? /(?:, shown| →) .*/ : /^$/;
      const text = (nodeValue ?? '').replace(measured, '');
      if (text !== '') texts.push(text);
    }
    return texts.join(' | ');
  });

async function recordPages(checkout: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, folder: from, headers } of sources()) {
    logToStderr(name);
    const files = (await readdir(from, { recursive: true }))
      .filter((file) => /\.(?:x?html?|svg)$/.test(file))
      .sort();
    await using server: Served = await serve({ folder: from, ...(headers && { headers }) });
    const { host } = new URL(server.url('/'));
    const write = (form: string, text: string) =>
      writeFile(
        path.join(folder, `${name}.${form}`),
        text.replaceAll(host, 'origin.test').replaceAll(encodeURIComponent(host), 'origin.test'),
      );
    const urls = files.map((file) =>
      server.url(`/${file.split(path.sep).map(encodeURIComponent).join('/')}`),
    );
    const inspect = (form: string) =>
      output(checkout, ['inspect', form, '--offline', '--fail-on', 'never', '-'], urls.join('\n'));
    await write('json', stable(await inspect('--ndjson')));
    await write('sarif', stable(await inspect('--sarif')));
    await using extension = await launchExtension({
      extensionDir: path.join(checkout, 'dist/chromium'),
      executablePath: await ensureChromium(),
      offline: true,
    });
    const rows: Record<string, string[]> = {};
    for (const [index, url] of urls.entries()) {
      const page = await extension.newPage();
      await page.goto(url);
      const popup = await extension.clickAction(page);
      rows[files[index] as string] = await whenRead(popup).then(
        async () => {
          await popup.waitFor(arePartsLoaded);
          return popup.evaluate(rowTexts);
        },
        () => ['The scan did not end.'],
      );
      await popup.close();
      await page.close();
    }
    await write('rows.json', `${JSON.stringify(rows, null, 1)}\n`);
  }
}

async function recordScan(checkout: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const cases = sharedFolder('cases/scan');
  const all = [...sources(), ...(cases === null ? [] : [{ name: 'cases-scan', folder: cases }])];
  for (const { name, folder: from } of all)
    for (const form of ['lines', 'json', 'sarif']) {
      const text = await output(checkout, ['scan', `--${form}`, '--fail-on', 'never', from]);
      const named = text.replaceAll(from, name);
      await writeFile(path.join(folder, `${name}.${form}`), form === 'lines' ? named : stable(named));
    }
}

async function recordUrls(checkout: string, file: string): Promise<void> {
  const shared = sharedFolder('cases');
  if (shared === null) return;
  const { cases, pictures, svg }: Record<string, { url: string }[]> = readJson(shared, 'urls.json');
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-urls-'));
  try {
    const urls = [cases, pictures, svg].flatMap((each) => each ?? []);
    // A JSON string can contain any text, and the scan finds that text unchanged.
    for (const [index, { url }] of urls.entries())
      await writeFile(path.join(folder, `${String(index).padStart(3, '0')}.json`), JSON.stringify(url));
    await writeFile(
      file,
      stable(
        (await output(checkout, ['scan', '--json', '--fail-on', 'never', folder])).replaceAll(folder, 'urls'),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [commit, folder] = process.argv.slice(2);
if (commit === undefined || folder === undefined) {
  logToStderr('Usage: node --import tsx test/support/record.ts COMMIT FOLDER');
  process.exit(2);
}
await using worktree = await checkOut(commit);
await mkdir(folder, { recursive: true });
await recordScan(worktree.folder, path.join(folder, 'scan'));
await recordUrls(worktree.folder, path.join(folder, 'urls.json'));
await recordPages(worktree.folder, path.join(folder, 'pages'));
await writeFile(path.join(folder, 'commit'), `${worktree.hash}\n`);
