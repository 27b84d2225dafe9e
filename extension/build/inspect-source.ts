/** Implements `npm run inspect`: runs the command with an extension that is built from the source. */
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspectCommand } from '../../src/cli/inspect-command.ts';
import { root } from '../../src/cli/project.ts';
import { finish } from '../../src/cli/shell.ts';
import { build } from './build.ts';
import { isFresh } from './fresh-build.ts';
import { ensureChromium } from './setup.ts';

/**
 * Makes a copy of the extension for this run: of the build in `dist/chromium` if it is up to date; otherwise, of a new
 * build.
 */
async function builtExtension(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const built = path.join(root, 'dist/chromium');
  if (await isFresh(built)) await cp(built, outDir, { recursive: true });
  else await build({ target: 'chromium', outDir });
  return outDir;
}

await finish((shell) =>
  inspectCommand(
    process.argv.slice(2),
    { name: 'npm run inspect --', browser: ensureChromium, extensionDir: builtExtension },
    shell,
  ),
);
