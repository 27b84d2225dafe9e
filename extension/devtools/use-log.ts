/**
 * The log of everything that DevTools reports: whether it is recording, and whether it is kept when the page navigates.
 */
import { useCallback, useRef, useState } from 'preact/hooks';
import type { ReportClient } from '../ui/report-client.ts';
import { watchNetwork } from './network-events.ts';

export interface Log {
  isRecording: boolean;
  toggle: () => void;
  isKept: boolean;
  keep: (isKept: boolean) => void;
  clear: () => void;
  /** Starts recording, and reports to the panel's client. The returned function ends the recording. */
  begin: (client: ReportClient) => () => void;
}

export function useLog(): Log {
  const [isRecording, setIsRecording] = useState(true);
  const [isKept, setIsKept] = useState(false);
  // A ref is used, because the value is read long after watching began.
  const keeps = useRef(isKept);
  keeps.current = isKept;
  const client = useRef<ReportClient | null>(null);
  const network = useRef<ReturnType<typeof watchNetwork> | null>(null);

  const watch = (connected: ReportClient) =>
    watchNetwork({
      sightings: connected.reportSightings,
      headers: connected.reportHeaders,
      sheetLoaded: connected.reportSheet,
      navigated() {
        connected.navigated(keeps.current);
        connected.rescan();
      },
    });
  const end = () => {
    network.current?.end();
    network.current = null;
  };
  const begin = useCallback((connected: ReportClient) => {
    client.current = connected;
    connected.follow();
    network.current = watch(connected);
    return end;
  }, []);
  return {
    isRecording,
    toggle() {
      const { current } = client;
      if (!current) return;
      if (isRecording) end();
      else network.current = watch(current);
      current.watch('page', !isRecording);
      setIsRecording(!isRecording);
    },
    isKept,
    keep(isWanted) {
      setIsKept(isWanted);
      if (isWanted) client.current?.keepLog();
    },
    clear() {
      client.current?.navigated(false);
      network.current?.forget();
      client.current?.rescan();
    },
    begin,
  };
}
