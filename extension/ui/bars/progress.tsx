/** The parts of the page that a running scan waits for, and the button that ends the scan. */
import { message, snake } from '../../platform/i18n.ts';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { visibleText } from '../text/format.ts';

export function Progress({ report: { state }, client }: { report: ReportState; client: ReportClient }) {
  if (state.kind !== 'reading') return null;
  const awaited = (state.awaited ?? []).map(
    ({ kind, url }) => `${message(`unreachable_${snake(kind)}`)}: ${visibleText(url)}`,
  );
  return (
    <>
      <Tool id="stop" icon="close" label={message('stopScan')} isWide={true} onClick={() => client.stop()} />
      <span class="awaited dim clip">{awaited.join(' · ')}</span>
    </>
  );
}
