/** Requests of scripts: fetch(), XMLHttpRequest, EventSource and beacons. */
import { type Fetched, loads, type Outcome, refused } from './outcome.ts';

export function requestOutcome({ type, inspection, context: { api, browser } }: Fetched): Outcome {
  // Beacon, 3.1, step 1: HTTP alone.
  if (api === 'beacon') return refused('not-http');
  if (api !== 'eventsource') return loads;
  if (browser === 'Firefox') return refused('event-source');
  if (type.essence !== 'text/event-stream') return refused('not-an-event-stream');
  // Chromium's own reading of a path has no charset.
  if (inspection.essence !== type.essence) return loads;
  const declared = inspection.charset.declared?.toLowerCase() ?? 'utf-8';
  return declared === 'utf-8' ? loads : refused('event-stream-charset');
}
