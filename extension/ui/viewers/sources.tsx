/** The sources that a source map names, and the text of those that it holds. */
import { useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import { visibleText } from '../format.ts';
import { type Language, languageOf } from './highlight.ts';
import { SourceText } from './text.tsx';
import type { ViewerProps } from './viewer.ts';

const longest = 300;

/** `null`: the map does not hold this source, or cannot be read. */
type Opened = { at: number; text: string | null };

export function Viewer({ blob, facts }: ViewerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (facts?.kind !== 'source-map') return null;
  const { first, count } = facts.sources;
  const open = async (at: number) => setOpened({ at, text: await contentOf(blob, at) });
  const name = opened && first[opened.at];
  return (
    <div class="listing">
      <ol>
        {first.map((source, at) => (
          <li key={at}>
            <button
              type="button"
              class="link"
              data-action="open-source"
              aria-pressed={opened?.at === at}
              onClick={() => open(at)}
            >
              {visibleText(source.slice(0, longest)) || message('unnamed')}
            </button>
          </li>
        ))}
      </ol>
      {count > first.length && (
        <p class="note">{message('firstEntries', first.length, formatNumber(first.length))}</p>
      )}
      {opened &&
        (opened.text === null ? (
          <p class="note">{message('noContent')}</p>
        ) : (
          <SourceText text={opened.text} language={languageByName(name ?? '')} />
        ))}
    </div>
  );
}

async function contentOf(blob: Blob, at: number): Promise<string | null> {
  try {
    // Some maps begin with a line that keeps them from being scripts.
    const map = JSON.parse((await blob.text()).replace(/^\)\]\}'?[^\n]*\n/, ''));
    const content: unknown = map.sourcesContent?.[at];
    return typeof content === 'string' ? content : null;
  } catch {
    return null;
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
