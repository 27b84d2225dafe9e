/**
 * Finds the positions of data: URLs in the sources of their documents, if DevTools or the browser's cache contains
 * them.
 */
import { isDataUrl, mayHoldUrl } from '../../src/data-url/is-data-url.ts';
import { identify } from '../../src/data-url/written.ts';
import { urlUseOf } from '../../src/elements.ts';
import { XLINK } from '../../src/namespaces.ts';
import { countLines, type LinePosition } from '../../src/payload/css/css-lines.ts';
import { findCssUrls } from '../../src/payload/css/css-urls.ts';
import { cssPrefix, placeOf, valueParts } from '../../src/payload/markup/attribute-urls.ts';
import { viewOf } from '../../src/payload/markup/markup-references.ts';
import { tokenSteps } from '../../src/payload/markup/markup-tokens.ts';
import type { DataUrl } from '../../src/report/report.ts';
import { withoutFragment } from '../../src/uri/fragment.ts';
import type { Occurrence, Place } from '../../src/vocabulary.ts';
import { inTurns } from '../../src/yield-to-event-loop.ts';
import type { ReportClient } from './report-client.ts';

type Located = Pick<DataUrl, 'sha256' | 'length'> & { occurrences: readonly Occurrence[] };

/**
 * The positions of a data: URL's occurrences, in order; null for each unknown position.
 *
 * @param frame the only document whose source is read; by default, all are
 */
export type SourceLocator = (dataUrl: Located, frame?: string) => Promise<(LinePosition | null)[]>;

/** A data: URL in a source, and the position of its start. */
interface InSource extends LinePosition {
  written: string;
}

/** The data: URLs in a source, keyed by their kind of place and length. Each list is in the order of the text. */
type SourceIndex = ReadonlyMap<string, readonly InSource[]>;

const keyOf = (place: Place, element: string, name: string, length: number): string =>
  // The name is omitted for a style attribute, because it may be the name of the attribute or of the property.
  [place, element, place === 'style-attribute' ? '' : name, length].join(' ');

const places: ReadonlySet<Place> = new Set([
  ...(['attribute', 'srcset', 'style-attribute', 'stylesheet', 'meta-refresh'] as const),
]);

/** Whether an occurrence may be in the source of its document, rather than in a header or made by a script. */
const mayBeInSource = ({ place, name, sheet, file, dropped, removedAt }: Occurrence): boolean =>
  places.has(place) && name !== 'Link' && (sheet ?? file ?? dropped ?? removedAt) === undefined;

/** Creates a locator that reads the source of each document once. */
export function createSourceLocator(client: Pick<ReportClient, 'ask'>): SourceLocator {
  const indexes = new Map<string, Promise<SourceIndex | null>>();
  const indexAt = (document: string, id: string, occurrence: number) => {
    const known = indexes.get(document);
    if (known) return known;
    const index = client
      .ask({ type: 'source', id, occurrence })
      .then(async (source) => (source instanceof Blob ? inTurns(indexing(await source.text())) : null));
    indexes.set(document, index);
    return index;
  };
  return async (dataUrl, only) => {
    const positions = dataUrl.occurrences.map((): LinePosition | null => null);
    const candidates = [...dataUrl.occurrences.entries()].filter(
      ([, each]) => mayBeInSource(each) && each.frame === (only ?? each.frame),
    );
    const groups = Map.groupBy(candidates, ([, { frame, place, element, name }]) =>
      [withoutFragment(frame), keyOf(place, element, name, dataUrl.length)].join('\n'),
    );
    for (const same of groups.values()) {
      const [number, first] = same[0]!;
      const index = await indexAt(withoutFragment(first.frame), dataUrl.sha256, number);
      const found = index ? await positionsOf(index, dataUrl, first) : [];
      // If the numbers differ, a script has added or removed occurrences, and it is unknown which ones.
      if (found.length === same.length) for (const [n, [at]] of same.entries()) positions[at] = found[n]!;
    }
    return positions;
  };
}

/** Finds the positions of a data: URL in all places of one kind. */
async function positionsOf(
  index: SourceIndex,
  { sha256, length }: Pick<DataUrl, 'sha256' | 'length'>,
  { place, element, name }: Occurrence,
): Promise<LinePosition[]> {
  const found: LinePosition[] = [];
  const known = new Map<string, boolean>();
  for (const { written, line, column } of index.get(keyOf(place, element, name, length)) ?? []) {
    const isSame = known.get(written) ?? (await identify(written)).sha256 === sha256;
    known.set(written, isSame);
    if (isSame) found.push({ line, column });
  }
  return found;
}

/**
 * Finds the data: URLs in the attributes and style elements of a document's source. Yields now and then, so that other
 * work can run.
 */
function* indexing(text: string): Generator<unknown, SourceIndex, void> {
  const found: { key: string; written: string; start: number }[] = [];
  const add = (place: Place, element: string, name: string, written: string, start: number) => {
    if (isDataUrl(written)) found.push({ key: keyOf(place, element, name, written.length), written, start });
  };
  const isXml = /^\s*<(?:\?xml|svg)/i.test(text);
  for (const tag of tokenSteps(text, isXml ? 'xml' : 'html')) {
    yield;
    if (tag?.kind !== 'start' || tag.namespace === null || tag.within !== null) continue;
    const view = viewOf(tag, isXml);
    for (const { name, value, start, end } of tag.attributes) {
      if (!mayHoldUrl(value)) continue;
      const isXlink = name.startsWith('xlink:');
      const use = urlUseOf(view, isXlink ? name.slice(6) : name, isXlink ? XLINK : null);
      if (!use) continue;
      const { syntax } = use;
      const place = placeOf(syntax);
      const prefix = cssPrefix[syntax];
      // A value with character references is longer in the source, so only its start is known.
      const at = (offset: number) => (value.length === end - start ? start + offset : start);
      for (const part of valueParts(value, syntax)) {
        yield;
        if (prefix === undefined) add(place, view.name, name, part.url, at(part.start));
        else
          for (const url of findCssUrls(prefix + part.url)) {
            yield;
            if (url && !url.dropped)
              add(place, view.name, name, url.written, at(part.start + url.start - prefix.length));
          }
      }
    }
    if (tag.name !== 'style' || tag.content === null) continue;
    const { start, end } = tag.content;
    for (const url of findCssUrls(text.slice(start, end), undefined, true)) {
      yield;
      if (url && !url.dropped) add('stylesheet', view.name, url.name, url.written, start + url.start);
    }
  }
  const index = new Map<string, InSource[]>();
  const positionOf = countLines(text);
  for (const { key, written, start } of found.sort((a, b) => a.start - b.start)) {
    const url = { written, ...(yield* positionOf(start)) };
    const same = index.get(key);
    if (same) same.push(url);
    else index.set(key, [url]);
  }
  return index;
}
