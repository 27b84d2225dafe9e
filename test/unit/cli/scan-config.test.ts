/** Tests the settings in a project's files: comments that suppress findings, and the configuration. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Ajv from 'ajv';
import { configSchema } from '../../../src/cli/config-schema.ts';
import { type EndedCommand, reportsIn, runCommand } from '../../support/command.ts';
import { checkSarif } from '../../support/sarif.ts';

let folder: string;
const bad = 'data:image/png;base64,AA*A';

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-config-'));
  await mkdir(path.join(folder, '.git'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}
const scan = (args: string[], at = '.'): Promise<EndedCommand> =>
  runCommand(path.join(folder, at), ['scan', ...args]);

describe('in the files of a project', { concurrency: 2 }, () => {
  const comment = '<!-- data-url-inspector-ignore-next-line invalid-data-url: a test of errors -->';

  test('a comment suppresses one rule in the next line, with its reason', async () => {
    const line = `<img src="${bad}">`;
    await write({
      'comments/a.html': `${comment}\n${line}\n${line}`,
      'comments/b.html': `${comment}\n${line}`,
    });
    const { code, stdout, said } = await scan(['comments']);
    assert.deepEqual([code, stdout.match(/^\S+/gm)], [1, ['comments/a.html:3:11']]);
    assert.deepEqual(said.slice(-2), [
      '2 data: URLs (3 occurrences) in 2 of 2 files: 1 error.',
      'Comments suppress 2 findings.',
    ]);
    const page = 'data:text/html,<b>x</b>';
    const one = '<!-- data-url-inspector-ignore-next-line disallowed-type: only a title -->';
    await write({
      'uses/a.html': `<iframe src="${page}"></iframe>\n${one}\n<p title="${page}">\n<p title="data:text/html,<b>y</b>">`,
    });
    const uses = await scan(['uses']);
    assert.match(uses.said.at(-2) ?? '', /: 1 error, 1 note\.$/);
    const alone = await scan(['comments/b.html']);
    assert.deepEqual([alone.code, alone.stdout], [0, '']);
    assert.match(alone.said.at(-2) ?? '', /1 of 1 file\.$/);
    assert.equal((await scan(['--no-suppressions', 'comments/b.html'])).code, 1);
    const log = JSON.parse((await scan(['--sarif', 'comments'])).stdout);
    checkSarif(log);
    const suppressed = log.runs[0].results.flatMap(
      ({ suppressions = [] }: { suppressions?: object[] }) => suppressions,
    );
    assert.deepEqual(suppressed, Array(2).fill({ kind: 'inSource', justification: 'a test of errors' }));
    assert.equal(log.runs[0].results.length, 3);
    const { stdout: ndjson } = await scan(['--ndjson', 'comments/b.html']);
    assert.equal(reportsIn(ndjson)[0]?.suppressions?.[0]?.reason, 'a test of errors');
    const merged = await runCommand(folder, ['merge', '-'], ndjson);
    assert.deepEqual([merged.code, merged.said], [0, []]);
  });

  test('one that suppresses nothing is reported, also where there is no data: URL', async () => {
    await write({
      'unused/a.css': '/* data-url-inspector-ignore-next-line type-mismatch: x */\na { b: url(data:,x) }',
      'unused/b.py': '# data-url-inspector-ignore-file large-inline: x\n',
      'unused/c.js': '// data-url-inspector-ignore-file nonsense: x\n',
      'unused/d.js': '// data-url-inspector-ignore-file largeinline: x\n',
    });
    const { said } = await scan(['unused']);
    assert.deepEqual(said.slice(0, -1), [
      'unused/a.css: line 1: unused suppression of "type-mismatch"',
      'unused/b.py: line 1: unused suppression of "large-inline"',
      'unused/c.js: line 1, column 4: suppresses nothing: there is no rule "nonsense"',
      'unused/d.js: line 1, column 4: suppresses nothing: there is no rule "largeinline". Did you mean "large-inline"?',
    ]);
  });

  test('a baseline neither needs nor keeps what a comment suppresses', async () => {
    await write({ 'both/a.html': `${comment}\n<img src="${bad}">` });
    const { code, said } = await scan(['--baseline', 'both/known.json', '--update-baseline', 'both']);
    assert.deepEqual(
      [code, said.at(-1)],
      [0, 'Baseline: 0 findings in both/known.json; 0 added, 0 removed.'],
    );
  });

  test('the configuration of the folder, or of one around it in the repository', async () => {
    await write({
      'project/data-url-inspector.json': JSON.stringify({
        ...{ $schema: './node_modules/data-url-inspector/config.schema.json' },
        ...{ rules: { 'invalid-data-url': 'info' }, include: ['*.html'], exclude: ['vendor/'] },
      }),
      'project/sub/a.html': `<img src="${bad}">`,
      'project/sub/a.css': `a { b: url(${bad}) }`,
      'project/sub/vendor/a.html': `<img src="${bad}">`,
    });
    for (const [at, name] of [
      ['project', 'sub'],
      ['project/sub', '.'],
    ] as const) {
      const { code, stdout } = await scan(['--lines', name], at);
      assert.deepEqual([code, stdout.split('\n').length], [0, 3], stdout);
      assert.match(stdout, / info .+ invalid-data-url\n {2}At character 25 of the URL\.\n$/);
    }
    const without = await scan(['--no-config', 'sub'], 'project');
    assert.deepEqual([without.code, without.stdout.match(/ error /g)?.length], [1, 3]);
    await write({ 'other.json': '{}' });
    assert.equal(
      (await scan(['--policy', '../other.json', 'sub'], 'project')).stdout.match(/ error /g)?.length,
      3,
    );
    // A Git hook may name files that the project excludes.
    assert.equal((await scan(['sub/a.css'], 'project')).code, 0);
  });

  test('a mistake has its line and column, and nothing is scanned', async () => {
    for (const [text, says] of [
      ['{\n  "include": "*.css"\n}', ':2:14: include: must be a list of globs'],
      ['{"exclude": ["a", "!b"]}', ':1:19: exclude[1]: not a glob: begins with "!"'],
      ['{"exclude": [7]}', ':1:14: exclude[0]: not a glob: not a text'],
      [
        '{"rules": {"activ-content": "off"}}',
        ':1:29: rules["activ-content"]: there is no rule "activ-content". Did you mean "active-content"?',
      ],
      [
        '{"includes": []}',
        ':1:14: includes: is not a known member here; known are version, disallow, allow, rules, sites, locked, $schema, include and exclude',
      ],
    ] as const) {
      await write({ 'mistakes/data-url-inspector.json': text, 'mistakes/a.txt': bad });
      const { code, stdout, said } = await scan(['a.txt'], 'mistakes');
      assert.deepEqual([code, stdout, said], [2, '', [`scan: data-url-inspector.json${says}`]]);
    }
  });

  test('the schema accepts what the command accepts', async () => {
    const validate = new Ajv().compile(configSchema());
    for (const [config, isValid] of [
      [{}, true],
      [{ version: 1, $schema: 'x', include: ['*.css'], rules: { 'active-content': 'off' } }, true],
      [
        {
          disallow: [{ pattern: 'a/b', destinations: ['image'], severity: 'info' }],
          allow: [{ pattern: '*/*' }],
        },
        true,
      ],
      [{ sites: { 'file:': { rules: { 'type-mismatch': 'error' } } } }, true],
      [{ rules: { 'activ-content': 'off' } }, false],
      [{ rules: { 'active-content': 'of' } }, false],
      [{ includes: [] }, false],
      [{ exclude: 'a' }, false],
      [{ version: 2 }, false],
      [{ disallow: [{ destinations: ['image'] }] }, false],
      [{ sites: { 'file:': { include: [] } } }, false],
    ] as const) {
      const text = JSON.stringify(config);
      assert.equal(validate(config), isValid, text);
      await write({ 'schema/data-url-inspector.json': text, 'schema/a.css': 'a { b: url(data:,x) }' });
      assert.equal((await scan(['--fail-on', 'never', 'a.css'], 'schema')).code, isValid ? 0 : 2, text);
    }
  });
});
