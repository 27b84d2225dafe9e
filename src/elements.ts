/**
 * The attributes of elements that contain URLs, with their destinations: from HTML's index of attributes, SVG 2 with
 * its animations, MathML, and legacy attributes. The table is used for pages, files, and bodies. The destination is
 * `none` if neither Chromium nor Firefox uses the URL, which test/attack/elements.test.ts checks.
 */

import { HTML, MATHML, SVG, XLINK } from './namespaces.ts';
import { tokensIn } from './token-list.ts';
import type { Destination } from './vocabulary.ts';

/** The properties of an element that the table needs. */
export interface ElementView {
  readonly namespace: string | undefined;
  /** Local name, in the DOM's case (`feImage`). */
  readonly name: string;
  readonly parent: ElementView | null;
  /** @param namespace the namespace of XLink; default: none */
  attribute(name: string, namespace?: typeof XLINK): string | null;
  /**
   * Whether the element's document is in a frame. Top-level documents can't navigate to data: URLs; documents in frames
   * can.
   */
  readonly isFramed: boolean;
  /** The element with this id in the same tree. */
  byId(id: string): ElementView | null;
}

/**
 * How a value contains URLs: as a single URL, a list with separators, image candidates, or a refresh; or in CSS, as
 * declarations, the value of a property, or several such values separated by semicolons.
 */
export type Syntax =
  | 'url'
  | 'spaces'
  | 'semicolons'
  | 'srcset'
  | 'refresh'
  | 'declarations'
  | 'property'
  | 'properties';

export interface UrlUse {
  syntax: Syntax;
  destination: Destination;
  /** The name of the element whose `href` an animation sets. */
  target?: string;
}

/** A destination, or a function of the element; null if the attribute isn't a URL. */
type Entry = Destination | ((element: ElementView) => Destination | null);

const linkTo = (link: ElementView): Destination =>
  link.attribute('download') === null ? 'document' : 'download';

/**
 * Values of `as` with which a browser requests a preload: both browsers do, but for tracks only Chromium. A script reads
 * the response of `fetch`.
 */
const preloads: ReadonlySet<string> = new Set(['fetch', 'font', 'image', 'script', 'style', 'track']);

/**
 * HTML 4.2.4: the destination of a link's `href`, according to its `rel`. If that contains several tokens, one that
 * causes a request decides.
 */
function linkDestination(link: ElementView): Destination {
  const rel = tokensIn(link.attribute('rel')).join('  ');
  const has = (token: string) => ` ${rel} `.includes(token);
  if (has(' stylesheet ')) return 'style';
  if (has(' modulepreload ')) return 'script';
  const as = (link.attribute('as') ?? '').toLowerCase();
  if (has(' preload ') && preloads.has(as)) return as === 'fetch' ? 'empty' : (as as Destination);
  if (has(' manifest ')) return 'manifest';
  if (has('icon ') || has(' apple-touch-')) return 'image';
  // A connection counts as a request, because the server sees it.
  return [' prefetch ', ' preconnect ', ' dns-prefetch ', ' prerender ', ' compression-dictionary '].some(has)
    ? 'empty'
    : 'none';
}

/** HTML 4.8.8: media elements use the `src` of a source; pictures use only its `srcset`. */
const sourceDestination = ({ parent }: ElementView): Destination =>
  parent?.namespace === HTML && (parent.name === 'audio' || parent.name === 'video') ? parent.name : 'none';

/** HTML 4.2.5.3: a refresh navigates the frame that contains the document, without a click. */
const refreshDestination = (meta: ElementView): Destination | null => {
  if (meta.attribute('http-equiv')?.toLowerCase() !== 'refresh') return null;
  return meta.isFramed ? 'iframe' : 'document';
};

