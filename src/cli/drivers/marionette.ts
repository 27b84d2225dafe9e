/** Marionette, Firefox's own remote protocol, over TCP: commands and answers are JSON, prefixed with the length. */
import { connect, type Socket } from 'node:net';

export interface Marionette {
  send<R = unknown>(command: string, params?: Record<string, unknown>): Promise<R>;
  /**
   * Runs a function in the page of the current tab. Arguments and result are passed as JSON.
   *
   * @throws {DocumentGoneError} if the tab's document is replaced in the meantime
   */
  inPage<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Runs a function in the browser's own window, with all privileges of the browser. */
  inBrowser<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  close(): void;
}

/** Thrown if a script has no result because its document went away first. The script may have run in part. */
export class DocumentGoneError extends Error {
  override name = 'DocumentGoneError';

  constructor() {
    super('The document went away while a script ran in it.');
  }
}

type Context = 'content' | 'chrome';
type Answer = [type: number, id: number, error: { error: string; message: string } | null, result: unknown];

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Splits the received data into messages. */
function messageReader(take: (message: unknown) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const colon = rest.indexOf(':');
      if (colon < 0) return;
      const start = colon + 1;
      const end = start + Number(rest.subarray(0, colon).toString('latin1'));
      if (rest.length < end) return;
      const message = rest.subarray(start, end).toString('utf8');
      rest = rest.subarray(end);
      take(JSON.parse(message));
    }
  };
}

export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await open(port);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let greeted = (): void => {};
  const greeting = new Promise<void>((resolve) => {
    greeted = resolve;
  });

  const read = messageReader((message) => {
    if (!Array.isArray(message)) return greeted();
    const [, id, error, result] = message as Answer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${error.error}: ${error.message}`));
    else asked?.resolve(result);
  });
  socket.on('data', read);
  const over = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'));
    waiting.clear();
  };
  socket.on('close', over);
  socket.on('error', over);

  const send = <R>(command: string, params: Record<string, unknown> = {}): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      const message = Buffer.from(JSON.stringify([0, id, command, params]));
      socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    });

  const runIn = async (
    context: Context,
    fn: (...args: never[]) => unknown,
    args: unknown[],
  ): Promise<unknown> => {
    // The last argument is the script's callback. Build tools insert calls of the helper `__name` in the text of
    // functions.
    const script = `
      const answer = arguments[arguments.length - 1];
      const __name = (f) => f;
      (async () => (${fn}).apply(null, [...arguments].slice(0, -1)))().then(
        (value) => answer({ value }),
        (error) => answer({ error: String(error) + '\\n' + (error?.stack ?? '') }),
      );`;
    await send('Marionette:SetContext', { value: context });
    const { value: outcome } = await send<{ value: { value?: unknown; error?: string } | null }>(
      'WebDriver:ExecuteAsyncScript',
      { script, args, newSandbox: false },
    ).catch((error: Error) => {
      if (/document was unloaded/i.test(error.message)) throw new DocumentGoneError();
      throw error;
    });
    // Marionette returns null if the tab's next document is in another process.
    if (outcome === null) throw new DocumentGoneError();
    if (outcome.error !== undefined) throw new Error(outcome.error.trim());
    return outcome.value;
  };

  await greeting;
  await send('WebDriver:NewSession', {});
  return {
    send,
    inPage: (fn, ...args) => runIn('content', fn, args) as never,
    inBrowser: (fn, ...args) => runIn('chrome', fn, args) as never,
    close: () => socket.destroy(),
  };
}
