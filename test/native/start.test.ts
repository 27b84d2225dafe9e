/** With a display, `npm start` must keep the browser open for a person. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { targets } from '../../extension/build/manifest.ts';
import { within } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import { openDisplay } from '../support/display.ts';
import { own } from '../support/owned.ts';
import { some } from '../support/seed.ts';

for (const browser of some(targets, 2)) {
  test(`${browser}: it stays, opens the popup by its key, and ends when asked to`, {
    timeout: 600_000,
  }, async (t) => {
    await using display = await openDisplay();
    const child = own(
      spawn(process.execPath, [path.join(root, 'extension/build/run.mjs'), 'start', '--browser', browser], {
        env: { ...process.env, DISPLAY: display.name, WAYLAND_DISPLAY: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    t.after(() => child.kill());
    const exited = once(child, 'exit');
    const invited = new Promise<void>((resolve) => {
      createInterface(child.stderr).on('line', (line) => line.startsWith('Click the button') && resolve());
    });
    await within('the invitation', 60_000, invited);
    await display.untilWindowComes(() => display.press('alt+shift+d'));
    child.kill('SIGTERM');
    assert.deepEqual(await within('the end', 60_000, exited), [143, null]);
  });
}
