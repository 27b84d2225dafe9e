/** `data-url-inspector inspect`: runs the command with the extension that the package contains. */
import path from 'node:path';
import { findChromium, SetupError } from './drivers/browsers.ts';
import { minimumVersion } from './drivers/minimum-version.ts';
import { inspectCommand } from './inspect-command.ts';
import { root } from './project.ts';
import type { Shell } from './shell.ts';

async function installedChromium(): Promise<string> {
  const found = await findChromium();
  if (found !== null) return found;
  throw new SetupError(
    `Chromium, Chrome or Edge ${minimumVersion.chromium} or newer is needed: ` +
      'run "npx playwright-core install chromium", or name one in CHROMIUM.',
  );
}

/**
 * @param name how the command is called, for the help
 * @returns the exit code
 */
export const inspectInstalled = (args: string[], name: string, shell: Shell): Promise<number> =>
  inspectCommand(
    args,
    {
      name,
      browser: installedChromium,
      extensionDir: async () => path.join(root, 'dist/chromium'),
    },
    shell,
  );
