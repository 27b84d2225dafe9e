/**
 * The features that are disabled in headless Chromium must include those that the driver disables, because our flag
 * replaces the driver's.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { headlessFeatures } from '../../src/cli/drivers/chromium-flags.ts';
import { root } from '../../src/cli/project.ts';

test("every feature that Playwright turns off stays off beside the project's own", async () => {
  const text = await readFile(path.join(root, 'node_modules/playwright-core/lib/coreBundle.js'), 'utf8');
  const list =
    /\bdisabledFeatures = \[([^\]]*)\]\.filter\(Boolean\);\s*enabledFeatures/.exec(text)?.[1] ?? '';
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  assert.ok(theirs.length > 10);
  const ours = headlessFeatures.replace(/^--disable-features=/, '').split(',');
  assert.deepEqual(
    theirs.filter((name) => !ours.includes(name as string)),
    [],
  );
});
