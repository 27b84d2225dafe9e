/**
 * Shows a body as text, in a charset that the user can choose, highlighted and formatted according to its type. The
 * body is never rendered in another way.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { decode, encodingOf } from '../../../src/mime/encodings.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import { firstShown, maxHighlighted } from '../../platform/limits.ts';
import { useColumns } from '../hooks/use-columns.ts';
import { visibleText } from '../text/format.ts';
import { codeLanguage, type Language } from './code-language.ts';
import type { Decoded } from './decoded-constants.ts';
import { type Formatting, useFormatted } from './format-code.ts';
import { RowScroller } from './row-scroller.tsx';
import { highlight, type Token } from './syntax-highlight.ts';
import { rowText, type TextRows, textRows } from './text-rows.ts';
import type { ViewerProps } from './viewer-props.ts';

/** The factor by which the number of displayed bytes grows with each request for more. */
const moreTimes = 8;

/** Number of code units that are formatted initially, and the minimum number. */
const firstFormatted = 1 << 17;
const leastFormatted = 1 << 11;

/** The charsets that are offered in addition to the body's own. */
const charsets = [
  ...['utf-8', 'windows-1252', 'iso-8859-2', 'iso-8859-15', 'windows-1251', 'koi8-r', 'windows-1256'],
  ...['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'utf-16le', 'utf-16be'],
];

interface Props extends ViewerProps {
  /** Whether code is formatted initially. */
  isFormatted?: boolean;
}

export function Viewer({ row, blob, isFormatted = false }: Props) {
  const { declared, used } = row.charset;
  const own = encodingOf(used ?? 'utf-8') ?? 'utf-8';
  const [charset, setCharset] = useState(own);
  const [limit, setLimit] = useState(firstShown);
  const [wantsFormat, setWantsFormat] = useState(isFormatted);
  const [formatLimit, setFormatLimit] = useState(firstFormatted);
  const text = useText(blob, charset, limit);
  const ofCode = codeLanguage(row);
  const code = wantsFormat && text !== null ? text.slice(0, formatLimit) : null;
  const formatted = useFormatted(code, ofCode);
  const ready = formatted === 'failed' ? null : formatted;
  const isCut = code !== null && text !== null && code.length < text.length;
  // Code of a disallowed type is not highlighted. Formatting only moves its text.
  const language = row.disallowed === null ? ofCode : 'plain';
  return (
    <div class="text-view" data-waiting={text === null ? '' : undefined}>
      <div class="viewer-tools">
        <label>
          {message('decodeAs')}{' '}
          <select
            data-action="charset"
            value={charset}
            onChange={({ currentTarget }) => setCharset(currentTarget.value)}
          >
            {[...new Set([own, ...charsets])].map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {ofCode !== 'plain' && (
          <label>
            <input
              type="checkbox"
              data-action="lay-out"
              checked={wantsFormat}
              onChange={({ currentTarget }) => setWantsFormat(currentTarget.checked)}
            />{' '}
            {message('layOut')}
          </label>
        )}
      </div>
      {declared !== null && encodingOf(declared) === null && (
        <p class="note">{message('charsetUnknown', visibleText(declared.slice(0, 100)), own)}</p>
      )}
      {text !== null && <SourceText text={ready?.code ?? text} language={language} />}
      {ready && <Constants constants={ready.constants} />}
      {code !== null && (
        <FormatNote formatting={formatted} limit={formatLimit} isCut={isCut} onLimit={setFormatLimit} />
      )}
      {blob.size > limit && !(ready && isCut) && (
        <p class="note">
          {message('textBeginning', formatNumber(limit))}{' '}
          <button type="button" data-action="more-text" onClick={() => setLimit(limit * moreTimes)}>
            {message('moreText')}
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * States how much of the code is formatted, with a button to format more, or less if formatting fails or takes too
 * long.
 */
function FormatNote({
  formatting,
  limit,
  isCut,
  onLimit,
}: {
  formatting: Formatting;
  limit: number;
  isCut: boolean;
  onLimit: (limit: number) => void;
}) {
  if (formatting === 'failed')
    return (
      <p class="note" role="status">
        {message('formatFailed')}{' '}
        {limit > leastFormatted && (
          <button type="button" data-action="format-less" onClick={() => onLimit(limit / moreTimes)}>
            {message('formatBeginning')}
          </button>
        )}
      </p>
    );
  if (formatting === null || !isCut) return null;
  return (
    <p class="note">
      {message('formattedBeginning', formatNumber(limit))}{' '}
      <button type="button" data-action="format-more" onClick={() => onLimit(limit * moreTimes)}>
        {message('formatMore')}
      </button>
    </p>
  );
}

function Constants({ constants }: { constants: readonly Decoded[] }) {
  if (constants.length === 0) return null;
  return (
    <section class="decoded">
      <h3>{message('decodedConstants')}</h3>
      <ul>
        {constants.map(({ text, by }, n) => (
          <li key={n}>
            <bdi class="dim">{by}</bdi> <code dir="ltr">{visibleText(text)}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reads the beginning of a Blob as text; null until it has been read. */
function useText(blob: Blob, charset: string, limit: number): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    blob
      .slice(0, limit)
      .arrayBuffer()
      .then((buffer) => {
        // The text is decoded as a stream, so that a character that the limit splits is omitted.
        if (isWanted) setText(decode(new Uint8Array(buffer), charset, blob.size > limit));
      });
    return () => {
      isWanted = false;
    };
  }, [blob, charset, limit]);
  return text;
}

/** Shows text in numbered lines, of which only the lines in view are rendered. */
export function SourceText({ text, language }: { text: string; language: Language }) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const digits = String(text.split('\n', 100_000).length).length;
  const rows = useMemo(
    () => (columns > 0 ? textRows(text, Math.max(20, columns - digits - 4)) : null),
    [text, columns, digits],
  );
  const tokens = useMemo(
    () => (text.length <= maxHighlighted ? highlight(text, language) : []),
    [text, language],
  );
  return (
    <div class="source-text" ref={box}>
      {rows && (
        <RowScroller
          count={rows.starts.length}
          label={message('asText')}
          render={(row) => (
            <div key={row} class="line">
              <span class="line-number" style={{ minWidth: `${digits + 1}ch` }}>
                {rows.lines[row] || ''}
              </span>
              <span class="code">{pieces(text, rows, row, tokens)}</span>
            </div>
          )}
        />
      )}
    </div>
  );
}

/** Splits the text of a row into its tokens. */
function pieces(text: string, rows: TextRows, row: number, tokens: readonly Token[]) {
  const start = rows.starts[row] ?? 0;
  const end = start + rowText(text, rows, row).length;
  const shown = [];
  let at = start;
  for (let n = firstBehind(tokens, start); n < tokens.length; n++) {
    const token = tokens[n] as Token;
    if (token.start >= end) break;
    if (token.start > at) shown.push(visibleText(text.slice(at, token.start)));
    at = Math.max(at, token.start);
    const to = Math.min(end, token.end);
    shown.push(
      <span key={at} class={`token-${token.kind}`}>
        {visibleText(text.slice(at, to))}
      </span>,
    );
    at = to;
  }
  if (at < end) shown.push(visibleText(text.slice(at, end)));
  return shown;
}

/** The index of the first token that ends after a position. */
function firstBehind(tokens: readonly Token[], position: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
