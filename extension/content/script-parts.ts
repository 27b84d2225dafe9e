/**
 * The parts of the content script that few documents need. Each part is a separate script in the same world, which the
 * worker injects on request. State that must exist only once in a document is not imported by a part, but passed to it.
 */

import type { PartName } from '../platform/content-scripts.ts';
import { ownGlobal } from './dom.ts';
import type { Listener } from './listener.ts';
import { until } from './time-slices.ts';

declare global {
  /** The parts that have been injected. */
  var dataUrlInspectorParts: Partial<Record<PartName, unknown>> | undefined;
}

/**
 * A part of the content script, if it has been injected. The caller specifies the type of the object that
 * `part-NAME.ts` provides.
 */
export const partOf = <Part>(name: PartName): Part | undefined =>
  ownGlobal('dataUrlInspectorParts')?.[name] as Part | undefined;

/** Like `partOf`, but loads the part if needed. @yields until the part has been injected, or its injection has failed */
export function* loadedPart<Part>(
  name: PartName,
  { load }: Pick<Listener, 'load'>,
): Generator<never, Part | undefined, void> {
  return partOf<Part>(name) ?? (yield* until(load<Part>(name)));
}

/** Must be called by the script of each part. */
export function provide(part: Partial<Record<PartName, unknown>>): void {
  globalThis.dataUrlInspectorParts = { ...ownGlobal('dataUrlInspectorParts'), ...part };
}
