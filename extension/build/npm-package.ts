/** The package that npm installs: the library with its types, the command, and the extension that `inspect` drives. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as esbuild from 'esbuild';
import { configSchema } from '../../src/cli/config-schema.ts';
import { BuildError } from '../../src/cli/project.ts';
import type { build } from './build.ts';
import { bundledPackages, noticesOf } from './licences.ts';
import { buildModules, commandEntry, entries } from './modules.ts';
import { type Member, tarballOf } from './tarball.ts';

interface ProjectJson {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  devDependencies: Record<string, string>;
}

/** The style of the HTML report, which a command reads. */
const htmlStyle = 'src/report/html-report.css';

const inPackage = (source: string, ending: string): string => `./${source.replace(/\.ts$/, ending)}`;

/** The package.json of the package. Its version and that of the browser's driver are the project's. */
function manifestOf({ name, version, description, license, engines, devDependencies }: ProjectJson): object {
  const playwright = `^${devDependencies.playwright}`;
  const peerDependencies = {
    '@playwright/test': playwright,
    eslint: '^8.40.0 || ^9.0.0 || ^10.0.0',
    'playwright-core': playwright,
    stylelint: '^17.0.0 || ^18.0.0',
    vite: '>=5',
  };
  const exported = (entry: string) => ({
    types: inPackage(entry, '.d.ts'),
    default: inPackage(entry, '.js'),
  });
  return {
    name,
    version,
    description,
    license,
    keywords: ['data-url', 'data-uri', 'rfc2397', 'mime', 'parser', 'sanitizer', 'linter', 'csp'],
    type: 'module',
    sideEffects: false,
    engines,
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, exported(file)])),
      './package.json': './package.json',
    },
    types: exported(entries['.']!).types,
    bin: { [name]: inPackage(commandEntry, '.js').slice(2) },
    files: ['dist', 'src', 'vendor', 'THIRD-PARTY-NOTICES.txt'],
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((peer) => [peer, { optional: true }]),
    ),
  };
}

/** The names of all files in a folder, with `/`. */
export async function namesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

/** Runs `work` with a temporary folder, and deletes the folder afterwards. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-npm-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function membersIn(folder: string, under: string): Promise<Member[]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (name) => ({ name: under + name, body: await readFile(path.join(folder, name)) })),
  );
}

/** Makes declarations import the package's .js modules: the compiler leaves .ts in them. */
const namingModules = (declarations: string): string =>
  declarations.replace(/((?:\bfrom|\bimport\()\s*["']\.{1,2}\/[^"']+)\.ts(?=["'])/g, '$1.js');

/** The declarations that those of the entries import, directly or not. */
function reachable(all: readonly Member[]): Member[] {
  const byName = new Map(all.map((member) => [member.name, member]));
  const reached = new Set(Object.values(entries).map((file) => file.replace(/\.ts$/, '.d.ts')));
  for (const name of reached)
    for (const [, file = ''] of String(byName.get(name)?.body).matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g))
      reached.add(path.posix.join(path.posix.dirname(name), `${file}.d.ts`));
  return all.filter(({ name }) => reached.has(name));
}

/** The library's declarations, made by TypeScript, with the docstrings. */
export const declarations = (projectDir: string): Promise<Member[]> =>
  withFolder(async (folder) => {
    const outDir = path.join(folder, 'types');
    const config = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      ...{ outDir, rootDir: projectDir, types: ['node'], noEmit: false },
      typeRoots: [path.join(projectDir, 'node_modules/@types')],
      ...{ declaration: true, emitDeclarationOnly: true, removeComments: false },
    };
    const text = {
      extends: path.join(projectDir, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: Object.values(entries).map((file) => path.join(projectDir, file)),
    };
    await writeFile(config, JSON.stringify(text));
    const compiler = path.join(projectDir, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '-p', config]).catch(({ stdout, message }) => {
      throw new BuildError(`cannot make the library's types:\n${stdout || message}`);
    });
    const members = await membersIn(outDir, '');
    return reachable(
      members.map(({ name, body }) => ({ name, body: Buffer.from(namingModules(String(body))) })),
    );
  });

