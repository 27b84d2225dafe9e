/**
 * Bundles webextension-polyfill without its entries for functions that the extension doesn't use. Its table describes
 * each function of each API, and is larger than the rest of its code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** Matches the table of the polyfill, which is a JSON object of APIs. */
const table = /(?<=\bconst apiMetadata = )\{\n.*?^ {6}\}(?=;$)/ms;

/**
 * Collects the names of members that the extension may use.
 *
 * @returns every name that follows a dot in the extension's source
 */
export function membersIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/(?<=\.)\w+/g) ?? []));
}

interface Entries {
  [name: string]: Entries | number | boolean;
}

/** The entries whose names are given. An entry that contains `minArgs` describes a function, and is kept as it is. */
const named = (entries: Entries, names: ReadonlySet<string>): Entries =>
  'minArgs' in entries
    ? entries
    : Object.fromEntries(
        Object.entries(entries)
          .filter(([name]) => names.has(name))
          .map(([name, value]) => [name, typeof value === 'object' ? named(value, names) : value]),
      );

/**
 * The polyfill's code with only these names.
 *
 * @throws if the code contains no table, which may happen in another version
 */
export function withNames(code: string, names: ReadonlySet<string>): string {
  const [found] = table.exec(code) ?? [];
  if (found === undefined) throw new Error('the table of APIs is not there');
  return code.replace(table, () => JSON.stringify(named(JSON.parse(found), names)));
}

export const usedApis = (projectDir: string): Plugin => ({
  name: 'used-apis',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]webextension-polyfill[\\/]dist[\\/]browser-polyfill\.js$/ },
      async ({ path: file }) => {
        try {
          const names = membersIn(path.join(projectDir, 'extension'));
          return { contents: withNames(await readFile(file, 'utf8'), names), loader: 'js' };
        } catch (error) {
          return { errors: [{ text: `webextension-polyfill: ${(error as Error).message}` }] };
        }
      },
    );
  },
});
