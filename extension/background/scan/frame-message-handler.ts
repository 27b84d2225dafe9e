/** Applies the messages of content scripts to their scans. */

import type { CspPolicy } from '../../../src/csp/csp.ts';
import type { ChildFrame, FrameMessage } from '../../platform/frame-messages.ts';
import { maxPolicies } from '../../platform/limits.ts';
import { addSightings } from '../frames/frame-sightings.ts';
import { injectPart } from '../frames/inject.ts';
import { changeOccurrences, recordOutcomes } from '../frames/occurrence-changes.ts';
import { invalidateAll } from '../model/entries.ts';
import type { FrameLink, Scan } from '../model/model.ts';
import { consume } from '../model/quota.ts';
import { addUnreachable, nameChildren, noteLimit, partOf, sheetCame } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { noteSheetText } from '../sheets/dropped-urls.ts';
import { changeMode } from '../watching/watching.ts';
import { scanLateDocuments, scanMoreAfterEnd } from './after-scan.ts';
import { frameProgressed } from './scan-lifecycle.ts';

/**
 * Handles a message that matches its schema. Effects that depend on earlier texts wait until these have been read; all
 * others are immediate.
 *
 * @param origin the origin of the frame's document, if the browser reported it
 */
export function handleMessage(
  scan: Scan,
  frame: FrameLink,
  message: FrameMessage,
  origin: string | undefined,
): void {
  switch (message.type) {
    case 'started':
      frame.isAccessible = message.isAccessible;
      frame.isQuirky = message.isQuirky;
      frame.charset = message.charset;
      frame.lineage = message.lineage;
      // Chromium keeps reporting `about:blank` when another document of the same origin replaces the initial empty
      // document of a frame.
      if (frame.url === 'about:blank' && isOfOrigin(message.url, origin)) frame.url = message.url;
      return;
    case 'found': {
      const sightings = consume(scan.quota, message.sightings);
      if (sightings.length < message.sightings.length) noteLimit(scan);
      for (const href of sheetsOf(sightings)) sheetCame(scan, href);
      // If the user stops the scan while this message is being read, the rest of the message is dropped.
      const stopped = scan.stopped.aborted ? undefined : scan.stopped;
      scan.inOrder(async () => {
        if (stopped?.aborted) return;
        for await (const ids of addSightings(scan, frame, sightings)) {
          postSoon(scan.tab, ids);
          if (stopped?.aborted) return;
        }
      }, partOf(frame));
      return;
    }
    case 'changed':
      scan.inOrder(() => postSoon(scan.tab, changeOccurrences(scan, frame, message.changes)));
      return;
    case 'seen':
      scan.inOrder(() => postSoon(scan.tab, recordOutcomes(scan, frame, message.seen)));
      return;
    case 'policy':
      if (frame.enforced.size >= maxPolicies || frame.enforced.has(message.text)) return;
      frame.enforced.add(message.text);
      scan.inOrder(() => postSoon(scan.tab, invalidateAll(scan.entries)));
      return;
    case 'frames':
      noteChildren(scan, frame, message.frames);
      scanMoreAfterEnd(scan);
      return;
    case 'unwatched':
      if (frame.frameId === 0) changeMode(scan.tab, 'end');
      return;
    case 'part':
      void injectPart(scan.tab.id, frame.frameId, message.name).then(() =>
        frame.post({ type: 'part', name: message.name }),
      );
      return;
    case 'alive':
      void scanLateDocuments(scan);
      return;
    case 'unreachable':
      for (const { at, ...item } of message.unreachable) {
        if (item.reason === 'unread-text') {
          noteSheetText(scan, frame, item.url);
          continue;
        }
        if (item.kind === 'stylesheet') sheetCame(scan, item.url, item.reason);
        const part = at?.selector && item.kind === 'element' ? { ...item, selector: at.selector } : item;
        if (!addUnreachable(scan, part)) break;
        const own = { url: item.url, holder: frame };
        if (item.kind === 'image-file') scan.files.push({ element: '', selector: '', ...own });
        if (at && item.reason === 'cross-origin') scan.sheets.push({ ...at, ...own });
      }
      // If the frame has not finished, the scan itself fetches sheets at its end.
      if (frame.isFinished) scanMoreAfterEnd(scan);
      return;
    case 'done': {
      // The extension's content script sends this message only once.
      if (frame.isFinished) return;
      const { timing } = scan;
      timing.scanMs += message.scanMs;
      timing.longestTaskMs = Math.max(timing.longestTaskMs, message.longestTaskMs);
      if (frame.frameId === 0 && message.title !== '') scan.page.title = message.title;
      noteChildren(scan, frame, message.frames);
      frame.policies = message.policies;
      for (const text of message.policies) addPolicy(scan.policies, text, frame.url);
      frame.isFinished = true;
      if (message.policies.length > 0) scan.inOrder(() => postSoon(scan.tab, invalidateAll(scan.entries)));
      frameProgressed(scan);
      return;
    }
    case 'answer':
      frame.answer(message);
      return;
    default:
      message satisfies never;
  }
}

/** Maximum number of security policies that are kept for all documents of a page. */
const maxPagePolicies = 1000;

/** Adds the policy of a meta element unless it is known, because frames that load again report known policies. */
function addPolicy(policies: CspPolicy[], text: string, frame: string): void {
  if (policies.length >= maxPagePolicies) return;
  if (policies.some((known) => known.text === text && known.frame === frame)) return;
  policies.push({ source: 'meta', reportOnly: false, text, frame });
}

/** Whether a document at this URL may have this origin. A srcdoc document has the origin of its parent. */
const isOfOrigin = (url: string, origin: string | undefined): boolean =>
  url === 'about:srcdoc' || URL.parse(url)?.origin === origin;

function noteChildren(scan: Scan, frame: FrameLink, children: readonly ChildFrame[]): void {
  if (!nameChildren(scan, frame, children)) noteLimit(scan);
}

/** The URLs of the style sheets that contain the sightings. */
const sheetsOf = (sightings: Extract<FrameMessage, { type: 'found' }>['sightings']): Set<string> =>
  new Set(sightings.flatMap(({ occurrences }) => occurrences.flatMap(({ sheet }) => sheet?.href ?? [])));
