/**
 * The data: URL of a file's source map: what stands behind its last `sourceMappingURL=` (ECMA-426 11.1.2).
 *
 * @param content a script or a style sheet
 * @returns null where it names none, or one of its own address
 */
export function sourceMapUrl(content: string): string | null {
  const name = 'sourceMappingURL=';
  const at = content.lastIndexOf(name);
  if (at < 0 || !/[#@][\t ]*$/.test(content.slice(Math.max(0, at - 10), at))) return null;
  const [, url] = /^[\t ]*(data:[^\s'"]+)/i.exec(content.slice(at + name.length)) ?? [];
  // Of a style sheet the comment's end may follow at once.
  return url?.replace(/\*\/$/, '') ?? null;
}
