/** Opens sources and elements in DevTools. */
import { browser } from '../platform/browser.ts';
import type { DeveloperTools } from '../ui/parts/devtools-context.ts';
import type { ReportClient } from '../ui/report-client.ts';
import { canEvaluate, evaluate } from './content-script.ts';

const { panels } = browser.devtools as unknown as { panels: OpensResources };

export const developerTools = (client: ReportClient): DeveloperTools => ({
  openSource: panels.openResource
    ? (url, line, column = 1) => panels.openResource?.(url, line - 1, column - 1, () => {})
    : null,
  reveal: canEvaluate
    ? async (id, occurrence, { frame }) => {
        const name = crypto.randomUUID();
        const isMarked = await client.ask({ type: 'mark', id, occurrence, name });
        if (isMarked !== true) return false;
        // The URL of the top frame may have changed since the scan.
        for (const each of [frame, undefined])
          if (await evaluate<boolean>(revealing(name), each)) return true;
        return false;
      }
    : null,
});

/** Chromium's API, which the polyfill doesn't include. */
interface OpensResources {
  openResource?(url: string, line: number, column: number, opened: () => void): void;
}

/** Code for the content script's world: reveals the element that the script has marked, and removes the mark. */
const revealing = (name: string): string => `(() => {
  const mark = Object.getOwnPropertyDescriptor(globalThis, 'dataUrlInspectorMark')?.value;
  if (mark?.name !== ${JSON.stringify(name)}) return false;
  delete globalThis.dataUrlInspectorMark;
  inspect(mark.element);
  return true;
})()`;
