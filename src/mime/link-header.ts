/** The `Link` header field (RFC 8288, section 3). */

/** A link in the field. */
export interface HeaderLink {
  /** The URI reference, as written between `<` and `>`. */
  target: string;
  /**
   * The link's parameters, by name in lower case. Of several with the same name, the first counts (sections 3.2 to
   * 3.4).
   */
  parameters: ReadonlyMap<string, string>;
}

/**
 * Reads a `Link` header field by the algorithm of appendix B.2, up to the first part that isn't a link. Takes linear
 * time, and never throws.
 *
 * @param value the value of one field, or of several joined by commas or line breaks
 */
export function parseLinkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  const start = /[\t\n\r ,]*<([^>]*)>/y;
  for (let link = start.exec(value); link; link = start.exec(value)) {
    const parameters = new Map<string, string>();
    const parameter = /[\t ]*;[\t ]*([^\t ;,="]*)[\t ]*(?:=[\t ]*(?:"((?:[^"\\]|\\.)*)"?|([^;,\n]*)))?/sy;
    parameter.lastIndex = start.lastIndex;
    for (let found = parameter.exec(value); found; found = parameter.exec(value)) {
      const [, name = '', quoted, plain = ''] = found;
      const key = name.toLowerCase();
      const text = quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain.trimEnd();
      if (!parameters.has(key)) parameters.set(key, text);
      start.lastIndex = parameter.lastIndex;
    }
    links.push({ target: link[1] ?? '', parameters });
  }
  return links;
}
