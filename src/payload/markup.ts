/**
 * HTML, SVG and XML as data: what in them would run, load, ask for passwords or lead away, and every
 * reference. Read by their tags alone; no element is made, no entity expanded.
 */
import { isInGroup, parseMimeType } from '../mime/mime-type.ts';
import { clip } from './bytes.ts';
import { decodeReferences } from './character-references.ts';
import { listed, lister, type MarkupFacts, type TextShape } from './facts.ts';
import { addMarkupReferences, isReferenceAttribute } from './markup-references.ts';
import { type Attribute, type Language, type Token, tokensOf } from './markup-tokens.ts';
import { addCssReferences, collectReferences, type References, shown } from './references.ts';

/** Attributes that are read though they hold no reference. */
const readAttributes = new Set(
  (
    'as attributename by content download from height http-equiv imagesrcset method name rel srcdoc style ' +
    'to type values viewbox width'
  ).split(' '),
);
const isHandler = (name: string) => /^on[a-z]/.test(name);
const localPart = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
const isWanted = (name: string) =>
  isHandler(name) || isReferenceAttribute(localPart(name)) || readAttributes.has(localPart(name));

/** How deep documents in `srcdoc` attributes are looked into. */
const srcdocDepth = 3;

interface Document {
  text: string;
  language: Language;
  depth: number;
  /** Where it stands in the body's text, if that is not the body's text itself. */
  within: { start: number; end: number } | null;
}

/**
 * @param text the body as text, without a byte order mark
 * @param language by which rules it is read: `svg` is XML
 */
export function readMarkup(
  text: string,
  language: MarkupFacts['language'],
  shape: TextShape,
): { facts: MarkupFacts; references: References } {
  const handlers = lister<string>(100);
  const forms = lister<{ action: string; method: string }>(100);
  const collector = collectReferences();
  const facts: Omit<MarkupFacts, 'handlers' | 'forms' | 'javascriptUrls'> = {
    kind: 'markup',
    language,
    text: shape,
    title: null,
    elements: 0,
    scripts: { inline: 0, loaded: 0, sample: null },
    foreignObjects: 0,
    frames: 0,
    passwordFields: 0,
    refresh: null,
    base: null,
    doctype: null,
    svg: null,
    drawing: null,
  };
  /** Not clipped, for it must resolve. */
  let base: string | null = null;

  const documents: Document[] = [
    { text, language: language === 'html' ? 'html' : 'xml', depth: 0, within: null },
  ];
  // It grows while it is walked.
  for (const document of documents) {
    const source = document.text;
    const isMain = document.within === null;
    const placed = (start: number, end: number, exact: boolean) =>
      document.within === null ? { start, end, exact } : { ...document.within, exact: false };
    /** What the text between tags belongs to, where it matters. */
    let inside: '' | 'script' | 'style' | 'title' = '';
    let isScript = false;

    const addScript = (script: string) => {
      if (script.trim() === '') return;
      facts.scripts.inline++;
      facts.scripts.sample ??= clip(script.trim());
    };
    const onContent = (name: string, content: string, start: number, end: number) => {
      if (name === 'script') {
        if (isScript) addScript(content);
      } else if (name === 'style') {
        const css = language === 'html' ? content : decodeReferences(content);
        addCssReferences(collector, css, placed(start, end, css.length === end - start), 'style');
      } else if (name === 'title' && isMain) facts.title ??= clip(decodeReferences(content).trim());
    };
    const onStart = (token: Extract<Token, { kind: 'start' }>) => {
      const name = localPart(token.name).toLowerCase();
      const { attributes } = token;
      facts.elements++;
      for (const attribute of attributes) {
        const attributeName = attribute.name.toLowerCase();
        if (isHandler(attributeName)) handlers.add(clip(`${name} ${attributeName}`, 100));
      }
      // SMIL sets handlers too (SVG Animations 2.3 forbids it; what reads loosely may not).
      if (isHandler((attributeValue(attributes, 'attributename') ?? '').toLowerCase()))
        handlers.add(clip(`${name} attributeName`));
      switch (name) {
        case 'script': {
          const isSvg = token.foreign || document.language === 'xml';
          const isLoaded =
            attributeValue(attributes, 'src') !== null ||
            (isSvg && attributeValue(attributes, 'href') !== null);
          const runs = isScriptType(attributeValue(attributes, 'type'));
          if (isLoaded && runs) facts.scripts.loaded++;
          isScript = runs && !isLoaded;
          break;
        }
        case 'foreignobject':
          facts.foreignObjects++;
          break;
        case 'iframe':
        case 'frame':
        case 'object':
        case 'embed':
          facts.frames++;
          break;
        case 'form':
          forms.add({
            action: shown(attributeValue(attributes, 'action') ?? ''),
            method: clip(attributeValue(attributes, 'method') ?? 'get', 20).toLowerCase(),
          });
          break;
        case 'input':
          if (attributeValue(attributes, 'type')?.trim().toLowerCase() === 'password') facts.passwordFields++;
          break;
        case 'meta':
          if (isMain && attributeValue(attributes, 'http-equiv')?.trim().toLowerCase() === 'refresh') {
            facts.refresh ??= clip(attributeValue(attributes, 'content') ?? '');
          }
          break;
        case 'base':
          if (isMain && base === null && attributeValue(attributes, 'href') !== null) {
            base = attributeValue(attributes, 'href');
            facts.base = shown(base!);
          }
          break;
        case 'svg':
          if (isMain && facts.elements === 1) facts.svg = svgSize(attributes);
          break;
      }
      const srcdoc =
        name === 'iframe' ? attributes.find((each) => localPart(each.name) === 'srcdoc') : undefined;
      if (srcdoc && document.depth < srcdocDepth) {
        const within = document.within ?? { start: srcdoc.start, end: srcdoc.end };
        documents.push({ text: srcdoc.value, language: 'html', depth: document.depth + 1, within });
      }
      if (attributes.length > 0) addMarkupReferences(collector, name, attributes, placed);
    };

    for (const token of tokensOf(source, document.language, isWanted)) {
      switch (token.kind) {
        case 'start': {
          onStart(token);
          const name = localPart(token.name).toLowerCase();
          const { content } = token;
          if (content) onContent(name, source.slice(content.start, content.end), content.start, content.end);
          else inside = !token.selfClosing && isTextElement(name) ? name : '';
          break;
        }
        case 'end':
          inside = '';
          break;
        case 'text':
        case 'cdata': {
          if (inside === '') break;
          const start = token.kind === 'cdata' ? token.start + 9 : token.start;
          const end = token.kind === 'cdata' ? Math.max(start, token.end - 3) : token.end;
          onContent(inside, source.slice(start, end), start, end);
          break;
        }
        case 'instruction': {
          const href = stylesheetHref(source.slice(token.start, Math.min(token.end, token.start + 4096)));
          if (href !== null) {
            const place = placed(token.start, token.end, true);
            const { start, end } = place;
            collector.add({
              written: href,
              start,
              end,
              element: 'xml-stylesheet',
              name: 'href',
              destination: 'style',
            });
          }
          break;
        }
        case 'doctype':
          if (isMain)
            facts.doctype ??= readDoctype(
              source.slice(token.start, Math.min(token.end, token.start + doctypeLength)),
            );
          break;
      }
    }
  }
  const references = collector.result(base);
  return {
    facts: {
      ...facts,
      handlers: listed(handlers),
      forms: listed(forms),
      javascriptUrls: references.byKind.javascript,
    },
    references,
  };
}

