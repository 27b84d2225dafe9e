/** Provides the project's own files for the contract tests. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../src/cli/project.ts';

export interface Source {
  /** The path from the project's root, with `/` as the separator. */
  file: string;
  text: string;
}

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: each file has a different form
export const jsonOf = (file: string): any => JSON.parse(textOf(file));

/** Returns all TypeScript and JavaScript files under a folder. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ file, text: textOf(file) }));
}

/** Returns every existing file that git tracks or does not ignore. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const gone = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' });
  const missing = new Set(gone.split('\0'));
  return listed.split('\0').filter((file) => file !== '' && !missing.has(file));
}

const loaders: Record<string, esbuild.Loader> = { '.ts': 'ts', '.tsx': 'tsx', '.js': 'js', '.mjs': 'js' };

/**
 * Returns the program without comments and types.
 *
 * @param forbidden names of globals (`document`). Each use of such a global becomes `FORBIDDEN_document`; properties
 * and local variables with the same name stay unchanged
 */
export function codeOf({ file, text }: Source, forbidden: readonly string[] = []): string {
  const define: Record<string, string> = {};
  for (const name of forbidden) {
    for (const from of ['', 'globalThis.', 'self.', 'window.']) define[from + name] = `FORBIDDEN_${name}`;
  }
  return esbuild.transformSync(text, {
    loader: loaders[path.extname(file)] ?? 'ts',
    define,
    format: 'esm',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'esnext',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }).code;
}

/** Returns the forbidden globals that a program uses. */
export function globalsUsed(source: Source, forbidden: readonly string[]): string[] {
  const used = codeOf(source, forbidden).matchAll(/\bFORBIDDEN_(\w+)/g);
  return [...new Set([...used].map(([, name = '']) => name))];
}

const specifiers = (text: string): string[] =>
  [...text.matchAll(/\bfrom\s*(['"])(.+?)\1|^import\s*(['"])(.+?)\3|\bimport\(\s*(['"`])(.+?)\5/gm)].map(
    (match) => match[2] ?? match[4] ?? match[6] ?? '',
  );

/** Returns the imports of a file, including types: paths from the project's root, or names of packages. */
export function importsOf({ file, text }: Source): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\b(?:[^;'"`]*?\bfrom)?\s*['"][^'"]+['"]|\bimport\(\s*['"`][^'"`]+['"`]/gm,
  );
  return [...statements].flatMap(([statement]) => specifiers(statement)).map((name) => resolved(file, name));
}

/** Returns the imports of a file at run time, without types. */
export function valueImportsOf(source: Source): string[] {
  return importsOf({ file: source.file, text: codeOf(source) });
}

const resolved = (from: string, name: string): string =>
  name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name;
