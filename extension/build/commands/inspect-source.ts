/** `npm run inspect`: the command with the extension as it is built from the source. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../build.ts';
import { ensureChromium } from '../drivers/setup.ts';
import { finish } from './finish.ts';
import { inspectCommand } from './inspect-command.ts';

async function builtExtension(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({ target: 'chromium', outDir });
  return outDir;
}

await finish(
  inspectCommand(process.argv.slice(2), {
    name: 'npm run inspect --',
    browser: ensureChromium,
    extensionDir: builtExtension,
  }),
);
