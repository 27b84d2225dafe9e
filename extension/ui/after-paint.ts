/** Lets the browser paint the first rows before the states that follow them are rendered, which would delay them. */
import type { ReportState } from './report-state.ts';

/** Number of milliseconds after which a state counts as painted, in case the page is being hidden. */
const maxPaintTime = 100;

function onPaint(painted: () => void): void {
  // A hidden page is not painted, and its timers are slow.
  if (document.hidden) {
    painted();
    return;
  }
  let isOver = false;
  const end = () => {
    if (!isOver) painted();
    isOver = true;
  };
  requestAnimationFrame(() => setTimeout(end));
  setTimeout(end, maxPaintTime);
}

/**
 * @param show called with the latest state: at the end of the task in which it arrived or, if the state shown before has
 *   rows, after that one was painted
 * @param whenPainted calls its argument after the page was painted
 * @returns a function that receives each state
 */
export function afterPaint(
  show: (report: ReportState) => void,
  whenPainted: (painted: () => void) => void = onPaint,
): (report: ReportState) => void {
  let latest: ReportState | undefined;
  let isWaiting = false;
  const showLatest = () => {
    isWaiting = false;
    const report = latest;
    latest = undefined;
    if (!report) return;
    show(report);
    if (report.rows.length === 0) return;
    isWaiting = true;
    whenPainted(showLatest);
  };
  return (report) => {
    latest = report;
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(showLatest);
  };
}
