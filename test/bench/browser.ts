import path from 'node:path';
import { ensureChromium } from '../../extension/build/setup.ts';
import { type Extension, type LaunchOptions, launchExtension } from '../../src/cli/drivers/chromium.ts';
import { root } from '../../src/cli/project.ts';

/**
 * Launches the built extension in Chromium. The browser can reach only loopback addresses, and runs without the
 * debuggers that watch for errors.
 */
export const launchMeasured = async (options: Partial<LaunchOptions> = {}): Promise<Extension> =>
  launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: await ensureChromium(),
    offline: true,
    watch: false,
    ...options,
  });
