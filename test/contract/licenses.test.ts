/** Every license must allow us to ship what we ship, and to use our tools for building and testing. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { bundledPackages, isAllowedLicence } from '../../extension/build/licenses.ts';
import { root } from '../../src/cli/project.ts';
import { builtFor } from '../support/built.ts';
import { jsonOf } from './sources.ts';

const built = await builtFor('chromium');
const bundled = await bundledPackages(built.metafiles, root);

/** Packages that only the commands import. The extension contains none of them. */
const ofCommands = ['entities', 'ignore', 'leven', 'parse5', 'warcio'];

test('what is bundled, and what the commands import, is what package.json says that the product depends on', () => {
  assert.deepEqual(
    [...bundled.map(({ name }) => name), ...ofCommands].sort(),
    Object.keys(jsonOf('package.json').dependencies).sort(),
  );
});

test('the notices name every bundled package with its license, its source and its copyright', async () => {
  const notices = await readFile(path.join(built.outDir, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const { name, version, license, source, text } of bundled) {
    assert.ok(notices.includes(`\n${name} ${version}\nLicence: ${license}\nSource: ${source}\n\n${text}\n`));
    assert.match(source, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/, name);
    assert.match(text, /copyright|Mozilla Public License/i, name);
  }
});

/** Returns the license of a package in the form used before SPDX, which the lockfile omits. */
const olderForm = (folder: string): string => jsonOf(`${folder}/package.json`).licenses?.[0]?.type ?? '';

test('no package that we build and test with has a license that we do not know', () => {
  const { packages }: { packages: Record<string, { license?: string }> } = jsonOf('package-lock.json');
  const strangers = Object.entries(packages)
    .map(([name, { license }]) => ({ name, license: license ?? olderForm(name) }))
    .filter(({ name, license }) => name !== '' && !isAllowedLicence(license))
    .map(({ name, license }) => `${name}: ${license}`);
  assert.deepEqual(strangers, []);
});
