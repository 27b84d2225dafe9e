/** Collects the packages in the bundles, and the notices that their licenses require. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** A package whose code is in the build. */
export interface BundledPackage {
  name: string;
  version: string;
  /** The license as an SPDX identifier. */
  license: string;
  /** The URL at which the package's source is published. */
  source: string;
  /** The text of the package's license file. */
  text: string;
}

/**
 * Licenses that permit shipping the code under this project's license, with a notice and, for MPL-2.0, a link to the
 * source.
 */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Zlib',
] as const;

/** Whether an SPDX expression contains only allowed licenses. Of several alternatives, one is enough. */
export const isAllowedLicence = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((each) => each.split(' AND ').every((id) => (allowedLicences as readonly string[]).includes(id)));

/** Matches the package folder in the path of a file, at any depth: `node_modules/a` or `node_modules/@a/b`. */
const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

interface PackageJson {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  repository?: string | { url: string };
}

function sourceOf({ repository, homepage }: PackageJson): string {
  const address = typeof repository === 'string' ? repository : repository?.url;
  const url = address?.replace(/^git\+/, '').replace(/\.git$/, '') ?? homepage ?? '';
  // npm allows this short form for a GitHub repository.
  return /^[\w.-]+\/[\w.-]+$/.test(url) ? `https://github.com/${url}` : url.replace(/^git:/, 'https:');
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const info: PackageJson = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license = '' } = info;
  if (!isAllowedLicence(license)) {
    throw new Error(`${name}: its license "${license}" is not among those that we ship`);
  }
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:-mit)?(?:\.(?:md|txt))?$/i.test(each));
  if (file === undefined) throw new Error(`${name}: its package has no file with its license`);
  const text = await readFile(path.join(folder, file), 'utf8');
  return {
    name,
    version,
    license,
    source: sourceOf(info),
    text: text.replaceAll('\r\n', '\n').trim(),
  };
}

/**
 * The packages whose code is in the bundles, by name.
 *
 * @param projectDir the base folder of the paths in the metafiles
 * @throws if a package has no license, or a license that is not allowed
 */
export async function bundledPackages(metafiles: Metafile[], projectDir: string): Promise<BundledPackage[]> {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => packageFolder.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  const packages = await Promise.all(
    [...new Set(inputs)].map((folder) => readPackage(path.join(projectDir, folder))),
  );
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The notices for the bundles: the name, source, and license of each package. */
export function noticesOf(packages: BundledPackage[]): string {
  const rule = '-'.repeat(80);
  const intro =
    'Data URL Inspector holds code of these packages, minified. Their source is where each names it; what was\n' +
    'changed of it, and how to make the same files of it again, is in the source of Data URL Inspector.';
  const notices = packages.map(
    ({ name, version, license, source, text }) =>
      `${rule}\n${name} ${version}\nLicence: ${license}\nSource: ${source}\n\n${text}`,
  );
  return `${[intro, ...notices].join('\n\n')}\n`;
}