/** HTML 4.12.1: a script of any other type is a block of data. */
function isScriptType(type: string | null): boolean {
  const written = type?.trim().toLowerCase() ?? '';
  if (written === '' || written === 'module') return true;
  const parsed = parseMimeType(written);
  return parsed !== null && (isInGroup(parsed, 'javascript') || parsed.subtype === 'x-javascript');
}

const isTextElement = (name: string): name is 'script' | 'style' | 'title' =>
  name === 'script' || name === 'style' || name === 'title';

/** The value of the attribute of that local name, in lower case; null without one. */
export function attributeValue(attributes: readonly Attribute[], name: string): string | null {
  // A loop, since most tags are asked several times and have none of it.
  for (const attribute of attributes) {
    if (localPart(attribute.name.toLowerCase()) === name) return attribute.value;
  }
  return null;
}

/** Code units of a DOCTYPE that are read. */
const doctypeLength = 1 << 18;
const entity =
  /<!ENTITY\s{1,50}(?:%\s{1,50})?([^\s"'<>%]{1,100})\s{1,50}(?:(SYSTEM|PUBLIC)\b|["']([^"']{0,200}))/g;

const quoted = `"[^"]{0,1000}"|'[^']{0,1000}'`;
/** XML 2.8 and 4.2.2: the last of the names of the external subset, in its quotes. */
const systemIdentifier = new RegExp(
  `^<!doctype\\s{1,50}[^\\s[>]{1,100}\\s{1,50}(?:SYSTEM|PUBLIC\\s{1,50}(?:${quoted}))\\s{0,50}(${quoted})`,
  'i',
);

/** XML 4.2: the entities that a DOCTYPE declares, by name: what they stand for is not looked at. */
function readDoctype(text: string): NonNullable<MarkupFacts['doctype']> {
  const entities = lister<{ name: string; external: boolean; multiplies: boolean }>(100);
  for (const [, name, external, value = ''] of text.matchAll(entity)) {
    const multiplies = (value.match(/&[\w:.-]{1,100};/g)?.length ?? 0) > 1;
    entities.add({ name: name!, external: external !== undefined, multiplies });
  }
  const system = systemIdentifier.exec(text);
  return {
    text: clip(text),
    entities: listed(entities),
    system: system ? clip(system[1]!.slice(1, -1)) : null,
  };
}

/** https://www.w3.org/TR/xml-stylesheet/: the href of the instruction, or null where it is another. */
function stylesheetHref(instruction: string): string | null {
  if (!/^<\?xml-stylesheet\s/.test(instruction)) return null;
  const href = /\shref\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/.exec(instruction);
  return href ? decodeReferences(href[1] ?? href[2] ?? '') : null;
}

/**
 * SVG 2 8.2, CSS absolute lengths: in pixels, or null for percentages, units of the font and what is no
 * length.
 */
function pixels(length: string | null): number | null {
  const found =
    /^\s{0,20}\+?([0-9]{0,12}\.?[0-9]{1,12}(?:e[+-]?[0-9]{1,3})?)\s{0,20}(px|in|cm|mm|q|pt|pc)?\s{0,20}$/i.exec(
      length ?? '',
    );
  if (!found) return null;
  const unit = (found[2] ?? 'px').toLowerCase();
  const perUnit: Record<string, number> = {
    px: 1,
    in: 96,
    cm: 96 / 2.54,
    mm: 96 / 25.4,
    q: 96 / 101.6,
    pt: 96 / 72,
    pc: 16,
  };
  const value = Number(found[1]) * perUnit[unit]!;
  return Number.isFinite(value) ? value : null;
}

function svgSize(attributes: readonly Attribute[]): MarkupFacts['svg'] {
  const written = (name: string) => {
    const value = attributeValue(attributes, name);
    return value === null ? null : clip(value, 100);
  };
  const [width, height] = [written('width'), written('height')];
  const viewBox = written('viewbox');
  return { width, height, viewBox, pixelWidth: pixels(width), pixelHeight: pixels(height) };
}
