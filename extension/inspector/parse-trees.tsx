/** The parse tree of a text according to the grammar of a document. It is computed when it is first opened. */
import { useEffect, useState } from 'preact/hooks';
import type { GrammarDocument } from '../../src/references/parse-tree.ts';
import { wholeText } from '../platform/answers.ts';
import { message } from '../platform/i18n.ts';
import { later } from '../ui/parts/later.tsx';

const ParseTreeView = later(() => import('./parse-tree-view.tsx').then((module) => module.ParseTreeView));

/**
 * Maximum number of code units of a text, or bytes of a Blob, that are parsed. The tree may contain a node for each.
 */
const maxParsedLength = 1 << 20;

const names: Record<GrammarDocument, () => string> = {
  rfc2397: () => 'RFC 2397',
  rfc3986: () => 'RFC 3986',
  draft1997: () => message('by1997'),
  draft2013: () => message('byDraft'),
};

interface Props {
  written: string | Blob;
  documents: readonly [GrammarDocument, ...GrammarDocument[]];
}

export function ParseTrees({ written, documents }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<GrammarDocument>(documents[0]);
  const [read, setRead] = useState<{ of: string | Blob; text: string }>();
  const shown = documents.includes(chosen) ? chosen : documents[0];
  const size = typeof written === 'string' ? written.length : written.size;
  const isWanted = isOpen && size <= maxParsedLength;
  useEffect(() => {
    if (isWanted) void wholeText(written).then((text) => setRead({ of: written, text }));
  }, [written, isWanted]);
  return (
    <details class="parse-trees" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{message('parseTree')}</summary>
      {isOpen && size > maxParsedLength && <p class="note">{message('rfcTooLarge')}</p>}
      {isWanted && (
        <>
          {documents.length > 1 && (
            <label>
              {message('uriGrammar')}{' '}
              <select
                data-field="grammar"
                value={shown}
                onChange={({ currentTarget }) => setChosen(currentTarget.value as GrammarDocument)}
              >
                {documents.map((document) => (
                  <option key={document} value={document}>
                    {names[document]()}
                  </option>
                ))}
              </select>
            </label>
          )}
          {read?.of === written && <ParseTreeView text={read.text} document={shown} />}
        </>
      )}
    </details>
  );
}
