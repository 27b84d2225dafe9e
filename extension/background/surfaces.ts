/** Popup, panel and tab: each joins one tab's session and asks for what it shows by id. */
import { whatIf } from '../../src/csp-what-if.ts';
import { setAllowed, setRule } from '../../src/policy/edit.ts';
import { bounded } from '../platform/answers.ts';
import { browser, type Runtime } from '../platform/browser.ts';
import {
  type Answer,
  readSurfaceMessage,
  type SurfaceMessage,
  type SurfaceUpdate,
} from '../platform/messages.ts';
import { changeUserPolicy } from '../platform/settings.ts';
import { anatomyAt, bodyAt, copyAt, detailOf } from './details.ts';
import { exportOf } from './exports.ts';
import { publish, sessionOf } from './live.ts';
import { addNetworkSightings, forgetNetwork, keepGone } from './network.ts';
import { ownPolicies, reportIn } from './overview.ts';
import type { Session } from './session.ts';
import { follow, join, leave, setServerWanted, whenRefreshed } from './sessions.ts';
import { idsOfMarked, markOccurrence, showOccurrence } from './sightings.ts';
import { choosePageWatched, setSiteOfPageWatched } from './watching.ts';

type Question = Extract<SurfaceMessage, { request: number }>;

export function acceptSurface(port: Runtime.Port): void {
  // Only our own pages are surfaces; a page's process can name its port as it likes, but not its address.
  if (!port.sender?.url?.startsWith(browser.runtime.getURL(''))) {
    port.disconnect();
    return;
  }
  let tabId: number | undefined;
  let isOpen = true;
  let isPanel = false;
  const send = (update: SurfaceUpdate) => {
    if (isOpen) port.postMessage(update);
  };

  const keep = (change: Promise<unknown>): void => {
    change.catch((error: unknown) => send({ type: 'unsaved', why: bounded(String(error), 300) }));
  };

  port.onMessage.addListener((raw: unknown) => {
    const message = readSurfaceMessage(raw);
    if (!message) return;
    if (message.type === 'open') {
      if (tabId !== undefined && tabId !== message.tabId) leave(tabId, send);
      tabId = message.tabId;
      return join(tabId, send, message.scan, message.byAction);
    }
    if (message.type === 'follow') {
      if (tabId !== undefined) follow(tabId, send);
      return;
    }
    const session = tabId === undefined ? undefined : sessionOf(tabId);
    if (message.type === 'navigated') {
      if (session) publish(session, message.keep ? keepGone(session) : forgetNetwork(session));
      return;
    }
    if (message.type === 'policies') {
      if (!session) return;
      session.network.headers = message.policies;
      // What the page is judged by has changed.
      session.judged = null;
      return publish(session, []);
    }
    if (message.type === 'server') {
      if (session) void setServerWanted(session, message.on);
      return;
    }
    if (message.type === 'network') {
      if (session) {
        isPanel = true;
        session.reading = session.reading
          .then(() => addNetworkSightings(session, message.seen, message.isWhole))
          .then((ids) => publish(session, ids))
          .catch(() => {}); // what DevTools told and nothing can read is no data: URL of the page
      }
      return;
    }
    if (message.type === 'watch') {
      if (tabId === undefined) return;
      return keep(
        message.what === 'page'
          ? choosePageWatched(tabId, message.on)
          : setSiteOfPageWatched(tabId, message.on),
      );
    }
    if (message.type === 'allow') {
      return keep(changeUserPolicy((own) => setAllowed(own, message, message.on)));
    }
    if (message.type === 'mute' || message.type === 'severity') {
      const { rule, site } = message;
      const setting = message.type === 'severity' ? message.severity : message.on ? 'off' : null;
      // The worker hears of the change as all do, and judges anew.
      return keep(changeUserPolicy((own) => setRule(own, { rule, site }, setting)));
    }
    const { request } = message;
    (session ? answer(session, message).catch(() => null) : Promise.resolve(null)).then((value) =>
      send({ type: 'answer', request, value }),
    );
  });
  port.onDisconnect.addListener(() => {
    isOpen = false;
    if (tabId === undefined) return;
    const session = isPanel ? sessionOf(tabId) : undefined;
    // Nobody tells any more what the page goes on to request.
    if (session) publish(session, forgetNetwork(session));
    leave(tabId, send, isPanel ? 0 : undefined);
  });
}

async function answer(session: Session, question: Question): Promise<Answer> {
  const asksPage =
    question.type === 'report' ? question.format === 'zip' : !['detail', 'csp'].includes(question.type);
  if (asksPage) await whenRefreshed(session.tabId);
  switch (question.type) {
    case 'detail':
      return detailOf(session, question);
    case 'body':
      return bodyAt(session, question);
    case 'anatomy':
      return anatomyAt(session, question);
    case 'copy':
      return copyAt(session, question, question.form);
    case 'show':
      return showOccurrence(session, question.id, question.occurrence);
    case 'mark':
      return markOccurrence(session, question.id, question.occurrence, question.name);
    case 'marked':
      return idsOfMarked(session, question.name);
    case 'csp': {
      const { dataUrls } = await reportIn(session);
      return whatIf(question.text ?? ownPolicies(session), dataUrls);
    }
    case 'report':
      return exportOf(session, question.format ?? 'json');
  }
}
