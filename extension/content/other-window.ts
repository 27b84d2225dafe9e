/** Walks the page's Document Picture-in-Picture window, into which extensions can't inject scripts. */
import { frameIn } from './list-frames.ts';
import type { Listener } from './listener.ts';

/**
 * Walks the documents of another window: its own document, and the documents of its accessible frames. All other frames
 * are reported as not scanned.
 *
 * @yields as `walk` does
 */
export function* walkWindow(
  other: Window,
  listener: Listener,
  walk: (document: Document, listener: Listener) => Generator<void, void, void>,
): Generator<void, void, void> {
  const documents = [other.document];
  const elements: Element[] = [];
  const within: Listener = {
    ...listener,
    frame: (element) => void elements.push(element),
    // Documents that disappear because the window closes are not reported.
    unreachable: (...part) => other.closed || listener.unreachable(...part),
  };
  for (const each of documents) {
    yield* walk(each, within);
    for (const element of elements.splice(0)) {
      const frame = frameIn(element);
      if (!frame) continue;
      const { url, reason, document } = frame;
      if (document && reason !== 'not-loaded') documents.push(document);
      else within.unreachable({ kind: 'frame', url, reason: document ? 'not-loaded' : 'other-window' });
      yield;
    }
  }
}
