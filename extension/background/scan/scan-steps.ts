/**
 * The steps of a scan: from injecting the content script into every frame to reading everything that the frames report.
 */

import type { Unreachable } from '../../../src/report/report.ts';
import { consequenceOf } from '../../../src/report/unreachable-reasons.ts';
import { withoutPassword } from '../../../src/uri/misleading.ts';
import { bounded } from '../../platform/answers.ts';
import { browser, isFirefox } from '../../platform/browser.ts';
import type { ChildFrame } from '../../platform/frame-messages.ts';
import { sitePattern } from '../../platform/origins.ts';
import type { SessionState } from '../../platform/scan-state.ts';
import { missingFrames } from '../frames/child-frames.ts';
import { addFrameAddresses } from '../frames/frame-addresses.ts';
import { injectEverywhere, injectTop } from '../frames/inject.ts';
import { grantsNow } from '../grants.ts';
import type { Scan } from '../model/model.ts';
import { addUnreachable, awaitedFrames, during, nameChildren, partOf } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { readImageFiles } from '../sheets/cached-images.ts';
import { hasWantedTexts, readSheetTexts } from '../sheets/dropped-urls.ts';
import { addFileSightings } from '../sheets/file-sightings.ts';
import { maxSheetTime, readSheets } from '../sheets/stylesheets.ts';
import { delay, within } from '../timeout.ts';
import { firstRound, isSilent, nextStep, waitsAgain } from './frame-wait.ts';
import { listHeaderLinks } from './header-links.ts';
import { failureOf } from './page-failure.ts';

/** Maximum number of milliseconds to wait for the injection into the top document before all frames are injected. */
const topHeadStart = 1000;

/**
 * Scans a tab from the start: first the top document, then all frames, which connect on their own. The scan ends when
 * everything has been read and each frame has walked its document, was removed, or has sent nothing for too long.
 *
 * @returns the final state of the scan
 * @throws if the scan is aborted
 */
