/** Tests the administrator's policy, which Chromium reads from a file on disk, together with the user's policy. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import type { OwnPolicy } from '../../src/policy/policy-types.ts';
import { launch } from '../support/chromium.ts';
import { openDetail, openPopup } from '../support/popup.ts';
import { stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

const folder = '/etc/chromium/policies/managed';

/** Copies the extension with a different id, so that the policy affects no other browser on this machine. */
async function copyOfExtension(t: TestContext): Promise<{ dir: string; id: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-policy-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await cp(path.join(root, 'dist/chromium'), dir, { recursive: true });
  const { key: _, ...manifest } = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8'));
  await writeFile(path.join(dir, 'manifest.json'), JSON.stringify(manifest));
  // If the manifest contains no key, Chromium derives the id from the path.
  const digest = createHash('sha256').update(dir).digest('hex').slice(0, 32);
  const id = digest.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  return { dir, id };
}

/**
 * Returns a function that writes a policy as an administrator would. If the user who runs the test lacks permission,
 * prints a notice and returns null.
 */
function administrate(t: TestContext, id: string): ((policy: object) => void) | null {
  const made: string[] = [];
  const file = path.join(folder, `${id}.json`);
  t.after(() => {
    rmSync(file, { force: true });
    // The folder may contain another run's file.
    for (const each of made.reverse()) if (readdirSync(each).length === 0) rmdirSync(each);
  });
  const write = (policy: object) =>
    writeFileSync(file, JSON.stringify({ '3rdparty': { extensions: { [id]: policy } } }));
  try {
    for (const each of ['/etc/chromium', '/etc/chromium/policies', folder]) {
      if (mkdirSync(each, { recursive: true })) made.push(each);
    }
    write({});
    return write;
  } catch (error) {
    console.warn(
      `\n*** ${folder} cannot be written: managed policies are NOT tested in this run. ***\n${error}\n`,
    );
    return null;
  }
}

const administrators: OwnPolicy = {
  version: 1,
  disallow: [{ pattern: 'image/gif', destinations: ['image'], severity: 'warning' }],
  rules: { 'invalid-data-url': 'warning' },
  sites: { 'other.example': { rules: { 'disallowed-type': 'off' } } },
};

