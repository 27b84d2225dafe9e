/**
 * Implements `npm run reference`: writes docs/rules.md, the table in docs/coverage.md, and docs/reference.md. The
 * latter is made from the docstrings of the exports of the package's entries, in order.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, processArguments } from '../../src/cli/command-line.ts';
import { root } from '../../src/cli/project.ts';
import { coveragePage, withSinkTable } from '../../test/attack/sink-table.ts';
import { entries } from './modules.ts';
import { declarations } from './npm-package.ts';
import { rulesMarkdown, rulesPage } from './rules-page.ts';
import type { Member } from './tarball.ts';

export const referencePage = 'docs/reference.md';

const start = `# Reference of the library

The exports of \`data-url-inspector\`, by topic. [library.md](library.md) has examples. \`npm run reference\` writes this page from the docstrings.`;

/** The declaration of an exported name. */
interface Declared {
  name: string;
  /** The declaration's text, without `export` and `declare`. */
  text: string;
  /** The docstring without comment delimiters; '' if there is none. */
  docs: string;
}

interface Section {
  title: string;
  functions: Declared[];
  types: Declared[];
}

/** The end of a declaration: the position after the brace or semicolon that closes it. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (depth > 0) continue;
    if (c === ';' || (c === '}' && /^(?:interface|class)/.test(text.slice(from, from + 9)))) return at + 1;
  }
  throw new Error(`a declaration does not end: ${text.slice(from, from + 80)}`);
}

/** The names in an export statement, each with the name used in its own file. */
const listed = (list: string): { name: string; own: string }[] =>
  list
    .split(',')
    .map((each) => each.trim().replace(/^type\s+/, ''))
    .filter((each) => each !== '')
    .map((each) => {
      const [own = '', name = own] = each.split(/\s+as\s+/);
      return { name, own };
    });

const exportList = /^export (?:type )?\{([^}]*)\}(?: from ['"]([^'"]+)['"])?;/gm;

/** The declaration of a name in a file, or in the files from which that file re-exports the name. */
function declaredIn(files: ReadonlyMap<string, string>, file: string, name: string): Declared {
  const text = files.get(file);
  if (text === undefined) throw new Error(`${file} declares nothing`);
  const pattern = new RegExp(
    `^export (?:declare )?((?:function|const|class|interface|type) ${name}\\b)`,
    'm',
  );
  const found = pattern.exec(text);
  if (found !== null) {
    const start = found.index + found[0].length - (found[1] ?? '').length;
    const docs = /\/\*\*((?:(?!\*\/).)*)\*\/\s*$/s.exec(text.slice(0, found.index))?.[1] ?? '';
    return { name, text: text.slice(start, endOf(text, start)), docs: withoutStars(docs) };
  }
  for (const [, list = '', from] of text.matchAll(exportList)) {
    const entry = listed(list).find((each) => each.name === name);
    if (entry && from) return { ...declaredIn(files, fileOf(file, from), entry.own), name };
  }
  throw new Error(`${file} does not declare ${name}`);
}

const fileOf = (from: string, name: string): string =>
  path.posix.join(path.posix.dirname(from), name.replace(/\.[jt]s$/, '.d.ts'));

const withoutStars = (docs: string): string => docs.replace(/^[ \t]*\*? ?/gm, '').trim();

/**
 * The sections of an entry. Each section of re-exports has a comment of one line as its title. An adapter has a single
 * section with all of its exports.
 */
