/** A scan: the content script into every reachable frame of a tab, until all that they find has been read. */
import { browser } from '../platform/browser.ts';
import type { Unreachable } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { failureOf } from './failure.ts';
import { bounded, type Session, startScan } from './session.ts';

/**
 * Scans a tab from the start. Frames connect by themselves while this waits; it ends when each injected frame has
 * walked its document, has gone, or has said nothing for too long, and everything has been read. Another scan of the
 * session, or the end of its document, ends this one.
 */
export async function scanTab(session: Session, changed: () => Promise<void>): Promise<void> {
  startScan(session);
  const { scan, tabId } = session;
  // Another scan, or the end of the document, has the last word.
  const isCurrent = () => scan === session.scan && session.state.kind === 'reading';
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!isCurrent()) return;
  if (!tab) {
    session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
    return;
  }
  session.page = { url: bounded(tab.url ?? ''), title: bounded(tab.title ?? '') };

  let injected: number[];
  try {
    injected = await withinTime(inject(tabId, session.nonce));
  } catch (error) {
    if (!isCurrent()) return;
    const detail = error instanceof Error ? error.message : String(error);
    const failure = error === silence ? 'no-answer' : await failureOf(tab.url, detail, session.byAction);
    if (isCurrent()) session.state = { kind: 'failed', failure, detail };
    return;
  }
  if (!isCurrent()) return;
  if (!injected.includes(0)) {
    const failure = await failureOf(tab.url, '', session.byAction);
    if (isCurrent()) session.state = { kind: 'failed', failure, detail: '' };
    return;
  }
  const unfinished = () => injected.filter((frameId) => !session.frames.get(frameId)?.finished);
  while (isCurrent() && unfinished().length > 0) {
    try {
      await withinTime(changed());
    } catch {
      // A frame that is stopped in a debugger, a dialog or a loop of its own holds back no other.
      for (const frameId of unfinished()) {
        const url = session.frames.get(frameId)?.url ?? '';
        session.unreachable.push({ kind: 'frame', url, reason: 'no-answer' });
      }
      break;
    }
  }
  await session.reading;
  if (!isCurrent()) return;
  const unreachable = await stillUnreachable(session);
  if (!isCurrent()) return;
  session.unreachable = unreachable;
  session.timing.totalMs = performance.now() - session.timing.startedAt;
  const top = session.frames.get(0);
  if (top?.url && session.page.url === '') session.page.url = top.url;
  session.state = { kind: 'done', at: Date.now() };
}

declare global {
  /** See the content script. */
  var dataUrlInspectorScanName: string | undefined;
}

/** Puts the content script into all frames that let it in. @returns their ids */
async function inject(tabId: number, nonce: string): Promise<number[]> {
  // Else one frame that never ends loading would hold back the answer for all.
  const everywhere = { target: { tabId, allFrames: true }, injectImmediately: true };
  const name = (scan: string) => {
    globalThis.dataUrlInspectorScanName = scan;
  };
  const named = await browser.scripting.executeScript({ ...everywhere, func: name, args: [nonce] });
  const hasName = new Set(named.map(({ frameId }) => frameId));
  const results = await browser.scripting.executeScript({ ...everywhere, files: ['content.js'] });
  // A frame that came between the two has no name, and its script does not connect.
  return results.map(({ frameId }) => frameId).filter((frameId) => hasName.has(frameId));
}

/** Scans the frames of a watched page that have come since, or have loaded another document. */
export async function scanMore({ tabId, nonce }: Session): Promise<void> {
  // What cannot be injected is said by the frame that holds it.
  await inject(tabId, nonce).catch(() => []);
}

/** Milliseconds without any word from a page after which it is not waited for. */
const patience = 15_000;
const silence = new Error('The page does not answer.');

/** The promise's outcome, or the error `silence` when it takes too long. */
function withinTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silence), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Frames that their parents cannot see were scanned all the same where their site is granted, or lets itself be. */
export async function stillUnreachable(session: Session): Promise<Unreachable[]> {
  const scanned = new Set([...session.frames.values()].map(({ url }) => url.slice(0, 2000)));
  const kept: Unreachable[] = [];
  const told = new Set<string>();
  for (const item of session.unreachable) {
    const key = `${item.kind} ${item.url} ${item.reason}`;
    // Frames are counted, a style sheet that many elements bring is one.
    if (item.kind !== 'frame' && told.has(key)) continue;
    told.add(key);
    if (item.kind === 'frame') {
      if (scanned.has(item.url) && item.url !== 'about:srcdoc') continue;
      if (await browser.permissions.contains({ origins: [sitePattern(item.url) ?? '<all_urls>'] })) continue;
    }
    kept.push(item);
  }
  return kept;
}

/** Lets the frame's content script know, when it comes, what is under the pointer now. */
export async function rememberHovered(tabId: number, frameId: number): Promise<void> {
  const remember = () => {
    const hovered = [...document.querySelectorAll(':hover')].at(-1);
    if (hovered) globalThis.dataUrlInspectorHovered = new WeakRef(hovered);
  };
  // Where this fails the scan does too, and says why.
  await browser.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: remember, injectImmediately: true })
    .catch(() => {});
}
