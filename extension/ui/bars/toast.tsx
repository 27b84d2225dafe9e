/** Describes the last action, with a button that undoes it. The toast covers part of the list instead of moving it. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import { rulingText, UndoButton } from '../parts/rulings.tsx';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { visibleText } from '../text/format.ts';

/** Number of milliseconds for which a status is shown, unless the pointer or the focus is on it. */
const duration = 8000;

interface Props {
  report: Pick<ReportState, 'ruling' | 'unsaved'>;
  client: Pick<ReportClient, 'undo' | 'closeRuling'>;
  /** The result of the last action; empty if there is none. */
  status: string;
  /** Called when the status should be removed. */
  onClose: () => void;
}

export function Toast({ report: { ruling, unsaved }, client, status, onClose }: Props) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (status === '' || isHeld) return undefined;
    const timer = setTimeout(onClose, duration);
    return () => clearTimeout(timer);
  }, [status, isHeld]);
  const hasText = status !== '' || ruling !== null || unsaved !== null;
  return (
    <div
      class="toast-place"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocusIn={() => setIsHeld(true)}
      onFocusOut={() => setIsHeld(false)}
    >
      <div class={hasText ? 'toast' : ''}>
        <div class="toast-text">
          <p role="status" data-status>
            {status}
          </p>
          <div role="status" data-ruling={ruling?.what}>
            {unsaved !== null && <p data-unsaved>{message('notSaved', visibleText(unsaved))}</p>}
            {ruling && <p>{rulingText(ruling)}</p>}
            {ruling && <UndoButton ruling={ruling} client={client} />}
          </div>
        </div>
        {hasText && unsaved === null && (
          <Tool
            id="close-toast"
            icon="close"
            label={message('close')}
            onClick={() => {
              client.closeRuling();
              onClose();
            }}
          />
        )}
      </div>
    </div>
  );
}
