/** Reads the texts that frames and DevTools report, each once. */

import { utf8Length } from '../../../src/data-url/pieces.ts';
import { requestIdOf } from '../../../src/data-url/request-url.ts';
import { identify } from '../../../src/data-url/written.ts';
import { inspect } from '../../../src/inspect.ts';
import { withTimeout } from '../frames/timeout.ts';
import type { Entries, Read } from '../model/model.ts';

/** Texts of a message that are read at the same time; between such groups the worker answers other tabs. */
export const readAtOnce = 32;
/** The size of a scan's first group: about as many as the popup shows. */
export const readFirst = 8;

/** Reads a text, unless it has an entry already. @throws `timeoutError` where a Blob cannot be read */
export function read(entries: Entries, text: string | Blob): Promise<Read> {
  return typeof text === 'string' ? readText(entries, text) : withTimeout(readText(entries, text), text.size);
}

async function readText({ byId }: Entries, text: string | Blob): Promise<Read> {
  const bytes = typeof text === 'string' ? utf8Length(text) : text.size;
  // Identifying a large text takes about as long as reading it: skipped if no entry has its length.
  const isNew =
    typeof text !== 'string' &&
    !Array.from(byId.values()).some(({ dataUrl }) => dataUrl.length === text.size);
  const identity = isNew ? null : await identify(text);
  const known = identity && byId.get(identity.sha256);
  if (known) return { inspection: known.dataUrl, requestId: known.requestId, bytes };
  const inspection = await inspect(text);
  return { inspection, requestId: await requestIdOf(text, inspection.sha256), bytes };
}
