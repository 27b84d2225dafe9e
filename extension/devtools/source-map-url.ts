/**
 * The data: URL of a file's source map, which is in its last `sourceMappingURL=` (ECMA-426 11.1.2).
 *
 * @param content a script or a style sheet
 * @returns null if the file refers to no source map, or to one that isn't a data: URL
 */
export function sourceMapUrl(content: string): string | null {
  const name = 'sourceMappingURL=';
  const at = content.lastIndexOf(name);
  if (at < 0 || !/[#@][\t ]*$/.test(content.slice(Math.max(0, at - 10), at))) return null;
  const [, url] = /^[\t ]*(data:[^\s'"]+)/i.exec(content.slice(at + name.length)) ?? [];
  // In a style sheet, the end of the comment may directly follow the URL.
  return url?.replace(/\*\/$/, '') ?? null;
}
