/** The menu of export formats, for the listed rows or the whole Report. */
import { useContext, useState } from 'preact/hooks';
import { bodyFile } from '../../../src/report/file-names.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import { type ExportFormat, exportFormats } from '../../platform/limits.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Listed } from '../export/save-report.ts';
import { DeveloperTools } from '../parts/devtools-context.ts';
import { saveBlob } from '../parts/save.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { MenuButton, type MenuItem } from './menu.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  /** The rows that a search or a filter leaves in the list; null where all are listed. */
  listed: Listed | null;
  isCompact: boolean;
  /** Called with the result, in words. */
  onStatus: (text: string) => void;
}

/** How many files hold the bodies of rows. */
const bodyCount = (rows: readonly Row[]): number =>
  new Set(rows.map(bodyFile).filter((file) => file !== null)).size;

export function ExportMenu({ report, client, listed, isCompact, onStatus }: Props) {
  const [wantsAll, setWantsAll] = useState(false);
  const [bodies, setBodies] = useState({ listed: 0, all: 0 });
  const tools = useContext(DeveloperTools);
  const all = report.rows.length;
  const count = listed?.ids.length ?? all;
  const part = wantsAll || count === 0 ? null : listed;
  const begin = () => {
    setWantsAll(false);
    const ids = listed && new Set(listed.ids);
    setBodies({
      listed: bodyCount(report.rows.filter(({ sha256 }) => ids?.has(sha256))),
      all: bodyCount(report.rows),
    });
  };
  const labelOf = (format: ExportFormat) => {
    if (format !== 'zip') return message(`export_${format}`);
    const saved = bodies[part ? 'listed' : 'all'];
    return message('export_zip', saved, formatNumber(saved));
  };
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
        ...exportFormats.map((format) => ({
          id: `export-${format}`,
          label: labelOf(format),
          run: async () => {
            onStatus(message('exporting'));
            const { fileOf } = await import('../export/save-report.ts');
            // A Report may be too large for a format.
            const file = await fileOf(format, part, {
              client,
              state: report,
              locate: tools?.createLocator?.(),
            }).catch(() => null);
            if (file) saveBlob(file.blob, file.name);
            onStatus(file ? message('savedAs', file.name) : message('reportFile_no_answer'));
          },
        })),
      ]}
    />
  );
}
