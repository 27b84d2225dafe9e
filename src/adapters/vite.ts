/**
 * `data-url-inspector/vite`: a plugin for Vite and Rollup that lists the data: URLs that a build has inlined. The
 * plugin imports neither Vite nor Rollup.
 */
import path from 'node:path';
import { countFigures, countText } from '../count-text.ts';
import type { FileKind } from '../files/file-kind.ts';
import { scanText } from '../files/scan-text.ts';
import { maySpellScheme } from '../files/scheme-search.ts';
import { bytesText } from '../format-numbers.ts';
import { checkOptions } from '../policy/check-options.ts';
import { type Budget, createBudgetTally, overrunText, parseBudget } from '../report/budget.ts';
import { printable } from '../report/printable.ts';
import type { DataUrl } from '../report/report.ts';
import { bodyKey } from '../report/weights.ts';

/** The options of `dataUrls`. */
export interface DataUrlsOptions {
  /** Limits in bytes, in the format of the budget file of `scan`. If one is exceeded, the build fails. Default: none */
  budget?: object;
  /**
   * Name of a JSON file in the output folder that lists all inlined resources, such as `.vite/data-urls.json`. Default:
   * none
   */
  json?: string;
}

/** An inlined resource, as listed in the JSON file. */
export interface InlinedAsset {
  /** The modules that contain the data: URL, relative to the project root. Empty if a page or a plugin added it. */
  modules: string[];
  /** The resource's media type; null for an invalid data: URL. */
  type: string | null;
  /** The file's size in bytes; null for an invalid data: URL. */
  size: number | null;
  /**
   * The size, in bytes, of one occurrence of the data: URL in the output, and how much larger this is than the file.
   */
  bytes: number;
  overhead: number | null;
  /** The total size, in bytes, of all data: URLs of the resource in the output. */
  total: number;
  /** The output files that contain the resource. A file that contains it twice is listed twice. */
  chunks: string[];
}

/** The members of a plugin's context that are used. */
export interface BuildContext {
  meta: { rollupVersion?: string };
  info(message: string): void;
  error(message: string): never;
  getModuleIds(): Iterable<string>;
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string;
}

/** An output file. */
export type OutputFile = { type: 'chunk'; code: string } | { type: 'asset'; source: string | Uint8Array };

/** The plugin that `dataUrls` makes. */
export interface DataUrlsPlugin {
  name: string;
  apply: 'build';
  configResolved(config: { root: string }): void;
  buildStart(this: BuildContext): void;
  transform(code: string, id: string): Promise<null>;
  generateBundle: {
    order: 'post';
    handler(this: BuildContext, options: unknown, bundle: Record<string, OutputFile>): Promise<void>;
  };
}

/**
 * Makes the plugin, which prints a table of all inlined resources at the end of a build.
 *
 * @returns the plugin
 * @throws {TypeError} for an option that doesn't exist or has a wrong value
 */
export function dataUrls(options: DataUrlsOptions = {}): DataUrlsPlugin {
  const { budget, json } = checked(options);
  let root = process.cwd();
  /** The resources in each module. They are kept in watch mode, because unchanged modules are not transformed again. */
  const modules = new Map<string, string[]>();
  return {
    name: 'data-url-inspector',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      const { rollupVersion = '(unknown)' } = this.meta;
      if (!(Number.parseInt(rollupVersion, 10) >= minimumRollup))
        this.error(
          `data-url-inspector/vite needs Vite 5, Rollup ${minimumRollup}, or newer; this is Rollup ${rollupVersion}.`,
        );
    },
    async transform(code, id) {
      const { report } = maySpellScheme(code) ? await scanText(code, { kind: kindOf(id) }) : nothing;
      modules.set(id, report.dataUrls.map(keyOf));
      return null;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const assets = new Map<string, InlinedAsset>();
        const tally = createBudgetTally(budget);
        const users = new Map<string, Set<string>>();
        for (const id of this.getModuleIds())
          for (const key of modules.get(id) ?? [])
            users.set(key, (users.get(key) ?? new Set()).add(nameIn(root, id)));
        for (const [file, output] of Object.entries(bundle)) {
          const text = textOf(file, output);
          if (text === null || !maySpellScheme(text)) continue;
          const { report } = await scanText(text, {
            ...{ name: file, ...(output.type === 'chunk' && { kind: 'script' as const }) },
          });
          const dataUrls = report.dataUrls.flatMap(inlinedOf);
          tally.add({ ...report, dataUrls });
          for (const dataUrl of dataUrls) addTo(assets, dataUrl, users.get(keyOf(dataUrl)));
        }
        const all = [...assets.values()].sort((a, b) => b.total - a.total);
        const overruns = tally.overruns();
        if (json !== undefined)
          this.emitFile({
            ...{ type: 'asset', fileName: json },
            source: `${JSON.stringify({ version: 1, assets: all, overruns }, null, 2)}\n`,
          });
        this.info(tableOf(all));
        if (overruns.length > 0)
          this.error(overruns.map((each) => `over budget: ${printable(overrunText(each))}`).join('\n'));
      },
    },
  };
}

