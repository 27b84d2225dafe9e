/** When the content of a data: URL runs, and the addresses that it contains. */
import type { CanRun } from '../../../src/report/can-run.ts';
import { runLinesIn, runTimeTextIn } from '../../../src/texts/run-text.ts';
import { anyMessage, message, snake } from '../../platform/i18n.ts';
import type { Detail, Row } from '../../platform/surface-updates.ts';

const runLines = runLinesIn(anyMessage);
const runTimeText = runTimeTextIn(anyMessage);

export function RunTime({ run }: { run: CanRun<Row> }) {
  const when = runTimeText(run);
  if (when === null) return null;
  return (
    <p data-runs-when>
      {message(`effect_${snake(run.effect)}`)}: <strong>{when}</strong>
    </p>
  );
}

/** The nested data: URLs that can run, and the addresses. The findings of the data: URL don't name these. */
export const RunLines = ({ detail }: { detail: Detail }) =>
  runLines({ findings: [] }, { contacts: detail.payload?.references?.contacts, nested: detail.nested }).map(
    (line) => (
      <p key={line} data-runs-line>
        {line}
      </p>
    ),
  );