function sectionsOf(
  [entry, file]: [string, string],
  text: string,
  files: ReadonlyMap<string, string>,
): Section[] {
  const [before = '', ...parts] = text.split(/^\/\/ (?=[A-Z])/m);
  if (!file.startsWith('src/adapters/')) {
    if (/^export /m.test(before)) throw new Error(`${file} exports names before its first section`);
    return parts.map((part) =>
      sectionOf(
        part.slice(0, part.indexOf('\n')),
        [...part.matchAll(exportList)].flatMap(([, list = '', from = '']) =>
          listed(list).map(({ name, own }) => ({ ...declaredIn(files, fileOf(file, from), own), name })),
        ),
      ),
    );
  }
  const declared = fileOf(file, `./${path.posix.basename(file).replace(/\.ts$/, '.js')}`);
  const names = files
    .get(declared)
    ?.matchAll(/^export (?:declare )?(?:function|const|class|interface|type) (\w+)/gm);
  const exported = Array.from(names ?? [], ([, name = '']) => declaredIn(files, declared, name));
  return [sectionOf(`data-url-inspector${entry.slice(1)}`, exported)];
}

function sectionOf(title: string, exported: readonly Declared[]): Section {
  const isType = ({ text }: Declared) => /^(?:interface|type) /.test(text);
  const byName = (a: Declared, b: Declared) => (a.name < b.name ? -1 : 1);
  return {
    title,
    functions: exported.filter((each) => !isType(each)).sort(byName),
    types: exported.filter(isType).sort(byName),
  };
}

/** A docstring as Markdown: each paragraph on one line, and the parameters, the result, and the errors as a list. */
function markdownOf(docs: string): string {
  const [text = '', ...tags] = docs.split(/^@(?=param|returns|throws)/m);
  const line = (part: string) =>
    part
      .trim()
      .replaceAll(/\s*\n\s*(?!- )/g, ' ')
      .replaceAll(/\s*\n\s*(?=- )/g, '\n');
  const paragraphs = text.split(/\n[ \t]*\n/).map(line);
  const items = tags.map((tag) => {
    const [, name, rest = ''] = /^param\s+(\S+)\s+(.*)/s.exec(tag) ?? [];
    if (name !== undefined) return `- \`${name}\`: ${line(rest)}`;
    const [, kind = '', text = ''] = /^(returns|throws)\s+(.*)/s.exec(tag) ?? [];
    return `- ${kind === 'throws' ? 'Throws' : 'Returns'}: ${line(text).replace(/^\{(\w+)\}/, '`$1`')}`;
  });
  return [...paragraphs, items.join('\n')].filter((part) => part !== '').join('\n\n');
}

function firstSentence(docs: string): string {
  const [paragraph = ''] = markdownOf(docs).split('\n');
  return /^.*?\.(?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}

function sectionText({ title, functions, types }: Section): string {
  const parts = functions.map(
    ({ name, text, docs }) => `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n\n${markdownOf(docs)}`,
  );
  const items = types.map(
    ({ name, docs }) => `- \`${name}\`${docs === '' ? '' : `: ${firstSentence(docs)}`}`,
  );
  const list = items.length === 0 ? [] : [`Types:\n\n${items.join('\n')}`];
  return [`## ${title}`, ...parts, ...list].map((part) => part.trim()).join('\n\n');
}

/** The whole page as Markdown. @param made the declarations of the library */
export async function referenceMarkdown(projectDir: string, made: readonly Member[]): Promise<string> {
  const files = new Map(made.map(({ name, body }) => [name, Buffer.from(body).toString()]));
  const sections = await Promise.all(
    Object.entries(entries).map(async (entry) =>
      sectionsOf(entry, await readFile(path.join(projectDir, entry[1]), 'utf8'), files),
    ),
  );
  return `${[start, ...sections.flat().map(sectionText)].join('\n\n')}\n`;
}

const referenceCommandLine = commandLine({
  purpose:
    'Writes the generated parts of the documentation: docs/reference.md, docs/rules.md and docs/coverage.md.',
  usage: [''],
  options: {},
  exitCodes: { 0: 'Written', 2: 'An argument is wrong' },
  examples: [['', 'Writes all three.']],
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  processArguments(referenceCommandLine, 'reference');
  await writeFile(path.join(root, referencePage), await referenceMarkdown(root, await declarations(root)));
  await writeFile(path.join(root, rulesPage), rulesMarkdown());
  const coverage = path.join(root, coveragePage);
  await writeFile(coverage, withSinkTable(await readFile(coverage, 'utf8')));
}
