/**
 * Joins the chunks that the popup loads at startup into a few files. esbuild creates one chunk for each set of pages
 * and viewers that share modules, and a browser requests each chunk separately.
 */
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * A joined file, and the pages that load it completely. A chunk becomes part of the first file with a page that loads
 * the chunk.
 */
export interface Joined {
  name: string;
  pages: readonly string[];
}

export interface JoinOptions {
  /** The joined files, in order. Each may import earlier ones. */
  joined: readonly Joined[];
  /** The page whose chunks are joined. */
  page: string;
  /** The options of the first build. */
  options: esbuild.BuildOptions;
}

type Output = esbuild.Metafile['outputs'][string];

const namespace = 'built';
/** Matches the imports at the start of a script that esbuild has minified. */
const imports = /^(?:import(?:\{[^}]*\}from)?"[^"]*";)*/;
const oneImport = /import(?:\{([^}]*)\}from)?"\.\/([^"]*)";/g;

/**
 * Joins the chunks of a build of ES modules with splitting.
 *
 * @param built a build whose files have not been written
 * @returns all files to write, and the metafile, which contains the inputs of the source files, and the outputs and
 *   imports of the written files
 */
export async function joinChunks(
  built: esbuild.BuildResult<{ write: false; metafile: true }>,
  { joined, page, options }: JoinOptions,
): Promise<esbuild.BuildResult<{ write: false; metafile: true }>> {
  const texts = new Map(built.outputFiles.map((file) => [path.basename(file.path), file.text]));
  const outputs = new Map(
    Object.entries(built.metafile.outputs).map(([file, output]) => [path.basename(file), output]),
  );
  const loadedBy = (script: string, loaded = new Set<string>()): Set<string> => {
    if (loaded.has(script)) return loaded;
    loaded.add(script);
    for (const { kind, path: file } of outputs.get(script)?.imports ?? [])
      if (kind === 'import-statement') loadedBy(path.basename(file), loaded);
    return loaded;
  };

  /** For each chunk, the joined file that contains it. */
  const homes = new Map<string, string>();
  const ofPage = [...loadedBy(`${page}.js`)].filter((name) => name !== `${page}.js`);
  for (const { name, pages } of joined) {
    const wanted = new Set(pages.flatMap((each) => [...loadedBy(`${each}.js`)]));
    for (const chunk of ofPage) if (wanted.has(chunk) && !homes.has(chunk)) homes.set(chunk, name);
  }
  /** For each export of a chunk, its name in the joined file. */
  const names = new Map<string, string>();
  for (const { name } of joined) {
    const chunks = ofPage.filter((chunk) => homes.get(chunk) === name);
    const clauses = chunks.map((chunk) => {
      const list = (outputs.get(chunk)?.exports ?? []).map((exported) => {
        const short = `e${names.size.toString(36)}`;
        names.set(`${chunk} ${exported}`, short);
        return `${exported} as ${short}`;
      });
      return `export { ${list.join(', ')} } from './${chunk}';`;
    });
    texts.set(`${name}.js`, clauses.join('\n'));
  }
  const homeOf = (file: string) => homes.get(file) ?? joined.find(({ name }) => file === `${name}.js`)?.name;
  /**
   * The text of a script in which the imports from all chunks of a joined file are replaced with one import from that
   * file.
   */
  const rewritten = (script: string): string => {
    const text = texts.get(script) ?? '';
    const [head] = imports.exec(text) ?? [''];
    const moved = new Map<string, string[]>();
    const kept = head.replaceAll(oneImport, (statement, list: string, chunk: string) => {
      const home = homes.get(chunk);
      if (home === undefined || home === homeOf(script)) return statement;
      const clauses = moved.get(home) ?? [];
      moved.set(home, clauses);
      for (const clause of list?.split(',') ?? []) {
        const [name = '', local = name] = clause.split(' as ');
        clauses.push(`${names.get(`${chunk} ${name}`)} as ${local}`);
      }
      return '';
    });
    const added = [...moved].map(([home, clauses]) => `import{${clauses.join(',')}}from"./${home}.js";`);
    return added.join('') + kept + text.slice(head.length);
  };

  const scripts = [...texts.keys()].filter((name) => name.endsWith('.js') && !homes.has(name));
  const plugin: esbuild.Plugin = {
    name: 'joined chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path: file, kind, importer }) => {
        const name = path.basename(file);
        const home = homes.get(name);
        const isOwn = kind === 'entry-point' || (home !== undefined && home === homeOf(importer));
        if (isOwn && kind !== 'dynamic-import') return { path: name, namespace };
        return home === undefined
          ? { path: file, external: true }
          : { errors: [{ text: `${importer} loads a part of ${home}.js later: import it at once` }] };
      });
      build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({ contents: rewritten(name) }));
    },
  };
  const result = await esbuild.build({
    ...options,
    entryPoints: scripts.map((name) => ({ in: name, out: name.slice(0, -'.js'.length) })),
    plugins: [plugin],
    splitting: false,
    write: false,
    metafile: true,
  });
  // The style sheet of a page contains the style sheets of its chunks, so no page loads a chunk's own style sheet.
  const rest = built.outputFiles.filter(
    (file) => !file.path.endsWith('.js') && !path.basename(file.path).startsWith('chunk-'),
  );
  /** An output whose inputs are replaced with the inputs of the chunks that it consists of. */
  const withSources = (output: Output): Output => {
    const chunks = Object.keys(output.inputs).map((input) => input.slice(`${namespace}:`.length));
    return { ...output, inputs: Object.assign({}, ...chunks.map((chunk) => outputs.get(chunk)?.inputs)) };
  };
  const files = Object.entries(result.metafile.outputs);
  return {
    ...result,
    outputFiles: [...result.outputFiles, ...rest],
    metafile: {
      inputs: built.metafile.inputs,
      outputs: Object.fromEntries(files.map(([file, output]) => [file, withSources(output)])),
    },
  };
}
