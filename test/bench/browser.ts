import path from 'node:path';
import { ensureChromium, ensureFirefox } from '../../extension/build/setup.ts';
import { type Extension, type LaunchOptions, launchExtension } from '../../src/cli/drivers/chromium.ts';
import { type Firefox, launchFirefox } from '../../src/cli/drivers/firefox.ts';
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

/** Launches the built extension in Firefox, which can reach only loopback addresses. */
export const launchMeasuredFirefox = async (deadlineMs?: number): Promise<Firefox> =>
  launchFirefox({
    extensionDir: path.join(root, 'dist/firefox'),
    executablePath: await ensureFirefox(),
    offline: true,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