export async function scanTab(scan: Scan): Promise<SessionState> {
  const { tab } = scan;
  const { action } = tab;
  const shown = await during(
    scan,
    browser.tabs.get(tab.id).catch(() => null),
  );
  if (!shown) return { kind: 'failed', failure: 'page-gone', detail: '' };
  scan.page = { url: bounded(withoutPassword(shown.url ?? '')), title: bounded(shown.title ?? '') };

  const top = injectTop(scan).then(
    (isIn) => (isIn ? null : new Error('')),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  void top.then((refusal) => {
    scan.refusal = refusal;
    scan.notify();
  });
  // A busy top document must not delay the other frames.
  await during(scan, Promise.race([top, delay(topHeadStart)]));
  if (scan.refusal === null) {
    void injectEverywhere(scan);
    await collect(scan);
  }
  if (!scan.hasAnswered && !scan.stopped.aborted) {
    const detail = scan.refusal?.message ?? '';
    if (scan.refusal && tab.action !== action) {
      // The user's action may have given access to the page after the browser refused the script.
      scan.refusal = null;
      return scanTab(scan);
    }
    const failure = scan.refusal ? await failureOf(shown.url, detail, action !== null) : 'no-answer';
    return { kind: 'failed', failure, detail };
  }
  const url = scan.frames.get(0)?.url;
  if (url && scan.page.url === '') scan.page.url = url;
  return { kind: 'done', at: Date.now() };
}

/**
 * Waits for the results of a scan's frames, and fetches the style sheets that they may not read. Returns immediately if
 * another call is running. May be called again after the scan.
 *
 * @throws if the scan is aborted
 */
export async function collect(scan: Scan): Promise<void> {
  // The call that is already running takes new frames into account.
  if (scan.isCollecting) return;
  scan.isCollecting = true;
  let timeout: AbortSignal | undefined;
  let extraWaits = 0;
  let isAgain: boolean;
  try {
    do {
      const missing = await framesFinished(scan);
      const known = new Set(scan.frames.values());
      listHeaderLinks(scan);
      await Promise.race([scan.whenStopped, readAll(scan)]);
      if (scan.sheets.length > 0 && !scan.stopped.aborted) {
        timeout ??= AbortSignal.timeout(maxSheetTime);
        await fetchSheets(scan, timeout);
      }
      if (scan.files.length > 0 && !scan.stopped.aborted) await readImageFiles(scan);
      if (hasWantedTexts(scan) && !scan.stopped.aborted) await readSheetTexts(scan);
      scan.unanswered = await during(scan, unansweredOf(scan));
      // A frame that was removed in the meantime is still among the children that its parent reported.
      const isNew = (part: Unreachable) => !missing.some((each) => isSamePart(each, part));
      const due =
        awaitedFrames(scan).length + scan.sheets.length + scan.files.length + Number(hasWantedTexts(scan));
      isAgain = waitsAgain({
        ...{ due, extraWaits },
        isStopped: scan.stopped.aborted,
        // A frame may even have connected and finished since the last comparison.
        hasNews: scan.unanswered.some(isNew) || [...scan.frames.values()].some((each) => !known.has(each)),
      });
      if (due === 0) extraWaits++;
    } while (isAgain);
    scan.timing.totalMs ||= performance.now() - scan.timing.startedAt;
  } finally {
    scan.isCollecting = false;
  }
}

/** Reads everything that was received so far. @throws if the scan is aborted in the meantime */
async function readAll(scan: Scan): Promise<void> {
  await scan.whenRead;
  await during(scan, scan.tab.network.whenRead);
  const ids = await addFrameAddresses(scan);
  if (ids.length > 0) postSoon(scan.tab, ids);
}

const isSamePart = (a: Unreachable, b: Unreachable): boolean =>
  a.kind === b.kind && a.url === b.url && a.reason === b.reason;

/**
 * Resolves when each frame has finished, was removed, or has timed out regardless of the messages of other frames; or
 * when the user stops the scan.
 *
 * @returns the parts that have not answered
 * @throws if the scan is aborted
 */
async function framesFinished(scan: Scan): Promise<readonly Unreachable[]> {
  const since = performance.now();
  let round = firstRound;
  for (;;) {
    scan.signal.throwIfAborted();
    const now = performance.now();
    const change = scan.changed();
    // A frame that hangs in a debugger, a dialog, or a loop must not delay the others.
    for (const frame of awaitedFrames(scan))
      if (isSilent(now, frame.lastMessageAt)) frame.isUnresponsive = true;
    const awaited = awaitedFrames(scan).map(({ lastMessageAt }) => lastMessageAt);
    const unanswered = awaited.length > 0 ? [] : await unansweredOf(scan);
    const step = nextStep({
      ...{ now, since, awaited, round },
      isStopped: scan.stopped.aborted,
      isTopDue: !scan.frames.has(0) && scan.refusal === null,
      connected: scan.frames.size,
      mayAnswer: unanswered.some((part) => mayAnswer(scan, part)),
    });
    if (step.kind === 'read') return unanswered;
    round = step.round;
    if (step.kind === 'wait') await within(change, step.until - performance.now());
    else {
      void askChildren(scan);
      void injectEverywhere(scan);
    }
  }
}

/** Asks the frames for their children again, because some may have been removed or contain another document. */
const askChildren = (scan: Scan): Promise<unknown> =>
  Promise.all(
    Array.from(scan.frames.values(), async (frame) => {
      const children = frame.children.length > 0 && (await frame.ask({ type: 'frames' }));
      if (Array.isArray(children))
        nameChildren(
          scan,
          frame,
          children.filter((child) => typeof child === 'object'),
        );
    }),
  );

const countEmpty = ({ frames }: Scan): number =>
  [...frames.values()].flatMap(({ children }) => children).filter(({ reason }) => reason === 'not-loaded')
    .length;

/**
 * If some child frames were empty, asks the frames for their children again, because no event reports a document that
 * begins later but never finishes loading.
 *
 * @returns whether the number of empty children has changed
 */
export async function askForEmpty(scan: Scan): Promise<boolean> {
  const before = countEmpty(scan);
  if (before === 0) return false;
  await askChildren(scan);
  return countEmpty(scan) !== before;
}

/** The parts that have not answered so far: unresponsive frames, missing frames, and the top document. */
async function unansweredOf(scan: Scan): Promise<Unreachable[]> {
  const { frames, quota } = scan;
  const top = frames.get(0);
  const known = [...frames.values()].filter(({ isOpen, frameId }) => isOpen || quota.expelled.has(frameId));
  const named = Map.groupBy(known, ({ lineage }) => lineage.own);
  const connected = Map.groupBy(
    known.filter((frame) => frame !== top),
    ({ lineage }) => lineage.parent,
  );
  const isGranted = grantsNow();
  // Frames are compared by parent document, because a frame never matches the child of another document.
  const missing = Array.from(named, ([own, holders]) => {
    const children = holders.flatMap((holder) => holder.children);
    const holder = holders.map(({ url }) => url).find((url) => sitePattern(url) !== null) ?? scan.page.url;
    return missingFrames(children, connected.get(own) ?? []).map((child) =>
      whyMissing(child, holder, isGranted),
    );
  });
  const unresponsive = known.filter((each) => each.isOpen && each.isUnresponsive && !each.isFinished);
  const stopped = known.filter((each) => each.isOpen && each.isStopped && each !== top);
  const unanswered: Unreachable[] = [
    ...(top ? [] : [{ kind: 'page', url: '', reason: 'no-answer' } as const]),
    ...unresponsive.map((each) => ({ ...partOf(each), reason: 'no-answer' }) as const),
    ...(await Promise.all(missing.flat())),
  ];
  if (!scan.stopped.aborted) return unanswered;
  return [
    ...stopped.map((each) => ({ ...partOf(each), reason: 'stopped' }) as const),
    ...unanswered.map((part) =>
      consequenceOf(part.reason).awaits === 'answer' ? { ...part, reason: 'stopped' as const } : part,
    ),
  ];
}

/** Whether access to a frame depends on its parent's URL. In Chromium, it does if the frame has no URL of its own. */
const isLikeHolder = (url: string): boolean => !isFirefox() && /^(?:data|about):/.test(url);

/**
 * The record of a missing frame, with a reason: `no-answer` if the script may be injected into the frame; otherwise the
 * reported reason.
 *
 * @param holder the URL of its parent document
 */
async function whyMissing(
  { url, isAccessible, reason }: ChildFrame,
  holder: string,
  isGranted: ReturnType<typeof grantsNow>,
): Promise<Unreachable> {
  const mayEnter = isAccessible || (await isGranted(isLikeHolder(url) ? holder : url));
  return { kind: 'frame', url, reason: mayEnter && reason !== 'not-loaded' ? 'no-answer' : reason };
}

/** Whether a frame into which the content script was or is being injected has not connected yet. */
const isConnecting = ({ injecting, injected, frames }: Scan): boolean =>
  injecting > 0 || [...injected].some((frameId) => !frames.has(frameId));

/**
 * Whether a missing part may still answer. Besides parts that have not answered, these are two kinds of frames that
 * only seem inaccessible: a frame into which the script is being injected, and a document without a URL of its own. A
 * click grants access to such a document if Chromium started its process after the click.
 */
const mayAnswer = (scan: Scan, { kind, url, reason }: Unreachable): boolean =>
  consequenceOf(reason).awaits === 'answer' ||
  (kind === 'frame' && consequenceOf(reason).awaits === null && (isLikeHolder(url) || isConnecting(scan)));

/**
 * Fetches the style sheets that their frames may not read and that the user has granted access to, and posts the URLs
 * in each.
 *
 * @param timeout aborted when the remaining sheets are no longer waited for
 */
async function fetchSheets(scan: Scan, timeout: AbortSignal): Promise<void> {
  const sheets = Map.groupBy(scan.sheets, ({ url }) => url);
  scan.sheets = [];
  const signal = AbortSignal.any([scan.signal, scan.stopped, timeout]);
  for await (const outcome of readSheets(sheets.keys(), scan, signal)) {
    const { url, root } = outcome;
    scan.unreachable = scan.unreachable.filter((item) => item.kind !== 'stylesheet' || item.url !== url);
    if ('reason' in outcome) {
      const reason = scan.stopped.aborted ? 'stopped' : outcome.reason;
      addUnreachable(scan, { kind: 'stylesheet', url, reason });
    } else postSoon(scan.tab, await addFileSightings(scan, sheets.get(root) ?? [], outcome));
  }
}
