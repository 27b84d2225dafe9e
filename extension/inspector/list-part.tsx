/** The list of the inspector tab: a table or a gallery, or plain rows if there is no space for a table. */
import { useMemo } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { Arrangement } from '../ui/bars/arrangement.tsx';
import { FilterBar } from '../ui/bars/filter-bar.tsx';
import { FoldedNotes } from '../ui/bars/folded-notes.tsx';
import type { Browsing } from '../ui/hooks/use-report.ts';
import { columnIds, columnsOf } from '../ui/list/columns.tsx';
import { NoMatch } from '../ui/list/no-match.tsx';
import { RowList } from '../ui/list/row-list.tsx';
import { TableView } from '../ui/list/table-view.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { Gallery } from './gallery.tsx';

/** The height of a row in CSS pixels. */
const rowHeight = 34;

interface Props {
  part: 'list' | 'gallery';
  client: ReportClient;
  browsing: Browsing;
  isWide: boolean;
  isSearching: boolean;
  onSearching: (isSearching: boolean) => void;
}

export function ListPart({ part, client, browsing, isWide, isSearching, onSearching }: Props) {
  const { view, setView, arranged, selected, select, open, showOnly, toList } = browsing;
  const columns = useMemo(() => {
    const all = columnsOf(client, rowHeight - 4);
    return columnIds.map((id) => all[id]);
  }, [client]);
  const props = {
    items: arranged.items,
    label: message('listLabel'),
    selected,
    onSelect: select,
    onClick: isWide ? select : open,
    onOpen: open,
  };
  const shown = () => {
    if (part === 'gallery') return <Gallery client={client} {...props} />;
    if (!isWide) return <RowList client={client} {...props} />;
    return (
      <TableView
        columns={columns}
        rowHeight={rowHeight}
        sorting={view}
        onSort={(sorting) => setView({ ...view, ...sorting })}
        {...props}
      />
    );
  };
  return (
    <div class="list-part">
      <FilterBar
        view={view}
        arranged={arranged}
        isWide={isWide}
        isSearching={isSearching}
        onSearching={onSearching}
        // As the width changes, another box replaces the one in which the user types.
        takesFocus={document.querySelector('[name=query]:focus') !== null}
        onChange={setView}
        onLeave={toList}
      >
        <Arrangement view={view} arranged={arranged} onChange={setView} />
      </FilterBar>
      {arranged.items.length > 0 ? shown() : <NoMatch view={view} onView={setView} />}
      <FoldedNotes folded={arranged.folded} onShow={showOnly} />
    </div>
  );
}
