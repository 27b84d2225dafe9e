/**
 * The documentation must be short, each of its pages must be in the index, and its links and sample outputs must be
 * correct.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { runCommand } from '../support/command.ts';
import { jsonOf, projectFiles, textOf } from './sources.ts';

/** The documentation pages, without the store listings in other languages. */
const pages = projectFiles().filter(
  (file) => file.endsWith('.md') && !/^(?:test|docs\/store\/listing\.(?!en))/.test(file),
);

/** The pages that `npm run reference` generates. */
const generated = ['docs/reference.md', 'docs/rules.md'];
const generatedTable = /<!-- sinks -->.*<!-- end of sinks -->/s;

const wordsOf = (text: string): number => text.match(/\S+/g)?.length ?? 0;

test('the pages have no more words than their limits', () => {
  const words = new Map(
    pages
      .filter((file) => !generated.includes(file))
      .map((file) => [file, wordsOf(textOf(file).replace(generatedTable, ''))]),
  );
  const limits = { 'README.md': 900, 'CHANGELOG.md': 300, 'docs/conformance.md': 1500 };
  for (const [file, limit] of Object.entries(limits)) {
    const count = words.get(file) ?? Number.NaN;
    assert.ok(count <= limit, `${file}: ${count} words of ${limit}`);
  }
  const total = [...words.values()].reduce((sum, each) => sum + each, 0);
  assert.ok(total <= 35_000, `${total} words of 35,000`);
});

test('the version that pages name is that of the package', () => {
  const { version } = jsonOf('package.json');
  const named = pages.flatMap((file) =>
    [...textOf(file).matchAll(/(?:inspector-|@v|"version":")(\d+\.\d+\.\d+)(?:\.tgz|"|\s)/g)].map(
      ([, each]) => `${file}: ${each}`,
    ),
  );
  assert.ok(named.includes(`README.md: ${version}`));
  assert.deepEqual(
    named.filter((each) => !each.endsWith(` ${version}`)),
    [],
  );
});

/** Returns the targets of the links on a page, with their fragments. */
const linksOf = (text: string): string[] =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  );

/** Returns the fragments that GitHub creates for a page's headings. */
const fragmentsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link to a heading leads to one', () => {
  assert.deepEqual(fragmentsOf("# The page's *CSP*: now\n## b-c"), ['the-pages-csp-now', 'b-c']);
  const broken = pages.flatMap((file) =>
    linksOf(textOf(file)).flatMap((link) => {
      const [target = '', fragment] = link.split('#');
      const page = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
      if (fragment === undefined || !page.endsWith('.md')) return [];
      return fragmentsOf(textOf(page)).includes(fragment) ? [] : [`${file}: ${link}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('every file that the pages name is there', () => {
  const pattern = /`((?:src|test|extension|docs|\.github)\/[\w./-]*)`/g;
  const missing = pages
    // CONTRIBUTING.md is omitted, because its recipes create files.
    .filter((file) => file !== 'CONTRIBUTING.md')
    .flatMap((file) =>
      [...textOf(file).matchAll(pattern)]
        .filter(([, name = '']) => !existsSync(path.join(root, name)))
        .map(([, name]) => `${file}: ${name}`),
    );
  assert.deepEqual(missing, []);
});

test('the index has every page, and the README links to the index', () => {
  const index = 'docs/README.md';
  const listed = linksOf(textOf(index)).map((link) => path.posix.join('docs', link));
  const missing = pages.filter((file) => file !== index && !file.startsWith('.') && !listed.includes(file));
  assert.deepEqual(missing, []);
  assert.ok(linksOf(textOf('README.md')).includes(index));
});

test('the README shows what the rules say about the demo page', async () => {
  const { stdout } = await runCommand(root, ['scan', 'test/pages/demo.html']);
  const readme = textOf('README.md');
  const shown = readme.match(/^test\/pages\/demo\.html:.*$/gm) ?? [];
  assert.ok(shown.length > 1);
  for (const line of shown) assert.ok(stdout.split('\n').includes(line), line);
  const findings = [...readme.matchAll(/^\| \[.*\]\(docs\/rules\.md#(.*)\) \| (.*) \|$/gm)];
  assert.equal(findings.length, 5);
  for (const [, rule, message] of findings) assert.ok(stdout.includes(` ${message} ${rule}\n`), message);
});
