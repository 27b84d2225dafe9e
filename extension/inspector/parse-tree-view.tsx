/** A parse tree as nested lists: each production with its positions, and the text of each production without parts. */
import { useMemo } from 'preact/hooks';
import { bulletedPassword } from '../../src/references/masked-password.ts';
import { type GrammarDocument, type ParseNode, parseTree } from '../../src/references/parse-tree.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { visibleText } from '../ui/text/format.ts';
import { Clipped } from './clipped.tsx';
import { FirstNote } from './first-note.tsx';
import { maxListed } from './limits.ts';
import { Violations } from './violation-list.tsx';

export function ParseTreeView({ text, document }: { text: string; document: GrammarDocument }) {
  const { tree, violations } = useMemo(() => parseTree(text, document), [text, document]);
  const shown = useMemo(() => bulletedPassword(text), [text]);
  return (
    <>
      {violations.length === 0 ? (
        <p class="note">{message('grammarMatches')}</p>
      ) : (
        <Violations text={shown} violations={violations} />
      )}
      <ul class="parse-tree" data-grammar={document}>
        <Node node={tree} text={shown} />
      </ul>
    </>
  );
}

function Node({ node: { production, start, end, parts }, text }: { node: ParseNode; text: string }) {
  const isDelimiter = production.startsWith('"');
  return (
    <li data-production={production}>
      <code dir="ltr">{visibleText(production)}</code>{' '}
      {parts.length === 0 && !isDelimiter && end > start && <Clipped text={text.slice(start, end)} />}{' '}
      <span class="dim">{message('spanPositions', formatNumber(start), formatNumber(end))}</span>
      {parts.length > 0 && (
        <ul>
          {parts.slice(0, maxListed).map((part, n) => (
            <Node key={n} node={part} text={text} />
          ))}
        </ul>
      )}
      <FirstNote shown={Math.min(maxListed, parts.length)} of={parts.length} />
    </li>
  );
}