/** Expands names such as `a,area href` into entries keyed by `element attribute`. */
const tableOf = (rows: readonly [entry: Entry, ...names: string[]][]): ReadonlyMap<string, Entry> =>
  new Map(
    rows.flatMap(([entry, ...names]) =>
      names.flatMap((each) => {
        const [elements = [], attributes = []] = each.split(' ').map((list) => list.split(','));
        return elements.flatMap((element) =>
          attributes.map((attribute) => [`${element} ${attribute}`, entry] as const),
        );
      }),
    ),
  );

const html = tableOf([
  ['audio', 'audio,bgsound src'],
  // If there is a `type`, Chromium treats `code` like `src`.
  ['embed', 'embed code,src'],
  ['empty', 'a,area ping', 'html manifest'],
  ['form', 'button,input formaction', 'form action'],
  ['frame', 'frame src'],
  [(frame) => (frame.attribute('srcdoc') === null ? 'iframe' : 'none'), 'iframe src'],
  [
    'image',
    'body,table,thead,tbody,tfoot,tr,td,th,col,colgroup background',
    'img src',
    'img,source srcset',
    'link imagesrcset',
    'video poster',
  ],
  ['object', 'object data'],
  ['script', 'script src'],
  ['track', 'track src'],
  ['video', 'video src'],
  [(input) => (input.attribute('type')?.toLowerCase() === 'image' ? 'image' : 'none'), 'input src'],
  [linkTo, 'a,area href'],
  [linkDestination, 'link href'],
  [refreshDestination, 'meta content'],
  [sourceDestination, 'source src'],
  // Each plug-in decided which of its parameters are URLs.
  [(param) => (param.attribute('value')?.includes(':') ? 'none' : null), 'param value'],
  [
    'none',
    'applet code',
    'applet,object archive,codebase',
    'base href',
    'blockquote,del,ins,q cite',
    'command,menuitem icon',
    'fencedframe src',
    'frame,iframe,img longdesc',
    'head profile',
    'img dynsrc,lowsrc',
    'img,input,object usemap',
    'object classid',
  ],
]);

/**
 * Elements of SVG 2 whose `href` is fetched or followed; on other elements, `href` only refers to a part of a document.
 */
const svg = tableOf([
  ['document', 'use href'],
  ['image', 'feImage,image href'],
  ['script', 'script href'],
  [linkTo, 'a href'],
]);

/** SVG 2, "presentation attributes": the attributes whose value may be a URL. */
export const presentation =
  'clip-path cursor fill filter marker-end marker-mid marker-start mask stroke'.split(' ');
/** SMIL: the attributes that contain values for the animated attribute. */
const animated = ['from', 'to', 'values'];
/** MathML 3's attributes that name an image or an annotation, in lower case. Any element may have `href`. */
const mathml = ['altimg', 'definitionurl', 'src'];

const syntaxes: ReadonlyMap<string, Syntax> = new Map([
  ['archive', 'spaces'],
  ['content', 'refresh'],
  ['imagesrcset', 'srcset'],
  ['ping', 'spaces'],
  ['srcset', 'srcset'],
]);

/** Attributes, on any element, whose value may contain a data: URL without being one. */
export const compoundAttributes: ReadonlySet<string> = new Set([
  ...syntaxes.keys(),
  ...presentation,
  ...animated,
  'style',
]);
/** All attributes that contain URLs on any element, in lower case, without a prefix; computed on demand. */
export const urlAttributes = (): ReadonlySet<string> =>
  new Set([
    ...Array.from(html.keys(), (names) => names.split(' ')[1] as string),
    ...compoundAttributes,
    ...mathml,
    'itemid',
  ]);

/** The attribute of an element that decides how it uses its URLs. */
const useAttributes: Readonly<Record<string, string>> = { link: 'rel', script: 'type' };

/**
 * The value of `Occurrence.use` for an element; '' if none.
 *
 * @param element the element's local name
 */
export const elementUse = (element: string, attribute: (name: string) => string | null): string =>
  attribute(useAttributes[element] ?? '') ?? '';

function destinationIn(table: typeof html, element: ElementView, name: string): Destination | null {
  const entry = table.get(`${element.name} ${name}`);
  return typeof entry === 'function' ? entry(element) : (entry ?? null);
}

