/** Requests of scripts: fetch(), XMLHttpRequest, EventSource and beacons. */
import { type Fetched, loads, type Outcome, refused } from './outcome.ts';

export function requestOutcome({ type, charset, context: { api, browser } }: Fetched): Outcome {
  // Beacon, 3.1, step 1: HTTP only.
  if (api === 'beacon') return refused('not-http');
  if (api !== 'eventsource') return loads;
  if (browser === 'Firefox') return refused('event-source');
  if (type.essence !== 'text/event-stream') return refused('not-an-event-stream');
  const label = charset?.toLowerCase() ?? '';
  const isUtf8 = label === '' || label === 'utf-8' || label.startsWith(' ');
  return isUtf8 ? loads : refused('event-stream-charset');
}
