/**
 * Runs the built extension in Chromium for one test or one file. The browser can reach only loopback addresses and is
 * closed at the end. Errors on the extension's consoles fail the test.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { ensureChromium } from '../../extension/build/setup.ts';
import { type Extension, type LaunchOptions, launchExtension } from '../../src/cli/drivers/chromium.ts';
import { root } from '../../src/cli/project.ts';

export type { Extension, Surface } from '../../src/cli/drivers/chromium.ts';

const start = async (options: Partial<LaunchOptions>): Promise<Extension> =>
  launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: await ensureChromium(),
    offline: true,
    ...options,
  });

async function end(extension: Extension): Promise<void> {
  await extension.close();
  assert.deepEqual(extension.errors, [], "errors on the extension's own consoles");
}

/**
 * Launches the extension that `npm test` has built into dist/chromium. A test that expects errors must remove them from
 * `errors` before it ends, because any remaining error fails the test.
 */
export async function launch(test: TestContext, options: Partial<LaunchOptions> = {}): Promise<Extension> {
  const extension = await start(options);
  test.after(() => end(extension));
  return extension;
}

/**
 * Shares one browser among all tests of a file, because starting a browser takes more processor time than most tests.
 * Only for tests that leave nothing in the extension that other tests would notice.
 *
 * @returns a function that returns the browser; call it only after the tests have started
 */
export function launchForFile(options: Partial<LaunchOptions> = {}): () => Extension {
  let extension: Extension;
  before(async () => {
    extension = await start(options);
  });
  after(() => end(extension));
  return () => extension;
}
