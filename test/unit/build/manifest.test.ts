import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Manifest, manifestFor } from '../../../extension/build/manifest.ts';

const base: Manifest = {
  manifest_version: 3,
  name: '__MSG_name__',
  version: '0.0.0',
  key: 'MIIB',
  minimum_chrome_version: '1',
  background: { service_worker: 'elsewhere.js' },
  browser_specific_settings: { gecko: { id: 'a@b', strict_min_version: '140.0' } },
  permissions: ['activeTab'],
};

test('Chromium: a service worker, structured clone, the key, and nothing of Firefox', () => {
  assert.deepEqual(manifestFor('chromium', base, '1.2.3'), {
    manifest_version: 3,
    name: '__MSG_name__',
    key: 'MIIB',
    permissions: ['activeTab'],
    version: '1.2.3',
    minimum_chrome_version: '148',
    background: { service_worker: 'background.js' },
    message_serialization: 'structured_clone',
    storage: { managed_schema: 'managed-schema.json' },
  });
});

test('Firefox: a background script, its own settings, and nothing of Chromium', () => {
  assert.deepEqual(manifestFor('firefox', base, '1.2.3'), {
    manifest_version: 3,
    name: '__MSG_name__',
    browser_specific_settings: { gecko: { id: 'a@b', strict_min_version: '140.0' } },
    permissions: ['activeTab'],
    version: '1.2.3',
    background: { scripts: ['background.js'] },
  });
});

test('the base is left as it was', () => {
  const before = structuredClone(base);
  manifestFor('chromium', base, '1.2.3');
  assert.deepEqual(base, before);
});
