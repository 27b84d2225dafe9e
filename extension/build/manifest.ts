/** The differences between the browsers' manifests. Everything else is in manifest.json. */
import { minimumVersion } from '../../src/cli/drivers/minimum-version.ts';

export const targets = ['chromium', 'firefox'] as const;
export type Target = (typeof targets)[number];

export type Manifest = Record<string, unknown>;

const onlyChromium = ['key', 'minimum_chrome_version', 'message_serialization', 'storage'];
const onlyFirefox = ['browser_specific_settings'];

/** The manifest for one browser: the common manifest, the version, and that browser's differences. */
export function manifestFor(target: Target, base: Manifest, version: string): Manifest {
  const drop = new Set(['version', 'background', ...(target === 'chromium' ? onlyFirefox : onlyChromium)]);
  const common = Object.fromEntries(Object.entries(base).filter(([name]) => !drop.has(name)));
  if (target === 'firefox') return { ...common, version, background: { scripts: ['background.js'] } };
  return {
    ...common,
    version,
    minimum_chrome_version: String(minimumVersion.chromium),
    background: { service_worker: 'background.js' },
    message_serialization: 'structured_clone',
    storage: { managed_schema: 'managed-schema.json' },
  };
}
