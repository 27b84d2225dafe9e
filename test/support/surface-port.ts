/** A surface without a UI: a document of the extension that connects to a tab and keeps the updates. */
import type { Page } from 'playwright';
import type { SurfaceMessage } from '../../extension/platform/surface-messages.ts';
import type { Row, SurfaceUpdate } from '../../extension/platform/surface-updates.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import type { Extension } from './chromium.ts';

/**
 * Timeout in milliseconds. On a busy machine, tens of thousands of an attacker's messages may be processed before a
 * question.
 */
const deadlineMs = 300_000;

type State = Extract<SurfaceUpdate, { type: 'state' }>;

export interface SurfacePort {
  post(message: SurfaceMessage): Promise<void>;
  /** Waits until the scan has ended and `check`, which runs in the document, accepts the rows. */
  when(check: (rows: Row[], state: State) => boolean): Promise<{ rows: Row[]; state: State }>;
  /** Like `when`, for very many rows. The rows stay in the document, because passing them would take more memory. */
  until(check: ((rows: Row[], state: State) => boolean) | string): Promise<State>;
  /** Returns the answer to a question; if the answer is a Blob, its text. */
  ask(question: SurfaceMessage & { request: number }): Promise<unknown>;
  /**
   * Asks a question again whenever it has been answered.
   *
   * @returns a function that returns the measurements so far
   */
  askOnAndOn(question: SurfaceMessage & { request: number }): Promise<() => Promise<Answered>>;
}

export interface Answered {
  count: number;
  /** The longest time between two answers, in milliseconds of wall-clock time. */
  longestGap: number;
  total: number;
}

interface Kept {
  port: { postMessage(message: unknown): void };
  rows: Map<string, Row>;
  state: State | null;
  answers: Map<number, unknown>;
  answered: Answered;
}

interface Global {
  chrome: {
    runtime: { connect(info: { name: string }): Kept['port'] & { onMessage: Listeners<SurfaceUpdate> } };
    tabs: {
      query(filter: object): Promise<{ id: number; url?: string }[]>;
      getCurrent(): Promise<{ id: number }>;
    };
  };
  kept: Kept;
}
interface Listeners<Message> {
  addListener(listener: (message: Message) => void): void;
}

/**
 * Connects to another tab, which the extension must be allowed to scan.
 *
 * @param address the beginning of the tab's address; the first matching tab is used
 */
export async function openSurfacePort(extension: Extension, address = 'http'): Promise<SurfacePort> {
  const page: Page = await extension.openPage('manifest.json');
  await page.evaluate(async (start) => {
    const global = globalThis as unknown as Global;
    const [tabs, own] = await Promise.all([global.chrome.tabs.query({}), global.chrome.tabs.getCurrent()]);
    const port = global.chrome.runtime.connect({ name: 'surface' });
    const kept: Kept = {
      port,
      rows: new Map(),
      state: null,
      answers: new Map(),
      answered: { count: 0, longestGap: 0, total: 0 },
    };
    global.kept = kept;
    port.onMessage.addListener((update) => {
      if (update.type === 'reset') kept.rows.clear();
      if (update.type === 'rows') for (const row of update.rows) kept.rows.set(row.sha256, row);
      if (update.type === 'state') kept.state = update;
      if (update.type === 'answer') kept.answers.set(update.request, update.value);
    });
    const tab = tabs.find(({ id, url }) => id !== own.id && url?.startsWith(start));
    if (!tab) throw new Error('there is no page to join');
    port.postMessage({ type: 'open', tabId: tab.id, scan: 'if-needed', byAction: false });
  }, address);
  const post = (message: SurfaceMessage): Promise<void> =>
    page.evaluate((sent) => {
      (globalThis as unknown as Global).kept.port.postMessage(sent);
    }, message);
  /**
   * Waits until the check passes. The check is passed as text and evaluated through the debugger each time, because the
   * document's own policy forbids evaluation of text.
   */
  const looking = <Seen>(check: unknown, seen: string): Promise<Seen> => {
    const look = `(() => {
      const rows = [...kept.rows.values()];
      const { state } = kept;
      return state?.state.kind === 'done' && (${check})(rows, state) ? ${seen} : null;
    })()`;
    return poll(
      `rows such as ${check}`,
      deadlineMs,
      async () => (await page.evaluate<Seen | null>(look)) ?? undefined,
    );
  };
  return {
    post,
    when: (check) => looking(check, '{ rows, state }'),
    until: (check) => looking(check, 'state'),
    async ask(question) {
      await post(question);
      const look = async (request: number) => {
        const { answers } = (globalThis as unknown as Global).kept;
        const value = answers.get(request);
        return answers.has(request)
          ? { value: value instanceof Blob ? await value.text() : value }
          : undefined;
      };
      const { value } = await poll('the answer', deadlineMs, () => page.evaluate(look, question.request));
      return value;
    },
    async askOnAndOn(question) {
      await page.evaluate((sent) => {
        const { kept } = globalThis as unknown as Global;
        const { answered, port } = kept as Kept & { port: { onMessage: Listeners<SurfaceUpdate> } };
        const start = performance.now();
        let last = start;
        const first = 1_000_000;
        const ask = () => port.postMessage({ ...sent, request: first + answered.count });
        port.onMessage.addListener((update) => {
          if (update.type !== 'answer' || update.request !== first + answered.count) return;
          const now = performance.now();
          answered.count++;
          answered.longestGap = Math.max(answered.longestGap, now - last);
          answered.total = now - start;
          last = now;
          ask();
        });
        ask();
      }, question);
      return () => page.evaluate(() => (globalThis as unknown as Global).kept.answered);
    },
  };
}
