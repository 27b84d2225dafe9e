/**
 * Pages that contain every sink of `sinks.ts`, each with a data: URL set in every possible way, and the expected rows.
 * Each URL names its way and its sink.
 */
import type { Row } from '../support/places.ts';
import { type AttributeSink, attributeSinks, propertySinks, ruleSinks } from './sinks.ts';

/** An expected occurrence, and the way in which it was set. */
export interface Expected {
  way: string;
  row: Row;
}

export interface SinkPage {
  body: string;
  expected: Expected[];
}

/**
 * The ways that set values by scripts and the CSSOM. A browser keeps only the values that it supports, and the page
 * reports which ones were kept.
 */
export const filteredWays = new Set([
  'property',
  'linked',
  'imported',
  'insertRule',
  'replaceSync',
  'replace',
  'rule.style',
  'element.style',
  'attributeStyleMap',
  'animate',
]);

/** Ways in which the browser itself serializes the name of a property. */
export const renamingWays = new Set([...filteredWays].filter((way) => way !== 'property'));

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  xlink: 'http://www.w3.org/1999/xlink',
};
const voidElements = new Set(
  'area base bgsound col embed frame img input link meta param source track'.split(' '),
);

const urlOf = (way: string, name: string, head = ',') => `data:${head}${way}/${name}/`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Placed extends AttributeSink {
  id: string;
  /** Returns the sink's value for a way, and the URL in that value. */
  at(way: string): { text: string; url: string };
}

const placed: Placed[] = attributeSinks.map((sink, index) => {
  const id = `${sink.element}-${sink.attribute.replace(':', '-')}-${index}`;
  const at = (way: string) => {
    const url = urlOf(way, id, sink.head);
    return { text: sink.value?.(url) ?? url, url };
  };
  return { ...sink, id, at };
});

const ancestorsOf = ({ vocabulary, inside = [] }: AttributeSink) =>
  vocabulary === 'html' ? inside : [vocabulary, ...inside];

function markup(sink: Placed, way: string, isXml: boolean): string {
  const attributes = { ...sink.beside, [sink.attribute]: sink.at(way).text };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const xmlns = (name: string) =>
    name === 'svg' || name === 'math' ? ` xmlns="${namespaces[name]}" xmlns:xlink="${namespaces.xlink}"` : '';
  const start = ancestorsOf(sink).map((name) => `<${name}${xmlns(name)}>`);
  const end = ancestorsOf(sink)
    .map((name) => `</${name}>`)
    .reverse();
  const element = `<${sink.element}${text.join('')}${isXml ? '/>' : '>'}`;
  const close =
    isXml || (sink.vocabulary === 'html' && voidElements.has(sink.element)) ? '' : `</${sink.element}>`;
  return `${start.join('')}${element}${close}${end.join('')}`;
}

const attributeRow = (sink: Placed, way: string, name = sink.attribute): Expected => {
  const { element, destination, place = 'attribute' } = sink;
  return { way, row: [sink.at(way).url, place, element, name, destination] };
};

const parsed = placed.filter(({ notParsed }) => !notParsed);

/**
 * Returns a call of a function in this file. Build tools that preserve function names wrap functions in a helper,
 * `__name`, so the call defines it.
 */
const call = (fn: unknown, ...args: string[]) =>
  `(() => { const __name = (f) => f; (${fn})(${args.join()}); })()`;

/** A placeholder for the scheme in a script's text, which must not contain a URL itself. */
const scheme = '@@';
const inScript = (value: unknown): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(value).replaceAll('data:', scheme)).replaceAll('</', '<\\/')}.replaceAll('${scheme}', 'da' + 'ta:'))`;

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sinks</title>${head}</head><body>${body}</body></html>`;

function markupPage(): SinkPage {
  const parser = parsed.map((sink) => markup(sink, 'parser', false)).join('\n');
  const shadow = parsed.map((sink) => markup(sink, 'shadow', false)).join('\n');
  const ways = ['parser', 'shadow'];
  return {
    body: page('', `${parser}<div><template shadowrootmode="closed">${shadow}</template></div>`),
    expected: parsed.flatMap((sink) => ways.map((way) => attributeRow(sink, way))),
  };
}

const xmlPage = (): SinkPage => ({
  body: `<html xmlns="${namespaces.html}"><head><title>Sinks</title></head><body>${placed.map((sink) => markup(sink, 'xml', true)).join('\n')}</body></html>`,
  expected: placed.map((sink) => attributeRow(sink, 'xml')),
});

