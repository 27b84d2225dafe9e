/** Text of a page that people are shown, which may have URLs in it anywhere. */

/** Behind two slashes the userinfo goes on to the last "@" in front of a path (RFC 3986, 3.2), whatever is in it. */
const behindSlashes = /([/\\]{2}[^/\\?#:]*):[^/\\?#]*@/g;
const piece = /[^\s"'<>/\\]+/g;

/** The text without what would be a password if a URL began anywhere in it, its colon kept. Linear. */
export function withoutPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(behindSlashes, '$1:@').replace(piece, (written) => {
    const colon = written.indexOf(':');
    const at = written.lastIndexOf('@');
    if (colon < 0 || at < colon || /^mailto:/i.test(written)) return written;
    return written.slice(0, colon + 1) + written.slice(at);
  });
}
