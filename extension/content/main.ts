/**
 * The content script of one frame. The script walks the document, posts its findings to the worker, sends the texts
 * that the worker requests, and watches for changes on request. It runs as long as its port is open: until a new scan,
 * an update of the extension, or the end of the worker.
 */

import type { PartName } from '../platform/content-scripts.ts';
import type { ChildFrame, FrameCommand, FrameMessage } from '../platform/frame-messages.ts';
import { maxPolicies, maxPolicyLength, portNames } from '../platform/limits.ts';
import { connectToWorker, isExtensionThere } from '../platform/worker-port.ts';
import {
  attribute,
  charsetOf,
  compatModeOf,
  elementsOf,
  headOf,
  isHtml,
  listen,
  ownGlobal,
  readyStateOf,
  titleOf,
  urlOf,
} from './dom.ts';
import { observePolicies } from './enforced-policies.ts';
import { createChildFrames, lineageOfDocument } from './frame-elements.ts';
import { watchLeaving } from './leaving.ts';
import { partOf } from './script-parts.ts';
import type { AnswerSelection } from './selection.ts';
import { forgetPositions } from './selector.ts';
import { createTextSender } from './text-sender.ts';
import { runInSlices, slice } from './time-slices.ts';
import { walkElement, walkNode, walkPage } from './walk.ts';
import type { Watching } from './watch.ts';

declare global {
  /** The scan that runs in this document's isolated world, if any. */
  var dataUrlInspectorScan: { name: string; document: Document; controller: AbortController } | undefined;
  /** An element that this script marks with a random name, for the worker's scripts or DevTools. */
  var dataUrlInspectorMark: { name: string; element: Element } | undefined;
  /** Whether `watchLeaving` was called in this document. */
  var dataUrlInspectorLeaving: true | undefined;
  /** The name of the scan that injected this script. */
  var dataUrlInspectorScanName: string | undefined;
}

type Answered = Extract<FrameMessage, { type: 'answer' }>['value'];

/** Maximum number of milliseconds that the scan waits for a document that is still being parsed. */
const parseTime = 2000;

/**
 * Resolves when the document has been parsed, but after `parseTime` at the latest. The scan then reads the part that
 * has been parsed.
 */
function documentParsed(): Promise<void> {
  if (readyStateOf(document) !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    listen(window, 'DOMContentLoaded', () => resolve(), { once: true });
    setTimeout(resolve, parseTime);
  });
}

/**
 * The policies in the document's meta elements (HTML 4.2.5.3), as written. Only elements that are children of the head
 * count.
 */
function metaPolicies(): string[] {
  const head = headOf(document);
  const metas = head ? elementsOf(head, ':scope > meta[http-equiv=content-security-policy i]') : [];
  return [...metas]
    .filter((meta) => isHtml(meta, 'meta'))
    .map((meta) => attribute(meta, 'content') ?? '')
    .filter(({ length }) => length <= maxPolicyLength)
    .slice(0, maxPolicies);
}

/** Number of milliseconds during which changes of frames are collected before they are reported together. */
const frameInterval = 100;

/** Number of milliseconds before the first check of pending outcomes. */
const firstLook = 50;

/** Maximum number of milliseconds between two checks of pending outcomes. */
const lastLook = 60_000;

/**
 * Ends the earlier scan in this world, if any.
 *
 * @returns the controller that ends the new scan; null if the new scan is already running
 */
function replaceScan(name: string): AbortController | null {
  const running = ownGlobal('dataUrlInspectorScan');
  // When a scan injects the script into new frames, it also injects it into frames that already contain it. In a frame,
  // the next document may replace the initial one within the same isolated world.
  const isSame = running?.name === name && running.document === document;
  if (isSame && !running.controller.signal.aborted) return null;
  running?.controller.abort();
  const controller = new AbortController();
  globalThis.dataUrlInspectorScan = { name, document, controller };
  // The parts may come from an earlier version of the extension.
  globalThis.dataUrlInspectorParts = undefined;
  return controller;
}

type Send = (message: FrameMessage) => void;

/**
 * Connects the scan to the worker until either of them ends.
 *
 * @param lost called when the worker has ended the connection
 */
function connect(scanName: string, controller: AbortController, lost: () => void) {
  const { signal } = controller;
  const port = connectToWorker(portNames.frame(scanName));
  port.onDisconnect.addListener(() => {
    lost();
    controller.abort();
  });
  signal.addEventListener('abort', () => {
    // The global is cleared because it would keep everything that the scan uses in memory.
    if (ownGlobal('dataUrlInspectorScan')?.controller === controller)
      globalThis.dataUrlInspectorScan = undefined;
    if (isExtensionThere()) port.disconnect();
  });
  /** Whether the scan has ended. Also ends it if the extension was updated or disabled, which no event reports. */
  const isOver = () => {
    if (!isExtensionThere()) controller.abort();
    return signal.aborted;
  };
  const send: Send = (message) => {
    if (isOver()) return;
    try {
      port.postMessage(message);
    } catch (error) {
      // In a frame that was removed or moved, Firefox throws this error for a moment before an event reports that the
      // document was removed.
      if ((error as Error).name !== 'InvalidStateError') throw error;
      controller.abort();
    }
  };
  return { port, isOver, send };
}

