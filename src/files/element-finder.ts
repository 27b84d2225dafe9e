/** Finds the data: URLs of one element of a file: in its attributes, and in its style sheet or script. */
import { elementUse } from '../elements.ts';
import { HTML, SVG } from '../namespaces.ts';
import { runsScripts } from '../vocabulary.ts';
import { attributeParts } from './attribute-parts.ts';
import { kindOfType } from './file-kind.ts';
import { type Around, type Found, type Part, placed } from './found-in-file.ts';
import { importMapParts } from './json-file.ts';
import type { Mapped } from './mapped-text.ts';
import { attributeOf, labelOf, type ParsedElement, type ParsedTree, selectorOf } from './parsed-element.ts';
import { proseParts, quotedParts } from './quoted-parts.ts';
import { scriptParts } from './script-file.ts';
import { sheetParts } from './sheet-parts.ts';

const frameNames: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

/**
 * Whether scripts are disabled in a tree because it belongs to the `srcdoc` document of a sandboxed frame, or to a
 * document within that one.
 */
const isInSandbox = ({ host }: ParsedTree): boolean =>
  host !== null && (!runsScripts(attributeOf(host, 'sandbox') ?? 'allow-scripts') || isInSandbox(host.tree));

/** The properties that the occurrences of all URLs of an element share. */
function aroundOf(element: ParsedElement): Around {
  const { name, tree } = element;
  const label = labelOf(element);
  const isScript = name === 'script';
  // Checked only in files. On a page, a script may have set `sandbox` after the document loaded without it (HTML
  // 4.8.5). The content of a sandbox inherits the restrictions.
  const isScriptless = isInSandbox(tree);
  const own = name === 'iframe' ? attributeOf(element, 'sandbox') : null;
  const sandbox = isScriptless && frameNames.has(name) ? '' : own;
  const use =
    sandbox === null
      ? elementUse(name, (attribute) => attributeOf(element, attribute))
      : `sandbox ${sandbox}`;
  // HTML 4.12.1.1, "prepare the script element", step 18: only old browsers run classic scripts with `nomodule`.
  const isOld = isScript && use !== 'module' && attributeOf(element, 'nomodule') !== null;
  return {
    element: name,
    selector: selectorOf(element),
    inert: tree.inert || isOld || (isScript && isScriptless),
    ...(label && { label }),
    ...(use && { use }),
  };
}

/**
 * Maps the URLs in an element's text or attribute to positions in the file. Describes the element only if there is a
 * URL.
 */
export function* placedIn(
  element: ParsedElement,
  parts: Iterable<Part>,
  text: () => Pick<Mapped, 'at'>,
): Generator<Found, void, void> {
  let around: Around | undefined;
  let mapped: Pick<Mapped, 'at'> | undefined;
  for (const part of parts) {
    around ??= aroundOf(element);
    mapped ??= text();
    const { label, ...bare } = around;
    const fileName = part.destination === 'download' ? attributeOf(element, 'download') : null;
    const own = part.place === 'stylesheet' ? bare : around;
    yield placed(part, mapped, fileName ? { ...own, fileName } : own);
  }
}

export function* findInAttributes(element: ParsedElement): Generator<Found, void, void> {
  for (const attribute of element.attributes)
    yield* placedIn(element, attributeParts(element, attribute), attribute.mapped);
}

/** Whether the element's own text is a style sheet or a script. */
export const holdsCode = ({ name, namespace }: ParsedElement): boolean =>
  (name === 'style' || name === 'script') && (namespace === HTML || namespace === SVG);

/** Finds the data: URLs in the text of a style or script element. */
export function* findInCode(element: ParsedElement, mapped: Mapped): Generator<Found, void, void> {
  yield* placedIn(element, codeParts(element, mapped.text), () => mapped);
}

function codeParts(element: ParsedElement, text: string): Iterable<Part> {
  const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase();
  if (element.name === 'style') {
    // Components of Vue and Svelte name the language of a preprocessor in `lang`.
    const language = attributeOf(element, 'lang') ?? '';
    return type === '' || type === 'text/css' ? sheetParts(text, `.${language}`) : proseParts(text, 'text');
  }
  if (type === '' || type === 'module' || kindOfType(type) === 'script') return scriptParts(text);
  const ofMap = type === 'importmap' ? importMapParts(text) : null;
  return ofMap ?? quotedParts(text, 'script', 'script');
}