/** The part of the extension that `inspect` drives: nobody looks at a data: URL, or sets anything. */
const driven = {
  scripts: ['background', 'content', 'markup', 'first-paint', 'popup-start'],
  pages: ['popup', 'inspector'],
  /** Modules that the pages load later, to save a Report. */
  later: ['extension/ui/bars/menu-items.tsx', 'extension/ui/export/save-report.ts'],
  others: /^(?:manifest\.json|managed-schema\.json|_locales\/en\/.*|icons\/.*\.png|ui\.css)$/,
};

/** Whether a file is a part of it. */
function isDriven(metafiles: readonly esbuild.Metafile[]): (name: string) => boolean {
  const outputs = new Map(
    metafiles
      .flatMap(({ outputs }) => Object.entries(outputs))
      .map(([file, own]) => [path.basename(file), own]),
  );
  const later = [...outputs].filter(([, { inputs }]) => driven.later.some((source) => source in inputs));
  const scripts = [...driven.scripts, ...driven.pages].map((name) => `${name}.js`);
  const reached = new Set([...scripts, ...later.map(([name]) => name)]);
  for (const name of reached)
    for (const { kind, path: file } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement') reached.add(path.basename(file));
  const ofPages = driven.pages.flatMap((name) => [`${name}.html`, `${name}.css`]);
  const names = new Set([...reached, ...ofPages]);
  return (name) => names.has(name) || driven.others.test(name);
}

/** A file in the package; the manifest without the pages that are left out. */
function asDriven({ name, body }: Member): Member {
  const own = { name: `dist/chromium/${name}`, body };
  if (name !== 'manifest.json') return own;
  const { devtools_page: _, options_ui: __, ...rest } = JSON.parse(String(body));
  return { ...own, body: Buffer.from(`${JSON.stringify(rest, null, 2)}\n`) };
}

/** The package as npm installs it; the same source gives the same bytes. */
export async function npmTarball(projectDir: string, make: typeof build): Promise<Buffer> {
  const project: ProjectJson = JSON.parse(await readFile(path.join(projectDir, 'package.json'), 'utf8'));
  const [modules, types, extension] = await Promise.all([
    buildModules(projectDir),
    declarations(projectDir),
    withFolder(async (outDir) => {
      const built = await make({ target: 'chromium', outDir, projectDir });
      const isPart = isDriven(built.metafiles);
      const members = (await membersIn(outDir, '')).filter(({ name }) => isPart(name));
      return { members: members.map(asDriven), metafiles: built.metafiles };
    }),
  ]);
  const packages = await bundledPackages([...modules.metafiles, ...extension.metafiles], projectDir);
  const text = (name: string, body: string): Member => ({ name, body: Buffer.from(body) });
  const command = inPackage(commandEntry, '.js').slice(2);
  const members: Member[] = [
    text('package.json', `${JSON.stringify(manifestOf(project), null, 2)}\n`),
    text('config.schema.json', `${JSON.stringify(configSchema())}\n`),
    text('README.md', await readFile(path.join(projectDir, 'docs/library.md'), 'utf8')),
    text('reference.md', await readFile(path.join(projectDir, 'docs/reference.md'), 'utf8')),
    text('LICENSE', await readFile(path.join(projectDir, 'LICENSE'), 'utf8')),
    text('THIRD-PARTY-NOTICES.txt', noticesOf(packages)),
    ...[...modules.files].map(([name, body]) => ({ name, body, executable: name === command })),
    ...types,
    ...(await membersIn(path.join(projectDir, 'docs/sql'), 'sql/')),
    { name: htmlStyle, body: await readFile(path.join(projectDir, htmlStyle)) },
    ...extension.members,
  ];
  return tarballOf(members.map((member) => ({ ...member, name: `package/${member.name}` })));
}
