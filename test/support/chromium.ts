/**
 * The built extension in Chromium for one test or one file: loopback only, closed at the end, without errors on its own
 * consoles.
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
 * The extension that `npm test` has built into dist/chromium. A test that expects errors removes them from `errors`
 * before it ends: any that remains fails it.
 */
export async function launch(test: TestContext, options: Partial<LaunchOptions> = {}): Promise<Extension> {
  const extension = await start(options);
  test.after(() => end(extension));
  return extension;
}

/**
 * One browser for all tests of a file: starting one takes more processor time than most tests. For tests that leave
 * nothing in the extension that another would notice.
 *
 * @returns the browser, once the tests run
 */
export function launchForFile(options: Partial<LaunchOptions> = {}): () => Extension {
  let extension: Extension;
  before(async () => {
    extension = await start(options);
  });
  after(() => end(extension));
  return () => extension;
}
