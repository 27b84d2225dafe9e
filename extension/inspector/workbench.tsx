/** The workbench: inspects, rewrites and compares what a person brings, and stores none of it. */
import { message } from '../platform/i18n.ts';
import { hashOf, tools, type View } from './address.ts';
import { CompareTool } from './compare-tool.tsx';
import { InspectTool } from './inspect-tool.tsx';
import { ReportsTool } from './reports-tool.tsx';
import { ResolveTool } from './resolve-tool.tsx';

interface Props {
  view: View & { kind: 'workbench' };
  /** The tab whose page can be compared with an earlier Report; null where there is none. */
  tabId: number | null;
}

export function Workbench({ view, tabId }: Props) {
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
      {/* Each keeps its state while another is shown. */}
      <InspectTool
        isShown={view.tool === 'inspect'}
        id={view.tool === 'inspect' ? view.id : null}
        tabId={tabId}
      />
      <ResolveTool isShown={view.tool === 'resolve'} />
      <CompareTool isShown={view.tool === 'compare'} />
      <ReportsTool isShown={view.tool === 'reports'} tabId={tabId} />
    </main>
  );
}
