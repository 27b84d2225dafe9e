/** A virtual display with mouse and keyboard, for features that only headed browsers have. Linux only. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { poll, within } from '../../src/cli/drivers/wait.ts';
import { own } from './owned.ts';

export interface Display extends AsyncDisposable {
  /** The value of DISPLAY. */
  name: string;
  /** Clicks the right mouse button at a point of the display. */
  rightClick(x: number, y: number): void;
  /** Presses keys as soon as a window is active, because keys that no window receives are lost. */
  press(...keys: string[]): Promise<void>;
  /** Runs `act`, and waits until a window opens. */
  untilWindowComes(act: () => void | Promise<void>): Promise<void>;
  /** Presses keys until a window opens, because a menu on the display does not react immediately. */
  pressUntilWindowComes(...keys: string[]): Promise<void>;
}

const deadlineMs = 60_000;

export async function openDisplay(): Promise<Display> {
  // Xvfb chooses a free display number, and reports it when it is ready. By default, it resets itself whenever its last
  // client disconnects, and refuses a client that connects meanwhile.
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'];
  const server = own(spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }));
  const children: ChildProcess[] = [server];
  const close = async () => {
    for (const child of children.reverse()) await ended(child);
  };
  try {
    const answered = once(server.stdio[3] as Readable, 'data');
    const failed = once(server, 'exit').then(() => Promise.reject(new Error('it ended as it started')));
    const [number] = await within('the display', deadlineMs, Promise.race([answered, failed]));
    const name = `:${String(number).trim()}`;
    const env = { ...process.env, DISPLAY: name };
    const manager = own(spawn('openbox', [], { env, stdio: 'ignore' }));
    children.push(manager);
    return await displayOf(name, env, manager, close);
  } catch (error) {
    await close();
    throw error;
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

async function ended(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill();
  await within('its end', 5000, exit).catch(() => child.kill('SIGKILL'));
}

/** Returns the methods of the display, which act like a person. */
async function displayOf(
  name: string,
  env: NodeJS.ProcessEnv,
  manager: ChildProcess,
  close: () => Promise<void>,
): Promise<Display> {
  const xdotool = (...args: string[]): string =>
    execFileSync('xdotool', args, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // `execFileSync` blocks this process, so nothing else could end the tool.
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
    });
  /** Returns the output of xdotool, as soon as the command succeeds. */
  const answer = (name: string, ...args: string[]): Promise<string> =>
    poll(name, deadlineMs, async () => {
      if (!isRunning(manager)) throw new Error(`${name}: the window manager has ended`);
      try {
        return xdotool(...args);
      } catch {
        return undefined;
      }
    });
  const windows = (): number => {
    try {
      return xdotool('search', '--onlyvisible', '--name', '').split('\n').length;
    } catch {
      return 0; // no window was found
    }
  };
  /** Waits for the window that receives the keys. */
  const activeWindow = () => answer('a window that is active', 'getactivewindow');
  await answer('the window manager', 'get_num_desktops');
  return {
    name,
    rightClick: (x, y) => void xdotool('mousemove', String(x), String(y), 'click', '3'),
    async press(...keys) {
      await activeWindow();
      xdotool('key', ...keys);
    },
    async untilWindowComes(act) {
      await activeWindow();
      const before = windows();
      await act();
      await poll('another window', deadlineMs, async () => windows() > before || undefined);
    },
    async pressUntilWindowComes(...keys) {
      const before = windows();
      await poll('another window', deadlineMs, async () => {
        if (windows() > before) return true;
        xdotool('key', ...keys);
        return undefined;
      });
    },
    [Symbol.asyncDispose]: close,
  };
}
