/**
 * Tests the package that npm installs on the oldest version of Node that it supports; in a full run, on the oldest
 * version of each release line.
 */
import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { ensureChromium, ensureNodes } from '../../extension/build/setup.ts';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { reportsIn } from '../support/command.ts';
import { encodings } from '../support/encodings.ts';
import { type Ended, type Installed, install, packageName, runProgram } from '../support/npm-package.ts';
import { some, testInFull } from '../support/seed.ts';

/**
 * A script that decodes and inspects text in every encoding: pairs of bytes that are whole characters, parts of
 * characters, or errors.
 */
const library = `
import assert from 'node:assert/strict';
import { decodeDataUrl, decodeText, inspect } from '${packageName}';
for (const encoding of ${JSON.stringify(encodings)})
  for (let lead = 0; lead < 256; lead += 17)
    for (const rest of ['', '%39%FF%20', '%1B%24', '%A1%1B(B%80']) {
      const url = \`data:text/plain;charset=\${encoding},%\${lead.toString(16).padStart(2, '0')}\${rest}\`;
      const { ok, body } = decodeDataUrl(url);
      const { charset, size } = await inspect(url);
      assert.deepEqual([ok, charset.used, size], [true, encoding, body.length]);
      assert.equal(typeof decodeText(body, encoding).text, 'string');
    }
const { text } = decodeText(Uint8Array.of(0x81, 0x39, 0xff, 0x20), 'gb18030');
assert.equal(text, '\\ufffd9\\ufffd ');
`;

/** A page for the rules that resolve addresses, which need `URL.parse`. */
const page = `<title>Page</title><a href="data:text/html,<a href=//example.com\\@example.org>x</a>">x</a>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='https://example.com/'/></svg>">`;

let installed: Installed;
let chromium: string;
before(async () => {
  chromium = await ensureChromium();
  installed = await install();
  const driver = path.join(installed.folder, 'node_modules/playwright-core');
  await symlink(path.join(root, 'node_modules/playwright-core'), driver, 'junction');
  await writeFile(path.join(installed.folder, 'library.mjs'), library);
  await writeFile(path.join(installed.folder, 'page.html'), page);
  await writeFile(
    path.join(installed.folder, 'four-bytes.html'),
    '<a href="data:;charset=gb18030,%819%FF%20">x</a>',
  );
});
after(() => installed.remove());

for (const [version, node] of some([...ensureNodes()], 3))
  describe(`Node ${version}`, { concurrency: true }, () => {
    const run = (...args: string[]): Promise<Ended> =>
      runProgram(node, installed.folder, args, { CHROMIUM: chromium });
    const command = (...args: string[]): Promise<Ended> =>
      run(path.join(installed.home, 'src/cli/command.js'), ...args);

    testInFull('the library', async () => {
      const { code, stderr } = await run('library.mjs');
      assert.deepEqual([code, stderr], [0, '']);
    });

    testInFull('scan and merge', async () => {
      const { stdout, code } = await command(
        'scan',
        '--ndjson',
        '--fail-on',
        'never',
        'page.html',
        'four-bytes.html',
      );
      assert.doesNotMatch(stdout, /stopped with an error/);
      const sizes = reportsIn(stdout).map(({ dataUrls }) => dataUrls.length);
      assert.deepEqual([sizes, code], [[2, 1], 0]);
      await writeFile(path.join(installed.folder, `${version}.ndjson`), stdout);
      const merged = await command('merge', '--json', '--fail-on', 'never', `${version}.ndjson`);
      assert.deepEqual([JSON.parse(merged.stdout).reports, merged.code], [2, 0]);
      assert.equal((await command('merge', '-')).code, 2);
    });

    testInFull('inspect', async () => {
      const { stdout, stderr } = await command(
        'inspect',
        '--offline',
        '--json',
        'page.html',
        'four-bytes.html',
      );
      const reports: Report[] = JSON.parse(stdout);
      assert.deepEqual(
        reports.map(({ dataUrls }) => dataUrls.length),
        [2, 1],
        stderr,
      );
      const empty = await command('inspect', '-');
      assert.deepEqual([empty.code, empty.stderr], [2, 'inspect: no page on standard input\n']);
    });
  });