test("the administrator's policy", { timeout: 600_000 }, async (t) => {
  const { dir, id } = await copyOfExtension(t);
  const write = administrate(t, id);
  if (!write) return;
  const withMistakes = {
    ...administrators,
    allow: [{ pattern: 'no pattern' }],
    rules: { ...administrators.rules, 'no-rule': 'off' },
  };
  write(withMistakes);
  await using server = await serve({
    routes: {
      '/': `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="data:;base64,A*">
        <iframe src="data:text/html,x"></iframe>`,
    },
  });
  const extension = await launch(t, { extensionDir: dir });
  assert.equal(extension.id, id);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openSurfacePort(extension);

  await t.test('holds, says so, and what is wrong in it takes nothing else away', async () => {
    // For a newly installed extension, Chromium first reads the schema, and then delivers the policy.
    const { rows, state } = await surface.when((_, { policy }) => 'invalid-data-url' in policy.rules);
    const by = Object.fromEntries(rows.map(({ head, disallowed }) => [head.slice(0, 14), disallowed?.by]));
    assert.deepEqual(by, {
      'data:image/gif': 'administrator',
      'data:text/html': 'default',
      'data:;base64,A': undefined,
    });
    assert.deepEqual(state.policy, {
      site: new URL(server.url('/')).host,
      rules: { 'invalid-data-url': 'warning' },
      ruledBy: { 'invalid-data-url': { by: 'administrator', site: null } },
      isLocked: false,
    });
  });

  await t.test('the user changes what it leaves open, and nothing else', async () => {
    const site = '127.0.0.1';
    await surface.post({ type: 'severity', rule: 'invalid-data-url', site, severity: 'off' });
    await surface.post({ type: 'severity', rule: 'disallowed-type', site: null, severity: 'info' });
    const { state } = await surface.when((_, { policy }) => policy.rules['disallowed-type'] === 'info');
    assert.equal(state.policy.rules['invalid-data-url'], 'warning');
    assert.deepEqual(state.policy.ruledBy['disallowed-type'], { by: 'user', site: null });
    await surface.post({ type: 'severity', rule: 'disallowed-type', site: null, severity: null });
    await surface.when((_, { policy }) => !('disallowed-type' in policy.rules));
  });

  const options = await extension.openPage('options.html');
  await t.test(
    'is shown on the options page as what nobody can change here, with what is wrong in it',
    async () => {
      const entry = options.locator('[data-entry="image/gif"][data-by="administrator"]');
      await entry.waitFor();
      assert.equal(
        await entry.textContent(),
        'image/gifas image · on all sitesDisallowed: warningSet by your administrator.',
      );
      assert.equal(await entry.locator('button').count(), 0);
      assert.deepEqual(await options.locator('[data-administrator-problems] li').allTextContents(), [
        'allow[0].pattern"no pattern" isn’t a valid media type. Use a form such as “text/html”, “image/*”, or “group:javascript”.',
        'rules["no-rule"]"no-rule" isn’t a known rule. Correct or remove it.',
      ]);
      const rule = options.locator('[data-rule="invalid-data-url"]');
      assert.ok(await rule.locator('.rule-head select').isDisabled());
      assert.equal(await rule.locator('.rule-head select').inputValue(), 'warning');
      assert.match((await rule.textContent()) ?? '', /Set by your administrator/);
      // The user may change what the administrator leaves open.
      const other = options.locator('[data-rule="disallowed-type"]');
      assert.ok(await other.locator('.rule-head select').isEnabled());
      const site = other.locator('[data-site="other.example"]');
      assert.equal(await site.textContent(), 'Off on other.exampleSet by your administrator.');
      assert.equal(await site.locator('button').count(), 0);
    },
  );

  await stepInFull(t)('a detail says that the administrator decides, and offers no exception', async () => {
    const popup = await openPopup(extension, tab);
    /** Returns the reason in the open detail, and the remedy offered. */
    const reason = () =>
      popup.waitFor(() => {
        const parts = [...document.querySelectorAll('.disallowed details > p, .disallowed details ~ *')];
        return parts.length > 1 ? parts.map(({ textContent }) => textContent) : null;
      });
    await openDetail(popup, 'image/gif');
    await popup.click('[data-action="to-reason"]');
    assert.equal((await reason())[1], 'Only your administrator can allow image/gif as image.');
    await openDetail(popup, 'text/html');
    await popup.click('[data-action="to-reason"]');
    const { host } = new URL(server.url('/'));
    assert.ok((await reason())[1]?.startsWith(`Allow text/html as iframe on ${host}`));
    await popup.close();
  });

  // Chromium waits for seconds after each change to the file, so a single change tests everything.
  await stepInFull(t)('a change of the file holds at once for what is on show', async () => {
    const popup = await openPopup(extension, tab);
    await openDetail(popup, 'text/html');
    await popup.waitFor(() => document.querySelector('.disallowed [data-action="allow-site"]'));
    write({ version: 1, locked: true, allow: [{ pattern: 'image/gif' }] });
    await popup.waitFor(() => !document.querySelector('.disallowed [data-action="allow-site"]'));
    const locked = await popup.waitFor(() => document.querySelector('.disallowed .note')?.textContent);
    assert.equal(locked, 'Only your administrator can allow text/html as iframe.');
    await popup.close();
    // With a locked policy, the user's exceptions no longer apply. Rows and policy arrive in separate messages.
    const { rows } = await surface.when(
      (all, { policy }) =>
        all.filter(({ disallowed }) => disallowed !== null).length === 1 &&
        Object.keys(policy.rules).length === 0,
    );
    assert.deepEqual(rows.map(({ disallowed }) => disallowed?.by ?? null).sort(), ['default', null, null]);
    await options.waitForSelector('[data-locked]');
    const entry = options.locator('[data-entry="image/gif"][data-by="administrator"]');
    await entry.filter({ hasText: 'Allowed' }).waitFor();
    assert.equal(await options.locator('[data-action="add-entry"], .chip[title]').count(), 0);
    assert.equal(await options.locator('.rule-head select:enabled').count(), 0);
    const muted = options.locator('[data-rule="invalid-data-url"] [data-site="127.0.0.1"]');
    assert.equal(await muted.textContent(), 'Off on 127.0.0.1');
  });
});