/** Runs in the page: sets each sink in each way. */
function setAttributes(
  sinks: {
    path: [namespace: string, name: string][];
    beside: Record<string, string>;
    attribute: string;
    namespace: string | null;
    property: string | null;
    values: Record<string, string>;
    markup: Record<string, string>;
  }[],
  xlink: string,
): void {
  const byWay: Record<string, (element: Element, sink: (typeof sinks)[number], value: string) => void> = {
    setAttribute: (element, { attribute }, value) => element.setAttribute(attribute, value),
    setAttributeNS: (element, { attribute, namespace }, value) =>
      element.setAttributeNS(namespace, namespace === xlink ? 'q:href' : attribute, value),
    setAttributeNode(element, { attribute, namespace }, value) {
      const node = document.createAttributeNS(namespace, attribute);
      node.value = value;
      element.setAttributeNode(node);
    },
    property(element, { property }, value) {
      const names = property?.split('.') ?? [];
      const last = names.pop() ?? '';
      let target = element as unknown as Record<string, unknown>;
      for (const name of names) target = (target[name] ?? {}) as Record<string, unknown>;
      target[last] = value;
    },
  };
  const section = (way: string) => {
    const element = document.createElement('section');
    element.id = way;
    return document.body.appendChild(element);
  };
  for (const [way, set] of Object.entries(byWay)) {
    const parent = section(way);
    for (const sink of sinks) {
      const value = sink.values[way];
      if (value === undefined) continue;
      let at: Element = parent;
      for (const [namespace, name] of sink.path)
        at = at.appendChild(document.createElementNS(namespace, name));
      for (const [name, text] of Object.entries(sink.beside)) at.setAttribute(name, text);
      set(at, sink, value);
    }
  }
  const joined = (way: string) => sinks.map(({ markup }) => markup[way] ?? '').join('');
  section('innerHTML').innerHTML = joined('innerHTML');
  const unsafe = Document as unknown as { parseHTMLUnsafe(html: string): Document };
  section('adopted').append(...unsafe.parseHTMLUnsafe(joined('adopted')).body.childNodes);
  const { innerHTML } = document.querySelector('#property') as Element;
  Object.assign(window, { kept: innerHTML });
}

function scriptPage(): SinkPage {
  const domWays = ['setAttributeNS', 'setAttributeNode', 'setAttribute', 'property'];
  const markupWays = ['innerHTML', 'adopted'];
  const isXlink = ({ attribute }: Placed) => attribute === 'xlink:href';
  const waysOf = (sink: Placed) =>
    domWays.filter((way) =>
      // `setAttribute` with a prefix does not create an XLink attribute.
      way === 'setAttribute'
        ? !sink.attribute.includes(':')
        : way !== 'property' || sink.property !== undefined,
    );
  const sinks = placed.map((sink) => ({
    path: [...ancestorsOf(sink), sink.element].map((name) => [namespaces[sink.vocabulary], name]),
    beside: sink.beside ?? {},
    attribute: sink.attribute,
    namespace: isXlink(sink)
      ? namespaces.xlink
      : sink.attribute === 'xml:base'
        ? 'http://www.w3.org/XML/1998/namespace'
        : null,
    property: sink.property ?? null,
    values: Object.fromEntries(waysOf(sink).map((way) => [way, sink.at(way).text])),
    markup: Object.fromEntries(
      markupWays.flatMap((way) => (sink.notParsed ? [] : [[way, markup(sink, way, false)]])),
    ),
  }));
  const nameOf = (sink: Placed, way: string) =>
    way === 'setAttributeNS' && isXlink(sink) ? 'q:href' : sink.attribute;
  return {
    body: page('', `<script>${call(setAttributes, inScript(sinks), inScript(namespaces.xlink))}</script>`),
    expected: [
      ...placed.flatMap((sink) => waysOf(sink).map((way) => attributeRow(sink, way, nameOf(sink, way)))),
      ...parsed.flatMap((sink) => markupWays.map((way) => attributeRow(sink, way))),
    ],
  };
}

const properties = propertySinks.map(({ property, value }, index) => ({
  property,
  at: (way: string) => {
    const url = urlOf(way, `${property}-${index}`);
    return { url, value: value(url) };
  },
}));
const rules = ruleSinks.map((sink, index) => ({
  ...sink,
  at: (way: string) => {
    const url = urlOf(way, `rule-${index}`, sink.destination === 'style' ? 'text/css,' : ',');
    return { url, css: sink.css(url) };
  },
}));

const rulesOf = (way: string): string[] => [
  ...rules.map((sink) => sink.at(way).css),
  ...properties.map(({ property, at }) => `.x { ${property}: ${at(way).value} }`),
];
const declarationsOf = (way: string): [property: string, value: string][] =>
  properties.map(({ property, at }) => [property, at(way).value]);

const sheetRows = (way: string, element: string): Expected[] => [
  ...rules.map(
    ({ at, name, destination }): Expected => ({
      way,
      row: [at(way).url, 'stylesheet', element, name, destination],
    }),
  ),
  ...propertyRows(way, 'stylesheet', element),
];
const propertyRows = (way: string, place: Row[1], element: string, name?: string): Expected[] =>
  properties.map(({ property, at }) => ({
    way,
    row: [at(way).url, place, element, name ?? property, 'image'],
  }));

