/** A screen of its own, with a mouse and a keyboard: for what browsers show headed only. Linux. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { poll } from '../../extension/build/wait.ts';

export interface Display extends AsyncDisposable {
  /** For DISPLAY. */
  name: string;
  /** Presses the right button at a place of the screen. */
  rightClick(x: number, y: number): void;
  press(...keys: string[]): void;
  /** Does something and waits for a window that comes by it. */
  untilWindowComes(act: () => void): Promise<void>;
}

const deadlineMs = 60_000;

export async function openDisplay(): Promise<Display> {
  // The server chooses a free number, and tells it when it is ready.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as Readable, 'data');
  const name = `:${String(number).trim()}`;
  const env = { ...process.env, DISPLAY: name };
  const children: ChildProcess[] = [server, spawn('openbox', [], { env, stdio: 'ignore' })];
  const xdotool = (...args: string[]): string =>
    execFileSync('xdotool', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const windows = (): number => {
    try {
      return xdotool('search', '--onlyvisible', '--name', '').split('\n').length;
    } catch {
      return 0; // there is none
    }
  };
  await poll('the window manager', deadlineMs, async () => {
    try {
      return xdotool('get_num_desktops');
    } catch {
      return undefined; // it has not said so yet
    }
  });
  return {
    name,
    rightClick: (x, y) => void xdotool('mousemove', String(x), String(y), 'click', '3'),
    press: (...keys) => void xdotool('key', ...keys),
    async untilWindowComes(act) {
      const before = windows();
      act();
      await poll('another window', deadlineMs, async () => windows() > before || undefined);
    },
    async [Symbol.asyncDispose]() {
      for (const child of children.reverse()) child.kill();
    },
  };
}
