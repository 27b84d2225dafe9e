/** The media types that the extension disallows by default. */

import { type Destination, framed, type Severity } from '../vocabulary.ts';
import type { Danger } from './dangers.ts';
import type { PolicyEntry } from './policy-types.ts';

/** Navigations. Browsers block them at the top level, but not inside a frame. */
const navigated: readonly Destination[] = ['document', 'form'];
/** Script destinations, which run a body regardless of the declared type. */
export const run: readonly Destination[] = ['script', 'worker'];

/** The pattern of the default entry about scripts and workers, the only one about all types. */
const anyType = '*/*';

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

/** Files that change settings or install something when opened: proxies, profiles, certificates, add-ons. */
const configurations = [
  'application/internet-shortcut',
  'application/pkix-cert',
  'application/x-apple-aspen-config',
  'application/x-chrome-extension',
  'application/x-java-jnlp-file',
  'application/x-javascript-config',
  'application/x-mobileconfig',
  'application/x-mswinurl',
  'application/x-ms-application',
  'application/x-ns-proxy-autoconfig',
  'application/x-proxy-autoconfig',
  'application/x-rdp',
  'application/x-x509-ca-cert',
  'application/x-x509-user-cert',
  'application/x-xpinstall',
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
): PolicyEntry[] =>
  patterns.map((pattern) => ({ pattern, destinations, severity, by: 'default', site: null }));

const documents = ['text/html', 'application/xhtml+xml'];
const activeImages = ['image/svg+xml', 'text/xml', 'application/xml'];

export const defaultEntries: readonly PolicyEntry[] = [
  ...entries([anyType], run, 'error'),
  ...entries(['group:javascript', 'text/vbscript'], 'any', 'warning'),
  ...entries([...documents, ...activeImages], framed, 'error'),
  ...entries(documents, 'any', 'warning'),
  ...entries(activeImages, navigated, 'warning'),
  ...entries(['application/octet-stream', ...executables, ...archives], ['download'], 'error'),
  ...entries([...executables, ...archives, ...configurations], 'any', 'warning'),
];

const files: ReadonlySet<string> = new Set([
  'application/octet-stream',
  ...executables,
  ...archives,
  ...configurations,
]);

/** Whether an entry is the default one about scripts and workers. */
export const isAboutRunning = ({ pattern, by }: Pick<PolicyEntry, 'pattern' | 'by'>): boolean =>
  by === 'default' && pattern === anyType;

/** The reason why the defaults disallow a type. */
export function dangerOf(disallowed: Pick<PolicyEntry, 'pattern' | 'by'> & { essence: string }): Danger {
  const { essence } = disallowed;
  if (isAboutRunning(disallowed)) return 'runs';
  if (documents.includes(essence) || activeImages.includes(essence)) return 'can';
  return files.has(essence) ? 'may' : 'contains';
}
