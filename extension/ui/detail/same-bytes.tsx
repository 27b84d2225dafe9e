/** The other data: URLs with the bytes of one, which may differ in their media type, encoding, or spelling. */
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { maxNamed, SavingUrls, type UrlActions } from '../saving-urls.tsx';
import { visibleText } from '../text/format.ts';

interface Props extends UrlActions {
  row: Row;
  /** All rows of the page. */
  rows: readonly Row[];
}

export function SameBytes({ row, rows, ...actions }: Props) {
  const { sha256, bodySha256 } = row;
  if (bodySha256 === null) return null;
  const same = rows.filter((each) => each.bodySha256 === bodySha256 && each.sha256 !== sha256);
  if (same.length === 0) return null;
  return (
    <section data-same-bytes>
      <h3>{message('sameBytes', same.length, formatNumber(same.length))}</h3>
      <SavingUrls
        named={same.slice(0, maxNamed).map((each) => ({ row: each, gain: spelling(each) }))}
        ids={[row, ...same].map(({ sha256 }) => sha256)}
        {...actions}
      />
    </section>
  );
}

const spelling = ({ mimeType, encoding }: Row): string =>
  [visibleText(mimeType ?? ''), message(`encoding_${encoding}`)].join(' · ');
