/** Tests `--summary`: the Markdown report in the file that GitHub's runners specify. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../support/command.ts';

test('the Markdown report is added to the summary, beside the output', async (t) => {
  const { folder, file, scan } = await folderFor(t);
  await writeFile(file, '# Earlier\n');
  await writeFile(path.join(folder, 'a.css'), 'b { background: url(data:image/png;base64,AA*A) }');
  const { stdout: markdown } = await scan('--markdown', '.');
  const { code, stdout } = await scan('--summary', '.');
  assert.equal(code, 1);
  assert.match(stdout, /^a\.css:1:21 error /);
  assert.match(markdown, /^# data: URLs of `a\.css`/);
  assert.equal(await readFile(file, 'utf8'), `# Earlier\n${markdown}`);
});

test('it ends within the mebibyte that GitHub shows', async (t) => {
  const { folder, file, scan } = await folderFor(t);
  await writeFile(file, 'x'.repeat(2 ** 20 - 300));
  for (const name of ['a', 'b', 'c'])
    await writeFile(path.join(folder, `${name}.css`), 'b { c: url(data:,x) }');
  await scan('--summary', '.');
  const added = (await readFile(file, 'utf8')).slice(2 ** 20 - 300);
  assert.ok(added.length <= 300);
  assert.match(
    added,
    /^# data: URLs of `a\.css`.*\nGitHub shows 1 MiB of a summary; the rest is omitted\.\n$/s,
  );
});

test('without a runner, or a file that can be written, it says so', async (t) => {
  const { folder } = await folderFor(t);
  await writeFile(path.join(folder, 'a.css'), '');
  const said = async (env: Record<string, string>) => {
    const { code, said } = await runCommand(folder, ['scan', '--summary', 'a.css'], '', env);
    assert.equal(code, 2);
    return said.at(-1);
  };
  assert.equal(await said({}), 'scan: --summary needs GITHUB_STEP_SUMMARY, which GitHub Actions sets');
  assert.equal(
    await said({ GITHUB_STEP_SUMMARY: path.join(folder, 'none/summary.md') }),
    'scan: cannot write the step summary: no such file or folder',
  );
});

async function folderFor(t: { after(work: () => Promise<void>): void }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'summary.md');
  const scan = (...args: string[]) =>
    runCommand(folder, ['scan', '--exclude', 'summary.md', ...args], '', { GITHUB_STEP_SUMMARY: file });
  return { folder, file, scan };
}
