/**
 * The popup's port to the worker. It is opened while the popup's modules are still loading, so that the page is already
 * being scanned. Messages from the worker are kept until the modules have loaded.
 */
import { portNames } from '../platform/limits.ts';
import type { SurfaceMessage } from '../platform/surface-messages.ts';
import type { OpenedPort } from '../ui/report-client.ts';

interface Api {
  tabs: { query(which: { active: true; currentWindow: true }): Promise<{ id?: number }[]> };
  runtime: { connect(info: { name: string }): OpenedPort['port'] };
}

declare global {
  var dataUrlInspectorPort: Promise<EarlyPort> | undefined;
}

export interface EarlyPort extends OpenedPort {
  /** The tab whose Report the popup shows. */
  tabId: number;
}

/** Returns the popup's port, which the first call opens. */
export function earlyPort(): Promise<EarlyPort> {
  globalThis.dataUrlInspectorPort ??= openPort();
  return globalThis.dataUrlInspectorPort;
}

async function openPort(): Promise<EarlyPort> {
  // The API is used without the polyfill, which would make up most of the script.
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  const api = (browser ?? chrome) as Api;
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  const tabId = tab?.id ?? 0;
  const port = api.runtime.connect({ name: portNames.surface });
  const received: unknown[] = [];
  let isOpen = true;
  const keep = (message: unknown) => void received.push(message);
  port.onMessage.addListener(keep);
  port.onDisconnect.addListener(() => {
    isOpen = false;
  });
  const open: SurfaceMessage = { type: 'open', tabId, scan: 'if-needed', byAction: true };
  port.postMessage(open);
  return {
    tabId,
    port,
    takeOver() {
      port.onMessage.removeListener(keep);
      return isOpen ? received : null;
    },
  };
}
