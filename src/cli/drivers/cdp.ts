/**
 * Uses the Chrome DevTools Protocol, over Playwright's connection, for targets that Playwright doesn't expose as pages:
 * popups, DevTools and its panels, service workers, and cross-origin frames.
 */
import type { CDPSession } from 'playwright';
import { poll } from './wait.ts';

export interface TargetInfo {
  targetId: string;
  type: string;
  title: string;
  url: string;
  embedderData?: { tabActive?: boolean };
}

type Params = Record<string, unknown>;
type Handler = (params: never) => void;

/** A session with one attached target. */
export interface Session {
  readonly targetId: string;
  send<R = unknown>(method: string, params?: Params): Promise<R>;
  on<P>(event: string, handler: (params: P) => void): void;
  /** Resolves when the target has ended or this session is detached. */
  readonly closed: Promise<void>;
  isClosed(): boolean;
  detach(): Promise<void>;
}

export interface Targets {
  /** The current targets. */
  list(): Promise<TargetInfo[]>;
  /** The most recently reported address of a target. */
  urlOf(targetId: string): string | undefined;
  /** Calls the handler for every existing and new target, and whenever a target's address changes. */
  onTarget(handler: (target: TargetInfo) => void): void;
  /** Finds the first target that matches, among those that exist or appear within the deadline. */
  find(what: string, fits: (target: TargetInfo) => boolean, deadlineMs: number): Promise<TargetInfo>;
  gone(targetId: string, deadlineMs: number): Promise<void>;
  attach(targetId: string): Promise<Session>;
  send<R = unknown>(method: string, params?: Params): Promise<R>;
}

interface Incoming {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string; data?: string };
}

export async function openTargets(browser: CDPSession): Promise<Targets> {
  const targets = new Map<string, TargetInfo>();
  const sessions = new Map<string, { receive(message: Incoming): void; end(): void }>();
  const watchers: ((target: TargetInfo) => void)[] = [];

  // Playwright's types accept only the names that they list, but any name can be passed to `Targets`.
  const send = browser.send.bind(browser) as unknown as Targets['send'];
  const on = browser.on.bind(browser) as unknown as (event: string, handler: Handler) => void;

  const note = ({ targetInfo }: { targetInfo: TargetInfo }): void => {
    const before = targets.get(targetInfo.targetId);
    targets.set(targetInfo.targetId, targetInfo);
    if (before?.url !== targetInfo.url) for (const watch of watchers) watch(targetInfo);
  };
  on('Target.targetCreated', note);
  on('Target.targetInfoChanged', note);
  on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => targets.delete(targetId));
  on('Target.receivedMessageFromTarget', ({ sessionId, message }: { sessionId: string; message: string }) => {
    sessions.get(sessionId)?.receive(JSON.parse(message));
  });
  on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => sessions.get(sessionId)?.end());
  await send('Target.setDiscoverTargets', { discover: true, filter: [{}] });

  const attach = async (targetId: string): Promise<Session> => {
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: false,
    });
    const pending = new Map<
      number,
      { resolve(value: unknown): void; reject(error: Error): void; method: string }
    >();
    const handlers = new Map<string, Handler[]>();
    let last = 0;
    let over = false;
    let end = (): void => {};
    const closed = new Promise<void>((resolve) => {
      end = () => {
        over = true;
        sessions.delete(sessionId);
        for (const { method, reject } of pending.values()) reject(new Error(`${method}: the target is gone`));
        pending.clear();
        resolve();
      };
    });
    const receive = ({ id, method, params, result, error }: Incoming): void => {
      if (id === undefined) {
        for (const handle of handlers.get(method ?? '') ?? []) handle(params as never);
        return;
      }
      const waiting = pending.get(id);
      pending.delete(id);
      if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message} ${error.data ?? ''}`.trim()));
      else waiting?.resolve(result);
    };
    sessions.set(sessionId, { receive, end });
    return {
      targetId,
      closed,
      isClosed: () => over,
      on: (event, handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler as Handler]),
      send: <R>(method: string, params: Params = {}) =>
        new Promise<R>((resolve, reject) => {
          if (over) return reject(new Error(`${method}: the target is gone`));
          const id = ++last;
          pending.set(id, { resolve: resolve as (value: unknown) => void, reject, method });
          const message = JSON.stringify({ id, method, params });
          send('Target.sendMessageToTarget', { sessionId, message }).catch((error: Error) => {
            if (pending.delete(id)) reject(error);
          });
        }),
      detach: async () => {
        await send('Target.detachFromTarget', { sessionId }).catch(() => {});
        end();
      },
    };
  };

  // Requests the list, because the browser reports neither which tab comes to the front nor the end of a stopped
  // worker.
  const list = async (): Promise<TargetInfo[]> =>
    (await send<{ targetInfos: TargetInfo[] }>('Target.getTargets', { filter: [{}] })).targetInfos;

  return {
    list,
    urlOf: (targetId) => targets.get(targetId)?.url,
    onTarget: (handler) => {
      watchers.push(handler);
      for (const target of targets.values()) handler(target);
    },
    find: (what, fits, deadlineMs) => poll(what, deadlineMs, async () => (await list()).find(fits)),
    gone: async (targetId, deadlineMs) => {
      const left = async () =>
        (await list()).some((target) => target.targetId === targetId) ? undefined : true;
      await poll(`the end of target ${targetId}`, deadlineMs, left);
    },
    attach,
    send,
  };
}
