/**
 * Runs in a page: builds trees of elements with data: URLs, by scripts and by markup. Follows the selectors that the
 * content script and the scan of files produce, and posts the errors.
 */
import fc from 'fast-check';
import { treeOfMarkup } from '../../extension/content/markup-trees.ts';
import { provide } from '../../extension/content/script-parts.ts';
import { viewerOf } from '../../extension/content/viewer.ts';
import { walk } from '../../extension/content/walk.ts';
import { findInFile } from '../../src/files/find-in-file.ts';
import { HTML, SVG } from '../../src/namespaces.ts';
import { drain } from '../fuzz/growth/entry.ts';

export interface Outcome {
  /** The smallest trees that fail, with the reason; '' if none fails. */
  ofPages: string;
  ofFiles: string;
  /** Number of selectors that were followed. */
  followed: number;
}

provide({ markup: treeOfMarkup, viewer: viewerOf });

/**
 * Elements that could confuse selectors: names in lower and upper case, names with prefixes, and repeated heads and
 * bodies.
 */
const makers: Record<string, () => Element> = {
  ...Object.fromEntries(
    ['html', 'head', 'body', 'div', 'p', 'img', 'template', 'noscript', 'x-a', 'x-é', 'a:b'].map((name) => [
      name,
      () => document.createElement(name),
    ]),
  ),
  upperCase: () => document.createElementNS(HTML, 'DIV'),
  prefixed: () => document.createElementNS(HTML, 'h:Body'),
  svg: () => document.createElementNS(SVG, 's:linearGradient'),
  svgTemplate: () => document.createElementNS(SVG, 'template'),
  other: () => document.createElementNS('urn:x', 'Foo'),
  none: () => document.createElementNS(null, 'DIV'),
};
const ids = ['a', 'A', 'b', 'x:y', 'x.y', '1', '-', 'é', 'a b', 'a >>> b', '\u202e', '\ud800', '\ufffd', '|'];

interface Spec {
  kind: string;
  id: string | null;
  /** The nodes in the element's shadow root, template or noscript, if the element can have one. */
  inner: Spec[];
  children: Spec[];
  hasComment: boolean;
}

const specsOf = (kinds: readonly string[], ids: readonly string[]): fc.Arbitrary<Spec[]> =>
  fc.letrec<{ nodes: Spec[]; node: Spec }>((tie) => ({
    node: fc.record({
      kind: fc.constantFrom(...kinds),
      id: fc.option(fc.constantFrom(...ids), { nil: null }),
      inner: tie('nodes'),
      children: tie('nodes'),
      hasComment: fc.boolean(),
    }),
    nodes: fc.oneof({ maxDepth: 5 }, fc.constant<Spec[]>([]), fc.array(tie('node'), { maxLength: 4 })),
  })).nodes;

const hosts = new Set(['div', 'p', 'body', 'x-a', 'x-é']);

/** Maps each data: URL to the element that contains it, in an attribute or as text. */
type Owners = Map<string, Element>;

const urlFor = (owners: Owners, owner: Element): string => {
  const url = `data:,${owners.size}.`;
  owners.set(url, owner);
  return url;
};

function build(specs: readonly Spec[], parent: ParentNode & Node, host: Element, owners: Owners): void {
  for (const { kind, id, inner, children, hasComment } of specs) {
    const element = makers[kind]?.() as Element;
    if (id !== null) element.setAttribute('id', id);
    element.setAttribute('data-x', urlFor(owners, element));
    parent.append(element);
    if (hasComment) parent.append(document.createComment(`"${urlFor(owners, host)}"`));
    if (kind === 'noscript' && inner.length > 0) {
      element.textContent = `<p><p><img src="${urlFor(owners, element)}">`;
      continue;
    }
    if (hosts.has(kind) && inner.length > 0)
      build(inner, element.attachShadow({ mode: 'open' }), element, owners);
    if (element instanceof HTMLTemplateElement) build(inner, element.content, element, owners);
    build(children, element, element, owners);
  }
}

/** Returns the trees that belong to an element: a shadow root, a template's content, or a frame's document. */
function treesOf(element: Element): (Document | DocumentFragment)[] {
  const { shadowRoot, content, contentDocument } = element as HTMLElement &
    Partial<HTMLTemplateElement & HTMLIFrameElement>;
  return [shadowRoot, content, contentDocument].filter((tree) => tree !== null && tree !== undefined);
}

let followed = 0;

/** Follows a selector as docs/export.md specifies, and returns the element. */
function follow(document: Document, selector: string): Element {
  followed++;
  let trees: (Document | DocumentFragment)[] = [document];
  let found: Element | undefined;
  for (const step of selector.split(' >>> ')) {
    const [tree, ...others] = trees;
    const matched = others.length === 0 ? [...(tree?.querySelectorAll(step) ?? [])] : [];
    found = matched[0];
    if (matched.length !== 1 || !found)
      throw new Error(`${matched.length} elements match ${step} of ${selector}`);
    trees = treesOf(found);
  }
  return found as Element;
}

