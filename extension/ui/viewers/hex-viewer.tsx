/** Shows any byte of a body of any size, by offset, search, or scrolling. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import { useColumns } from '../hooks/use-columns.ts';
import { Icon } from '../parts/icons.tsx';
import { Tip } from '../parts/tool.tsx';
import { findInBlob, needleOf, offsetOf } from './hex-search.ts';
import { RowScroller } from './row-scroller.tsx';
import type { ViewerProps } from './viewer-props.ts';

/** Number of bytes that are read at a time, around the bytes in view. */
const pieceSize = 1 << 16;
/** Number of columns that a row of sixteen bytes takes up. */
const wideColumns = 78;

interface Match {
  offset: number;
  size: number;
}

export function Viewer({ blob }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const width = columns >= wideColumns ? 16 : 8;
  const [found, setFound] = useState<Match | null>(null);
  const bytes = usePieces(blob);
  const goTo = useMemo(() => found && { row: Math.floor(found.offset / width) }, [found, width]);
  const digits = Math.max(4, (blob.size - 1).toString(16).length);
  return (
    <div class="hex-view" ref={box}>
      <HexTools blob={blob} found={found} onFound={setFound} />
      {columns > 0 && (
        <RowScroller
          count={Math.ceil(blob.size / width)}
          label={message('asHex')}
          goTo={goTo}
          render={(row) => (
            <HexRow
              key={row}
              offset={row * width}
              digits={digits}
              width={width}
              bytes={bytes(row * width, Math.min(blob.size, (row + 1) * width))}
              found={found}
            />
          )}
        />
      )}
    </div>
  );
}

/**
 * Reads the bytes of a Blob on demand. The result is null while the bytes are being read; the component is then
 * rendered again.
 */
function usePieces(blob: Blob): (start: number, end: number) => Uint8Array | null {
  const [, draw] = useState(0);
  // Three pieces are kept, because the view may span two. Reading other pieces again takes hardly any time.
  const pieces = useMemo(() => new Map<number, Uint8Array | null>(), [blob]);
  return (start, end) => {
    const piece = Math.floor(start / pieceSize);
    const known = pieces.get(piece);
    if (known) return known.subarray(start - piece * pieceSize, end - piece * pieceSize);
    if (known === undefined) {
      pieces.set(piece, null);
      for (const each of [...pieces.keys()].slice(0, -3)) pieces.delete(each);
      blob
        .slice(piece * pieceSize, (piece + 1) * pieceSize)
        .arrayBuffer()
        .then((buffer) => {
          if (pieces.has(piece)) pieces.set(piece, new Uint8Array(buffer));
          draw((n) => n + 1);
        });
    }
    return null;
  };
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const character = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');

interface HexRowProps {
  offset: number;
  digits: number;
  width: number;
  bytes: Uint8Array | null;
  found: Match | null;
}

function HexRow({ offset, digits, width, bytes, found }: HexRowProps) {
  const all = bytes ? [...bytes] : [];
  // Most rows contain no mark and are a single text node.
  const from = found ? Math.max(0, found.offset - offset) : 0;
  const to = found ? Math.min(all.length, found.offset + found.size - offset) : 0;
  const isMarked = to > from;
  const column = (some: number[]) => some.map(hex).join(' ');
  const text = (some: number[]) => some.map(character).join('');
  const gap = ' '.repeat(Math.max(0, (width - all.length) * 3));
  return (
    <div class="line" data-offset={offset}>
      <span class="dim">{offset.toString(16).padStart(digits, '0')}</span>
      {'  '}
      {isMarked ? <Marked all={all} from={from} to={to} as={column} gap=" " /> : column(all)}
      {gap}
      {'  '}
      <span class="characters">
        {isMarked ? <Marked all={all} from={from} to={to} as={text} gap="" /> : text(all)}
      </span>
    </div>
  );
}

function Marked({
  all,
  from,
  to,
  as,
  gap,
}: {
  all: number[];
  from: number;
  to: number;
  as: (some: number[]) => string;
  gap: string;
}) {
  return (
    <>
      {as(all.slice(0, from))}
      {from > 0 && gap}
      <mark>{as(all.slice(from, to))}</mark>
      {to < all.length && gap}
      {as(all.slice(to))}
    </>
  );
}

function HexTools({
  blob,
  found,
  onFound,
}: {
  blob: Blob;
  found: Match | null;
  onFound: (found: Match | null) => void;
}) {
  const [wanted, setWanted] = useState('');
  const [as, setAs] = useState<'text' | 'hex'>('text');
  const [offset, setOffset] = useState('');
  const [status, setStatus] = useState('');
  const search = useRef(0);
  useEffect(() => {
    onFound(null);
    setStatus('');
    return () => {
      search.current++;
    };
  }, [blob]);
  const find = async (event: Event) => {
    event.preventDefault();
    const needle = needleOf(wanted, as);
    if (!needle) return setStatus(as === 'hex' ? message('noHex') : message('nothingToFind'));
    const mine = ++search.current;
    setStatus(message('searching'));
    const at = await findInBlob(blob, needle, found ? found.offset + 1 : 0, () => search.current === mine);
    if (search.current !== mine) return;
    onFound(at < 0 ? null : { offset: at, size: needle.length });
    setStatus(at < 0 ? message('notFound') : message('foundAt', formatNumber(at), `0x${at.toString(16)}`));
  };
  const jump = (event: Event) => {
    event.preventDefault();
    const at = offsetOf(offset, blob.size);
    if (at === null) return setStatus(message('noOffset', formatNumber(blob.size - 1)));
    onFound({ offset: at, size: 1 });
    setStatus(message('foundAt', formatNumber(at), `0x${at.toString(16)}`));
  };
  return (
    <div class="viewer-tools">
      <form onSubmit={find}>
        <input
          type="search"
          class="find"
          dir={wanted ? 'auto' : undefined}
          placeholder={message('findBytes')}
          aria-label={message('findBytes')}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <select
          aria-label={message('findAs')}
          value={as}
          onChange={({ currentTarget }) => setAs(currentTarget.value === 'hex' ? 'hex' : 'text')}
        >
          <option value="text">{message('asPlainText')}</option>
          <option value="hex">{message('view_hex')}</option>
        </select>
        <button type="submit" class="tool" data-action="find" aria-label={message('findNext')}>
          <Icon name="search" />
          <Tip text={message('findNext')} />
        </button>
      </form>
      <form onSubmit={jump}>
        <input
          class="offset"
          dir="ltr"
          placeholder="0x…"
          aria-label={message('goToOffset')}
          title={message('goToOffset')}
          value={offset}
          onInput={({ currentTarget }) => setOffset(currentTarget.value)}
        />
        <button type="submit" data-action="jump">
          {message('go')}
        </button>
      </form>
      <p class="action-status" role="status">
        {status}
      </p>
    </div>
  );
}
