/**
 * Rewrites the Report of a file that was served to the browser, with the file's path and with the line numbers in the
 * file.
 */
import path from 'node:path';
import { emptyPolicy, mergePolicies } from '../policy/policy.ts';
import { documentOf } from '../report/placed-findings.ts';
import type { Report } from '../report/report.ts';
import type { Occurrence } from '../vocabulary.ts';
import { scanFile } from './scan-file.ts';
import { systemPath } from './shell.ts';

/** A file, and the address from which the browser has loaded it. */
export interface ServedFile {
  /** The path as given in the arguments. */
  file: string;
  url: string;
}

/** The path of the file that an address on the server refers to. Other addresses are returned unchanged. */
function pathOf(address: string, { file, url }: ServedFile): string {
  const { origin, pathname } = new URL(url);
  const target = URL.parse(address);
  if (target?.origin !== origin) return address;
  if (target.pathname === pathname) return file;
  try {
    const folder = path.dirname(file);
    return path.join(folder, decodeURIComponent(target.pathname)).replaceAll(path.sep, '/');
  } catch {
    return address;
  }
}

/** Returns a key for the element or CSS rule that contains a data: URL. */
const placeOf = ({ place, element, name, selector, rule }: Occurrence): string =>
  JSON.stringify(place === 'stylesheet' ? [place, name, rule] : [place, element, name, selector]);

/** Scans a file as `scan` does, and returns the occurrences, keyed by data: URL and place. */
async function scannedPlaces(file: string): Promise<Map<string, Occurrence[]>> {
  const policy = mergePolicies({ user: emptyPolicy }, 'file:');
  const report = await scanFile(file, { policy, isNamed: false, isBare: false, note: () => {} }).catch(
    () => null,
  );
  const places = new Map<string, Occurrence[]>();
  for (const { sha256, occurrences } of report?.dataUrls ?? []) {
    for (const occurrence of occurrences) {
      const key = `${sha256} ${placeOf(occurrence)}`;
      const same = places.get(key);
      if (same) same.push(occurrence);
      else places.set(key, [occurrence]);
    }
  }
  return places;
}

/**
 * Replaces addresses of files with their paths, and adds to occurrences the line and column that `scan` finds for them.
 */
export async function withFilePaths(report: Report, served: ServedFile, cwd: string): Promise<Report> {
  const byFile = new Map<string, Promise<Map<string, Occurrence[]>>>();
  const placesIn = (file: string) => {
    const places = byFile.get(file) ?? scannedPlaces(systemPath(file, cwd));
    byFile.set(file, places);
    return places;
  };
  const inFile = async (occurrence: Occurrence, sha256: string): Promise<Occurrence> => {
    const address = documentOf(occurrence);
    const file = pathOf(address, served);
    const { sheet } = occurrence;
    const named = {
      ...occurrence,
      frame: pathOf(occurrence.frame, served),
      ...(sheet !== undefined && { sheet: pathOf(sheet, served) }),
    };
    if (file === address) return named;
    const scanned = (await placesIn(file)).get(`${sha256} ${placeOf(occurrence)}`)?.shift();
    if (scanned?.line === undefined || scanned.column === undefined) return named;
    return { ...named, file, line: scanned.line, column: scanned.column };
  };
  const dataUrls = [];
  for (const dataUrl of report.dataUrls) {
    const occurrences = [];
    for (const occurrence of dataUrl.occurrences) occurrences.push(await inFile(occurrence, dataUrl.sha256));
    dataUrls.push({ ...dataUrl, occurrences });
  }
  const { page, unreachable } = report;
  return {
    ...report,
    page: { ...page, url: pathOf(page.url, served) },
    unreachable: unreachable.map((each) => ({ ...each, url: pathOf(each.url, served) })),
    dataUrls,
  };
}
