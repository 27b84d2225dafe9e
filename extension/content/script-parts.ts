/**
 * Parts of the content script that few documents need. Each is a separate script in the same world, which the
 * worker injects on request. State that must exist only once in a document is passed to a part.
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
  /** The parts that have been injected. */
  var dataUrlInspectorParts: Partial<Parts> | undefined;
}

export const partOf = <Name extends PartName>(name: Name): Parts[Name] | undefined =>
  ownGlobal('dataUrlInspectorParts')?.[name];

/** Called by the script of a part. */
export function provide(part: Partial<Parts>): void {
  globalThis.dataUrlInspectorParts = { ...ownGlobal('dataUrlInspectorParts'), ...part };
}
