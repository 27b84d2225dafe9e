/** A part of the content script: watches a document. */
import { reviveWorkerWhenVisible } from './keep-alive.ts';
import { provide } from './script-parts.ts';
import { type Watching, watch } from './watch.ts';

provide({ watch: { watch, revive: reviveWorkerWhenVisible } satisfies Watching });
