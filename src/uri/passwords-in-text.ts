/** Removes passwords from a page's text, which may contain URLs anywhere, before it is displayed. */

/** After two slashes the userinfo extends to the last "@" before a path (RFC 3986, 3.2), whatever it contains. */
const behindSlashes = /([/\\]{2}[^/\\?#:]*):[^/\\?#]*@/g;
const piece = /[^\s"'<>/\\]+/g;

/**
 * The text without anything that would be a password if a URL began at any position in it. The colons stay.
 * Linear.
 */
export function withoutPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(behindSlashes, '$1:@').replace(piece, (written) => {
    const colon = written.indexOf(':');
    const at = written.lastIndexOf('@');
    if (colon < 0 || at < colon || /^mailto:/i.test(written)) return written;
    return written.slice(0, colon + 1) + written.slice(at);
  });
}
