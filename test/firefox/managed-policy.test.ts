/**
 * Tests the administrator's policy in Firefox, from policies.json: it must be read and applied, and be locked on the
 * options page.
 */
import assert from 'node:assert/strict';
import { jsonOf } from '../contract/sources.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

const { id } = jsonOf('manifest.json').browser_specific_settings.gecko;

testInFull(
  "the administrator's policy, from a file that Firefox reads when it starts",
  {
    timeout: 600_000,
  },
  async (t) => {
    await using server = await serve({
      routes: { '/': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="data:;base64,A*">' },
    });
    const policy = {
      version: 1,
      disallow: [{ pattern: 'image/gif', destinations: ['image'], severity: 'warning' }],
      rules: { 'invalid-data-url': 'warning' },
      allow: [{ pattern: 'no pattern' }],
    };
    const firefox = await launch(t, { policies: { '3rdparty': { Extensions: { [id]: policy } } } });

    await t.test('holds for what the popup lists', async () => {
      await firefox.navigate(server.url('/'));
      const popup = await firefox.openPopup();
      await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
      const findings = await popup.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLElement>('.row-finding'), ({ className, title }) =>
          [className, title].join(': '),
        ),
      );
      assert.equal(findings.length, 2);
      assert.ok(
        findings.every((finding) => finding.startsWith('row-finding warning: ')),
        findings.join('\n'),
      );
      assert.match(findings.join('\n'), /Your administrator’s policy disallows \S+ as an image/);
      await popup.close();
    });

    await t.test('is locked on the options page, with what is wrong in it', async () => {
      await firefox.openPage('options.html');
      const shown = await firefox.inPage(async () => {
        const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? null;
        const ready = () => textOf('[data-entry]') && textOf('[data-access]');
        while (!ready()) await new Promise((resolve) => requestAnimationFrame(resolve));
        return {
          entry: textOf('[data-entry="image/gif"][data-by="administrator"]'),
          problem: textOf('[data-administrator-problems] li'),
          isDisabled: document.querySelector('[data-rule="invalid-data-url"] select:disabled') !== null,
          access: textOf('#access'),
        };
      });
      assert.equal(
        shown.entry,
        'image/gifas image · on all sitesDisallowed: warningSet by your administrator.',
      );
      assert.match(shown.problem ?? '', /allow\[0\]\.pattern"no pattern" isn’t a valid media type/);
      assert.ok(shown.isDisabled);
      assert.match(shown.access ?? '', /about:addons/);
    });
  },
);
