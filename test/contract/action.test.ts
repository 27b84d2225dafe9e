/**
 * Tests the action, the workflow and the hook that projects copy: their YAML, and their commands with the installed
 * package.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { type Installed, install, runNode } from '../support/npm-package.ts';
import { own } from '../support/owned.ts';
import { checkSarif } from '../support/sarif.ts';
import { testInFull } from '../support/seed.ts';
import { jsonOf, projectFiles, textOf } from './sources.ts';

interface Step {
  id?: string;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
  uses?: string;
  if?: string;
  with?: Record<string, string>;
}

const { version }: { version: string } = jsonOf('package.json');
const action: {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
} = parse(textOf('.github/actions/scan/action.yml'));

/** The YAML examples of docs/cli.md. */
const examples = [...textOf('docs/cli.md').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);

let installed: Installed;
let folder: string;
before(async () => {
  installed = await install();
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-action-'));
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/bad page.html'), '<p>\n<img src="data:image/png;base64,AA*A">');
  await writeFile(
    path.join(folder, 'good.css'),
    'p { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) }',
  );
  await writeFile(path.join(folder, 'tight.json'), '{ "total": 10 }');
});
after(async () => {
  await installed.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces the expressions in a text of the action (inputs, and outputs of a step) with values. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\$\{\{ (?:inputs|steps\.scan\.outputs)\.([\w-]+) \}\}/g, (_, name: string) => {
    assert.ok(name in values, name);
    return values[name] ?? '';
  });

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the script steps of the action with these inputs, like a GitHub runner. */
async function runAction(
  given: Record<string, string>,
): Promise<Run & { uploads: Record<string, string>[] }> {
  // npm would take seconds to install a tarball in each run, but a folder is only linked.
  const values: Record<string, string> = { package: installed.home };
  for (const [name, { default: value }] of Object.entries(action.inputs)) values[name] ??= value ?? '';
  Object.assign(values, given);
  const output = path.join(folder, 'output.txt');
  await writeFile(output, '');
  const ofRunner = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: path.join(installed.folder, 'summary.md') };
  const uploads: Record<string, string>[] = [];
  let run: Run = { code: null, stdout: '', stderr: '' };
  for (const step of action.runs.steps) {
    if (step.uses !== undefined) {
      assert.equal(step.if, "inputs.upload == 'true'");
      const own = Object.entries(step.with ?? {}).map(([name, text]) => [name, filled(text, values)]);
      if (values.upload === 'true') uploads.push(Object.fromEntries(own));
      continue;
    }
    const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)]);
    const next = await runBash(step.run ?? '', { ...Object.fromEntries(env), ...ofRunner });
    run = { code: next.code, stdout: run.stdout + next.stdout, stderr: run.stderr + next.stderr };
    if (next.code !== 0) break;
    for (const [, name = '', value = ''] of (await readFile(output, 'utf8')).matchAll(/^([\w-]+)=(.*)$/gm))
      values[name] = value;
  }
  return { ...run, uploads };
}

