/** Runs in a page: puts text into every place that a page controls, and runs the content script's walk over it. */

import { readScript, sheetOfInstruction } from '../../extension/content/code-reader.ts';
import { createChildFrames } from '../../extension/content/frame-elements.ts';
import { listFrames } from '../../extension/content/list-frames.ts';
import { treeOfMarkup } from '../../extension/content/markup-trees.ts';
import { provide } from '../../extension/content/script-parts.ts';
import { createTextSender } from '../../extension/content/text-sender.ts';
import { walkPage } from '../../extension/content/walk.ts';
import type { UnreachablePart } from '../../extension/platform/frame-messages.ts';
import { drain } from '../fuzz/growth/entry.ts';

provide({ code: { readScript, sheetOfInstruction }, markup: treeOfMarkup, frames: listFrames });

const SVG = 'http://www.w3.org/2000/svg';
const live = 'data:,x';

const add = (node: Node): void => void document.body.appendChild(node);

/** Creates an element with attributes. For an SVG element, `tag` begins with `svg `. */
function element(tag: string, attributes: Record<string, string>): Element {
  const made = tag.startsWith('svg ')
    ? document.createElementNS(SVG, tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const attribute =
  (tag: string, name: string, others: Record<string, string> = {}) =>
  (text: string) =>
    add(element(tag, { ...others, [name]: text }));

/** Adds an element whose text is not rendered. */
const textIn =
  (tag: string, attributes: Record<string, string> = {}) =>
  (text: string) => {
    const made = element(tag, attributes);
    made.textContent = text;
    add(made);
  };

/** Returns a text as a CSS string. */
const quoted = (text: string) =>
  `"${text.replaceAll(/[\\"\n\r\f]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;

const sheet =
  (before: string, after: string, write: (text: string) => string = (text) => text) =>
  (text: string) =>
    textIn('style')(before + write(text) + after);

const rule = `{b{background:url(${live})}}`;
const href = `href="data:text/css,b{background:url(${live})}"`;

/** The places whose text a page controls, each with a function that puts a text there. */
export const places: Record<string, (text: string) => void> = {
  'a source': attribute('img', 'src'),
  'a data: URL': (text) => attribute('img', 'src')(`data:image/svg+xml,${text}`),
  'a data: URL in an xlink:href': (text) => {
    const image = element('svg image', {});
    image.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', `data:,${text}`);
    add(image);
  },
  'a srcset': attribute('img', 'srcset'),
  'a ping': attribute('a', 'ping'),
  'an archive': attribute('object', 'archive'),
  'a style attribute': attribute('p', 'style'),
  'a presentation attribute': attribute('svg path', 'fill'),
  "an animation's values": attribute('svg animate', 'values', { attributeName: 'href' }),
  "an animation's target": attribute('svg animate', 'href', { to: live }),
  'an unknown attribute': attribute('p', 'data-x'),
  'an unknown srcset': (text) => attribute('p', 'data-srcset')(`${live} 1x, ${text}`),
  'an event handler': attribute('p', 'onfoo'),
  'an id, a class, a title and a label': (text) => {
    const link = element('a', { id: text, class: text, title: text });
    link.append(text, element('img', { src: live, id: text, class: text, title: text, alt: text }));
    add(link);
  },
  'a relation and types': (text) => {
    add(element('link', { rel: text, href: live, type: text }));
    add(element('script', { type: text, src: live }));
    add(element('embed', { type: text, src: text }));
  },
  'a frame': attribute('object', 'data'),
  'a refresh': (text) => {
    // Within a template, the element causes no refresh.
    const template = document.createElement('template');
    for (const content of [text, `0${text}`, `0;url=${text}`])
      template.content.append(element('meta', { 'http-equiv': 'refresh', content }));
    add(template);
  },
  'an element': (text) => add(element('p', { [`a${text.replaceAll(/[^a-z]/g, 'x')}`]: live })),
  'a text': textIn('p', { hidden: '' }),
  'a comment': (text) => add(document.createComment(text)),
  'an instruction': (text) => {
    for (const data of [text, `href=${text}`, `href="${live}" ${text}`]) {
      const node = document.createProcessingInstruction('xml-stylesheet', data.replaceAll('?>', ''));
      document.insertBefore(node, document.documentElement);
    }
  },
  'a script': textIn('script', { type: 'x' }),
  'an import map': textIn('script', { type: 'importmap' }),
  'a noscript': textIn('noscript'),
  'a srcdoc': (text) => {
    const template = document.createElement('template');
    template.content.append(element('iframe', { srcdoc: text }));
    add(template);
  },
  'a style sheet': sheet('', ''),
  'a sheet in an unknown language': textIn('style', { type: 'x' }),
  'a declaration': sheet('b{--x:', '}', quoted),
  'a selector': sheet('b[a=', `]{background:url(${live})}`, quoted),
  'a name in CSS': sheet('@keyframes ', `{to{background:url(${live})}}`, quoted),
  'a family': sheet('@font-face{font-family:', `;src:url(${live})}`, quoted),
  'conditions of an import': sheet(`@import url(${href}) supports(not (a:`, '));', quoted),
  'media of an import': sheet(`@import url(${href}) not (a:`, ');', quoted),
  'a layer of an import': sheet(`@import url(${href}) layer(`, ');', CSS.escape),
  '@media': sheet('@media not (a:', `)${rule}`, quoted),
  '@supports': sheet('@supports not (a:', `)${rule}`, quoted),
  '@container': sheet('@container not style(--a:', `)${rule}`, quoted),
  '@layer': sheet('@layer ', rule, CSS.escape),
  '@scope': sheet('@scope ([a=', `])${rule}`, quoted),
  '@starting-style': sheet('@starting-style{b[a=', `]${rule}`, quoted),
  'a keyframe': (text) =>
    void document.body.animate([{ '--x': text, backgroundImage: `url(${quoted(text)})` }], 1e9),
  'a data: sheet': (text) =>
    add(element('link', { rel: 'stylesheet', href: `data:text/css,${encodeURIComponent(text)}` })),
};

/** Empties the page, and puts a text into one of its places. */
export function put(place: string, text: string): void {
  for (const animation of document.getAnimations()) animation.cancel();
  for (const node of [...document.childNodes]) if (node.nodeType === 7) node.remove();
  document.body.replaceChildren();
  places[place]?.(text);
}

/**
 * Scans the page as the content script does.
 *
 * @returns the written data: URLs, and the parts that were not scanned
 */
export function scan(): { found: string[]; unreachable: UnreachablePart[] } {
  const found: string[] = [];
  const unreachable: UnreachablePart[] = [];
  const sender = createTextSender((message) => {
    if (message.type === 'found') found.push(...message.sightings.map(({ text }) => String(text)));
    if (message.type !== 'unreachable') return;
    unreachable.push(...message.unreachable.filter(({ reason }) => reason !== 'unread-text'));
  });
  const load = async <Part>() => treeOfMarkup as Part;
  const frames = createChildFrames(load);
  drain(walkPage(document, { ...sender, load, frame: frames.add }));
  drain(sender.sendLarge());
  drain(frames.list());
  sender.flush();
  return { found, unreachable };
}

const includes: (text: string, part: string) => boolean = Function.prototype.call.bind(
  String.prototype.includes,
);

/**
 * Scans while a string method, or `exec`, throws for each text that contains the mark.
 *
 * @returns the same as `scan`, and how often it threw
 */
export function scanFailing(method: string, mark: string): ReturnType<typeof scan> & { thrown: number } {
  const isPattern = method === 'exec';
  const prototype: object = isPattern ? RegExp.prototype : String.prototype;
  const own = Reflect.get(prototype, method);
  let thrown = 0;
  const failing = function (this: unknown, ...args: unknown[]) {
    if (includes(String(isPattern ? args[0] : this), mark)) {
      thrown++;
      throw new RangeError('Maximum call stack size exceeded');
    }
    return own.apply(this, args);
  };
  Reflect.set(prototype, method, failing);
  try {
    return { ...scan(), thrown };
  } finally {
    Reflect.set(prototype, method, own);
  }
}
