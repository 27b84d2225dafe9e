/** Every function that receives text or bytes from a page, with a way to call it. */
import type { Entry } from './entry.ts';
import { fileEntries } from './file-entries.ts';
import { payloadEntries } from './payload-entries.ts';
import { textEntries } from './text-entries.ts';
import { urlEntries } from './url-entries.ts';

export const entries: readonly Entry[] = [...urlEntries, ...payloadEntries, ...textEntries, ...fileEntries];
