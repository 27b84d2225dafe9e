/**
 * docs/reference.md must match the code, and the examples in docs/library.md and README.md must print in Node what they
 * promise.
 */
import assert from 'node:assert/strict';
import { exec } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { referenceMarkdown, referencePage } from '../../extension/build/library-reference.ts';
import { entries } from '../../extension/build/modules.ts';
import { membersIn } from '../../extension/build/npm-package.ts';
import { rulesMarkdown, rulesPage } from '../../extension/build/rules-page.ts';
import { root } from '../../src/cli/project.ts';
import { examplesIn } from '../support/examples.ts';
import { type Installed, install, runNode } from '../support/npm-package.ts';
import { textOf } from './sources.ts';

const page = textOf('docs/library.md');
const examples = [...examplesIn(page, 'js'), ...examplesIn(textOf('README.md'), 'js')];
/**
 * The examples that run in Node. The HTML sanitizer needs a document, so test/e2e/library.test.ts runs its example in a
 * browser.
 */
const inNode = examples.filter(({ text }) => !text.includes('dompurify'));

let installed: Installed;
before(async () => {
  installed = await install();
});
after(() => installed.remove());

const reference = textOf(referencePage);

test('docs/reference.md is what the docstrings say: `npm run reference` writes it', async () => {
  assert.equal(reference, await referenceMarkdown(root, await membersIn(installed.home, '')));
});

test('docs/reference.md has each function of every entry in a section', async () => {
  for (const [entry, file] of Object.entries(entries)) {
    if (entry !== '.') assert.match(reference, new RegExp(`^## .*data-url-inspector${entry.slice(1)}$`, 'm'));
    if (file.startsWith('src/adapters/')) continue;
    const exported: Record<string, unknown> = await import(
      path.join(installed.home, file.replace(/\.ts$/, '.js'))
    );
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'function') assert.match(reference, new RegExp(`^### ${name}$`, 'm'), entry);
  }
});

test('docs/rules.md is what the rules say: `npm run reference` writes it', () => {
  assert.equal(textOf(rulesPage), rulesMarkdown());
});

test('all that is exported has a docstring', () => {
  const functions = reference.split(/^### /m).slice(1);
  assert.ok(functions.length > 30, `${functions.length} functions`);
  const bare = functions.filter((text) => /^\w+\n\n```ts\n.*?\n```\s*(?:$|Types:|#|- )/s.test(text));
  assert.deepEqual(bare, []);
  assert.deepEqual(reference.match(/^- `\w+`$/gm), null);
});

test('there are examples, and each prints something', () => {
  assert.ok(inNode.length >= 7 && examples.length > inNode.length);
  for (const { name, prints } of inNode) assert.ok(prints.length > 0, name);
});

describe('in Node, as installed', () => {
  for (const [n, { name, text, prints }] of inNode.entries())
    test(name, async () => {
      const file = path.join(installed.folder, `example-${n}.js`);
      await writeFile(file, text);
      const { code, stdout, stderr } = await runNode(installed.folder, [file]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(stdout.trimEnd().split('\n'), prints);
    });
});

test('all examples compile under `strict`, resolved as by Node and as by bundlers', async () => {
  const modules = path.join(root, 'node_modules');
  await symlink(path.join(modules, 'dompurify'), path.join(installed.folder, 'node_modules/dompurify'));
  const files = await Promise.all(
    examples.map(async ({ text }, n) => {
      const file = `example-${n}.ts`;
      await writeFile(path.join(installed.folder, file), text);
      return file;
    }),
  );
  const types = ['--types', 'node', '--typeRoots', path.join(modules, '@types')];
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2024,dom', ...types];
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const how = ['--module', module, '--moduleResolution', resolution, '--skipLibCheck', 'false'];
    const compiler = path.join(modules, 'typescript/bin/tsc');
    const { code, stdout } = await runNode(installed.folder, [compiler, ...options, ...how, ...files]);
    assert.deepEqual([code, stdout], [0, ''], resolution);
  }
});

/** Returns the commands that need only the package: neither a browser nor a network. */
const commandsOf = (file: string): string[] =>
  examplesIn(textOf(file), 'sh')
    .flatMap(({ text }) => text.split('\n'))
    // The commands' own tests cover lists of pages and archives.
    .filter(
      (line) => /^(?:npx data-url-inspector (?!inspect\b)|node -e )/.test(line) && !/[<>]|\*/.test(line),
    );

describe('the commands of the pages run, as installed', () => {
  const commands = ['README.md', 'docs/library.md', 'docs/cli.md'].flatMap(commandsOf);
  before(async () => {
    const sources = {
      'src/card.css':
        'b{background:url(data:image/png;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)}',
      'dist/index.html': '<img src="data:,x">',
    };
    for (const [name, text] of Object.entries(sources)) {
      await mkdir(path.join(installed.folder, path.dirname(name)), { recursive: true });
      await writeFile(path.join(installed.folder, name), text);
    }
  });
  test('there are some', () => assert.ok(commands.length >= 3));
  for (const command of commands)
    test(command, async () => {
      // The command runs without npx, which itself takes longer than the command. vite-build.test.ts uses npx.
      const bin = path.join(installed.folder, 'node_modules/.bin');
      const env = { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) };
      const { stdout, stderr } = await promisify(exec)(command.replace(/^npx /, ''), {
        cwd: installed.folder,
        env,
      });
      assert.notEqual(stdout + stderr, '');
      // `scan` prints its totals to standard error.
      assert.equal(stderr.replaceAll(/^(?:\d+ data: URLs? \(|Baseline: ).*\n/gm, ''), '');
    });
});