/** The first version of Rollup with hooks of this form. */
const minimumRollup = 4;

const nothing = { report: { dataUrls: [] } };

/** The path of a module's file, relative to the project root. */
function nameIn(root: string, id: string): string {
  const [file = ''] = id.replace(/^\0/, '').split('?');
  return path.relative(root, file).split(path.sep).join('/');
}

function checked(options: DataUrlsOptions): { budget: Budget; json?: string } {
  checkOptions(options, 'data-url-inspector/vite', ['budget', 'json']);
  const { budget = {}, json } = options;
  const isFile = typeof json === 'string' && /^[^/].*(?<![/.])$/s.test(json) && !path.isAbsolute(json);
  if (json !== undefined && !(isFile && json === path.posix.normalize(json) && !json.startsWith('../')))
    throw new TypeError('The option json must be the name of a file in the output folder.');
  try {
    return { budget: parseBudget(JSON.stringify(budget)), ...(json !== undefined && { json }) };
  } catch (error) {
    throw new TypeError(`The option budget is wrong: ${(error as Error).message}.`);
  }
}

/**
 * The kind of a module. This hook receives HTML, CSS to which Vite has compiled the style sheets, and scripts; all
 * other modules, including assets, are scripts by then.
 */
function kindOf(id: string): FileKind {
  if (/\.html?$/i.test(id)) return 'html';
  const isSheet = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/i.test(id);
  return isSheet && !/[?&](?:raw|url)\b/.test(id) ? 'css' : 'script';
}

/** Returns a key that is equal for the same resource, regardless of its encoding. */
const keyOf = (dataUrl: DataUrl): string => bodyKey(dataUrl) ?? dataUrl.sha256;

/** The text of an output file; null for binary content and for a source map, which is not part of the page. */
function textOf(file: string, output: OutputFile): string | null {
  if (file.endsWith('.map')) return null;
  if (output.type === 'chunk') return output.code;
  if (typeof output.source === 'string') return output.source;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(output.source);
  } catch {
    return null;
  }
}

/**
 * Limits a data: URL to the occurrences that a page uses. Omits templates, which are complete only at run time, and
 * source maps.
 */
function inlinedOf(dataUrl: DataUrl): DataUrl[] {
  const occurrences = dataUrl.occurrences.filter(
    ({ placeholders, name }) => !placeholders && name !== 'sourceMappingURL',
  );
  return occurrences.length > 0 ? [{ ...dataUrl, occurrences }] : [];
}

function addTo(assets: Map<string, InlinedAsset>, dataUrl: DataUrl, modules: Iterable<string> = []): void {
  const { essence, size, occurrences } = dataUrl;
  const costs = occurrences.map(({ cost }) => cost);
  const [bytes, total] = [Math.max(...costs), costs.reduce((sum, cost) => sum + cost, 0)];
  const key = keyOf(dataUrl);
  const known = assets.get(key);
  const chunks = occurrences.map(({ frame }) => frame);
  if (known) {
    known.chunks.push(...chunks);
    known.bytes = Math.max(known.bytes, bytes);
    known.total += total;
  } else
    assets.set(key, {
      ...{ modules: [...modules].sort(), type: essence, size, bytes, overhead: 0, total, chunks },
    });
  const asset = assets.get(key)!;
  asset.overhead = asset.size === null ? null : asset.bytes - asset.size;
}

/** Maximum number of rows in the table. The JSON file contains all rows. */
const maxRows = 20;

const bytesOf = (bytes: number | null): string => (bytes === null ? '–' : bytesText(bytes, 'en'));

/**
 * Formats a table, largest resource first. A row shows the file's size, the overhead of its data: URL, and how often
 * the output contains the URL.
 */
function tableOf(assets: readonly InlinedAsset[]): string {
  if (assets.length === 0) return 'No inlined assets.';
  const rows = assets.slice(0, maxRows).map((asset) => {
    const { size, bytes, overhead, chunks, type, modules } = asset;
    const count = countFigures(new Set(chunks).size);
    const module = modules.length > 0 ? modules.join(', ') : (chunks[0] ?? '');
    return [bytesOf(size), bytesOf(bytes), bytesOf(overhead), count, type ?? 'invalid', module].map(
      printable,
    );
  });
  const cells = [['file', 'data: URL', 'overhead', 'chunks', 'type', 'module'], ...rows];
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (at < numbers ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  const sum = (of: (asset: InlinedAsset) => number) => assets.reduce((total, asset) => total + of(asset), 0);
  const overhead = sum(({ total, size, chunks }) => (size === null ? 0 : total - size * chunks.length));
  return [
    `${countText(assets.length, 'inlined asset')}: ${bytesOf(sum(({ total }) => total))} in the output, ${bytesOf(overhead)} of it overhead`,
    ...lines,
    ...(assets.length > maxRows ? [`and ${countFigures(assets.length - maxRows)} smaller`] : []),
  ].join('\n');
}

/** Number of columns, beginning with the first, that contain numbers. */
const numbers = 4;
