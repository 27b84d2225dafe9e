/** The menu of export formats, for the listed rows or the whole Report. */
import { useState } from 'preact/hooks';
import { bodyFile } from '../../../src/report/file-names.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import { type ExportFormat, exportFormats } from '../../platform/limits.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Listed } from '../export/save-report.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { familyOf } from '../text/kind.ts';
import { MenuButton, type MenuItem } from './menu.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  /** The rows that remain in the list after a search or filter; null if all are listed. */
  listed: Listed | null;
  isCompact: boolean;
  /** Called with the result, in words. */
  onStatus: (text: string) => void;
}

/**
 * The number of files that an export of bodies contains, in total and for images only, and the `sha256` of the image
 * rows.
 */
interface Bodies {
  files: number;
  imageFiles: number;
  /** The number of data: URLs with the bytes of another one, in total and for images only. */
  repeated: number;
  repeatedImages: number;
  images: string[];
}

/** The number of distinct bodies, and the number of data: URLs beyond these. */
function fileCounts(rows: readonly Row[]): { files: number; repeated: number } {
  const all = rows.map(bodyFile).filter((file) => file !== null);
  const files = new Set(all).size;
  return { files, repeated: all.length - files };
}

function bodiesOf(rows: readonly Row[]): Bodies {
  const images = rows.filter((row) => familyOf(row) === 'image');
  const ofImages = fileCounts(images);
  return {
    ...fileCounts(rows),
    imageFiles: ofImages.files,
    repeatedImages: ofImages.repeated,
    images: images.map(({ sha256 }) => sha256),
  };
}

const repeatedNote = (count: number): Pick<MenuItem, 'note'> =>
  count > 0 ? { note: message('bytesRepeated', count, formatNumber(count)) } : {};

export function ExportMenu({ report, client, listed, isCompact, onStatus }: Props) {
  const [wantsAll, setWantsAll] = useState(false);
  const [bodies, setBodies] = useState<Record<'listed' | 'all', Bodies> | null>(null);
  const all = report.rows.length;
  const count = listed?.ids.length ?? all;
  const part = wantsAll || count === 0 ? null : listed;
  const begin = () => {
    setWantsAll(false);
    const ids = listed && new Set(listed.ids);
    setBodies({
      listed: bodiesOf(report.rows.filter(({ sha256 }) => ids?.has(sha256))),
      all: bodiesOf(report.rows),
    });
  };
  const { files, imageFiles, repeated, repeatedImages, images } =
    bodies?.[part ? 'listed' : 'all'] ?? bodiesOf([]);
  const imagesLabel = message('export_images', imageFiles, formatNumber(imageFiles));
  const labelOf = (format: ExportFormat) => {
    if (format !== 'zip') return message(`export_${format}`);
    return files > 0 && files === imageFiles
      ? imagesLabel
      : message('export_zip', files, formatNumber(files));
  };
  const save = async (format: ExportFormat, saved: Listed | null) => {
    onStatus(message('exporting'));
    const { saveReport } = await import('../export/save-report.ts');
    onStatus(await saveReport(format, saved, { client, state: report }));
  };
  const itemOf = (format: ExportFormat): MenuItem => ({
    id: `export-${format}`,
    label: labelOf(format),
    ...(format === 'zip' && repeatedNote(repeated)),
    run: () => void save(format, part),
  });
  const imagesItem: MenuItem = {
    id: 'export-images',
    label: imagesLabel,
    ...repeatedNote(repeatedImages),
    run: () => void save('zip', { query: '', filters: [], ...part, ids: images }),
  };
  const hasMore = imageFiles > 0 && imageFiles < files;
  const scopes: MenuItem[] =
    listed === null
      ? []
      : [
          {
            id: 'export-listed',
            label: message('exportListed', count, formatNumber(count)),
            isChosen: part !== null,
            isDisabled: count === 0,
            run: () => setWantsAll(false),
          },
          {
            id: 'export-all',
            label: message('exportAll', all, formatNumber(all)),
            isChosen: part === null,
            run: () => setWantsAll(true),
          },
        ];
  return (
    <MenuButton
      id="export"
      icon="save"
      label={message('export')}
      isCompact={isCompact}
      onOpen={begin}
      items={[
        ...scopes,
        ...exportFormats.flatMap((format) =>
          format === 'zip' && hasMore ? [itemOf(format), imagesItem] : [itemOf(format)],
        ),
      ]}
    />
  );
}
