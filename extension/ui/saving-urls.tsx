/** The data: URLs that contribute to a saving: the first ones by name, and a link that lists all of them. */
import { formatNumber, message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { formatBytes } from './text/format.ts';
import { dimensionsText } from './text/picture-size.ts';
import { rowName } from './text/row-texts.ts';

export interface UrlActions {
  /** Opens the details of a data: URL. */
  onOpen: (id: string) => void;
  /** Lists data: URLs. */
  onShow: (ids: readonly string[]) => void;
}

interface Props extends UrlActions {
  /** The data: URLs that save most, with the bytes that each saves or moves. */
  named: readonly { row: Row; gain?: string }[];
  /** The `sha256` of all data: URLs. */
  ids: readonly string[];
}

/** Maximum number of data: URLs that are named: the ones that save or move most. */
export const maxNamed = 3;

export function SavingUrls({ named, ids, onOpen, onShow }: Props) {
  const unnamed = new Set(ids);
  for (const { row } of named) unnamed.delete(row.sha256);
  return (
    <>
      <ul class="saving-urls">
        {named.map(({ row, gain }) => (
          <li key={row.sha256}>
            <UrlLink row={row} onOpen={onOpen} />
            {gain && <span class="dim">{gain}</span>}
          </li>
        ))}
      </ul>
      {unnamed.size > 0 && (
        <button type="button" class="link" data-action="show-urls" onClick={() => onShow(ids)}>
          {message('showUrls', ids.length, formatNumber(ids.length))}
        </button>
      )}
    </>
  );
}

/**
 * The dimensions of a picture, or the size of a body. Distinguishes data: URLs without names, which are labeled only
 * with their kind.
 */
const apart = ({ picture, size }: Row): string =>
  dimensionsText(picture) || (size === null ? '' : formatBytes(size));

/** The name of a data: URL, as a button that opens the URL's details. */
export function UrlLink({ row, onOpen }: { row: Row; onOpen: (id: string) => void }) {
  return (
    <button
      type="button"
      class="link"
      data-action="open-url"
      data-url={row.sha256}
      onClick={() => onOpen(row.sha256)}
    >
      <bdi class="one-row">{rowName(row)}</bdi>
      {row.name === null && <span class="dim"> {apart(row)}</span>}
    </button>
  );
}
