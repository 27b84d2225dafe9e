/** Content scripts that connect: each is held to its tab's running scan, and each message to its schema. */
import type { Runtime } from '../platform/browser.ts';
import { readFrameMessage } from '../platform/messages.ts';
import { createFrameLink } from './frame-link.ts';
import { addSightings } from './session.ts';
import { documentGone, frameChanged, publish, sessionOf } from './sessions.ts';

export function acceptFrame(port: Runtime.Port): void {
  const { tab, frameId, url } = port.sender ?? {};
  const session = tab?.id === undefined ? undefined : sessionOf(tab.id);
  // Without a session nobody asked: a script that outlived the worker falls silent.
  if (!session || frameId === undefined) {
    port.disconnect();
    return;
  }

  const frame = createFrameLink(port, frameId, url ?? '');
  session.frames.get(frameId)?.close();
  session.frames.set(frameId, frame);
  const { scan } = session;
  const isCurrent = () => scan === session.scan && session.frames.get(frameId) === frame;

  port.onMessage.addListener((raw: unknown) => {
    if (!isCurrent()) return;
    const message = readFrameMessage(raw);
    // What no content script of ours would send comes from a process that is not ours any more.
    if (!message) return frame.close();
    switch (message.type) {
      case 'found':
        session.reading = session.reading
          .then(() => (isCurrent() ? addSightings(session, frame, message.sightings) : []))
          .then((ids) => publish(session, ids))
          // What cannot be read is said, and ends nothing else.
          .catch((error: unknown) => {
            session.unreachable.push({ kind: 'frame', url: frame.url, reason: String(error) });
          });
        return;
      case 'unreachable':
        session.unreachable.push(...message.unreachable);
        return;
      case 'done': {
        const { timing } = session;
        timing.scanMs += message.scanMs;
        timing.longestTaskMs = Math.max(timing.longestTaskMs, message.longestTaskMs);
        if (frameId === 0 && message.title !== '') session.page.title = message.title;
        frame.finished = true;
        return frameChanged(session);
      }
      case 'answer':
        return frame.answer(message);
    }
  });

  port.onDisconnect.addListener(() => {
    frame.gone();
    if (!isCurrent()) return;
    frameChanged(session);
    if (frameId === 0) documentGone(session);
  });
}
