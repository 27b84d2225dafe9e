/** If a display cannot be opened, no process may remain, because the run would wait for it forever. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { poll } from '../../src/cli/drivers/wait.ts';
import { openDisplay } from '../support/display.ts';

const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

test('where the window manager ends at once, the screen goes with it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-path-'));
  const { PATH = '' } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
    return rm(folder, { recursive: true });
  });
  const openbox = path.join(folder, 'openbox');
  await writeFile(openbox, '#!/bin/sh\nexit 1\n');
  await chmod(openbox, 0o755);
  process.env.PATH = `${folder}:${PATH}`;
  const before = processes();
  await assert.rejects(openDisplay(), /the window manager/);
  await poll('the end of its processes', 60_000, async () => processes() <= before || undefined);
});

test('where the screen cannot be started, that is said', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-path-'));
  const { PATH = '' } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
    return rm(folder, { recursive: true });
  });
  await symlink(process.execPath, path.join(folder, 'node'));
  process.env.PATH = folder;
  const before = processes();
  await assert.rejects(openDisplay(), /Xvfb/);
  await poll('the end of its processes', 60_000, async () => processes() <= before || undefined);
});
