/**
 * `data-url-inspector/vite`: a plugin for Vite and Rollup that lists the data: URLs that a build has inlined. The
 * plugin imports neither Vite nor Rollup.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { countFigures, countText } from '../count-text.ts';
import type { FileKind } from '../files/file-kind.ts';
import { scanText } from '../files/scan-text.ts';
import { maySpellScheme } from '../files/scheme-search.ts';
import { bytesText } from '../format-numbers.ts';
import { checkOptions } from '../policy/check-options.ts';
import { type Budget, checkedBudget, createBudgetTally, overrunText } from '../report/budget.ts';
import type { Family } from '../report/family.ts';
import { printable } from '../report/printable.ts';
import type { DataUrl } from '../report/report.ts';
import { bodyKey } from '../report/weights.ts';

/** Limits in bytes, in the format of the budget file of `scan`. An absent member sets no limit. */
export interface BudgetLimits {
  /** The version of the format, which is 1. */
  version?: number;
  /** Maximum size of all data: URLs in the output. */
  total?: number;
  /** Maximum size of one data: URL at one occurrence. */
  url?: number;
  /** Maximum size of the data: URLs in one output file. */
  file?: number;
  /** Maximum size of all data: URLs of each kind. */
  kind?: { [name in Family]?: number };
  /** Maximum size of all copies of resources beyond the first. */
  duplicates?: number;
}

/** The options of `dataUrls`. */
export interface DataUrlsOptions {
  /** If a limit is exceeded, the build fails after writing its files. Default: none */
  budget?: BudgetLimits;
  /**
   * Name of a JSON file in the output folder that lists all inlined resources, such as `.vite/data-urls.json`. Each
   * further output in the same folder gets a file with a number: `.vite/data-urls-2.json`. Default: none
   */
  json?: string;
}

