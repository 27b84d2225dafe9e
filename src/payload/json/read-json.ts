/** JSON and source maps, read by one scan of the text that creates no objects. */

import type { BodyText } from '../body-text.ts';
import { type JsonFacts, listed, lister, type SourceMapFacts } from '../facts.ts';
import { collectReferences, type References, readable } from '../references.ts';
import { type JsonValue, jsonScan } from './json-scan.ts';

/**
 * Reads the facts of JSON, or of a source map (ECMA-426). The sources of a source map are its references.
 *
 * @param isCut whether the text is only the beginning of the body
 */
export function* readJson(
  { text, shape }: BodyText,
  isCut: boolean,
): Generator<unknown, { facts: JsonFacts | SourceMapFacts; references: References | null }, void> {
  const map = sourceMapReader(text);
  const scan = yield* jsonScan(text, map.visitor);
  // The properties that identify a source map may come last, so both kinds of facts are collected in one pass. A
  // broken source map is reported as broken JSON.
  if ((scan.ok || (isCut && scan.at === text.length)) && map.isSourceMap()) {
    return {
      facts: { kind: 'source-map', text: shape, ...map.facts() },
      references: yield* map.references(),
    };
  }
  const facts: JsonFacts = {
    kind: 'json',
    text: shape,
    valid: scan.ok,
    errorAt: scan.ok || (isCut && scan.at === text.length) ? null : scan.at,
    top: scan.ok ? scan.top : null,
    depth: scan.ok ? scan.depth : null,
  };
  return { facts, references: null };
}

/** Maximum length, in code units, of a literal that is decoded. */
const literalLength = 1 << 23;

/** The text of a JSON string; null for other values. */
function stringValue(text: string, { kind, start, end }: JsonValue): string | null {
  if (kind !== 'string' || end - start > literalLength) return null;
  const written = text.slice(start, end);
  // Without escapes, the result is a slice, which takes no additional memory.
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

function sourceMapReader(text: string) {
  const collector = collectReferences();
  const sources = lister<string>();
  let version: number | null = null;
  let file: string | null = null;
  let sourceRoot: string | null = null;
  let names = 0;
  let sections = 0;
  let mappings: number | null = null;
  let hasSections = false;
  const contents = { count: 0, length: 0 };
  /** The keys of the open containers, only as deep as an index map needs. */
  const path: string[] = [];
  /**
   * Whether a value at this depth is a property of a map: of the top-level map, or of one in a section (ECMA-426 10).
   */
  const isInMap = (depth: number) =>
    depth === 1 || (depth === 4 && path[1] === 'sections' && path[3] === 'map');

  return {
    visitor: {
      value(value: JsonValue) {
        const { kind, depth, key, start, end } = value;
        if (depth < 6) path[depth] = key;
        if (isInMap(depth)) {
          if (key === 'version' && kind === 'number' && depth === 1) version = Number(text.slice(start, end));
          else if (key === 'file' && depth === 1) file = readableOrNull(stringValue(text, value));
          else if (key === 'sourceRoot') sourceRoot ??= readableOrNull(stringValue(text, value));
          else if (key === 'mappings' && kind === 'string') mappings = (mappings ?? 0) + end - start - 2;
          else if (key === 'sections' && kind === 'array') hasSections = true;
          return;
        }
        if (depth === 2 && path[1] === 'sections' && kind === 'object') sections++;
        if (!isInMap(depth - 1)) return;
        const list = path[depth - 1];
        if (list === 'names') names++;
        else if (list === 'sourcesContent' && kind === 'string') {
          contents.count++;
          contents.length += end - start - 2;
        } else if (list === 'sources') {
          const source = stringValue(text, value);
          sources.add(readable(source ?? ''));
          if (source === null) return;
          const place = { start: start + 1, end: end - 1, element: '', name: 'sources' };
          collector.add({ written: source, ...place, destination: 'none', when: 'tools' });
        }
      },
    },
    isSourceMap: () => version !== null && (hasSections || mappings !== null),
    facts: (): Omit<SourceMapFacts, 'kind' | 'text'> => ({
      version,
      file,
      sourceRoot,
      sources: listed(sources),
      names,
      contents,
      mappings: mappings ?? 0,
      sections,
    }),
    references: () => collector.result(),
  };
}

const readableOrNull = (text: string | null): string | null => (text === null ? null : readable(text));
