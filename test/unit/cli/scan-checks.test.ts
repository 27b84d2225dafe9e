/** Tests the checks of `npm run scan`: baselines, as a person maintains them, and budgets. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { compiled, type EndedCommand, endOf, runCommand, startCommand } from '../../support/command.ts';
import { checkSarif } from '../../support/sarif.ts';

let folder: string;
const bad = 'data:image/png;base64,AA*A';
const html = 'data:text/html,x';

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-checks-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, content: string): Promise<void> => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
};
const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
const scan = (...args: string[]): Promise<EndedCommand> => runCommand(folder, ['scan', ...args]);

test('a baseline: known findings pass, new ones fail, fixed ones are named', async () => {
  const known = ['--baseline', 'known/baseline.json'];
  await write('known/a.html', `<img src="${bad}">`);
  await write('known/b.html', `<iframe src="${html}"></iframe>`);
  const made = await scan(...known, '--update-baseline', 'known');
  // The findings are listed one last time when they are added to the baseline.
  assert.deepEqual([made.code, made.stdout.match(/^known\/[ab]\.html:1:/gm)?.length], [0, 2]);
  assert.match(
    made.said.at(-1) ?? '',
    /^Baseline: \d findings in known\/baseline\.json; \d added, 0 removed\.$/,
  );
  const text = await read('known/baseline.json');
  assert.match(text, /^\{\n"version": 1,\n"findings": \[\n\{"file":"a\.html","rule":"invalid-data-url",/);

  // The lines have moved, and the paths are written differently.
  await write('known/a.html', `\n\n<p>\n<img src="${bad}">`);
  const same = await scan(...known, './known/b.html', path.join(folder, 'known/a.html'));
  assert.deepEqual([same.code, same.stdout], [0, '']);
  assert.match(same.said.at(-1) ?? '', /^Baseline: \d known findings, 0 new, 0 fixed\.$/);

  await write('known/a.html', `<img src="${bad}">\n<img src="${bad}">`);
  await write('known/b.html', '');
  const changed = await scan(...known, 'known');
  assert.equal(changed.code, 1);
  assert.match(
    changed.stdout,
    /^known\/a\.html:2:11 error \S.+ invalid-data-url\n {2}At character 25 of the URL\.\n$/,
  );
  assert.ok(changed.said.includes('fixed: b.html: disallowed-type (iframe)'), changed.said.join('\n'));
  assert.match(changed.said.at(-1) ?? '', / 1 new, \d fixed\. --update-baseline removes fixed findings\.$/);
  assert.equal((await scan(...known, '--fail-on', 'never', 'known')).code, 0);

  const log = JSON.parse((await scan(...known, '--sarif', 'known')).stdout);
  checkSarif(log);
  const states = log.runs[0].results.map(({ baselineState }: { baselineState: string }) => baselineState);
  assert.deepEqual(states, ['unchanged', 'new']);

  assert.equal((await scan(...known, '--update-baseline', 'known')).code, 0);
  assert.match(await read('known/baseline.json'), /\[\n\{.+"count":2\}\n\]/);
});

test('findings in files that were not scanned stay known; those of files that are gone do not', async () => {
  const known = ['--baseline', 'part/baseline.json'];
  await write('part/a.html', `<img src="${bad}">`);
  await write('part/b.html', `<img src="${bad}">`);
  await scan(...known, '--update-baseline', 'part');
  const whole = await read('part/baseline.json');
  const one = await scan(...known, 'part/a.html');
  assert.deepEqual([one.code, one.said.at(-1)], [0, 'Baseline: 1 known finding, 0 new, 0 fixed.']);
  await scan(...known, '--update-baseline', 'part/a.html');
  assert.equal(await read('part/baseline.json'), whole);
  await rm(path.join(folder, 'part/b.html'));
  const gone = await scan(...known, 'part/a.html');
  assert.ok(gone.said.includes('fixed: b.html: invalid-data-url (image)'), gone.said.join('\n'));
});

test('a baseline that cannot be used is one line, and 2, before anything is scanned', async () => {
  await write('wrong/a.html', `<img src="${bad}">`);
  await write('wrong/newer.json', '{"version": 2, "findings": []}');
  await write('wrong/cut.json', '{"version": 1, "find');
  for (const [args, says] of [
    [
      ['--baseline', 'wrong/newer.json'],
      'wrong/newer.json:1:13: a baseline of version 2, but this command reads version 1; delete the file, and create it again with --update-baseline',
    ],
    [
      ['--baseline', 'wrong/cut.json', '--update-baseline'],
      'wrong/cut.json:1:21: not a baseline: not JSON; delete the file, and create it again with --update-baseline',
    ],
    [['--baseline', 'wrong/none.json'], 'wrong/none.json: no such file; --update-baseline creates the file'],
    [['--update-baseline'], '--update-baseline needs --baseline FILE, the file to write'],
    [['--baseline='], '--baseline needs FILE, not ""'],
  ] as const) {
    assert.deepEqual(await scan(...args, 'wrong'), { code: 2, stdout: '', said: [`scan: ${says}`] });
  }
  const unwritable = await scan('--baseline', 'wrong/no/such/folder.json', '--update-baseline', 'wrong');
  assert.equal(unwritable.code, 2);
  assert.match(unwritable.said.at(-1) ?? '', /^scan: wrong\/no\/such\/folder\.json: cannot be written: /);
  assert.equal(await read('wrong/cut.json'), '{"version": 1, "find');
});

test('a budget: a line for each limit that is exceeded, and 1', async () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  await write('budget/a.html', `<img src="${gif}">`);
  await write('budget/b.css', `p { background: url(${gif}) }`);
  await write('budget/ample.json', '{"total": 1000, "kind": {"image": 1000}}');
  await write('budget/tight.json', '{"total": 50, "duplicates": 0, "url": 100}');
  const ample = await scan('--budget', 'budget/ample.json', 'budget');
  assert.deepEqual([ample.code, ample.said.length], [0, 1]);
  const tight = await scan('--budget', 'budget/tight.json', '--fail-on', 'never', '--json', 'budget');
  assert.equal(tight.code, 1);
  assert.equal(JSON.parse(tight.stdout).length, 2);
  assert.deepEqual(tight.said.slice(1), [
    'over budget: total: 84 bytes, 34 over 50; largest: budget/a.html:1:11 image/gif (42), budget/b.css:1:21 image/gif (42)',
    'over budget: duplicates: 42 bytes, 42 over 0; largest: budget/a.html:1:11 image/gif (42)',
  ]);
  await write('budget/wrong.json', '{"total": 5, "images": 5}');
  assert.deepEqual(await scan('--budget', 'budget/wrong.json', 'budget'), {
    ...{ code: 2, stdout: '' },
    said: [
      'scan: budget/wrong.json:1:24: images: not a known member; use total, url, file, duplicates, or kind',
    ],
  });
  const none = await scan('--budget', 'budget/none.json', 'budget');
  assert.deepEqual([none.code, none.said], [2, ['scan: budget/none.json: no such file or folder']]);
});

test('a folder in place of a baseline or a budget is one line, and 2', async () => {
  await write('folders/a.html', `<img src="${bad}">`);
  for (const option of ['--baseline', '--budget']) {
    const { code, stdout, said } = await scan(option, 'folders', 'folders/a.html');
    assert.deepEqual([code, stdout, said], [2, '', ['scan: folders: a folder, not a file']]);
  }
});

test('nothing on standard input: the log says that it is not whole', async () => {
  const { code, stdout, said } = await scan('--sarif', '--baseline', 'empty.json', '--update-baseline', '-');
  const log = JSON.parse(stdout);
  checkSarif(log);
  assert.deepEqual(
    [code, log.runs[0].results, log.runs[0].invocations[0].executionSuccessful],
    [2, [], false],
  );
  assert.equal(said[0], '-: standard input is empty');
  assert.equal(await read('empty.json'), '{\n"version": 1,\n"findings": [\n]\n}\n');
});

test('a file that cannot be read: the log says that it is not whole', async () => {
  await write('partly/a.html', `<img src="${bad}">`);
  const { code, stdout } = await scan('--sarif', 'partly/none.html', 'partly/a.html');
  const log = JSON.parse(stdout);
  checkSarif(log);
  assert.equal(code, 2);
  assert.deepEqual([log.runs[0].results.length, log.runs[0].invocations[0].executionSuccessful], [1, false]);
});

describe('in the middle', { concurrency: 2 }, () => {
  before(async () => {
    for (let n = 0; n < 1500; n++) await write(`many/${n}.html`, `<img src="${bad}">`);
    await write('many.json', '{"version": 1, "findings": []}');
    await write('none.json', '{"total": 0}');
  });
  const update = ['--baseline', 'many.json', '--update-baseline'];
  const untouched = async () => assert.equal(await read('many.json'), '{"version": 1, "findings": []}');

  test('Ctrl+C: complete lines, no sums of a part, and the baseline as it was', async () => {
    const args = ['scan', ...update, '--budget', 'none.json', 'many'];
    const child = startCommand(await compiled(), folder, args);
    child.stdout.once('data', () => child.kill('SIGINT'));
    const { code, stdout, said } = await endOf(child);
    const ending = 'Ends after the current file or page. Ctrl+C again ends at once.';
    assert.deepEqual([code, said], [130, [ending]]);
    const lines = stdout.split('\n');
    assert.equal(lines.pop(), '');
    assert.ok(lines.length > 0 && lines.length < 1500, `${lines.length} lines`);
    for (const line of lines)
      assert.match(
        line,
        /^(?:many\/\d+\.html:1:11 error .+ invalid-data-url| {2}At character 25 of the URL\.)$/,
      );
    await untouched();
  });

  test('Ctrl+C: SARIF is whole, and says that the scan was not', async () => {
    // At this point, the first file has been scanned, but the last one has not.
    const args = ['scan', '--sarif', 'many/0.html', '-', 'many'];
    const child = startCommand(await compiled(), folder, args);
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { code, stdout } = await endOf(child);
    assert.equal(code, 130);
    const log = JSON.parse(stdout);
    checkSarif(log);
    const [{ results, invocations }] = log.runs;
    assert.ok(results.length >= 1 && results.length < 1500, `${results.length} results`);
    assert.equal(invocations[0].executionSuccessful, false);
  });

  test('a reader that leaves: no sums of a part, and the baseline as it was', async () => {
    const args = ['scan', ...update, '--budget', 'none.json', 'many'];
    const child = startCommand(await compiled(), folder, args);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, said } = await endOf(child);
    // The totals of all files are also accepted, because the scan may already have ended.
    assert.deepEqual([code, said.filter((line) => !/ in 1,500 of 1,500 files/.test(line))], [0, []]);
    await untouched();
  });
});
