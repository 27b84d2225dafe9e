/** Tests the command of the package that npm installs, with the extension in that package. */
import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import { ensureChromium } from '../../extension/build/setup.ts';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { type Ended, type Installed, install, runNode } from '../support/npm-package.ts';
import { testInFull } from '../support/seed.ts';

let installed: Installed;

before(async () => {
  installed = await install();
  const driver = path.join(installed.folder, 'node_modules/playwright-core');
  await symlink(path.join(root, 'node_modules/playwright-core'), driver, 'junction');
  const page =
    '<title>Page</title><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><a href="data:,x">x</a>';
  await writeFile(path.join(installed.folder, 'page.html'), page);
});
after(() => installed.remove());

const command = async (...args: string[]): Promise<Ended> =>
  runNode(installed.folder, [path.join(installed.home, 'src/cli/command.js'), ...args], {
    CHROMIUM: await ensureChromium(),
  });

testInFull('inspect reports the data: URLs of a page', async () => {
  const { code, stdout, stderr } = await command('inspect', '--offline', '--json', 'page.html');
  assert.deepEqual([code, stderr], [0, 'Inspecting page.html\n']);
  const [report]: Report[] = JSON.parse(stdout);
  assert.deepEqual(report?.dataUrls.map(({ essence }) => essence).sort(), ['image/gif', 'text/plain']);
});

testInFull('a named browser that cannot be run is reported in one line', async () => {
  const entry = path.join(installed.home, 'src/cli/command.js');
  const none = { CHROMIUM: path.join(installed.folder, 'none') };
  const { code, stdout, stderr } = await runNode(installed.folder, [entry, 'inspect', 'page.html'], none);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^inspect: CHROMIUM names .*none, which cannot be run\.\n$/);
});
