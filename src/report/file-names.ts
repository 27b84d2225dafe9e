/** Names of files for saved bodies: safe on every system, whatever the page's text. */
import { formatOf } from '../payload/formats.ts';
import type { Inspection, Name } from './report.ts';

/** Maximum number of characters of a font's name in a file name. */
const maxFontNameLength = 40;

/** The file extension of a body: by its detected type, otherwise by its declared type; `bin` if unknown. */
export function extensionOf({ essence, detectedType }: Pick<Inspection, 'essence' | 'detectedType'>): string {
  for (const type of [detectedType, essence]) {
    if (type === null) continue;
    const format = formatOf(type);
    if (format !== undefined) return format.extension;
    // Both types are already essences, so lists need not load a MIME type parser.
    if (type.endsWith('+json')) return 'json';
    if (type.endsWith('+xml')) return 'xml';
    if (type.endsWith('+zip')) return 'zip';
    if (type.startsWith('text/')) return 'txt';
  }
  return 'bin';
}

type Named = Pick<Inspection, 'essence' | 'detectedType' | 'bodySha256'>;

/**
 * Replaces everything in a name except ASCII letters and digits with hyphens, so that the name has no special meaning
 * on any system.
 */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxFontNameLength)
    .replace(/^-|-$/g, '');

/**
 * A file name for the body of the n-th data: URL: the number, which makes it unique and avoids reserved names, the
 * beginning of its hash, and its extension. A page can influence nothing except which known extension is used.
 */
export const fileName = (item: Named, n: number): string =>
  `${String(n + 1).padStart(5, '0')}-${(item.bodySha256 ?? '').slice(0, 12)}.${extensionOf(item)}`;

/** The key of a saved body; data: URLs with the same body and extension share a file. Null if there is no body. */
export const bodyFile = (item: Named): string | null =>
  item.bodySha256 === null ? null : `${item.bodySha256}.${extensionOf(item)}`;

/**
 * A file name for a page's Report: contains the page's host, if any, and the day.
 *
 * @param ending the usual extension of the format
 * @param part how many of the page's data: URLs the Report contains, and how many there are in the page; null if the
 *   Report contains all
 */
export function reportName(
  page: string,
  ending: string,
  day: Date,
  part: { listed: number; all: number } | null = null,
): string {
  const host = (URL.parse(page)?.hostname ?? '').replace(/[^a-z0-9.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  const share = part ? `${part.listed}-of-${part.all}` : '';
  const parts = ['data-urls', host.slice(0, 100), share, day.toISOString().slice(0, 10)];
  return `${parts.filter((part) => part !== '').join('-')}.${ending}`;
}

/** A file name for a single body; for a font, contains the font's own name. */
export const savedName = ({ name, ...item }: Named & { name?: Name | null | undefined }): string =>
  `${plainName(name?.by === 'font' ? name.text : '') || 'data-url'}-${(item.bodySha256 ?? '').slice(0, 12)}.${extensionOf(item)}`;