async function runBash(script: string, env: Record<string, string>): Promise<Run> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const npm = { npm_config_offline: 'true', npm_config_cache: path.join(folder, 'cache') };
  // These are the shell options of a GitHub runner.
  const options = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script];
  const child = own(
    spawn('bash', options, {
      cwd: folder,
      env: { ...inherited, ...npm, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

describe('the action', () => {
  test('is a composite one, of this version, and puts no input into a script', () => {
    assert.equal(action.runs.using, 'composite');
    const { required, default: value } = action.inputs.package ?? {};
    assert.deepEqual([required, value], [true, undefined]);
    for (const { run = '', shell, uses } of action.runs.steps) {
      assert.doesNotMatch(run, /\$\{\{/);
      assert.equal(shell, uses === undefined ? 'bash' : undefined);
    }
  });

  test('asks for the package: the registry has none of ours', async () => {
    const { code, stdout } = await runAction({ package: '' });
    assert.equal(code, 2);
    assert.match(stdout, /^::error::the input package is missing/);
  });

  const annotation = /^::error file=src\/bad page\.html,line=2,col=11,title=invalid-data-url::\S/;

  testInFull('installs the packed file, annotates findings, and fails', async () => {
    const { code, stdout, stderr, uploads } = await runAction({ package: installed.tarball });
    assert.match(stdout, annotation);
    assert.deepEqual([code, uploads], [1, []], stderr);
  });

  test('annotates findings, and fails; what an input says is no command', async () => {
    const paths = 'src/bad page.html\n$(touch hacked); touch hacked';
    const { code, stdout, stderr } = await runAction({ paths, baseline: '' });
    assert.match(stdout, annotation);
    assert.equal(code, 2, stderr);
    await assert.rejects(readFile(path.join(folder, 'hacked')), /ENOENT/);
  });

  testInFull(
    'takes several paths, a level, a baseline and a budget, and writes a summary if asked to',
    async () => {
      assert.equal((await runAction({ paths: 'good.css\n\n', 'fail-on': 'warning' })).code, 0);
      assert.equal((await runAction({ paths: 'good.css\nsrc/bad page.html\n' })).code, 1);
      await assert.rejects(readFile(path.join(installed.folder, 'summary.md')), /ENOENT/);
      assert.equal((await runAction({ 'fail-on': 'never', summary: 'true' })).code, 0);
      assert.match(await readFile(path.join(installed.folder, 'summary.md'), 'utf8'), /bad page\.html/);
      const over = await runAction({ 'fail-on': 'never', budget: 'tight.json' });
      assert.equal(over.code, 1);
      assert.match(over.stderr, /^over budget: total: /m);
      await writeFile(path.join(folder, 'known.json'), '{ "version": 1, "findings": [] }');
      assert.equal((await runAction({ baseline: 'known.json' })).code, 1);
      assert.equal((await runAction({ baseline: 'none.json' })).code, 2);
    },
  );

  testInFull('writes SARIF, and uploads it only if asked to, also where the scan fails', async () => {
    const sarif = 'out/data-urls.sarif';
    const written = await runAction({ sarif });
    assert.deepEqual([written.code, written.stdout, written.uploads], [1, '', []]);
    const log = JSON.parse(await readFile(path.join(folder, sarif), 'utf8'));
    checkSarif(log);
    assert.equal(log.runs[0].results.length, 1);
    const { code, uploads } = await runAction({ sarif, upload: 'true' });
    assert.deepEqual([code, uploads], [1, [{ sarif_file: sarif, category: 'data-urls' }]]);
    const nothing = await runAction({ upload: 'true' });
    assert.deepEqual([nothing.code, nothing.uploads], [2, []]);
  });
});

test('the workflow to copy has ten lines at most, and inputs that there are', () => {
  const [text = ''] = examples.filter((each) => each.includes('runs-on'));
  assert.ok(text.trimEnd().split('\n').length <= 10);
  const { on, jobs } = parse(text);
  assert.ok(on && Object.keys(jobs).length === 1);
  const [job] = Object.values(jobs) as { steps: Step[] }[];
  const [checkout, scan] = job?.steps ?? [];
  assert.match(checkout?.uses ?? '', /^actions\/checkout@v\d+$/);
  assert.equal(scan?.uses, `OWNER/data-url-inspector/.github/actions/scan@v${version}`);
  for (const name of Object.keys(scan?.with ?? {})) assert.ok(name in action.inputs, name);
});

test('no text runs a package of our name from a registry', () => {
  const texts = projectFiles().filter((file) =>
    /^(?:README|CONTRIBUTING|docs\/|\.github\/).*\.(?:md|ya?ml)$/.test(file),
  );
  assert.ok(texts.length > 20);
  const named = texts.filter((file) =>
    /data-url-inspector@\d|--package=data-url-|npm i\S* [^\n]*data-url-inspector(?![-\w])/.test(textOf(file)),
  );
  assert.deepEqual(named, []);
});

test('the hook to copy runs the installed command, which takes files', async () => {
  const [text = ''] = examples.filter((each) => each.includes('hooks:'));
  const [{ repo, hooks }] = parse(text).repos;
  const [hook] = hooks;
  assert.equal(repo, 'local');
  assert.equal(hook.additional_dependencies, undefined);
  const [name, ...args]: string[] = hook.entry.split(' ');
  assert.equal(name, 'node_modules/.bin/data-url-inspector');
  const command = path.join(installed.home, 'src/cli/command.js');
  const run = (...files: string[]) => runNode(folder, [command, ...args, ...files]);
  await writeFile(path.join(folder, 'data-urls.json'), '{ "version": 1, "findings": [] }');
  assert.equal((await run('good.css')).code, 0);
  const failed = await run('good.css', 'src/bad page.html');
  assert.deepEqual([failed.code, failed.stdout.split(' ')[0]], [1, 'src/bad']);
});
