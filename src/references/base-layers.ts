/** Finds the base URI of a pasted document by section 5.1 of rfc2396bis, with each layer that was considered. */

import { asciiLowercase } from '../uri/characters.ts';
import { components } from '../uri/components.ts';
import { type BaseContext, type EstablishedBase, establishBase } from './base.ts';

/** Maximum number of bases in the headers of one text, which may contain nested messages. */
export const maxBaseLayers = 2000;

export const layerNames = ['element', 'header', 'enclosing', 'retrieval', 'default'] as const;
export type LayerName = (typeof layerNames)[number];

/**
 * `base`: the base, resolved if it is relative; `support`: a layer against which a relative inner one is resolved;
 * `outer`: not used, because an inner layer is absolute; `data`, `relative`: a layer that cannot be a base.
 */
export const layerStates = ['base', 'support', 'outer', 'data', 'relative'] as const;
export type LayerState = (typeof layerStates)[number];

export interface BaseLayer {
  name: LayerName;
  uri: string;
  state: LayerState;
}

export interface BaseSources {
  /** The document: HTML, or headers with or without the text that follows (5.1.1). */
  document?: string;
  /** The message around the document (5.1.2). Of nested messages, the last is the innermost. */
  message?: string;
  /** The retrieval URI (5.1.3). */
  retrieval?: string;
  /** The default base URI (5.1.4). */
  default?: string;
}

/** The layers, innermost first, and the resulting base. Takes linear time. */
export function baseLayers(sources: BaseSources): { layers: BaseLayer[]; base: EstablishedBase } {
  const { document = '', message = '' } = sources;
  const element = baseElement(document);
  const embedded: [LayerName, string][] = [
    ...(element === undefined ? [] : [['element', element] as [LayerName, string]]),
    ...headerBases(document).map((uri): [LayerName, string] => ['header', uri]),
    ...headerBases(message).map((uri): [LayerName, string] => ['enclosing', uri]),
  ];
  const retrieval = sources.retrieval?.trim() || undefined;
  const last = sources.default?.trim() || undefined;
  const all: [LayerName, string][] = [...embedded];
  if (retrieval !== undefined) all.push(['retrieval', retrieval]);
  if (last !== undefined) all.push(['default', last]);
  return { layers: withStates(all), base: establishBase(contextOf(embedded, retrieval, last)) };
}

function contextOf(
  embedded: readonly [LayerName, string][],
  retrieval: string | undefined,
  last: string | undefined,
): BaseContext {
  const outermost: BaseContext = { retrieval };
  const context = embedded.reduceRight<BaseContext>(
    (encapsulating, [, uri]) => ({ embedded: uri, encapsulating }),
    outermost,
  );
  return { ...context, default: last };
}

function withStates(all: readonly [LayerName, string][]): BaseLayer[] {
  const schemes = all.map(([, uri]) => asciiLowercase(components(uri).scheme ?? ''));
  const isRelative = all.map(([name], n) => schemes[n] === '' && name !== 'retrieval' && name !== 'default');
  const absolute = schemes.findIndex((scheme) => scheme !== '' && scheme !== 'data');
  const first = isRelative.findIndex((is, n) => is && n < absolute);
  return all.map(([name, uri], n) => {
    const state = (): LayerState => {
      if (schemes[n] === 'data') return 'data';
      if (absolute < 0) return 'relative';
      if (n > absolute) return 'outer';
      if (n === absolute) return first < 0 ? 'base' : 'support';
      if (!isRelative[n]) return 'relative';
      return n === first ? 'base' : 'support';
    };
    return { name, uri, state: state() };
  });
}

/** Matches an HTTP or MIME field with a base: Content-Base (RFC 2110) or Content-Location (RFC 2557 section 4). */
const field = /^[ \t]*content-(base|location)[ \t]*:[ \t]*([^\r\n]*(?:\r?\n[ \t]+[^\r\n]+)*)/gim;
/** Matches the beginning of another entity: a boundary, or a Content-Type header that announces one. */
const entity = /^[ \t]*(?:--[^\s-]|content-type[ \t]*:[ \t]*(?:message|multipart)\/)/gim;

/**
 * The bases of all headers, last header first. Content-Base takes precedence over Content-Location in the same header.
 */
function headerBases(text: string): string[] {
  const starts = [...text.matchAll(entity)].map(({ index }) => index);
  const found: { at: number; isBase: boolean; uri: string }[] = [];
  let at = 0;
  for (const { 1: name = '', 2: value = '', index } of text.matchAll(field)) {
    while (at < starts.length && starts[at]! <= index) at++;
    const uri = uriOf(value);
    const known = found.at(-1);
    const isBase = asciiLowercase(name) === 'base';
    if (uri === '') continue;
    if (known?.at !== at) found.push({ at, isBase, uri });
    else if (isBase && !known.isBase) found[found.length - 1] = { at, isBase, uri };
    if (found.length === maxBaseLayers) break;
  }
  return found.map(({ uri }) => uri).reverse();
}

/** The URI in a field, without line breaks, quotes, angle brackets, and text after the URI. */
function uriOf(value: string): string {
  const plain = value.replace(/\r?\n[ \t]+/g, '').trim();
  const [, quoted, bracketed] = /^(?:"([^"]*)"|<([^>]*)>)/.exec(plain) ?? [];
  return quoted ?? bracketed ?? plain.split(/[ \t(]/, 1)[0] ?? '';
}

/**
 * Matches a comment, an element whose content is text in HTML, or a `<base>`, which does not count inside the other
 * two. Takes linear time.
 */
const basesAndTexts =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>])[\s\S]*?(?:<\/\1(?=[\s/>])|$)|<base(?=[\s/])[^>]{0,4096}/gi;

/** The first `<base>` with an `href` in HTML. */
function baseElement(text: string): string | undefined {
  for (const [tag] of text.matchAll(basesAndTexts)) {
    if (!/^<base/i.test(tag)) continue;
    const [, quoted, single, bare] =
      /[\s/"']href\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
    const href = quoted ?? single ?? bare;
    if (href !== undefined) return href.trim().replaceAll('&amp;', '&');
  }
  return undefined;
}
