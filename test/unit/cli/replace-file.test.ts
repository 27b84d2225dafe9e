/**
 * A file such as a baseline must be replaced as a whole or not at all, whatever kind of file it is, and wherever it is.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { replaceFile } from '../../../src/cli/replace-file.ts';
import { compiled, endOf } from '../../support/command.ts';
import { own } from '../../support/owned.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-replace-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const read = (file: string): Promise<string> => readFile(file, 'utf8');

/** Creates a folder with a file. */
async function fileIn(name: string, text = 'the old content'): Promise<string> {
  await mkdir(path.join(folder, name));
  const file = path.join(folder, name, 'known.json');
  await writeFile(file, text);
  return file;
}
const isRoot = process.getuid?.() === 0;
const isPosix = process.platform !== 'win32';

test('a write-protected file stays', async () => {
  const file = await fileIn('protected');
  await chmod(file, 0o444);
  // Root may write everywhere.
  const nobody = 65_534;
  if (isRoot) {
    await chmod(folder, 0o755);
    for (const each of [file, path.dirname(file)]) await chown(each, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    await assert.rejects(replaceFile(file, 'new'), { code: isPosix ? 'EACCES' : 'EPERM' });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  assert.equal(await read(file), 'the old content');
});

test('a new file, and a file that is replaced with its mode: nothing else is left in the folder', async () => {
  const file = await fileIn('plain');
  if (isPosix) await chmod(file, 0o666);
  const { ino } = await stat(file);
  await replaceFile(file, 'new');
  assert.deepEqual([await read(file), await readdir(path.dirname(file))], ['new', ['known.json']]);
  const replaced = await stat(file);
  if (isPosix) assert.equal(replaced.mode & 0o777, 0o666);
  assert.notEqual(replaced.ino, ino);
  const other = path.join(folder, 'plain/other.json');
  await replaceFile(other, 'other');
  assert.deepEqual((await readdir(path.dirname(file))).sort(), ['known.json', 'other.json']);
  assert.equal(await read(other), 'other');
});

test('links: the file that a symbolic link names is replaced, and a file with two names keeps both', async () => {
  const file = await fileIn('links');
  const soft = path.join(folder, 'soft.json');
  await symlink('links/known.json', soft);
  await replaceFile(soft, 'by its symbolic link');
  assert.deepEqual([await readlink(soft), await read(file)], ['links/known.json', 'by its symbolic link']);
  await link(file, path.join(folder, 'hard.json'));
  await replaceFile(file, 'short');
  assert.deepEqual([await read(path.join(folder, 'hard.json')), await read(file)], ['short', 'short']);
  const dangling = path.join(folder, 'dangling.json');
  await symlink('links/created.json', dangling);
  await replaceFile(dangling, 'created');
  assert.deepEqual([await readlink(dangling), await read(dangling)], ['links/created.json', 'created']);
  assert.deepEqual((await readdir(path.dirname(file))).sort(), ['created.json', 'known.json']);
});

test('a pipe gets the text', async () => {
  if (!isPosix) return;
  const pipe = path.join(folder, 'pipe');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const reader = own(spawn('cat', [pipe]));
  let text = '';
  reader.stdout.setEncoding('utf8').on('data', (data) => (text += data));
  const closed = once(reader, 'close');
  await replaceFile(pipe, 'through a pipe');
  await closed;
  assert.equal(text, 'through a pipe');
});

test('in a folder in which no file can be created: overwritten', async () => {
  const file = await fileIn('closed');
  // Creating the new file must fail: if the test runs as root, which may write everywhere, or on Windows, the name of
  // the new file is already in use; otherwise, its folder is read-only.
  if (isRoot || !isPosix) await writeFile(`${file}.${process.pid}.new`, '');
  else await chmod(path.dirname(file), 0o500);
  const { ino } = await stat(file);
  await replaceFile(file, 'new');
  if (!isRoot && isPosix) await chmod(path.dirname(file), 0o700);
  assert.deepEqual([await read(file), (await stat(file)).ino], ['new', ino]);
});

test('a file of another owner keeps its owner', async () => {
  if (!isRoot || process.platform !== 'linux') return;
  const file = await fileIn('owned');
  await chown(file, 12_345, 12_345);
  await replaceFile(file, 'new');
  const { uid, gid } = await stat(file);
  assert.deepEqual([await read(file), uid, gid], ['new', 12_345, 12_345]);
  assert.deepEqual(await readdir(path.dirname(file)), ['known.json']);
});

/** Runs a command line in the shell, with "$@" replaced by the program, and returns its exit code and messages. */
async function shell(line: string, cwd: string, before: readonly string[] = []) {
  const [command = '', ...args] = [
    ...before,
    'sh',
    '-c',
    line,
    'sh',
    process.execPath,
    ...(await compiled()),
  ];
  return endOf(own(spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] })));
}

const update = '"$@" scan --fail-on never --baseline known.json --update-baseline . > /dev/null';

for (const [title, mounts] of [
  ['that is mounted on its own, as in a container', 'mount --bind ../NAME.json known.json'],
  [
    'that is mounted in a read-only folder',
    'mount --bind . . && cd "$PWD" && mount -o remount,bind,ro . && mount --bind ../NAME.json known.json',
  ],
] as const)
  test(`a file ${title}: overwritten`, async () => {
    const isolated = ['unshare', '-rm'];
    if (spawnSync('unshare', ['-rm', 'true']).status !== 0) return;
    const empty = '{"version":1,"findings":[]}\n';
    const file = await fileIn(title, empty);
    await writeFile(path.join(folder, `${title}.json`), empty);
    await writeFile(path.join(folder, title, 'a.html'), '<iframe src="data:text/html,x"></iframe>');
    const { code, said } = await shell(
      `${mounts.replace('NAME', title).replace(/\.\.\/.*?\.json/, '"$&"')} && ${update}`,
      path.dirname(file),
      isolated,
    );
    assert.deepEqual([code, said.length], [0, 2], said.join('\n'));
    assert.match(await read(path.join(folder, `${title}.json`)), /disallowed-type/);
    assert.deepEqual([await read(file), (await readdir(path.dirname(file))).length], [empty, 2]);
  });

for (const [title, prepare] of [
  ['in its folder', async () => {}],
  ['with two names', (file: string) => link(file, `${file}.second`)],
] as const)
  test(`a baseline for which there is no room stays as it is: a file ${title}`, async () => {
    const name = `full ${title}`;
    const file = await fileIn(name, '{"version":1,"findings":[]}\n');
    await prepare(file);
    const names = await readdir(path.dirname(file));
    const frames = Array.from({ length: 900 }, (_, n) => `<iframe src="data:text/html,${n}"></iframe>`);
    for (let n = 0; n < 100; n++)
      await writeFile(
        path.join(folder, name, `${'long'.repeat(20)}${n}.html`),
        frames.slice(n * 9, n * 9 + 9).join(''),
      );
    const ended = await shell(`ulimit -f 2; ${update}`, path.dirname(file));
    assert.equal(ended.code, 2, ended.said.join('\n'));
    assert.match(ended.said.at(-1) ?? '', /^scan: known\.json: cannot be written: file too large/);
    assert.equal(await read(file), '{"version":1,"findings":[]}\n');
    const others = (await readdir(path.dirname(file))).filter((each) => !each.endsWith('.html'));
    assert.deepEqual(others, names);
  });