/** An inlined resource, as listed in the JSON file. */
export interface InlinedAsset {
  /**
   * The modules that contain the data: URL, and the pages that contain it in the output, relative to the project root.
   * Empty if none is known, for example in a worker with its own file.
   */
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
  /** The number of occurrences in the output. */
  occurrences: number;
  /** The output files that contain the resource. */
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

/** The members of an output's options that are used. */
export interface OutputOptions {
  dir?: string | undefined;
  file?: string | undefined;
  format?: string;
  entryFileNames?: unknown;
}

/** An output file. */
export type OutputFile = { type: 'chunk'; code: string } | { type: 'asset'; source: string | Uint8Array };

/** The plugin that `dataUrls` makes. */
export interface DataUrlsPlugin {
  name: string;
  apply: 'build';
  configResolved(config: { root: string; publicDir?: string; build?: { watch?: unknown } }): void;
  buildStart(this: BuildContext): void;
  transform(code: string, id: string): Promise<null>;
  generateBundle: {
    order: 'post';
    handler(
      this: BuildContext,
      options: OutputOptions,
      bundle: Record<string, OutputFile>,
      isWrite: boolean,
    ): Promise<void>;
  };
  writeBundle: {
    order: 'post';
    sequential: true;
    handler(this: BuildContext, options: OutputOptions): void;
  };
  renderError(): void;
  closeBundle(this: BuildContext): void;
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
  let publicDir = '';
  const nameFor = reportNames();
  /** The error for each output that exceeds the budget, until its files are written. */
  const failures = new WeakMap<OutputOptions, string>();
  /**
   * The errors until the build is closed, so that all its outputs are written. Only Vite always closes a build, but in
   * watch mode without waiting for the result.
   */
  let ofBuild: string[] = [];
  let waitsForClose = false;
  /** The resources in each module. They are kept in watch mode, because unchanged modules are not transformed again. */
  const modules = new Map<string, string[]>();
  return {
    name: 'data-url-inspector',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      publicDir = config.publicDir ?? '';
      waitsForClose = config.build?.watch === null;
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
      async handler(options, bundle, isWrite) {
        const folder = options.dir ?? (options.file === undefined ? '' : path.dirname(options.file));
        const report = json === undefined ? null : nameFor(json, folder, options);
        if (report !== null && isTaken(report, Object.keys(bundle), folder, publicDir))
          this.error(`The option json names "${printable(report)}", which the build already contains.`);
        const assets = new Map<string, InlinedAsset>();
        const tally = createBudgetTally(budget);
        const users = new Map<string, Set<string>>();
        const pages = new Set<string>();
        const addUser = (key: string, name: string) =>
          users.set(key, (users.get(key) ?? new Set()).add(name));
        for (const id of this.getModuleIds()) {
          const name = nameIn(root, id);
          if (kindOf(id) === 'html') pages.add(name);
          for (const key of modules.get(id) ?? []) addUser(key, name);
        }
        for (const [file, output] of Object.entries(bundle)) {
          const text = textOf(file, output);
          if (text === null || !maySpellScheme(text)) continue;
          const { report } = await scanText(text, {
            ...{ name: file, ...(output.type === 'chunk' && { kind: 'script' as const }) },
          });
          const dataUrls = report.dataUrls.flatMap(inlinedOf);
          tally.add({ ...report, dataUrls });
          for (const dataUrl of dataUrls) {
            addTo(assets, dataUrl);
            // Vite inlines the elements of a page after the last transformation, and keeps the page's path.
            if (pages.has(file)) addUser(keyOf(dataUrl), file);
          }
        }
        for (const [key, asset] of assets) asset.modules = [...(users.get(key) ?? [])].sort();
        const all = [...assets.values()].sort((a, b) => b.total - a.total);
        const overruns = tally.overruns();
        if (report !== null)
          this.emitFile({
            ...{ type: 'asset', fileName: report },
            source: `${JSON.stringify({ version: 1, assets: all, overruns }, null, 2)}\n`,
          });
        this.info(tableOf(all));
        if (overruns.length === 0) return;
        const failure = overruns.map((each) => `over budget: ${printable(overrunText(each))}`).join('\n');
        if (!isWrite) this.error(failure);
        // An error before the files are written would also prevent the JSON file.
        failures.set(options, failure);
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(options) {
        const failure = failures.get(options);
        failures.delete(options);
        if (failure === undefined) return;
        if (!waitsForClose) this.error(failure);
        ofBuild.push(failure);
      },
    },
    // Otherwise, the error of `closeBundle` would replace this one.
    renderError() {
      ofBuild = [];
    },
    closeBundle() {
      const all = ofBuild.join('\n');
      ofBuild = [];
      if (all !== '') this.error(all);
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

/**
 * Names the JSON file of each output. Outputs of one build that share a folder, such as the formats of a library, get
 * different names. In watch mode, an output keeps its name.
 */
function reportNames(): (json: string, folder: string, options: OutputOptions) => string {
  const outputs = new Map<string, string[]>();
  return (json, folder, { file, format, entryFileNames }) => {
    const output = JSON.stringify([file, format, String(entryFileNames)]);
    const known = outputs.get(folder) ?? [];
    outputs.set(folder, known.includes(output) ? known : [...known, output]);
    const number = outputs.get(folder)!.indexOf(output) + 1;
    return number === 1 ? json : json.replace(/(?<=[^/])(?:\.[^./]*)?$/, (ending) => `-${number}${ending}`);
  };
}

/**
 * Whether a file of this name would replace a file or folder of the build, or needs a folder with the name of a file.
 * Many file systems ignore case.
 */
function isTaken(name: string, outputs: readonly string[], folder: string, publicDir: string): boolean {
  const own = name.toLowerCase();
  const isOutput = outputs.some((output) => {
    const other = output.toLowerCase();
    return own === other || own.startsWith(`${other}/`) || other.startsWith(`${own}/`);
  });
  const isFolder = statSync(path.join(folder, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isOutput || isFolder || (publicDir !== '' && existsSync(path.join(publicDir, name)));
}

/** Whether a text names a file in the output folder, on any platform. */
const isFileName = (name: unknown): boolean =>
  typeof name === 'string' &&
  !/[\\:*?"<>|\0-\x1f\x7f]/.test(name) &&
  name.split('/').every((step) => /^\S(?:.*[^\s.])?$/.test(step) && step !== '.');

function checked(options: DataUrlsOptions): { budget: Budget; json?: string } {
  checkOptions(options, 'data-url-inspector/vite', ['budget', 'json']);
  const { budget = {}, json } = options;
  if (json !== undefined && !isFileName(json))
    throw new TypeError(
      'The option json must be the name of a file in the output folder, such as "reports/data-urls.json".',
    );
  const limits = checkedBudget(budget, (at, says) => {
    throw new TypeError(`The option ${['budget', ...at].join('.')} is wrong: ${says}.`);
  });
  return { budget: limits, ...(json !== undefined && { json }) };
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

function addTo(assets: Map<string, InlinedAsset>, dataUrl: DataUrl): void {
  const { essence, size, occurrences } = dataUrl;
  const costs = occurrences.map(({ cost }) => cost);
  const [bytes, total] = [Math.max(...costs), costs.reduce((sum, cost) => sum + cost, 0)];
  const key = keyOf(dataUrl);
  const known = assets.get(key);
  const chunks = occurrences.map(({ frame }) => frame);
  if (known) {
    known.chunks = [...new Set([...known.chunks, ...chunks])];
    known.occurrences += chunks.length;
    known.bytes = Math.max(known.bytes, bytes);
    known.total += total;
  } else
    assets.set(key, {
      ...{ modules: [], type: essence, size, bytes, overhead: 0, total, occurrences: chunks.length },
      chunks: [...new Set(chunks)],
    });
  const asset = assets.get(key)!;
  asset.overhead = asset.size === null ? null : asset.bytes - asset.size;
}

/** Maximum number of rows in the table. The JSON file contains all rows. */
const maxRows = 20;

const bytesOf = (bytes: number | null): string => (bytes === null ? '–' : bytesText(bytes, 'en'));

/**
 * Formats a table, largest resource first. A row without modules names the output files instead.
 */
function tableOf(assets: readonly InlinedAsset[]): string {
  if (assets.length === 0) return 'No inlined assets.';
  const rows = assets.slice(0, maxRows).map((asset) => {
    const { size, bytes, overhead, total, chunks, type, modules } = asset;
    const count = countFigures(chunks.length);
    const module = modules.length > 0 ? modules.join(', ') : `in ${chunks.join(', ')}`;
    const figures = [bytesOf(size), bytesOf(bytes), bytesOf(overhead), count, bytesOf(total)];
    return [...figures, type ?? 'invalid', module].map(printable);
  });
  const cells = [['file', 'data: URL', 'overhead', 'chunks', 'total', 'type', 'module'], ...rows];
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (at < numbers ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  const sum = (of: (asset: InlinedAsset) => number) => assets.reduce((total, asset) => total + of(asset), 0);
  const overhead = sum(({ total, size, occurrences }) => (size === null ? 0 : total - size * occurrences));
  return [
    `${countText(assets.length, 'inlined asset')}: ${bytesOf(sum(({ total }) => total))} in the output, ${bytesOf(overhead)} of it overhead`,
    ...lines,
    ...(assets.length > maxRows ? [`and ${countFigures(assets.length - maxRows)} smaller`] : []),
  ].join('\n');
}

/** Number of columns, beginning with the first, that contain numbers. */
const numbers = 5;
