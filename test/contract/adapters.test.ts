/** The samples in docs/adapters.md must work with the real tools and with the installed package. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { samplesIn } from '../support/examples.ts';
import { type Ended, type Installed, install, runNode } from '../support/npm-package.ts';
import { textOf } from './sources.ts';

const modules = path.join(root, 'node_modules');
const tools = { eslint: 'eslint/bin/eslint.js', stylelint: 'stylelint/bin/stylelint.mjs' };

let installed: Installed;
before(async () => {
  installed = await install();
  await writeFile(
    path.join(installed.folder, 'data-url-inspector.json'),
    '{"rules":{"invalid-data-url":"off"}}',
  );
});
after(() => installed.remove());

const inFolder = (name: string): string => path.join(installed.folder, name);

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(inFolder(name)), { recursive: true });
  await writeFile(inFolder(name), text);
}

/** Runs a command from the page with the project's own tool. */
function run(command: string): Promise<Ended> {
  const [, tool = '', rest = ''] = /^npx (\w+) (.*)$/.exec(command) ?? [];
  const script = path.join(modules, tools[tool as keyof typeof tools]);
  return runNode(installed.folder, [script, ...rest.replaceAll('"', '').split(' ')], { NO_COLOR: '1' });
}

/** Returns the output of a tool with the file names of the page, and without totals. */
const listed = (stdout: string): string =>
  stdout.replaceAll(`${installed.folder}${path.sep}`, '').replace(/^✖ .*/ms, '').trim();

for (const [heading, { command, source, config, other }] of Object.entries({
  ESLint: {
    command: 'npx eslint app',
    source: 'app/icons.js',
    config: 'eslint.config.js',
    other: 'eslint.config.js',
  },
  Stylelint: {
    command: 'npx stylelint "app/*.css"',
    source: 'app/icons.css',
    config: 'stylelint.config.js',
    other: '.stylelintrc.json',
  },
}))
  describe(heading, () => {
    const blocks = samplesIn(textOf('docs/adapters.md'), heading);
    const block = (name: string, n = 0): string => blocks.get(name)?.at(n) ?? '';
    before(async () => {
      await write(source, block(source));
      if (heading === 'Stylelint')
        await symlink(path.join(modules, 'stylelint'), inFolder('node_modules/stylelint'));
    });
    test('prints the sample', async () => {
      await write(config, block(config));
      const { stdout, stderr } = await run(command);
      assert.equal(listed(stdout + stderr), block(command).trim());
    });
    test('takes the other configuration', async () => {
      await rm(inFolder(config));
      await write(other, block(other, -1));
      const { code, stdout, stderr } = await run(command);
      const isLeft = heading === 'Stylelint';
      assert.equal(code, isLeft ? 2 : 0, stdout + stderr);
    });
  });

test('without Stylelint, or with one that is too old, one sentence says so', async () => {
  await rm(inFolder('node_modules/stylelint'), { force: true });
  const needs = 'data-url-inspector/stylelint needs Stylelint 17 or newer';
  const said = async () => (await run('npx stylelint "app/*.css"')).stderr.trim();
  assert.equal(await said(), `${needs}: run "npm install --save-dev stylelint".`);
  await write('node_modules/stylelint/package.json', '{ "name": "stylelint", "version": "16.26.1" }');
  assert.equal(await said(), `${needs}; this is 16.26.1.`);
});

test('the page names the lowest versions that the package admits', async () => {
  const manifest = await readFile(inFolder('node_modules/data-url-inspector/package.json'), 'utf8');
  const { peerDependencies } = JSON.parse(manifest);
  for (const name of ['Vite', 'ESLint', 'Stylelint']) {
    const [, named = ''] = new RegExp(`^Needs ${name} ([\\d.]+)`, 'm').exec(textOf('docs/adapters.md')) ?? [];
    const [admitted = ''] = /\d[\d.]*/.exec(peerDependencies[name.toLowerCase()]) ?? [];
    assert.equal(admitted.replace(/(?:\.0)+$/, ''), named, name);
  }
});
