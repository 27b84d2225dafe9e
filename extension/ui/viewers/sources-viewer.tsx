/** Lists the sources in a source map, and shows the texts that the map contains. */

import { useEffect, useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import { maxTextLength } from '../limits.ts';
import { formatBytes, visibleText } from '../text/format.ts';
import { type Language, languageOf } from './code-language.ts';
import { SourceText } from './text-viewer.tsx';
import type { ViewerProps } from './viewer-props.ts';

/** Maximum size, in bytes, of a source map that is parsed without asking. */
const maxParsedMap = 16 << 20;

/**
 * The text of each source in the map, with its size in bytes of UTF-8; null if the map lacks the text or the text can't
 * be read.
 */
type Contents = readonly ({ text: string; size: number } | null)[];

export function Viewer({ blob, facts }: ViewerProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const [contents, setContents] = useState<Contents | null>(null);
  const isWanted = blob.size <= maxParsedMap || opened !== null;
  useEffect(() => {
    let isThere = true;
    if (isWanted) void contentsOf(blob).then((read) => isThere && setContents(read));
    return () => {
      isThere = false;
    };
  }, [blob, isWanted]);
  if (facts?.kind !== 'source-map') return null;
  const { first, count } = facts.sources;
  const shown = opened === null ? null : (contents?.[opened] ?? null);
  return (
    <div class="listing">
      <ol>
        {first.map((source, at) => (
          <li key={at}>
            <button
              type="button"
              class="link"
              data-action="open-source"
              aria-pressed={opened === at}
              onClick={() => setOpened(at)}
            >
              {visibleText(source.slice(0, maxTextLength)) || message('unnamed')}
            </button>{' '}
            <span class="dim">
              {contents?.[at] ? formatBytes(contents[at].size) : contents?.length ? message('noContent') : ''}
            </span>
          </li>
        ))}
      </ol>
      {count > first.length && (
        <p class="note">{message('firstEntries', first.length, formatNumber(first.length))}</p>
      )}
      {opened !== null &&
        contents &&
        (shown === null ? (
          <p class="note">{message('noContent')}</p>
        ) : (
          <SourceText key={opened} text={shown.text} language={languageByName(first[opened] ?? '')} />
        ))}
    </div>
  );
}

async function contentsOf(blob: Blob): Promise<Contents> {
  try {
    // Some maps begin with a line that prevents them from being run as scripts.
    const map = JSON.parse((await blob.text()).replace(/^\)\]\}'?[^\n]*\n/, ''));
    const contents: unknown = map.sourcesContent;
    if (!Array.isArray(contents)) return [];
    return contents.map((text: unknown) =>
      typeof text === 'string' ? { text, size: new Blob([text]).size } : null,
    );
  } catch {
    return [];
  }
}

const types: readonly [RegExp, string][] = [
  [/\.(?:[cm]?[jt]sx?)(?:\?|$)/, 'text/javascript'],
  [/\.(?:css|scss|less|sass)(?:\?|$)/, 'text/css'],
  [/\.(?:html?|vue|svelte)(?:\?|$)/, 'text/html'],
  [/\.json(?:\?|$)/, 'text/json'],
];

const languageByName = (name: string): Language =>
  languageOf(types.find(([pattern]) => pattern.test(name))?.[1] ?? '');