function checkPage(specs: readonly Spec[]): void {
  const root = document.documentElement;
  const owners: Owners = new Map();
  root.replaceChildren();
  build(specs, root, root, owners);
  const seen = new Set<string>();
  const wrong: unknown[] = [];
  const work = walk(document, {
    *found({ selector }, urls) {
      const path = yield* selector();
      for (const { written } of urls) {
        seen.add(written);
        try {
          if (follow(document, path) !== owners.get(written)) wrong.push(`${path} is not that of ${written}`);
        } catch (error) {
          wrong.push(String(error));
        }
      }
    },
    knows: () => false,
    // Scripts of a page have no access to closed shadow roots.
    unreachable: (item) => item.kind === 'shadow-root' || wrong.push(item),
    shared() {},
    frame() {},
    load: async <Part>() => treeOfMarkup as Part,
  });
  drain(work);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
  if (seen.size < owners.size) throw new Error(`${owners.size - seen.size} data: URLs are not found`);
}

/** Names that the HTML parser keeps, but that are not necessarily valid in XML. */
const written = [
  'div',
  'p',
  'img',
  'template',
  'shadow',
  'noscript',
  'iframe',
  'x-a',
  'body',
  'svg',
  'li',
  'td',
];
const writtenIds = ['a', 'A', 'b', 'x:y', '1', 'é', 'a b'];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function markupOf(specs: readonly Spec[], next: () => number): string {
  return specs
    .map(({ kind, id, inner, children, hasComment }) => {
      const name = kind === 'shadow' ? 'template' : kind;
      const attributes = [
        `data-x="data:,${next()}."`,
        ...(id === null ? [] : [`id="${id}"`]),
        // The XML parser creates no shadow roots.
        ...(kind === 'shadow' ? ['shadowrootmode="open"'] : []),
        ...(kind === 'iframe' ? [`srcdoc="${escaped(markupOf(inner, next))}"`] : []),
      ].join(' ');
      const comment = hasComment ? `<!-- "data:,${next()}." -->` : '';
      if (kind === 'img') return `<img ${attributes}/>${comment}`;
      const text = kind === 'iframe' ? '' : markupOf(children, next);
      return `<${name} ${attributes}>${text}</${name}>${comment}`;
    })
    .join('');
}

/** Loads markup as a page with this page's origin. */
async function load(markup: string): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.src = URL.createObjectURL(new Blob([markup], { type: `${document.contentType};charset=utf-8` }));
  document.documentElement.replaceChildren(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  URL.revokeObjectURL(frame.src);
  return frame.contentDocument as Document;
}

const isXml = document.contentType !== 'text/html';
const doctype = isXml || document.compatMode === 'BackCompat' ? '' : '<!doctype html>';

async function checkFile(specs: readonly Spec[]): Promise<void> {
  let count = 0;
  let without = 0;
  const body = markupOf(specs, () => count++);
  const text = `${doctype}<html xmlns="${HTML}" xmlns:s="${SVG}"><head></head><body>${body}</body></html>`;
  const loaded = await load(text);
  for (const { written, selector, place } of findInFile(isXml ? 'xml' : 'html', text).found) {
    if (selector === '') {
      if (place !== 'comment') without++;
      continue;
    }
    const element = follow(loaded, selector);
    const own = [element, ...treesOf(element)].flatMap(({ childNodes }) =>
      Array.from(childNodes, ({ nodeValue }) => nodeValue ?? ''),
    );
    // Frames in templates are not loaded.
    const markup = treesOf(element).length === 0 ? element.getAttribute('srcdoc') : null;
    const isOwn =
      element.getAttribute('data-x') === written ||
      [...own, markup ?? ''].some((each) => each.includes(written));
    if (!isOwn) throw new Error(`${selector} is not that of ${written} in ${text}`);
  }
  // Templates that become shadow roots are not elements.
  const shadows = text.split('shadowrootmode').length - 1;
  if (without > shadows) throw new Error(`${without} selectors are missing in ${text}`);
}

const query = new URLSearchParams(location.search);
const [seed, pages, files] = [query.get('seed'), query.get('pages'), query.get('files')].map(Number) as [
  number,
  number,
  number,
];

addEventListener('load', async () => {
  const ofPages = await fc.check(fc.property(specsOf(Object.keys(makers), ids), checkPage), {
    seed,
    numRuns: pages,
  });
  const ofFiles = await fc.check(fc.asyncProperty(specsOf(written, writtenIds), checkFile), {
    seed,
    numRuns: files,
  });
  const reportOf = (details: typeof ofPages) =>
    details.failed ? `${fc.defaultReportMessage(details)}\n${details.errorInstance}` : '';
  const outcome: Outcome = { ofPages: reportOf(ofPages), ofFiles: reportOf(ofFiles), followed };
  await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
});
