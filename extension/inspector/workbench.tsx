/** The workbench inspects, rewrites, and compares texts and files that a person provides, and stores none of them. */
import { useRef } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { type Later, later } from '../ui/parts/later.tsx';
import { hashOf, type Tool, tools, type View } from './address.ts';
import type { ToolProps } from './tool-props.ts';

/** The tools. Each is loaded when it is first shown. */
const benches: Record<Tool, Later<ToolProps>> = {
  inspect: later<ToolProps>(() => import('./inspect-tool.tsx').then((module) => module.InspectTool)),
  uri: later<ToolProps>(() => import('./uri-tool.tsx').then((module) => module.UriTool)),
  resolve: later<ToolProps>(() => import('./resolve-tool.tsx').then((module) => module.ResolveTool)),
  compare: later<ToolProps>(() => import('./compare-tool.tsx').then((module) => module.CompareTool)),
  mail: later<ToolProps>(() => import('./mail-tool.tsx').then((module) => module.MailTool)),
  reports: later<ToolProps>(() => import('./reports-tool.tsx').then((module) => module.ReportsTool)),
};

interface Props {
  view: View & { kind: 'workbench' };
  isShown: boolean;
  /** The tab with the page that can be compared with an earlier Report; null if there is none. */
  tabId: number | null;
}

export function Workbench({ view, isShown, tabId }: Props) {
  // Each tool keeps its state while another one is shown.
  const opened = useRef(new Set<Tool>());
  opened.current.add(view.tool);
  return (
    <main data-surface="workbench" data-tool={view.tool}>
      <header class="toolbar">
        <h1>{message('workbench')}</h1>
        <nav class="tools" aria-label={message('workbench')}>
          {tools.map((tool) => (
            <a
              key={tool}
              href={hashOf({ kind: 'workbench', tool, id: null })}
              aria-current={tool === view.tool ? 'page' : undefined}
              data-tool-link={tool}
            >
              {message(`tool_${tool}`)}
            </a>
          ))}
        </nav>
      </header>
      {tools
        .filter((tool) => opened.current.has(tool))
        .map((tool) => {
          const Bench = benches[tool];
          const isChosen = tool === view.tool;
          return (
            <Bench key={tool} isShown={isShown && isChosen} id={isChosen ? view.id : null} tabId={tabId} />
          );
        })}
    </main>
  );
}
