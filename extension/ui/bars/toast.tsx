/** The last action in words, with a button to undo it. It lies over the list, so that nothing moves. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, ReportState, Ruling } from '../report-client.ts';
import { siteName, visibleText } from '../text/format.ts';
import { ruleText } from '../text/rule-text.ts';
import './toast.css';

/** Milliseconds for which a status is shown, unless the pointer or the focus is on it. */
const duration = 8000;

interface Props {
  report: Pick<ReportState, 'ruling' | 'unsaved'>;
  client: Pick<ReportClient, 'undo'>;
  /** The result of the last action; empty where there is none. */
  status: string;
  /** Called when the status is to be removed. */
  onClose: () => void;
}

export function Toast({ report: { ruling, unsaved }, client, status, onClose }: Props) {
  const [closed, setClosed] = useState<Ruling | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const shownRuling = ruling === closed ? null : ruling;
  useEffect(() => {
    if (status === '' || isHeld) return undefined;
    const timer = setTimeout(onClose, duration);
    return () => clearTimeout(timer);
  }, [status, isHeld]);
  const hasText = status !== '' || shownRuling !== null || unsaved !== null;
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
          <div role="status" data-ruling={shownRuling?.what}>
            {unsaved !== null && <p data-unsaved>{message('notSaved', visibleText(unsaved))}</p>}
            {shownRuling && <p>{rulingText(shownRuling)}</p>}
            {shownRuling && (
              <button type="button" class="undo" data-action="undo" onClick={() => client.undo()}>
                {message('undo')}
              </button>
            )}
          </div>
        </div>
        {hasText && unsaved === null && (
          <Tool
            id="close-toast"
            icon="close"
            label={message('close')}
            onClick={() => {
              setClosed(ruling);
              onClose();
            }}
          />
        )}
      </div>
    </div>
  );
}

function rulingText({ what, name, site }: Ruling): string {
  const named = what === 'muted' ? ruleText(name).title : visibleText(name);
  return site === null
    ? message(`ruled_${what}_everywhere`, named)
    : message(`ruled_${what}_site`, named, siteName(site));
}