/**
 * Runs in the page: sets each property and inserts each rule in each of the ways for scripts, and stores what the
 * browser kept.
 */
function setStyles(rules: Record<string, string[]>, declarations: Record<string, [string, string][]>): void {
  const kept: string[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch {
      // The browser does not support the rule.
    }
  };
  const p = () => document.body.appendChild(document.createElement('p'));
  const styleSheet = () => document.head.appendChild(document.createElement('style')).sheet as CSSStyleSheet;

  const inserted = styleSheet();
  for (const rule of rules.insertRule ?? [])
    attempt(() => inserted.insertRule(rule, inserted.cssRules.length));
  const constructed = new CSSStyleSheet();
  constructed.replaceSync((rules.replaceSync ?? []).join('\n'));
  const replaced = new CSSStyleSheet();
  const byStyle = styleSheet();
  for (const [property, value] of declarations['rule.style'] ?? []) {
    byStyle.insertRule('.x {}');
    (byStyle.cssRules[0] as CSSStyleRule).style.setProperty(property, value);
  }
  document.adoptedStyleSheets = [constructed, replaced];
  for (const [property, value] of declarations['element.style'] ?? []) p().style.setProperty(property, value);
  for (const [property, value] of declarations.attributeStyleMap ?? [])
    attempt(() => p().attributeStyleMap.set(property, value));
  for (const [property, value] of declarations.animate ?? []) {
    const camelCase = property
      .replace(/^-(?=webkit)/, '')
      .replace(/-([a-z])/g, (_, c: string) => c.toUpperCase());
    // In a keyframe, `offset` is the position in time, so the property has another name.
    const name = property.startsWith('--') ? property : property === 'offset' ? 'cssOffset' : camelCase;
    const animation = p().animate([{ [name]: value }], { duration: 1e9 });
    kept.push(JSON.stringify((animation.effect as KeyframeEffect).getKeyframes()));
  }
  const textOf = (sheet: CSSStyleSheet | null) => {
    for (const { cssText } of sheet?.cssRules ?? []) kept.push(cssText);
  };
  const done = replaced.replace((rules.replace ?? []).join('\n'));
  const loaded = new Promise((resolve) => addEventListener('load', resolve));
  Object.assign(window, {
    whenKept: Promise.all([done, loaded]).then(() => {
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
        textOf(sheet);
        const [first] = sheet.cssRules;
        if (first instanceof CSSImportRule && first.href === 'imported.css') textOf(first.styleSheet);
      }
      // Typed OM escapes the values of custom properties.
      for (const { style } of document.querySelectorAll('p')) kept.push(style.cssText.replaceAll('\\', ''));
      Object.assign(window, { kept: kept.join('\n') });
    }),
  });
}

function cssPage(): SinkPage {
  const sheetWays = ['insertRule', 'replaceSync', 'replace'];
  const declarationWays = ['rule.style', 'element.style', 'attributeStyleMap', 'animate'];
  const byWay = <Value>(ways: string[], make: (way: string) => Value) =>
    Object.fromEntries(ways.map((way) => [way, make(way)]));
  const attributes = declarationsOf('style').map(
    ([property, value]) => `<p style="${escaped(`${property}: ${value}`)}"></p>`,
  );
  const script = call(
    setStyles,
    inScript(byWay(sheetWays, rulesOf)),
    inScript(byWay(declarationWays, declarationsOf)),
  );
  return {
    body: page(
      `<link rel="stylesheet" href="linked.css"><style>@import "imported.css";</style><style>${rulesOf('text').join('\n')}</style>`,
      `${attributes.join('')}<script>${script}</script>`,
    ),
    expected: [
      ...sheetRows('text', 'style'),
      ...propertyRows('style', 'style-attribute', 'p', 'style'),
      ...sheetRows('linked', 'link'),
      ...sheetRows('imported', 'style'),
      ...sheetRows('insertRule', 'style'),
      ...sheetRows('replaceSync', 'html'),
      ...sheetRows('replace', 'html'),
      ...propertyRows('rule.style', 'stylesheet', 'style'),
      ...propertyRows('element.style', 'style-attribute', 'p', 'style'),
      ...propertyRows('attributeStyleMap', 'style-attribute', 'p', 'style'),
      ...propertyRows('animate', 'style-attribute', 'p'),
    ],
  };
}

export const sinkPages: Record<string, SinkPage> = {
  'markup.html': markupPage(),
  'markup.xhtml': xmlPage(),
  'script.html': scriptPage(),
  'css.html': cssPage(),
};

/** Style sheets that the pages load. */
export const sinkSheets: Record<string, string> = {
  'linked.css': rulesOf('linked').join('\n'),
  'imported.css': rulesOf('imported').join('\n'),
};
