/**
 * Parts of the content script that few documents need. Each is a script of its own in the same world, which the worker
 * injects when it is asked for; a part is given what must exist once in a document.
 */
import type { PartName } from '../platform/content-scripts.ts';
import { ownGlobal } from './dom.ts';
import type { treeOfMarkup } from './noscript.ts';
import type { watch } from './watch.ts';

interface Parts extends Record<PartName, unknown> {
  markup: typeof treeOfMarkup;
  watch: typeof watch;
}

declare global {
  /** The parts that are there. */
  var dataUrlInspectorParts: Partial<Parts> | undefined;
}

export const partOf = <Name extends PartName>(name: Name): Parts[Name] | undefined =>
  ownGlobal('dataUrlInspectorParts')?.[name];

/** Called by the script of a part. */
export function provide(part: Partial<Parts>): void {
  globalThis.dataUrlInspectorParts = { ...ownGlobal('dataUrlInspectorParts'), ...part };
}