/** Decodes a fragment to an id. */
export function decodedFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** SMIL, "targeting attribute": the element to which an animation's href refers, or else the animation's parent. */
function targetOf(animation: ElementView): ElementView | null {
  const href = animation.attribute('href') ?? animation.attribute('href', XLINK);
  if (!href) return animation.parent;
  const id = href.slice(href.indexOf('#') + 1);
  return animation.byId(id) ?? animation.byId(decodedFragment(id));
}

/**
 * SVG Animations: only `animate` and `set` can set `href` or a property with URLs. Animating the `href` of a script has
 * no effect.
 */
function animationUse(animation: ElementView, name: string): UrlUse | null {
  const isUsed = animation.name === 'animate' || (animation.name === 'set' && name === 'to');
  if (!isUsed) return null;
  const isList = name === 'values';
  const set = animation.attribute('attributeName') ?? '';
  if (presentation.includes(set)) return { syntax: isList ? 'properties' : 'property', destination: 'image' };
  if (!/^(?:[^:]+:)?href$/.test(set)) return null;
  const target = targetOf(animation);
  const isAnimated = target?.namespace === SVG && target.name !== 'script';
  const destination = isAnimated ? destinationIn(svg, target, 'href') : null;
  return {
    syntax: isList ? 'semicolons' : 'url',
    destination: destination ?? 'none',
    ...(target && { target: target.name }),
  };
}

/**
 * Returns how an attribute contains URLs, and their destination; null if the attribute contains none.
 *
 * @param name local name, as in the DOM
 * @param namespace the attribute's namespace; null or '' if none
 */
export function urlUseOf(element: ElementView, name: string, namespace: string | null = null): UrlUse | null {
  if (namespace && (namespace !== XLINK || name !== 'href')) return null;
  // Elements of unknown XML have no `style` attribute that browsers apply.
  if (name === 'style' && [HTML, SVG, MATHML].includes(element.namespace ?? ''))
    return { syntax: 'declarations', destination: 'image' };
  const isSvg = element.namespace === SVG;
  if (isSvg && presentation.includes(name)) return { syntax: 'property', destination: 'image' };
  if (isSvg && animated.includes(name)) return animationUse(element, name);
  const destination = destinationOf(element, name, namespace);
  return destination && { syntax: syntaxes.get(name) ?? 'url', destination };
}

/**
 * Selects the elements that may decide where other links and forms open: buttons decide for their form, and forms for
 * their buttons.
 */
export const targetSelector = 'base[target],form[target],[formtarget]';

/**
 * HTML 7.3.1.7: whether an attribute contains the URL of a link or form that may open in a frame. Browsers don't block
 * such navigation.
 *
 * @param hasTargets whether the element's tree or document matches `targetSelector`
 */
export function mayOpenInFrame(
  element: ElementView,
  name: string,
  { destination, target }: UrlUse,
  hasTargets: () => boolean,
): boolean {
  if (!/^(?:document|form)$/.test(destination) || /^(?:use|meta)$/.test(target ?? element.name)) return false;
  const own = element.attribute(name === 'formaction' ? 'formtarget' : 'target') ?? '';
  const isTop = /^\w+ _(?:blank|top)$|^false $/i.test(`${element.isFramed} ${own}`);
  // An animation sets the URL of another element.
  return !isTop || !!target || ((!own || name === 'action') && hasTargets());
}

function destinationOf(element: ElementView, name: string, namespace: string | null): Destination | null {
  if (element.namespace === SVG && name === 'href') return destinationIn(svg, element, name) ?? 'none';
  // Neither browser follows XLinks outside of SVG.
  if (namespace) return 'none';
  if (element.namespace === HTML) return name === 'itemid' ? 'none' : destinationIn(html, element, name);
  if (element.namespace !== MATHML) return null;
  // Only Firefox follows the link.
  if (name === 'href') return 'document';
  return mathml.includes(name.toLowerCase()) ? 'none' : null;
}
