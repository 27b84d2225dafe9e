/**
 * Implements `npm run package`: creates NAME-VERSION-chromium.zip and -firefox.zip for the stores, NAME-VERSION.tgz for
 * npm, and -source.zip, from which a reviewer can build the same bytes again. The same source produces the same bytes
 * on every computer and at any time. For the .tgz, this requires the same version of Node, whose compressor is used.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, processArguments } from '../../src/cli/command-line.ts';
import { BuildError, root } from '../../src/cli/project.ts';
import { zipFile } from '../../src/report/zip-file.ts';
import { build } from './build.ts';
import { type Target, targets } from './manifest.ts';
import { npmTarball } from './npm-package.ts';

export interface Package {
  kind: Target | 'npm' | 'source';
  /** The full path of the file. */
  file: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 as hexadecimal digits. */
  sha256: string;
}

export interface PackageOptions {
  /** The folder for the packages. Default: dist in the project's folder */
  outDir?: string;
  /** The folder of the project to package. Only tests set another one. */
  projectDir?: string;
  /** The packages to make. Default: all */
  kinds?: readonly Package['kind'][];
  /** Builds the extension. Tests pass their own function. */
  make?: typeof build;
}

/**
 * A ZIP file with the files in a folder, sorted by name. They are stored uncompressed, because compressors differ
 * between versions.
 *
 * @param names the files' names relative to the folder, with `/` as the separator
 */
async function zipOfFolder(folder: string, names: string[]): Promise<Buffer> {
  async function* members() {
    for (const name of [...names].sort()) {
      yield { name, body: new Blob([await readFile(path.join(folder, name))]) };
    }
  }
  return Buffer.from(await (await zipFile(members())).arrayBuffer());
}

/**
 * Removes the key from a manifest file. The store assigns an extension's key and rejects any other: "key field is not
 * allowed in manifest".
 */
async function withoutKey(manifestFile: string): Promise<void> {
  const { key: _, ...manifest } = JSON.parse(await readFile(manifestFile, 'utf8'));
  await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function zipForStore(target: Target, projectDir: string, make: typeof build): Promise<Buffer> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-package-'));
  try {
    const { files } = await make({ target, outDir, projectDir });
    await withoutKey(path.join(outDir, 'manifest.json'));
    return await zipOfFolder(
      outDir,
      files.map(({ name }) => name.split(path.sep).join('/')),
    );
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * The project's files that Git tracks, with their current contents; null without Git, for example in an unpacked
 * archive.
 */
function sourceFiles(projectDir: string): string[] | null {
  if (!existsSync(path.join(projectDir, '.git'))) return null;
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: projectDir, encoding: 'utf8' });
  return listed.split('\0').filter((name) => name !== '' && existsSync(path.join(projectDir, name)));
}

/**
 * Writes the packages, beginning with those for the stores. Without Git, the source package is omitted, because the
 * folder may contain other files.
 */
export async function packageAll({
  outDir,
  projectDir = root,
  kinds,
  make = build,
}: PackageOptions = {}): Promise<Package[]> {
  const folder = path.resolve(outDir ?? path.join(projectDir, 'dist'));
  const { name, version }: { name: string; version: string } = JSON.parse(
    await readFile(path.join(projectDir, 'package.json'), 'utf8'),
  );
  await mkdir(folder, { recursive: true });
  const source = sourceFiles(projectDir);
  const makers: [Package['kind'], () => Promise<Buffer>][] = [
    ...targets.map((target): (typeof makers)[number] => [
      target,
      () => zipForStore(target, projectDir, make),
    ]),
    ['npm', () => npmTarball(projectDir, make)],
    ...(source ? [['source', () => zipOfFolder(projectDir, source)] as (typeof makers)[number]] : []),
  ];
  const wanted = makers.filter(([kind]) => kinds?.includes(kind) ?? true);
  return Promise.all(
    wanted.map(async ([kind, make]) => {
      const bytes = await make();
      const file = path.join(folder, `${name}-${version}${kind === 'npm' ? '.tgz' : `-${kind}.zip`}`);
      await writeFile(file, bytes);
      return { kind, file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

const packageCommandLine = commandLine({
  purpose: 'Makes the packages for Chromium, Firefox and npm, and the source archive, in dist.',
  usage: [''],
  options: {},
  exitCodes: { 0: 'The packages were made', 1: 'The build failed', 2: 'An argument is wrong' },
  examples: [['', 'Makes all packages and prints their sizes and checksums.']],
});

async function main(): Promise<number> {
  processArguments(packageCommandLine, 'package');
  const packages = await packageAll();
  for (const { file, size, sha256 } of packages) {
    process.stdout.write(`${path.relative(process.cwd(), file)}\n  ${size} bytes, SHA-256 ${sha256}\n`);
  }
  if (!packages.some(({ kind }) => kind === 'source')) {
    process.stderr.write('There is no git here, so no source archive was made.\n');
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(
        `package: ${error instanceof BuildError ? error.message : (error as Error).stack}\n`,
      );
      process.exitCode = 1;
    },
  );
}
