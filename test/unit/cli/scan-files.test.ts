import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type ScanFilesOptions, scanFiles } from '../../../src/cli/scan-files.ts';
import { mergePolicies } from '../../../src/policy/policy.ts';

let cwd = '';
before(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-files-'));
  await mkdir(path.join(cwd, 'src'));
  await writeFile(path.join(cwd, 'src/a.html'), '<iframe src="data:text/html,<script>1</script>"></iframe>');
  await writeFile(path.join(cwd, 'src/b.css'), 'a { cursor: url(data:,x) }');
  await writeFile(path.join(cwd, 'src/c.bin'), new Uint8Array(9));
});
after(() => rm(cwd, { recursive: true, force: true }));

async function namesOf(paths: string[], options: ScanFilesOptions = {}): Promise<string[]> {
  const names: string[] = [];
  for await (const each of scanFiles(paths, { cwd, ...options }))
    names.push('problem' in each ? `${each.file}: ${each.problem}` : each.file);
  return names;
}

test('the files of folders and named ones, as the command takes them', async () => {
  assert.deepEqual(await namesOf(['src']), ['src/a.html', 'src/b.css']);
  assert.deepEqual(await namesOf(['src'], { include: ['*.css'] }), ['src/b.css']);
  assert.deepEqual(await namesOf(['src/a.html', 'src/b.css'], { exclude: ['*.html'] }), ['src/b.css']);
  assert.deepEqual(await namesOf(['src/c.bin', 'none']), [
    'src/c.bin: not text',
    'none: no such file or folder',
  ]);
});

test('each file has its report and its findings', async () => {
  for await (const each of scanFiles(['src/a.html'], { cwd })) {
    assert.ok('report' in each);
    assert.equal(each.report.totals.dataUrls, 1);
    const { line, column, rule } = each.findings[0]!;
    assert.deepEqual([line, column, rule], [1, 14, 'active-content']);
  }
});

test('a finding on a nested data: URL is listed once, and names that URL', async () => {
  const svg = (href: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${href}"/></svg>`)}`;
  const png = 'data:image/png;base64,AAAA';
  for (const [name, text, expected] of [
    ['once.html', `<img src="${svg(png)}">`, ['Nested image/png: The first bytes']],
    ['deep.html', `<img src="${svg(svg(png))}">`, ['Nested image/png: The first bytes']],
    // The outer style sheet has the same finding as the nested image.
    [
      'same.css',
      '@import "data:text/css;utf8,a%7Bbackground:url(data:image/gif;utf8,GIF89a)%7D";',
      ['Browsers ignore ";utf8"', 'Nested image/gif: Incomplete file'],
    ],
  ] as const) {
    await writeFile(path.join(cwd, name), text);
    for await (const each of scanFiles([name], { cwd })) {
      assert.ok('report' in each);
      const said = each.findings.map(({ message }) => message);
      const kept = said.filter((message) => /nested|utf8/i.test(message));
      assert.deepEqual(
        kept.map((message, at) => message.slice(0, expected[at]?.length)),
        expected,
      );
    }
  }
});

test('a finding that counts nested ones is listed where it is more severe than they are', async () => {
  const rules = { 'invalid-data-url': 'warning', 'nested-data-url': 'error' } as const;
  const policy = mergePolicies({ user: { version: 1, rules } }, null);
  await writeFile(
    path.join(cwd, 'severe.html'),
    '<img src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22data:image/png;base64,iVBO*w0K%22/%3E%3C/svg%3E">',
  );
  for await (const each of scanFiles(['severe.html'], { cwd, policy })) {
    assert.ok('report' in each);
    const severe = each.findings.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      severe.map(({ rule }) => rule),
      ['nested-data-url'],
    );
  }
});

test('wrong arguments are named', async () => {
  await assert.rejects(namesOf('src' as never), { name: 'TypeError', message: /list of strings/ });
  for (const [options, message] of [
    [{ policies: [] }, /^scanFiles has no option "policies"; /],
    [{ include: '*.js' }, /^The include must be a list of strings\.$/],
    [{ policy: {} }, /^scanFiles takes a policy that mergePolicies\(\) has returned\.$/],
  ] as const)
    await assert.rejects(namesOf(['src'], options as never), { name: 'TypeError', message });
  await assert.rejects(namesOf(['src'], { include: ['a{b,c}'] }), { name: 'TypeError', message: /a\{b,c\}/ });
});
