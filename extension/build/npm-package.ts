/** The package that npm installs: the library with its types, the command, and the extension that `inspect` drives. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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
    eslint: '^9.15.0 || ^10.0.0',
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
    return members.map(({ name, body }) => ({ name, body: Buffer.from(namingModules(String(body))) }));
  });

/** The package as npm installs it; the same source gives the same bytes. */
export async function npmTarball(projectDir: string, make: typeof build): Promise<Buffer> {
  const project: ProjectJson = JSON.parse(await readFile(path.join(projectDir, 'package.json'), 'utf8'));
  const [modules, types, extension] = await Promise.all([
    buildModules(projectDir),
    declarations(projectDir),
    withFolder(async (outDir) => {
      const built = await make({ target: 'chromium', outDir, projectDir });
      const members = await membersIn(outDir, 'dist/chromium/');
      // `inspect` shows none of the extension's texts.
      const isForeign = /\/_locales\/(?!en\/)/;
      return { members: members.filter(({ name }) => !isForeign.test(name)), metafiles: built.metafiles };
    }),
  ]);
  const packages = await bundledPackages([...modules.metafiles, ...extension.metafiles], projectDir);
  const text = (name: string, body: string): Member => ({ name, body: Buffer.from(body) });
  const command = inPackage(commandEntry, '.js').slice(2);
  const members: Member[] = [
    text('package.json', `${JSON.stringify(manifestOf(project), null, 2)}\n`),
    text('config.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`),
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
