/** The panel's bar: recording, the log, filters, and a menu with other actions. */

import { useState } from 'preact/hooks';
import { openOptions, openWorkbench } from '../platform/browser.ts';
import { message, snake } from '../platform/i18n.ts';
import { Arrangement } from '../ui/bars/arrangement.tsx';
import { ExportMenu } from '../ui/bars/export-menu.tsx';
import { SearchBox } from '../ui/bars/filter-bar.tsx';
import { FilterChips, problemStates, StateChip } from '../ui/bars/filter-chips.tsx';
import { MenuButton } from '../ui/bars/menu.tsx';
import type { Browsing } from '../ui/hooks/use-report.ts';
import { states } from '../ui/list/view.ts';
import { OneLine } from '../ui/parts/one-line.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { visibleText } from '../ui/text/format.ts';
import type { Log } from './use-log.ts';

/** The states whose filters are in the second bar. */
const otherStates = states.filter((state) => !problemStates.includes(state));

interface Props {
  report: ReportState;
  client: ReportClient;
  browsing: Browsing;
  log: Log;
  showsCsp: boolean;
  onCsp: () => void;
  onOpenTab: () => void;
  /** Handles the menu item that compares states of the page; null if there are no rows to compare. */
  onCompare: (() => void) | null;
}

export function PanelBar(props: Props) {
  const { report, client, browsing, log, showsCsp, onCsp, onOpenTab, onCompare } = props;
  const { view, setView, arranged, listed, toList, setStatus, setShowsHelp } = browsing;
  const [isArranging, setIsArranging] = useState(false);
  const action = (id: string, label: string, run: () => void) => ({ id, label, run });
  return (
    <search class="panel-bars">
      <div class="panel-bar" role="toolbar" aria-label={message('fact_actions')} data-bar>
        <Tool
          id="record"
          icon="record"
          label={message('record')}
          title={log.isRecording ? message('recordEnd') : message('recordBegin')}
          isPressed={log.isRecording}
          onClick={log.toggle}
        />
        <Tool
          id="clear-log"
          icon="blocked"
          label={message('clearLog')}
          title={message('clearLogTitle')}
          onClick={log.clear}
        />
        <span class="divider" />
        <SearchBox
          view={view}
          isWide={true}
          isSearching={true}
          onSearching={() => {}}
          onChange={setView}
          onLeave={toList}
        />
        <FilterChips view={view} arranged={arranged} onChange={setView} states={problemStates} />
        <Tool
          id="arrange"
          icon="sort"
          label={message('arrange')}
          isExpanded={isArranging}
          onClick={() => setIsArranging(!isArranging)}
        />
        <span class="divider" />
        <label title={message('preserveLogTitle')}>
          <input
            type="checkbox"
            name="preserve-log"
            checked={log.isKept}
            onChange={({ currentTarget }) => log.keep(currentTarget.checked)}
          />
          <span>{message('preserveLog')}</span>
        </label>
        <button
          type="button"
          data-action="csp"
          title={message('cspTitle')}
          aria-pressed={showsCsp}
          onClick={onCsp}
        >
          {message('csp')}
        </button>
        <ExportMenu report={report} client={client} listed={listed} isCompact={true} onStatus={setStatus} />
        <MenuButton
          id="more"
          icon="more"
          label={message('more')}
          isCompact={true}
          items={[
            action('rescan', message('rescan'), () => client.rescan()),
            action('open-tab', message('openTab'), onOpenTab),
            ...(onCompare
              ? [{ ...action('compare', message('compare'), onCompare), note: message('compareNote') }]
              : []),
            action('workbench', message('workbench'), openWorkbench),
            action('settings', message('settings'), openOptions),
            { ...action('shortcuts', message('shortcuts'), () => setShowsHelp(true)), note: '?' },
          ]}
        />
      </div>
      {isArranging && (
        <div class="panel-bar" role="toolbar" aria-label={message('arrange')} data-bar>
          <Arrangement view={view} arranged={arranged} onChange={setView} />
          <OutcomeFilters browsing={browsing} />
        </div>
      )}
      {arranged.problems.length > 0 && (
        <p class="panel-problems" role="status">
          {arranged.problems.map(({ code, value, known, start }) => (
            <span key={start}>{message(`query_${snake(code)}`, visibleText(value), known.join(', '))}</span>
          ))}
        </p>
      )}
    </search>
  );
}

/** The filters by state that the first bar does not contain. */
function OutcomeFilters({ browsing: { view, setView, arranged } }: Pick<Props, 'browsing'>) {
  return (
    <OneLine label={message('filters')}>
      {otherStates
        .filter((state) => arranged.counts.has(state))
        .map((state) => (
          <StateChip key={state} state={state} view={view} arranged={arranged} onChange={setView} />
        ))}
    </OneLine>
  );
}
