/**
 * Commands whose output cannot be written must have written only whole lines, print one clear error, and exit with code
 * 2.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { compiled, type EndedCommand, endOf } from '../../support/command.ts';
import { own } from '../../support/owned.ts';
import { some } from '../../support/seed.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-output-'));
  await mkdir(path.join(folder, 'pages'));
  for (let n = 0; n < 50; n++)
    await writeFile(path.join(folder, 'pages', `${n}.html`), `<img src="data:image/png,${n}">`);
  const scan = await endOf(await inShell('"$@" scan --ndjson --fail-on never pages'));
  await writeFile(path.join(folder, 'reports.ndjson'), scan.stdout);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a command line in the shell, with "$@" replaced by the program. */
async function inShell(line: string) {
  const program = [process.execPath, ...(await compiled())];
  return own(spawn('sh', ['-c', line, 'sh', ...program], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] }));
}
const shell = async (line: string): Promise<EndedCommand> => endOf(await inShell(line));

test('a file that takes no more has whole lines, of which each is a report', async () => {
  // The unit of the limit is 512 bytes or 1 kB. Either way, the limit is below the length of all reports, and not at
  // the end of a report.
  const { code, said } = await shell('ulimit -f 21; "$@" scan --ndjson --fail-on never pages > cut.ndjson');
  assert.deepEqual(
    [code, said],
    [2, ['scan: cannot write to standard output: EFBIG: file too large, write']],
  );
  const text = await readFile(path.join(folder, 'cut.ndjson'), 'utf8');
  const whole = await readFile(path.join(folder, 'reports.ndjson'), 'utf8');
  assert.ok(text.length > 1000 && text.length < whole.length, `${text.length} of ${whole.length}`);
  assert.match(text, /\n$/);
  const lines = text.trimEnd().split('\n');
  const { timing: _, ...last } = JSON.parse(lines.at(-1) ?? '');
  assert.equal(last.version, 2);
  // The previous contents must stay.
  const again = await shell('ulimit -f 21; "$@" scan --ndjson --fail-on never pages >> cut.ndjson');
  assert.equal(again.code, 2);
  const after = await readFile(path.join(folder, 'cut.ndjson'), 'utf8');
  assert.ok(after.startsWith(text) && after.endsWith('\n'), after.slice(text.length));
});

test('a file that has no room for the line of a long text has nothing of it', async () => {
  const lines = Array.from({ length: 600 }, (_, n) => `data:image/png,${n}${' and so on'.repeat(200)}\n`);
  await writeFile(path.join(folder, 'long.log'), lines.join(''));
  const { code } = await shell('ulimit -f 128; "$@" scan --ndjson long.log > long.ndjson');
  assert.equal(code, 2);
  const [header = '', ...rest] = (await readFile(path.join(folder, 'long.ndjson'), 'utf8')).split('\n');
  assert.deepEqual([JSON.parse(header).kind, rest], ['run', ['']]);
  const whole = await shell('"$@" scan --ndjson long.log');
  assert.ok(whole.stdout.length > 200_000 && whole.code === 0);
});

const commands = [
  'scan --ndjson pages',
  'scan --sarif pages',
  'scan --help',
  'merge reports.ndjson',
  'merge --sarif reports.ndjson',
  '--help',
];
for (const command of some(commands, 3)) {
  test(`a full device: ${command}`, async () => {
    const { code, said } = await shell(`"$@" ${command} > /dev/full`);
    assert.equal(code, 2, said.join('\n'));
    const [line = '', ...others] = said;
    assert.match(line, /^[a-z-]+: cannot write to standard output: ENOSPC: no space left on device, write$/);
    assert.deepEqual(others, []);
  });
}
