/**
 * The built extension in Chromium for one test: loopback only, closed at the end, without errors on its own
 * consoles.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { root } from '../../extension/build/build.ts';
import {
  type Extension,
  type LaunchOptions,
  launchExtension,
} from '../../extension/build/drivers/chromium.ts';
import { ensureChromium } from '../../extension/build/drivers/setup.ts';

export type { Extension, Surface } from '../../extension/build/drivers/chromium.ts';

/**
 * The extension that `npm test` has built into dist/chromium. A test that expects errors removes them from `errors`
 * before it ends: any that remains fails it.
 */
export async function launch(test: TestContext, options: Partial<LaunchOptions> = {}): Promise<Extension> {
  const extension = await launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: await ensureChromium(),
    offline: true,
    ...options,
  });
  test.after(async () => {
    await extension.close();
    assert.deepEqual(extension.errors, [], "errors on the extension's own consoles");
  });
  return extension;
}
