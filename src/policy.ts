/**
 * RFC 2397 section 6: "disallowed" media types. A policy is a list of media-type patterns, each for some
 * destinations; whatever one of its entries matches is flagged and never rendered.
 */
import { matchesPattern } from './mime/patterns.ts';
import { type Destination, type Disallowed, type Severity, severityRank } from './report/report.ts';

export interface PolicyEntry {
  /** A media-type pattern: `text/html`, `image/*`, `*` + `/*+xml`, `group:javascript`. */
  pattern: string;
  /** Where it is disallowed; 'any' for everywhere. */
  destinations: readonly Destination[] | 'any';
  severity: Severity;
  by: Disallowed['by'];
}
export type Policy = readonly PolicyEntry[];

/** Destinations whose content becomes a document, with scripts that run. */
const framed: readonly Destination[] = ['iframe', 'frame', 'object', 'embed'];
/** Navigations: browsers block them at the top level, not inside a frame. */
const navigated: readonly Destination[] = ['document', 'form'];
/** A script destination runs its body whatever type it declares. */
const run: readonly Destination[] = ['script', 'worker'];

const executables = [
  'application/hta',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/vnd.debian.binary-package',
  'application/vnd.microsoft.portable-executable',
  'application/x-apple-diskimage',
  'application/x-bat',
  'application/x-csh',
  'application/x-dosexec',
  'application/x-elf',
  'application/x-executable',
  'application/x-iso9660-image',
  'application/x-java-archive',
  'application/x-mach-binary',
  'application/x-ms-dos-executable',
  'application/x-ms-installer',
  'application/x-ms-shortcut',
  'application/x-msdos-program',
  'application/x-msdownload',
  'application/x-msi',
  'application/x-powershell',
  'application/x-rpm',
  'application/x-sh',
  'application/x-shellscript',
  'application/x-sharedlib',
  'text/x-shellscript',
];

const archives = [
  'application/gzip',
  'application/vnd.ms-cab-compressed',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/x-bzip2',
  'application/x-gzip',
  'application/x-rar-compressed',
  'application/x-tar',
  'application/x-xz',
  'application/x-zip-compressed',
  'application/zip',
  'application/zstd',
];

const entries = (
  patterns: readonly string[],
  destinations: PolicyEntry['destinations'],
  severity: Severity,
): PolicyEntry[] => patterns.map((pattern) => ({ pattern, destinations, severity, by: 'default' }));

const documents = ['text/html', 'application/xhtml+xml'];
const activeImages = ['image/svg+xml', 'text/xml', 'application/xml'];

/** What the extension disallows until someone says otherwise. */
export const defaultPolicy: Policy = [
  ...entries(['*/*'], run, 'error'),
  ...entries(['group:javascript', 'text/vbscript'], 'any', 'warning'),
  ...entries([...documents, ...activeImages], framed, 'error'),
  ...entries(documents, 'any', 'warning'),
  ...entries(activeImages, navigated, 'warning'),
  ...entries(['application/octet-stream', ...executables, ...archives], ['download'], 'error'),
  ...entries([...executables, ...archives], 'any', 'warning'),
];

/** A media type as it was declared or as its bytes tell. */
export interface TypeToCheck {
  essence: string;
  type: Disallowed['type'];
}

/**
 * Whether a policy disallows a data: URL in any of its destinations.
 *
 * @returns the gravest match, the earlier entry and the declared type first; null if it is allowed everywhere
 */
export function disallowedBy(
  policy: Policy,
  types: readonly TypeToCheck[],
  used: ReadonlySet<Destination>,
): (Disallowed & { severity: Severity; essence: string }) | null {
  let gravest: ReturnType<typeof disallowedBy> = null;
  for (const { essence, type } of types) {
    for (const entry of policy) {
      if (gravest && severityRank[gravest.severity] >= severityRank[entry.severity]) continue;
      if (!matchesPattern(essence, entry.pattern)) continue;
      const { destinations } = entry;
      for (const destination of used) {
        if (destinations !== 'any' && !destinations.includes(destination)) continue;
        gravest = {
          pattern: entry.pattern,
          destination,
          type,
          by: entry.by,
          severity: entry.severity,
          essence,
        };
        break;
      }
    }
  }
  return gravest;
}