function start(scanName: string): void {
  const controller = replaceScan(scanName);
  if (!controller) return;
  const { signal } = controller;
  let watching: AbortController | undefined;
  const unwatch = () => {
    watching?.abort();
    watching = undefined;
  };
  const { port, isOver, send } = connect(scanName, controller, () => {
    // If the worker was stopped, watching resumes. A worker that ends the scan deliberately ends watching first.
    if (watching && !signal.aborted && isExtensionThere()) partOf<Watching>('watch')?.revive();
  });
  signal.addEventListener('abort', unwatch);

  send({
    type: 'started',
    url: urlOf(document).slice(0, 2000),
    isAccessible: window === window.top || window.frameElement !== null,
    isQuirky: compatModeOf(document) === 'BackCompat',
    charset: charsetOf(document),
    lineage: lineageOfDocument(),
  });

  const arrivals = new Map<PartName, PromiseWithResolvers<void>>();
  /**
   * Loads a part of this script. Resolves when the worker has injected the part, or with `undefined` if the injection
   * fails.
   */
  const load = async <Part>(name: PartName): Promise<Part | undefined> => {
    let arrival = arrivals.get(name);
    if (!arrival) {
      arrival = Promise.withResolvers();
      arrivals.set(name, arrival);
      send({ type: 'part', name });
    }
    await arrival.promise;
    return partOf<Part>(name);
  };
  observePolicies(send, signal);
  const sender = createTextSender(send);
  /** Reports that this document was not read completely. */
  const unread = (reason: 'not-loaded' | 'scan-error') =>
    sender.unreachable({ kind: window === window.top ? 'page' : 'frame', url: urlOf(document), reason });
  const frames = createChildFrames(load);
  const inSlices = (work: Generator<void, void, void>, isEnded = isOver) =>
    runInSlices(work, slice, sender.flush, isEnded);
  function* childFrames(): Generator<void, ChildFrame[], void> {
    return (yield* frames.list()).frames;
  }
  function* sendFrames(): Generator<void, void, void> {
    send({ type: 'frames', frames: yield* childFrames() });
  }
  let isFramesTimerSet = false;
  const framesChanged = () => {
    if (isFramesTimerSet) return;
    isFramesTimerSet = true;
    setTimeout(() => {
      isFramesTimerSet = false;
      void inSlices(sendFrames());
    }, frameInterval);
  };

  let policies: string[] = [];
  let isStopped = false;
  function* scanDocument(): Generator<void, void, void> {
    policies = metaPolicies();
    yield* walkPage(document, { ...sender, load, frame: frames.add });
    if (readyStateOf(document) === 'loading') unread('not-loaded');
    yield* sender.sendLarge();
  }
  function* finish(scanMs: number, longestTaskMs: number): Generator<void, void, void> {
    const { frames: all, waiting } = yield* frames.list();
    const title = titleOf(document).slice(0, 4096);
    send({ type: 'done', title, frames: all, policies, scanMs, longestTaskMs });
    // The documents that load in these frames later are reported, too.
    for (const element of waiting) element.addEventListener('load', framesChanged, { once: true, signal });
  }
  const scanned = documentParsed()
    .then(() => inSlices(scanDocument(), () => isStopped || isOver()))
    .catch(() => {
      // Findings from before the error are kept. The report lists the frame as unreachable.
      unread('scan-error');
      sender.flush();
      return { total: 0, longest: 0 };
    })
    .then(({ total, longest }) => inSlices(finish(total, longest)));
  /** Pending outcomes are checked again, less and less often. */
  void scanned.then(async () => {
    let isPending = true;
    function* lookAgain(): Generator<void, void, void> {
      isPending = yield* sender.lookAgain();
    }
    for (let wait = firstLook; isPending && wait <= lastLook && !isOver(); wait *= 2) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      await inSlices(lookAgain());
    }
  });

  const watch = async (watched: AbortSignal) => {
    await scanned;
    const part = await load<Watching>('watch');
    if (watched.aborted) return;
    if (!part) return send({ type: 'unwatched' });
    const own = { walk: walkPage, walkNode, walkElement, forgetPositions, runInSlices, load, send };
    const isEnded = () => isOver() || watched.aborted;
    part.watch(document, sender, own, frames.add, framesChanged, watched, isEnded);
  };
  port.onMessage.addListener((message) => {
    const command = message as FrameCommand;
    const answer = (value: Answered) => send({ type: 'answer', request: command.request, value });
    function* answerWith(work: Generator<void, Answered, void>): Generator<void, void, void> {
      answer(yield* work);
    }
    switch (command.type) {
      case 'text':
        return void inSlices(answerWith(sender.text(command.key)));
      case 'mark': {
        const element = sender.element(command.key, command.occurrence);
        globalThis.dataUrlInspectorMark = element ? { name: command.name, element } : undefined;
        return answer(element !== null);
      }
      case 'stop':
        isStopped = true;
        return;
      case 'part':
        return arrivals.get(command.name)?.resolve();
      case 'frames':
        return void inSlices(answerWith(childFrames()));
      case 'watch':
        unwatch();
        if (!command.on) return;
        watching = new AbortController();
        return void watch(watching.signal);
      default:
        void load<AnswerSelection>('selection').then((part) => answer(part ? part(command, sender) : null));
    }
  });
}

if (window === window.top && !ownGlobal('dataUrlInspectorLeaving')) {
  globalThis.dataUrlInspectorLeaving = true;
  watchLeaving(() => ownGlobal('dataUrlInspectorScan')?.controller.abort());
}
const scanName = ownGlobal('dataUrlInspectorScanName');
if (scanName !== undefined) start(scanName);
// Without a scan, the browser itself has injected this script, because the site is on the watch list.
else if (window === window.top) connectToWorker(portNames.wake);
