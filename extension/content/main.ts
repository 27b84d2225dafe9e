/**
 * The content script of one frame: walks its document, tells the worker, and answers for the texts that it owns.
 * It lives as long as its port: a new injection, an update of the extension or the worker's end silence it.
 */
import { browser } from '../platform/browser.ts';
import { type FrameCommand, type FrameMessage, portNames } from '../platform/messages.ts';
import { createCarrier } from './carrier.ts';
import { readyStateOf, titleOf, urlOf } from './dom.ts';
import { highlight } from './highlight.ts';
import { runInSlices } from './slices.ts';
import { walk } from './walk.ts';

declare global {
  /** The scan that this document's isolated world runs, if any. */
  var dataUrlInspectorScan: AbortController | undefined;
  /** The name of the scan that put this script here. */
  var dataUrlInspectorScanName: string | undefined;
}

/** Milliseconds that a slice may take: half a frame. */
const slice = 8;
/** Milliseconds that a document may go on being parsed before it is read as far as it has come. */
const parseTime = 2000;

/** Resolves when the document has been parsed, or has had its time: what is there then is what is read. */
function documentParsed(): Promise<void> {
  if (readyStateOf(document) !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    setTimeout(resolve, parseTime);
  });
}

function start(scanName: string): void {
  globalThis.dataUrlInspectorScan?.abort();
  const scan = new AbortController();
  globalThis.dataUrlInspectorScan = scan;
  const { signal } = scan;

  const port = browser.runtime.connect({ name: portNames.frame(scanName) });
  port.onDisconnect.addListener(() => scan.abort());
  signal.addEventListener('abort', () => port.disconnect());
  const send = (message: FrameMessage) => {
    if (!signal.aborted) port.postMessage(message);
  };

  const carrier = createCarrier(send);
  port.onMessage.addListener((message) => {
    const command = message as FrameCommand;
    const { request } = command;
    switch (command.type) {
      case 'text': {
        const text = carrier.text(command.key);
        function* answer() {
          send({ type: 'answer', request, value: yield* text });
        }
        void runInSlices(answer(), slice, () => {}, signal);
        return;
      }
      case 'show': {
        const element = carrier.element(command.key, command.occurrence);
        return send({ type: 'answer', request, value: element ? highlight(element) : false });
      }
      case 'locate':
        return send({ type: 'answer', request, value: carrier.locate(command.url) });
    }
  });

  function* scanDocument(): Generator<void, void, void> {
    yield* walk(document, carrier);
    yield* carrier.sendLarge();
  }
  void documentParsed()
    .then(() => runInSlices(scanDocument(), slice, carrier.flush, signal))
    .catch((error: unknown) => {
      // What was found until then stands; that there is more is said.
      carrier.unreachable({ kind: 'frame', url: urlOf(document), reason: String(error) });
      carrier.flush();
      return { total: 0, longest: 0 };
    })
    .then(({ total, longest }) =>
      send({ type: 'done', title: titleOf(document).slice(0, 4096), scanMs: total, longestTaskMs: longest }),
    );
}

if (globalThis.dataUrlInspectorScanName !== undefined) start(globalThis.dataUrlInspectorScanName);
