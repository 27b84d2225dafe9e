/** Tests the packages for the stores. The source archive for reviewers must build to the same bytes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { targets } from '../../../extension/build/manifest.ts';
import { type Package, packageAll } from '../../../extension/build/package.ts';
import { root } from '../../../src/cli/project.ts';
import { packed } from '../../support/packages.ts';
import { testInFull } from '../../support/seed.ts';
import { unzip } from '../../support/unzip.ts';

let folder: string;
let packages: Map<Package['kind'], Package>;
let members: Map<Package['kind'], Map<string, Buffer>>;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-packages-'));
  const kinds = [...targets, 'source'] as const;
  packages = new Map((await Promise.all(kinds.map(packed))).map((each) => [each.kind, each]));
  members = new Map();
  for (const kind of kinds) members.set(kind, await unzip(await openAsBlob(packages.get(kind)?.file ?? '')));
});
after(() => rm(folder, { recursive: true, force: true }));

const membersOf = (kind: Package['kind']): Map<string, Buffer> => members.get(kind) ?? new Map();

/** Returns the name of a file without the content hash that names of chunks contain. */
const withoutHash = (name: string): string => name.replace(/^chunk-[0-9A-Z]{8}(?=\.js$)/, 'chunk-*');

const common = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.txt',
  '_locales/ar/messages.json',
  '_locales/de/messages.json',
  '_locales/en/messages.json',
  '_locales/es/messages.json',
  '_locales/fr/messages.json',
  '_locales/ja/messages.json',
  '_locales/pt_BR/messages.json',
  '_locales/zh_CN/messages.json',
  'background.js',
  'base.js',
  'chunk-*.js',
  'code.js',
  'content.js',
  'devtools.html',
  'devtools.js',
  'first-paint.js',
  'font-worker.js',
  'format-worker.js',
  'frames.js',
  'icons/icon-128.png',
  'icons/icon-16.png',
  'icons/icon-32.png',
  'icons/icon-48.png',
  'icons/icon.svg',
  'inspector.css',
  'inspector.html',
  'inspector.js',
  'learn.css',
  'learn.html',
  'learn.js',
  'manifest.json',
  'markup.js',
  'opened.css',
  'options.css',
  'options.html',
  'options.js',
  'panel.css',
  'panel.html',
  'panel.js',
  'popup-start.js',
  'popup.html',
  'popup.js',
  'selection.js',
  'shared.js',
  'show.js',
  'sidebar.css',
  'sidebar.html',
  'sidebar.js',
  'ui.css',
  'view.css',
  'view.js',
  'viewer.js',
  'watch.js',
  'welcome.css',
  'welcome.html',
  'welcome.js',
  'window.js',
];

for (const [kind, own] of [
  ['chromium', ['managed-schema.json']],
  ['firefox', []],
] as const) {
  describe(kind, () => {
    test('it holds these files, in this order, and no other', () => {
      const names = [...membersOf(kind).keys()];
      assert.deepEqual(names, [...names].sort());
      // The order of the chunks depends on their hashes, so their kinds may be in any order.
      assert.deepEqual([...new Set(names.map(withoutHash))].sort(), [...common, ...own].sort());
    });

    test('no text in it becomes HTML', () => {
      for (const [name, body] of membersOf(kind)) {
        if (!name.endsWith('.js')) continue;
        assert.ok(!body.includes('innerHTML'), name);
      }
    });

    test('nothing in it identifies the machine that built it', () => {
      for (const [name, body] of membersOf(kind)) assert.ok(!body.includes(root), name);
    });
  });
}

test('the Chromium store takes no key; all else in the manifest is that of the build', async () => {
  const manifest = JSON.parse(String(membersOf('chromium').get('manifest.json')));
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  assert.ok(!('key' in manifest));
  assert.equal(manifest.version, version);
  assert.deepEqual(manifest.background, { service_worker: 'background.js' });
});

test('Firefox is not given what it does not have', () => {
  const script = String(membersOf('firefox').get('content.js'));
  assert.ok(!script.includes('chrome.dom'));
});

test('the source is what git knows of the project', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const source = membersOf('source');
  assert.deepEqual(
    [...source.keys()],
    listed
      .split('\0')
      .filter((name) => name !== '')
      .sort(),
  );
  assert.ok(source.has('package-lock.json') && !source.has('node_modules/preact/package.json'));
});

testInFull(
  'from the source, elsewhere and without git, come the same bytes',
  { timeout: 600_000 },
  async () => {
    const projectDir = path.join(folder, 'elsewhere');
    for (const [name, body] of membersOf('source')) {
      const file = path.join(projectDir, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
    }
    await symlink(path.join(root, 'node_modules'), path.join(projectDir, 'node_modules'), 'junction');
    packages.set('npm', await packed('npm'));
    const again = await packageAll({ projectDir });
    assert.deepEqual(
      again.map(({ kind, sha256 }) => [kind, sha256]),
      (['chromium', 'firefox', 'npm'] as const).map((kind) => [kind, packages.get(kind)?.sha256]),
    );
  },
);
