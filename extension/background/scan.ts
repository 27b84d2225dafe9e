/** A scan: the content script into every reachable frame of a tab, until all that they find has been read. */
import { browser } from '../platform/browser.ts';
import type { Unreachable } from '../platform/messages.ts';
import { failureOf } from './failure.ts';
import { type Session, startScan } from './session.ts';

/**
 * Scans a tab from the start. Frames connect by themselves while this waits; it ends when each injected frame has
 * walked its document, or has gone, and everything has been read. Another scan of the session ends this one.
 */
export async function scanTab(session: Session, changed: () => Promise<void>): Promise<void> {
  startScan(session);
  const { scan, tabId } = session;
  const isCurrent = () => scan === session.scan;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!isCurrent()) return;
  if (!tab) {
    session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
    return;
  }
  session.page = { url: tab.url ?? '', title: tab.title ?? '' };

  let injected: number[];
  try {
    const results = await browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: ['content.js'],
      // Else one frame that never ends loading would hold back the answer for all.
      injectImmediately: true,
    });
    injected = results.map(({ frameId }) => frameId);
  } catch (error) {
    if (!isCurrent()) return;
    const detail = error instanceof Error ? error.message : String(error);
    session.state = { kind: 'failed', failure: await failureOf(tab.url, detail, session.byAction), detail };
    return;
  }
  if (!isCurrent()) return;
  if (!injected.includes(0)) {
    session.state = { kind: 'failed', failure: await failureOf(tab.url, '', session.byAction), detail: '' };
    return;
  }
  const isWalked = () => injected.every((frameId) => session.frames.get(frameId)?.finished ?? false);
  while (isCurrent() && !isWalked()) await changed();
  await session.reading;
  if (!isCurrent()) return;
  session.unreachable = await stillUnreachable(session);
  session.timing.totalMs = performance.now() - session.timing.startedAt;
  const top = session.frames.get(0);
  if (top?.url && session.page.url === '') session.page.url = top.url;
  session.state = { kind: 'done', at: Date.now() };
}

/** Frames that their parents cannot see were scanned all the same where their site is granted, or lets itself be. */
async function stillUnreachable(session: Session): Promise<Unreachable[]> {
  const scanned = new Set([...session.frames.values()].map(({ url }) => url.slice(0, 2000)));
  const kept: Unreachable[] = [];
  for (const item of session.unreachable) {
    if (item.kind === 'frame') {
      if (scanned.has(item.url) && item.url !== 'about:srcdoc') continue;
      if (await browser.permissions.contains({ origins: [originPattern(item.url)] })) continue;
    }
    kept.push(item);
  }
  return kept;
}

/** The match pattern that asks for a URL's site; all sites for what has none. */
export function originPattern(url: string): string {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol)
    ? `${parsed.protocol}//${parsed.hostname}/*`
    : '<all_urls>';
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
