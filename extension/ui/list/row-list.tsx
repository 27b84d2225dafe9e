/** The list as rows of two or three lines, for where there is no space for a table. */
import { message } from '../../platform/i18n.ts';
import type { ReportClient } from '../report-client.ts';
import { type Item, idOf, isHeading, isPageItem } from './arrange.ts';
import { HeadingView, headingHeight, PageItemView, pageItemHeight, RowView, rowHeight } from './row.tsx';
import { VirtualList } from './virtual-list.tsx';

interface Props {
  items: readonly Item[];
  client: ReportClient;
  selected: string | null;
  onSelect: (id: string) => void;
  onClick: (id: string) => void;
  onOpen: (id: string) => void;
}

export const RowList = ({ client, ...props }: Props) => (
  <VirtualList
    {...props}
    label={message('listLabel')}
    heightOf={heightOf}
    idOf={idOf}
    render={(item) => {
      if (isHeading(item)) return <HeadingView heading={item} />;
      return isPageItem(item) ? <PageItemView {...item} /> : <RowView row={item} client={client} />;
    }}
  />
);

const heightOf = (item: Item): number => {
  if (isHeading(item)) return headingHeight;
  return isPageItem(item) ? pageItemHeight : rowHeight(item);
};
