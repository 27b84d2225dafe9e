/**
 * The package's entry `data-url-inspector/scan`: the data: URLs of texts, files, and folders, found and judged as the
 * command `scan` does. `scanFiles` reads files and therefore needs Node.
 */

// Scanning texts and files: data-url-inspector/scan

export { type ScanFilesOptions, type ScannedFile, scanFiles, type UnreadFile } from './cli/scan-files.ts';
export { type FileKind, fileKinds } from './files/file-kind.ts';
export type { Reported } from './files/findings-in-file.ts';
export { type ScannedText, type ScanTextOptions, scanText, type TextFinding } from './files/scan-text.ts';
