/** The references in the attributes of HTML, SVG and MathML. */

import { type ElementView, urlUseOf } from '../../elements.ts';
import { namespaces, SVG, XLINK } from '../../namespaces.ts';
import { strideLength } from '../../yield-to-event-loop.ts';
import {
  cssReferences,
  type Placed,
  type Reference,
  type ReferenceCollector,
  referenceKind,
} from '../references.ts';
import { cssPrefix, valueParts } from './attribute-urls.ts';
import type { Attribute } from './markup-attributes.ts';
import type { StartTag } from './token.ts';

/** Number of attributes of one tag that are handled between two yields. */
export const attributesPerTurn = 1000;

type Place = (start: number, end: number, exact: boolean) => Placed;

/** HTML 13.2.6.5: names of elements in the DOM, by their names in HTML. */
const domNames: Readonly<Record<string, string>> = { feimage: 'feImage' };

/**
 * A tag in the form that the table of elements needs.
 *
 * @param isXml whether the tag is XML, where names are as in the DOM
 * @param ids the document's elements by id, if they are needed
 */
export const viewOf = (tag: StartTag, isXml: boolean, ids?: ReadonlyMap<string, StartTag>): ElementView => ({
  namespace: namespaces[tag.namespace ?? 'other'],
  name: isXml ? tag.name : (domNames[tag.name] ?? tag.name),
  get parent() {
    return tag.parent && viewOf(tag.parent, isXml);
  },
  attribute(name, namespace) {
    const own = isXml ? name : name.toLowerCase();
    const qualified = namespace ? `xlink:${own}` : own;
    return tag.attributes.find((each) => each.name === qualified)?.value ?? null;
  },
  // Only a frame shows the document of a data: URL as part of a page.
  isFramed: true,
  byId(id) {
    const found = ids?.get(id);
    return found ? viewOf(found, isXml) : null;
  },
});

/**
 * The references in one tag's attributes.
 *
 * @param element the tag's element
 * @param name the element's name in references
 * @param place maps a span of the document's text to its position in the body
 * @yields now and then, so that the caller may pause
 */
export function* markupReferences(
  collector: ReferenceCollector,
  view: ElementView,
  element: string,
  attributes: readonly Attribute[],
  place: Place,
): Generator<unknown, void, void> {
  let read = 0;
  for (const { name: qualified, value, start, end } of attributes) {
    if (++read % attributesPerTurn === 0) yield;
    const isXlink = qualified.startsWith('xlink:');
    const name = isXlink ? qualified.slice(6) : qualified;
    // Scripts may give attributes a meaning, so the URLs of unknown elements may have any purpose.
    const isLikely = name === 'href' || name === 'src';
    const { syntax, destination, target } = urlUseOf(view, name, isXlink ? XLINK : null) ?? {
      syntax: 'url',
      destination: isLikely ? 'none' : null,
    };
    // References between gradients or patterns of SVG are not listed.
    if (destination === null || (destination === 'none' && referenceKind(value) === 'fragment')) continue;
    const prefix = cssPrefix[syntax];
    // Most values of these frequent attributes are colors.
    if (prefix !== undefined && !value.includes('(')) continue;
    const at = place(start, end, value.length === end - start);
    let pause = strideLength;
    for (const part of valueParts(value, syntax)) {
      if (part.end >= pause) {
        pause = part.end + strideLength;
        yield;
      }
      const written = part.url;
      const within = at.exact ? { ...at, start: at.start + part.start, end: at.start + part.end } : at;
      if (prefix !== undefined) {
        const shift = at.exact ? prefix.length : 0;
        yield* cssReferences(
          collector,
          prefix + written,
          { ...within, start: within.start - shift },
          element,
        );
      } else {
        const isTriggered = target !== undefined && destination !== 'none' && view.attribute('begin');
        const when =
          typeof isTriggered === 'string' && waitsForTrigger(isTriggered)
            ? 'trigger'
            : whenFollowed(view, name, target, syntax, written);
        collector.add({
          written,
          start: within.start,
          end: within.end,
          element,
          name,
          destination,
          ...(when && { when }),
        });
      }
    }
  }
}

const trigger =
  /^(?:indefinite|(?:[^.]+\.)?(?:click|dblclick|mousedown|mouseup|activate|DOMActivate)(?:\s*[+-].*)?)?$/s;
/**
 * SMIL, "begin": whether an animation waits for a click, a link or a script. Other events may occur by themselves: the
 * pointer may already be over an element.
 */
const waitsForTrigger = (begin: string): boolean =>
  begin.split(';').every((time) => trigger.test(time.trim()));

/** When a URL is followed; undefined if its destination decides that. */
function whenFollowed(
  { namespace, name: element, attribute }: ElementView,
  name: string,
  target: string | undefined,
  syntax: string,
  written: string,
): Reference['when'] | undefined {
  // Browsers don't follow a refresh to a javascript: URL.
  if (syntax === 'refresh' && referenceKind(written) === 'javascript') return 'never';
  if (name === 'ping') return 'click';
  if ((target ?? element) === 'use' && namespace === SVG) return 'view';
  // HTML 4.8.5: `srcdoc` takes precedence over `src`.
  return element === 'iframe' && name === 'src' && attribute('srcdoc') !== null ? 'never' : undefined;
}

/** The value of the attribute with this name and without a prefix; null if none. Names in XML are as written. */
export function attributeValue(attributes: readonly Attribute[], name: string): string | null {
  // A loop instead of `find`: this is called several times for most tags, which mostly lack the attribute.
  for (const attribute of attributes) {
    if (attribute.name === name || attribute.name === capitals[name]) return attribute.value;
  }
  return null;
}
/** Names with capital letters in XML, by their names in HTML's tokens. */
const capitals: Readonly<Record<string, string>> = { attributename: 'attributeName', viewbox: 'viewBox' };
