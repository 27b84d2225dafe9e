/** The end of text that is not markup: HTML 13.2.5.2 to 13.2.5.31. */

const patterns = new Map<string, RegExp>();

function endTagOf(name: string): RegExp {
  const known = patterns.get(name) ?? new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'i');
  patterns.set(name, known);
  return known;
}

/** Code units that are searched without a pause, and the overlap of two such stretches. */
const stretch = 1 << 16;
const overlap = 16;

/** @returns the index of the end tag, or of the end of the text; @yields where the caller may pause */
export function* rawTextEnd(html: string, name: string, from: number): Generator<void, number, void> {
  if (name === 'plaintext') return html.length;
  if (name === 'script') return scriptEnd(html, from);
  const end = endTagOf(name);
  for (let at = from; at < html.length; at += stretch) {
    const found = html.slice(at, at + stretch + overlap).search(end);
    if (found >= 0) return at + found;
    yield;
  }
  return html.length;
}

/** In a comment within a script, another script and its end are text: "script data double escaped state". */
function scriptEnd(html: string, from: number): number {
  const mark = /<!--|--!?>|<(\/?)script(?=[\t\n\f\r />])/gi;
  mark.lastIndex = from;
  let isEscaped = false;
  let isDoubleEscaped = false;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const [what, slash] = found;
    if (what === '<!--') {
      isEscaped = true;
      // The two hyphens of `<!--` may also be those of the end.
      mark.lastIndex -= 2;
    } else if (what === '-->') {
      isEscaped = false;
      isDoubleEscaped = false;
    } else if (slash === '') {
      isDoubleEscaped = isEscaped;
    } else if (slash === '/') {
      if (!isDoubleEscaped) return found.index;
      isDoubleEscaped = false;
    }
  }
  return html.length;
}
