/** Helpers that the tests of the linters share. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { root } from '../../../src/cli/project.ts';

export const broken = 'data:image/png;base64,iVBO*w0K';
/** A URL that can be repaired. */
export const swapped = 'data:text/css;base64;charset=utf-8,YXt9';
export const repaired = 'data:text/css;charset=utf-8;base64,YXt9';

/** A finding: its rule, its message, and the text to which it refers. */
export type Reported = [rule: string, message: string, text: string];

/** A linter's message with its lines and columns, counted from 1. */
export interface Located {
  line: number;
  column: number;
  endLine?: number | undefined;
  endColumn?: number | undefined;
}

/** Returns the text between the two positions of a message. */
export function textAt(text: string, { line, column, endLine = line, endColumn = column }: Located): string {
  const starts = [
    0,
    ...Array.from(text.matchAll(/\r\n|[\n\r\u2028\u2029]/g), ({ index, 0: end }) => index + end.length),
  ];
  return text.slice(starts[line - 1]! + column - 1, starts[endLine - 1]! + endColumn - 1);
}

export const inOrder = (all: readonly Reported[]): Reported[] =>
  all.toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));

/** Compiles an adapter to JavaScript, which workers in every Node version can load. */
export async function asJavaScript<Module>(
  file: string,
): Promise<{ module: Module; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-adapter-'));
  const outfile = path.join(folder, file.replace(/\.ts$/, '.mjs'));
  await copyFile(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  await esbuild.build({
    ...{ absWorkingDir: root, entryPoints: [file], outfile, bundle: true },
    ...{ format: 'esm', platform: 'node', logLevel: 'error' },
  });
  const module: Module = await import(pathToFileURL(outfile).href);
  return { module, remove: () => rm(folder, { recursive: true, force: true }) };
}
