/**
 * The walk over a page: its document, and that of its Document Picture-in-Picture window, which no extension can enter.
 * The page that has opened the window can read it, with its frames of the same origin.
 */
import { ownGlobal } from './captured-natives.ts';
import { frameIn } from './frame-elements.ts';
import type { Listener } from './listener.ts';
import { endSheets, startSheets } from './shared-sheets.ts';
import { walk } from './walk.ts';

declare global {
  /** Only in Chromium, and there only in secure contexts. */
  var documentPictureInPicture: { readonly window: Window | null } | undefined;
}

/** @yields as `walk` does */
export function* walkPage(document: Document, listener: Listener): Generator<void, void, void> {
  startSheets();
  yield* walk(document, listener);
  const other = ownGlobal('documentPictureInPicture')?.window;
  if (other) yield* walkWindow(other, listener);
  yield* endSheets(listener);
}

function* walkWindow(other: Window, listener: Listener): Generator<void, void, void> {
  const documents = [other.document];
  const elements: Element[] = [];
  const within: Listener = {
    ...listener,
    frame: (element) => void elements.push(element),
    // A window that closes takes its documents with it.
    unreachable: (...part) => other.closed || listener.unreachable(...part),
  };
  for (const each of documents) {
    yield* walk(each, within);
    for (const element of elements.splice(0)) {
      const frame = frameIn(element);
      if (!frame) continue;
      const { url, reason, document } = frame;
      if (reason === 'not-loaded') within.unreachable({ kind: 'frame', url, reason });
      else if (document) documents.push(document);
      else within.unreachable({ kind: 'frame', url, reason: 'other-window' });
      yield;
    }
  }
}
