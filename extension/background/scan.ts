/** A scan: the content script into every reachable frame of a tab, until all that they find has been read. */
import { bounded } from '../platform/answers.ts';
import { browser } from '../platform/browser.ts';
import type { Unreachable } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { startScan } from './entries.ts';
import { failureOf, saysGone } from './failure.ts';
import { silence, withinTime } from './patience.ts';
import type { Session } from './session.ts';
import { addSheetSightings } from './sightings.ts';
import { readSheets } from './stylesheets.ts';

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
    injected = await withinTime(injectIntoNext(session, isCurrent));
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
  await lookAgain(session, isCurrent);
  if (!isCurrent()) return;
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

/** A document that goes while the script is on its way leaves its place to another, as often as that happens. */
const mostDocuments = 5;

/** Puts the content script into the document that stays. @returns the ids of its frames */
async function injectIntoNext({ tabId, nonce }: Session, isCurrent: () => boolean): Promise<number[]> {
  for (let document = 1; ; document++) {
    try {
      return await inject(tabId, nonce);
    } catch (error) {
      // What another scan has put there by now must not be given this one's name.
      if (document === mostDocuments || !isCurrent() || !saysGone.test(String(error))) throw error;
    }
  }
}

/** Reads what came to a watched page since: frames, their documents, style sheets. */
export async function scanMore(session: Session): Promise<void> {
  const { scan } = session;
  // What cannot be injected is said by the frame that holds it.
  await inject(session.tabId, session.nonce).catch(() => []);
  await lookAgain(session, () => scan === session.scan);
}

/** Once the frames have told what they could not look into: whether it was, or can be, in another way. */
async function lookAgain(session: Session, isCurrent: () => boolean): Promise<void> {
  await fetchSheets(session, isCurrent);
  if (!isCurrent()) return;
  const unreachable = await stillUnreachable(session);
  if (isCurrent()) session.unreachable = unreachable;
}

/** Reads the style sheets that frames may not read and the user has granted. */
async function fetchSheets(session: Session, isCurrent: () => boolean): Promise<void> {
  const sheets = Map.groupBy(session.sheets, ({ url }) => url);
  session.sheets = [];
  const read = new Set<string>();
  for (const [url, places] of sheets) {
    for await (const outcome of readSheets(url, session.page.url, read)) {
      if (!isCurrent()) return;
      session.unreachable = session.unreachable.filter(
        (item) => item.kind !== 'stylesheet' || item.url !== outcome.url,
      );
      if ('reason' in outcome) {
        session.unreachable.push({ kind: 'stylesheet', ...outcome });
        continue;
      }
      for (const place of places) await addSheetSightings(session, place, outcome.urls);
    }
  }
}

/**
 * What was not looked into after all. Frames that their parents cannot see were scanned all the same where their site
 * is granted, or lets itself be; one that was redirected has another address than its parent tells.
 */
async function stillUnreachable(session: Session): Promise<Unreachable[]> {
  const unseen = [...session.frames.values()]
    .filter((frame) => frame.unseen)
    .map(({ url }) => url.slice(0, 2000));
  const told = new Set<string>();
  const unmatched = session.unreachable.filter((item) => {
    const { kind, url, reason } = item;
    if (isUnseenFrame(item)) {
      const at = unseen.indexOf(url);
      if (at >= 0) unseen.splice(at, 1);
      return at < 0;
    }
    // Frames are counted, a style sheet that many elements bring is one.
    const key = `${kind} ${url} ${reason}`;
    return told.size < told.add(key).size;
  });
  // A lazy frame that was never in sight holds an empty document, and what its srcdoc says was not read.
  const redirected = unseen.filter((url) => !url.startsWith('about:'));
  const kept: Unreachable[] = [];
  for (const item of unmatched) {
    if (!isUnseenFrame(item) || !(await isGranted(item.url))) kept.push(item);
    else if (item.url.startsWith('about:') || redirected.pop() === undefined)
      kept.push({ ...item, reason: 'not-loaded' });
  }
  return kept;
}

/** One that the document which holds it could not look into, whatever its own content script did. */
const isUnseenFrame = ({ kind, reason }: Unreachable): boolean =>
  kind === 'frame' && (reason === 'cross-origin' || reason === 'sandboxed');

const isGranted = (url: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [sitePattern(url) ?? '<all_urls>'] });

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
