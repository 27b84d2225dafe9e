/**
 * The built extension in Firefox for one test: loopback only, closed at the end, without errors on its own
 * consoles.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { ensureFirefox } from '../../extension/build/setup.ts';
import { type Firefox, type FirefoxOptions, launchFirefox } from '../../src/cli/drivers/firefox.ts';
import '../support/owned.ts';

export type { Firefox, FirefoxDocument, FirefoxPopup } from '../../src/cli/drivers/firefox.ts';

/** Launches the extension in dist/firefox, as `npm test` has built it. */
export async function launch(test: TestContext, options: Partial<FirefoxOptions> = {}): Promise<Firefox> {
  const firefox = await launchFirefox({
    extensionDir: path.join(root, 'dist/firefox'),
    executablePath: await ensureFirefox(),
    offline: true,
    ...options,
  });
  test.after(async () => {
    const errors = await firefox.errors().finally(firefox.close);
    assert.deepEqual(errors, [], "errors on the extension's own consoles");
  });
  return firefox;
}
