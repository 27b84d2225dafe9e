/** Locations of SARIF results. URIs are relative, because services reject schemes other than `file:`. */
import type { Artifact, ArtifactLocation, Fix, Location, Region, Replacement, Run } from 'sarif';
import type { Occurrence } from '../vocabulary.ts';
import { fileOf, rulePath } from './css-place.ts';
import { documentOf } from './placed-findings.ts';
import { printable } from './printable.ts';
import type { Report } from './report.ts';

/** Maximum length, in code units, of a URI in SARIF; services reject longer ones. */
const maxUriLength = 2000;

/** The bases of relative URIs. Their own URIs are not given: for files, the base is the repository's folder. */
export const uriBases: Run['originalUriBaseIds'] = {
  '%SRCROOT%': { description: { text: 'The folder of the source files.' } },
  PAGES: { description: { text: 'The web: addresses of pages without their scheme.' } },
};

/**
 * Escapes a text as a relative path (RFC 3986, section 4.2), including colons: one in the first segment would turn the
 * text before it into a scheme.
 */
const pathUri = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/[^\w.~/@!$&'()*+,;=%-]/gu, encodeURIComponent)
    .slice(0, maxUriLength)
    .replace(/%.?$/, '');

/** The address of a page without its scheme, credentials, and trailing slashes, for use as a relative path. */
const pageUri = (url: string): string =>
  pathUri((URL.parse(url)?.href ?? url).replace(/^[a-z][a-z0-9+.-]*:\/\/+(?:[^/?#@]*@)?/i, '')).replaceAll(
    /^\/+|\/+$/g,
    '',
  ) || 'page';

/** The URI reference of a file's path, in which percent signs are literal. */
export const relativeUri = (path: string): string => pathUri(path.replaceAll('%', '%25')) || 'file';

/** The location of an artifact: the path of a file, or the URL of anything else. */
function artifactLocationOf(
  address: string,
  isFile: boolean,
  fileUri: (path: string) => string,
): ArtifactLocation {
  const uri = isFile ? fileUri(address) : pageUri(address);
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? { uri } : { uri, uriBaseId: isFile ? '%SRCROOT%' : 'PAGES' };
}

/** The documents of a run: pages and files, their frames and style sheets. */
export class Artifacts {
  readonly list: Artifact[] = [];
  readonly #byAddress = new Map<string, ArtifactLocation>();
  readonly #byUri = new Map<string, ArtifactLocation>();
  readonly #byReport = new Map<Report, ArtifactLocation>();
  readonly #fileUri: (path: string) => string;

  constructor(fileUri: (path: string) => string = relativeUri) {
    this.#fileUri = fileUri;
  }

  /** The location of a document, with the index of its artifact. */
  locationOf(address: string, isFile: boolean): ArtifactLocation {
    const key = `${isFile} ${address}`;
    const known = this.#byAddress.get(key);
    if (known) return known;
    const own = artifactLocationOf(address, isFile, this.#fileUri);
    const location = this.#byUri.get(own.uri ?? '') ?? { ...own, index: this.list.length };
    if (location.index === this.list.length) this.list.push({ location: own });
    this.#byUri.set(own.uri ?? '', location);
    this.#byAddress.set(key, location);
    return location;
  }

  /** The location of a Report's page or file; the Report's properties are added to the artifact. */
  locationOfReport(report: Report): ArtifactLocation {
    const known = this.#byReport.get(report);
    if (known) return known;
    const { page, totals, part, dataUrls } = report;
    const isFile =
      dataUrls.some(({ occurrences }) => occurrences[0]?.file === page.url) || !URL.canParse(page.url);
    const location = this.locationOf(page.url, isFile && page.url !== '');
    const artifact = this.list[location.index ?? -1];
    if (artifact && !artifact.properties) {
      artifact.roles = ['analysisTarget'];
      const { url, title } = page;
      artifact.properties = { url, title: title.toWellFormed(), totals, ...(part && { part }) };
    }
    this.#byReport.set(report, location);
    return location;
  }
}

/** The region for a page, which has no lines, because services require a region. */
export const noRegion: Region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };

/** Whether `line` counts the lines of the document, not those of an element's text or attribute in a page. */
const isInDocument = (occurrence: Occurrence): boolean =>
  occurrence.line !== undefined && fileOf(occurrence) !== undefined;

/** The part of the URL that is on its first line, or only the first character if the end of that part is unknown. */
const regionOf = (occurrence: Occurrence): Region => {
  const { line = 1, column = 1, endColumn = column + 1 } = occurrence;
  if (!isInDocument(occurrence)) return noRegion;
  return { startLine: line, startColumn: column, endLine: line, endColumn };
};

/** A fix (SARIF 2.1.0, 3.55) that contains the repairs of occurrences in one file; empty if there are none. */
export function fixesOf(artifacts: Artifacts, occurrences: readonly Occurrence[]): Fix[] {
  const replacements = occurrences.flatMap(({ repair, line: startLine, column }): Replacement[] => {
    if (!repair || startLine === undefined || column === undefined) return [];
    const { start, end, text } = repair;
    const columns = { startColumn: column + start, endColumn: column + end };
    const deletedRegion = { startLine, endLine: startLine, ...columns };
    return [{ deletedRegion, ...(text !== '' && { insertedContent: { text } }) }];
  });
  const file = occurrences[0]?.file;
  if (file === undefined || replacements.length === 0) return [];
  const artifactLocation = artifacts.locationOf(file, true);
  const description = { text: 'Repair the data: URL.' };
  return [{ description, artifactChanges: [{ artifactLocation, replacements }] }];
}

/** A location of a result: the document, the position in it, the element, and the CSS rule. */
export function locationOf(artifacts: Artifacts, occurrence: Occurrence): Location {
  const { place, element, name, selector, state, rule, line, column, file } = occurrence;
  const artifactLocation = artifacts.locationOf(
    documentOf(occurrence),
    file !== undefined && file === fileOf(occurrence),
  );
  const fullyQualifiedName = printable(selector || name || place);
  const position = { startLine: line, ...(column && { startColumn: column }) };
  const properties = {
    ...(state && { state }),
    ...(line !== undefined && !isInDocument(occurrence) && { position }),
  };
  return {
    physicalLocation: { artifactLocation, region: regionOf(occurrence) },
    logicalLocations: [
      { name: printable(name || place), fullyQualifiedName, kind: element ? 'element' : place },
      ...(rule === undefined
        ? []
        : [{ name: printable(rule), fullyQualifiedName: printable(rulePath(occurrence)), kind: 'rule' }]),
    ],
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}
