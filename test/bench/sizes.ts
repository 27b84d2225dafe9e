/** Measures the size of the built extension, minified and gzipped, in kB of 1000 bytes. */
import { build } from '../../extension/build/build.ts';
import type { Measured } from './table.ts';

export async function sizes(): Promise<Measured[]> {
  const { files, metafiles } = await build({ target: 'chromium' });
  const gzip = (name: string) => files.find((file) => file.name === name)?.gzip ?? 0;
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  /** Returns the size of a page: its first script, its modules, all their static imports, and its style sheet. */
  const withImports = (name: string): number => {
    const seen = new Set<string>();
    const visit = (file: string) => {
      const base = file.split('/').at(-1) ?? file;
      if (seen.has(base)) return;
      seen.add(base);
      const key = Object.keys(outputs).find((output) => output.endsWith(`/${base}`) || output === base);
      for (const { path, kind } of key ? outputs[key].imports : [])
        if (kind === 'import-statement') visit(path);
    };
    visit(`${name}.js`);
    return [...seen, `${name}-start.js`, `${name}.css`, `${name}.html`].reduce(
      (sum, file) => sum + gzip(file),
      0,
    );
  };
  const row = (what: string, bytes: number, budget: number, goal: number): Measured => ({
    what,
    value: bytes / 1000,
    unit: 'kB',
    budget,
    goal,
    note: 'min + gzip',
  });
  return [
    row('content script', gzip('content.js'), 24, 20),
    row('popup with its first view', withImports('popup'), 46, 42),
    row('worker', gzip('background.js'), 145, 125),
  ];
}
