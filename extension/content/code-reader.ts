/**
 * Reads code that contains data: URLs in only a few documents: the literals that scripts request, the URLs in import
 * maps, and the processing instructions that load style sheets. This is a part of the content script: see
 * `script-parts.ts`.
 */
import { afterScheme, isDataUrl } from '../../src/data-url/is-data-url.ts';
import { XLINK } from '../../src/namespaces.ts';
import { looksLikeDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { type JavascriptToken, javascriptTokens } from '../../src/payload/script/javascript-tokens.ts';
import { scriptKind } from '../../src/payload/script/script-type.ts';
import { maxTokensBefore, useOfLiteral } from '../../src/payload/script/script-use.ts';
import { isFirefox, isHtml } from './dom.ts';
import type { Found, Uses } from './finder.ts';

/** The functions that this part of the content script provides. */
export interface CodeReader {
  readScript: typeof readScript;
  sheetOfInstruction: typeof sheetOfInstruction;
}

/** Number of tokens that are read without a pause. */
const stride = 1024;

/**
 * Reads a script or attribute that contains data: URLs.
 *
 * @param text the script, or see `textOfAttribute`
 * @param element the script, or the element with the attribute
 * @param name the attribute's name; '' for a script
 * @returns the uses of the URLs; undefined if the browser does not run the text
 * @yields undefined wherever the caller may pause
 */
export function* readScript(
  text: string,
  element: Element,
  name: string,
): Generator<never, Uses | undefined, void> {
  const isRun = (name.startsWith('on') && name in element) || afterScheme(text, 'javascript') >= 0;
  if (name !== '') return isRun ? yield* literalUses(text, false) : undefined;
  const type = element.getAttribute('type') ?? '';
  if (type.trim().toLowerCase() === 'importmap') return importMapUses(text);
  // A script with a URL does not run its text (HTML 4.12.1.1, "prepare the script element", step 31).
  const address = isHtml(element, 'script') ? [null, 'src'] : [XLINK, 'href'];
  if (element.hasAttributeNS(address[0] as string, address[1] as string)) return undefined;
  const kind = scriptKind(type, isFirefox ? 'Firefox' : 'Chromium');
  return kind === 'data-block' ? undefined : yield* literalUses(text, kind === 'module');
}

/** The uses of the literals whose URLs the code requests, by the position of their content. */
function* literalUses(text: string, isModule: boolean): Generator<never, Uses, void> {
  const uses: NonNullable<Uses['at']> = new Map();
  let before: JavascriptToken[] = [];
  let count = 0;
  try {
    for (const token of javascriptTokens(text)) {
      if (++count % stride === 0) yield null as never;
      const { kind, start } = token;
      if (kind === 'comment') continue;
      // Only a literal that may begin with the scheme is checked for its use.
      if ((kind === 'string' || kind === 'template') && /[d\\\0- ]/i.test(text[start + 1] ?? '')) {
        const use = useOfLiteral(text, before, token);
        const isArgument = /[(,]/.test(text[before.at(-1)?.start ?? text.length] ?? '');
        // In a classic script, an import statement is an error.
        if (use.destination !== 'none' && (isArgument || isModule))
          uses.set(start + 1, isArgument ? use : { ...use, name: 'import' });
      }
      before.push(token);
      if (before.length > 4 * maxTokensBefore) before = before.slice(-maxTokensBefore);
    }
  } catch {
    // The regular expression throws for a literal with millions of escapes.
    return { at: uses, isPartial: true };
  }
  return { at: uses };
}

/**
 * The uses of the URLs in an import map: URLs that are fetched as modules, and URLs that are names to be replaced (HTML
 * 8.1.6.2, "parse an import map string").
 *
 * @returns undefined if the text is not JSON
 */
function importMapUses(text: string): Uses | undefined {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { imports, scopes, integrity } = Object(map);
  const found = { place: 'script', name: 'importmap' } as const;
  const all: Found[] = [];
  for (const table of [imports, integrity, scopes, ...Object.values(Object(scopes))]) {
    for (const [written, address] of Object.entries(Object(table))) {
      if (looksLikeDataUrl(written)) all.push({ ...found, written, destination: 'none' });
      if (typeof address === 'string' && isDataUrl(address))
        all.push({ ...found, written: address, destination: 'script' });
    }
  }
  return { all };
}

/** The data: URL of the style sheet that an `xml-stylesheet` instruction loads; null if it has another URL or none. */
export function sheetOfInstruction(node: ProcessingInstruction, text: string): Found | null {
  // "PseudoAtt" in https://www.w3.org/TR/xml-stylesheet/ has the grammar of XML attributes, but there is no document
  // type.
  const { documentElement } = new DOMParser().parseFromString(`<x ${text}/>`, 'text/xml');
  const href = documentElement.getAttribute('href') ?? '';
  // The parser for documents may be more lenient than `DOMParser`.
  const written = isDataUrl(href) ? href : (node.sheet?.href ?? '');
  return isDataUrl(written) ? { written, place: 'attribute', name: 'href', destination: 'style' } : null;
}
