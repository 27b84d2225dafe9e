/** The Report in each of its forms: what a surface is given that asks for one, and what its buttons save. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import type { ExportFormat } from '../../extension/platform/limits.ts';
import { csvColumns } from '../../src/report/csv.ts';
import { launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { checkSarif } from '../support/sarif.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';
import { unzip } from '../support/unzip.ts';

test('the forms of a Report', { timeout: 600_000 }, async (t) => {
  const images = Array.from({ length: 300 }, (_, n) => `<img src="data:text/plain,body-${n}">`);
  await using server = await serve({
    routes: { '/': `<title>Forms</title>${images.join('')}<iframe src="data:text/html,=1"></iframe>` },
  });
  const extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openSurfacePort(extension);
  await surface.when((rows) => rows.length === 301);
  let request = 0;
  const textOf = async (format?: 'json' | 'csv' | 'sarif' | 'zip') =>
    String(await surface.ask({ type: 'report', request: request++, ...(format && { format }) }));

  await t.test('JSON where no form is named', async () => {
    const [report] = JSON.parse(await textOf());
    assert.equal(report.dataUrls.length, 301);
    assert.equal(await textOf('json').then((text) => JSON.parse(text)[0].dataUrls.length), 301);
  });

  await t.test('CSV', async () => {
    const lines = (await textOf('csv')).split('\r\n');
    assert.equal(lines.length, 303);
    assert.equal(lines[0], csvColumns.map((name) => `"${name}"`).join(','));
  });

  await t.test('SARIF, with the version and the help of the rules', async () => {
    const { runs } = JSON.parse(await textOf('sarif'));
    const { driver } = runs[0].tool;
    assert.match(driver.version, /^\d+\.\d+\.\d+$/);
    assert.ok(driver.rules.length > 2);
    assert.ok(runs[0].results.some(({ ruleId }: { ruleId: string }) => ruleId === 'disallowed-type'));
  });

  await t.test('ZIP, with every body once', async () => {
    const zip = await textOf('zip');
    const names = new Set(zip.match(/bodies\/\d{5}-[0-9a-f]{12}\.(?:txt|html)/g));
    assert.equal(names.size, 301);
    for (let n = 0; n < 300; n++) assert.ok(zip.includes(`body-${n}`));
  });
});

/** What pages write to steer whoever opens an export, in every place where they may write something. */
const steering = [
  "=cmd|' /C calc'!A0",
  '@SUM(1;=1+1)',
  '+1-1',
  '../../../etc/passwd',
  'C:\\CON',
  'CON',
  'aux.txt',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u001b[2J\u0007\u0085',
  'a"b,c;=d',
  '[x](https://evil.example/)',
  'n'.repeat(5000),
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** For each a type, a parameter, a body, an id and a name of a file; the same bytes under several types. */
const hostilePage = `<!DOCTYPE html><meta charset="utf-8"><title>${escaped(steering.join(' '))}</title>${steering
  .map((text) => {
    const name = escaped(text);
    return `<img id="${name}" class="${name}" src="data:${name}/${name};name=${name},${name}">
      <a download="${name}" href="data:image/png;name=&quot;${name}&quot;,same">${name}</a>
      <p data-${'x'.repeat(10)}="data:text/${name},same"></p>`;
  })
  .join('')}`;

/** The cells of each line (RFC 4180). */
function cellsOf(csv: string): string[][] {
  assert.ok(csv.endsWith('\r\n'));
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const lines: string[][] = [];
  let line: string[] = [];
  while (field.lastIndex < csv.length) {
    const at = field.lastIndex;
    const [, quoted, plain = '', end] = field.exec(csv) ?? assert.fail(`no field: ${csv.slice(at, at + 80)}`);
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** What turns or does not print: no reader of an export is to meet it. */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function assertSafeCells(csv: string): void {
  const lines = cellsOf(csv);
  for (const line of lines) {
    assert.equal(line.length, lines[0]?.length);
    for (const cell of line) {
      assert.doesNotMatch(cell, unprintable);
      // Some spreadsheets part cells at semicolons, too.
      for (const part of cell.split(';')) {
        if (!/^-?\d+$/.test(part)) assert.doesNotMatch(part, /^\s*[=+\-@]/, cell);
      }
    }
  }
}

test('what the buttons save of a hostile page is safe to open', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ routes: { '/': hostilePage } });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const popup = await openPopup(extension, page);
  const opening = extension.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(extension.origin),
  );
  await popup.click('[data-action="open-tab"]');
  const tab: Page = await opening;
  await tab.locator('[data-surface="inspector"][data-state="done"]').waitFor();
  const saved = async (format: ExportFormat): Promise<Buffer> => {
    const downloading = tab.waitForEvent('download');
    await tab.click('[data-action="export"]');
    await tab.click(`[data-action="export-${format}"]`);
    const download = await downloading;
    const name = new RegExp(`^data-urls-127\\.0\\.0\\.1-\\d{4}-\\d\\d-\\d\\d\\.${format}$`);
    assert.match(download.suggestedFilename(), name);
    return readFile(await download.path());
  };

  await t.test('JSON: all of it, as it was written', async () => {
    const text = String(await saved('json'));
    const [report] = JSON.parse(text);
    assert.ok(report.dataUrls.length > 2 * steering.length);
    const heads: string[] = report.dataUrls.map(({ head }: { head: string }) => head);
    for (const each of steering) {
      const head = `data:${each}/${each};name=${each},${each}`.slice(0, 100);
      assert.ok(heads.includes(head), head);
    }
    assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f]/);
  });

  await t.test('CSV: no cell is a formula, or turns what stands around it', async () => {
    const csv = String(await saved('csv'));
    assertSafeCells(csv);
    const [, ...lines] = cellsOf(csv);
    assert.ok(lines.length > 2 * steering.length, `${lines.length} lines`);
  });

  await t.test('SARIF: its structure holds, and no message has links or turns', async () => {
    const log = JSON.parse(String(await saved('sarif')));
    checkSarif(log);
    const texts: string[] = log.runs[0].results.map(
      ({ message }: { message: { text: string } }) => message.text,
    );
    assert.ok(texts.length > steering.length);
    for (const text of texts) {
      assert.doesNotMatch(text, unprintable);
      assert.doesNotMatch(text, /(?<!\\)\[[^[\]]*\]\(/);
    }
  });

  await t.test('ZIP: the names are ours, and no two alike', async () => {
    const files = await unzip(new Blob([new Uint8Array(await saved('zip'))]));
    const names = [...files.keys()];
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    const bodies = names.filter((name) => !/^index\.(?:json|csv)$/.test(name));
    assert.equal(names.length - bodies.length, 2);
    assert.ok(bodies.length > steering.length);
    for (const name of bodies) assert.match(name, /^bodies\/\d{5}-[0-9a-f]{12}\.[a-z0-9]{1,11}$/);
    assertSafeCells(String(files.get('index.csv')));
    const { dataUrls }: { dataUrls: { file: string | null }[] } = JSON.parse(String(files.get('index.json')));
    for (const { file } of dataUrls) assert.ok(file === null || files.has(file));
  });
});
