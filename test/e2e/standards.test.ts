/** The documents on the workbench, in real Chromium: each tool by its link, with the answers of the documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsOf } from '../support/accessible.ts';
import { launch } from '../support/chromium.ts';
import { stepInFull, testInFull } from '../support/seed.ts';

test('the documents on the workbench', async (t) => {
  const extension = await launch(t);
  const page = await extension.openPage('inspector.html');
  const to = (hash: string) =>
    page.evaluate((target) => {
      location.hash = target;
    }, hash);

  await t.test(
    'the parts of a reference, with the rule that each matches and the character that breaks one',
    async () => {
      await to('#uri=rfc3986-3');
      const rows = () =>
        page
          .locator('.uri-parts tbody tr')
          .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      await page.locator('[data-part="fragment"]').waitFor();
      assert.deepEqual(await rows(), [
        ['Scheme', 'foo', 'scheme'],
        ['Host', 'example.com', 'reg-name'],
        ['Port', '8042', 'port'],
        ['Path', '/over/there', 'path-abempty'],
        ['Query', 'name=ferret', 'query'],
        ['Fragment', 'nose', 'fragment'],
      ]);
      assert.equal(
        await page.locator('.coloured-uri').textContent(),
        'foo://example.com:8042/over/there?name=ferret#nose',
      );
      await page.fill('[data-field="uri"]', 'http://a_b:25/%00|');
      await page.locator('[data-part="path"] .problem', { hasText: '“|”' }).waitFor();
      assert.equal(await page.locator('.coloured-uri mark').textContent(), '|');
      await page.focus('.bench:visible .parse-trees summary');
      await page.keyboard.press('Enter');
      await page.locator('.parse-tree:visible').waitFor();
      assert.deepEqual(await page.locator('.parse-trees:visible [data-violates]').allTextContents(), [
        'pchar Unexpected “|” at position 17.',
      ]);
      await page
        .locator('[data-grammar="rfc3986"] [data-production="port"]', { hasText: '25 11–13' })
        .waitFor();
      assert.deepEqual(
        await page
          .locator('[data-risk]')
          .evaluateAll((all) => all.map((each) => each.getAttribute('data-risk'))),
        ['uri-port-of-another', 'uri-encoded-nul'],
      );
      await page.locator('[data-form="absolute_uri"]', { hasText: '4.3' }).waitFor();
      await page.fill('[data-field="uri"]', 'http://user:secret@h/');
      await page.locator('.uri-parts code', { hasText: 'user:•••' }).waitFor();
      await page.locator('.parse-tree:visible', { hasText: 'user:••••••' }).waitFor();
      assert.doesNotMatch((await page.locator('.bench:visible').textContent()) ?? '', /secret/);
      await page.fill('[data-field="uri"]', 'http://a_b:25/%00|');
      await page.selectOption('[data-field="edition"]', '1997');
      await page.locator('[data-part="host"] .problem', { hasText: 'toplabel' }).waitFor();
      assert.deepEqual(await violationsOf(page), []);
    },
  );

  await t.test(
    'all URIs of a text (Appendix C), a suffix reference, a user name that looks like a host',
    async () => {
      await to('#uri=rfc3986-C');
      await page.locator('[data-reference="2"]').waitFor();
      assert.deepEqual(await page.locator('[data-reference]').allTextContents(), [
        'http://www.w3.org/Addressing/',
        'ftp://foo.example.com/rfc/',
        'http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING',
      ]);
      await to('#uri=rfc3986-4.5');
      await page.click('[data-action="with-scheme"]');
      assert.equal(await page.inputValue('[data-field="uri"]'), 'https://www.w3.org/Addressing/');
      await page.fill('[data-field="uri"]', 'See www.example.com/a, index.html and <http://h/>.');
      assert.deepEqual(await page.locator('[data-reference]').allTextContents(), [
        'www.example.com/a Suffix reference',
        'http://h/',
      ]);
      await page.locator('[data-suffix]', { hasText: 'https://www.example.com/a' }).waitFor();
      await to('#uri=rfc3986-7.6');
      await page
        .locator('[data-risk="uri-userinfo-looks-like-host"]', { hasText: 'cnn.example.com' })
        .waitFor();
    },
  );

  await t.test(
    'mail: the RFC’s example, a refusal with its reason, and an entity that is written and read',
    async () => {
      await to('#mail=rfc2017-3.1');
      const body = page.locator('[data-surface="workbench"] .external-body:visible');
      await body.getByText('18/20/21/file.html').waitFor();
      await body.getByText('THIS IS NOT REALLY THE BODY!').waitFor();
      // The external data was not fetched.
      await body.getByText('The extension doesn’t fetch or check the data.').waitFor();
      await page.fill(
        '[data-field="mail"]',
        'Content-Type: message/external-body; access-type=URL; URL="mailto:a@b"\n\n',
      );
      await page.locator('[data-refused="external-body-retrieves-nothing"]:visible').waitFor();
      await page.fill(
        '[data-field="mail"]',
        'Content-Type: message/external-body; access-type=URL; URL="data:;base64,*"; size=many\n\n',
      );
      assert.deepEqual(await body.locator('[data-problem]').allTextContents(), [
        'The size “many” isn’t a number of bytes.',
        'Can’t decode the data: URL. U+002A (*) isn’t in the base64 alphabet.',
      ]);
      await page.fill('[data-field="mail-url"]', 'data:text/plain,Hello');
      await page
        .locator('[data-written-mail]', { hasText: 'Content-MD5: ixqZU8RhEpaoJ6v4xHgE1w==' })
        .waitFor();
      await page.fill('[data-field="mail-expires"]', '2001-02-03');
      await page.click('[data-action="read-written"]');
      await body.getByText('Sat, 03 Feb 2001 00:00:00 GMT (expired)').waitFor();
      await body.getByText('The header follows RFC 2017 and matches the data.').waitFor();
      await page.fill('[data-field="mail-url"]', `data:text/plain;foo="a,b",${'x'.repeat(40)}`);
      await page.selectOption('[data-field="mail-url-form"]', 'continuations');
      await page.locator('[data-written-mail]', { hasText: 'URL*1="xxx' }).waitFor();
      await page.locator('[data-reading="browsers"]').waitFor();
      await page.fill('[data-field="mail-url"]', '../x');
      await page.getByText('This URL has no scheme').waitFor();
      assert.deepEqual(await violationsOf(page), []);
      await page.waitForURL(/#mail=rfc2017-3\.1$/);
      assert.deepEqual(await page.locator('.bench:visible [data-section]').allTextContents(), [
        'RFC 2017 §2',
        'RFC 2017 §3',
        'RFC 2017 §3.1',
        'RFC 2017 §4',
        'RFC 1521 §7.3.3',
        'RFC 2045 §5.1',
        'RFC 1864 §2',
      ]);
    },
  );

  await t.test(
    'resolution: the tables of the documents under any base, and a base that a document has',
    async () => {
      await to('#resolve=rfc3986-5.4.2');
      await page.locator('.resolved code', { hasText: 'http://a/../g' }).waitFor();
      const row = (reference: string) =>
        page.locator(`[data-table-row="${reference}"] td code`).allTextContents();
      assert.equal(await page.inputValue('[data-field="table"]'), '1');
      await page.selectOption('[data-field="table"]', '3');
      await page.locator('[data-table-row="http:"]').waitFor();
      assert.deepEqual(await row('/../g'), ['http://a/g', 'http://a/../g']);
      assert.equal(await page.locator('[data-table-row]').count(), 22);
      const base = await page.inputValue('[data-field="base"]');
      await page.fill('[data-field="base"]', '');
      await page.locator('[data-table-row=""]').getByText('same document').waitFor();
      await page.fill('[data-field="base"]', base);
      assert.equal(await page.isVisible('[data-field="base-document"]'), false);
      await page.click('.base-sources summary');
      await page.fill('[data-field="base-document"]', '<base href="../up/">');
      await page.fill('[data-field="base-retrieval"]', 'https://h.example/a/b/c');
      await page.locator('[data-layer="element"][data-state="base"]').waitFor();
      await page.click('[data-action="use-base"]');
      await page.locator('[data-table-row="g."]').getByText('https://h.example/a/up/g.').first().waitFor();
      await page.fill('[data-field="reference"]', '#x');
      await page.locator('[data-same-document]').waitFor();
      assert.deepEqual(await violationsOf(page), []);
    },
  );

  await t.test('data: URLs by Fetch, RFC 2397, the draft of 2013 and this browser', async () => {
    await to('#inspect');
    await page.fill('[data-field="source"]', 'data:text/plain;foo="bar,baz";charset=utf8,body');
    await page.locator('[data-question="comma-in-quotes"]').waitFor();
    const cells = (name: string) =>
      page.locator('.readings tbody tr', { hasText: name }).first().locator('td').allTextContents();
    const [fetched, , draft] = await cells('Media type');
    assert.deepEqual([fetched, draft], ['text/plain;foo=bar', 'text/plain;foo="bar']);
    await page.fill('[data-field="source"]', 'data:;BASE64,QUI-');
    await page.locator('[data-question="url-alphabet"]').waitFor();
    assert.equal((await cells('Verdict'))[2], 'not defined');
    assert.match(
      (await page.locator('.bench:visible [data-section="2013 draft §2"]').getAttribute('href')) ?? '',
      /^https:\/\/github\.com\/SimonSapin\/data-urls\/blob\/[0-9a-f]{40}\//,
    );
    await page.fill('[data-field="source"]', 'data:text/html;charset=utf-8,%C3%A9');
    await page.locator('.readings td', { hasText: '2 bytes' }).first().waitFor();
    assert.equal(await page.locator('.draft-questions').count(), 0);
    await page.click('.readings .parse-trees summary');
    await page
      .locator('.readings [data-grammar="rfc2397"] [data-production="value"]', { hasText: 'utf-8' })
      .waitFor();
    for (const [grammar, production] of [
      ['rfc3986', 'path-rootless'],
      ['draft1997', 'path_segments'],
      ['draft2013', 'mime_type'],
    ]) {
      await page.selectOption('[data-field="grammar"]', grammar!);
      await page.locator(`.readings [data-grammar="${grammar}"] [data-production="${production}"]`).waitFor();
    }
    assert.deepEqual(await violationsOf(page), []);
    await page.click('[data-action="try"]');
    await page.locator('.readings th', { hasText: 'This browser (test)' }).waitFor();
    const [digest, , byDraft, tried] = await cells('SHA-256');
    assert.match(digest ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual([byDraft, tried], [digest, digest]);
    assert.equal(await page.locator('[data-tried-differs]').count(), 0);
    await page.fill('[data-field="source"]', 'data:text/html;base64,-');
    await page.click('[data-action="try"]');
    await page.locator('.readings th', { hasText: 'This browser (test)' }).waitFor();
    const [rejected, , , triedToo] = await cells('Verdict');
    assert.equal(triedToo, rejected);
    // Chromium logs rejected URLs on the console.
    const logged = extension.errors.splice(0);
    assert.ok(
      logged.every((error) => /ERR_INVALID_URL/.test(error)),
      logged.join(),
    );
    assert.deepEqual(await violationsOf(page), []);
  });

  await t.test('comparison: against a base, without fragments, with what each level changed', async () => {
    await to('#compare');
    await page.fill('[data-field="first"]', '../%7eg#x');
    await page.fill('[data-field="second"]', 'HTTP://a/~g');
    await page.fill('[data-field="compare-base"]', 'http://a/b/');
    await page.locator('[data-equal="different"]').waitFor();
    await page.check('[data-field="ignore-fragment"]');
    await page.locator('[data-equal="percent"]').waitFor();
    assert.deepEqual(await page.locator('[data-changed]').allTextContents(), [
      'Changed parts: Scheme, Path',
      'Changed parts: Path',
    ]);
    assert.deepEqual(await violationsOf(page), []);
  });

  await stepInFull(t)(
    '5 MB in any field: its beginning is taken, and the place of the cut is said',
    async () => {
      const paste = (field: string, piece: string) =>
        page.locator(`[data-field="${field}"]`).evaluate((element, each) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', each.repeat(Math.ceil(5_000_000 / each.length)));
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        }, piece);
      const fields: [tool: string, field: string, piece: string, then: string][] = [
        ['uri', 'uri', 'http://h/\0\ud800 ', '[data-reference]'],
        ['resolve', 'base', 'http://h/../', '[data-steps="2004"] li'],
        ['compare', 'first', '%2525', '#compare-heading'],
        [
          'mail',
          'mail',
          'Content-Type: message/external-body; access-type=URL; URL="data:,x"\n\n',
          '[data-first]',
        ],
      ];
      for (const [tool, field, piece, then] of fields) {
        await to(`#${tool}`);
        await page.locator(`[data-field="${field}"]`).waitFor();
        await paste(field, piece);
        await page.locator(`[data-cut="${field}"]`, { hasText: '200,000' }).waitFor();
        await page.locator(then).first().waitFor();
        const { length } = await page.inputValue(`[data-field="${field}"]`);
        assert.ok(length >= 199_999 && length <= 200_000, `${field}: ${length}`);
        await page.fill(`[data-field="${field}"]`, '');
        await page.locator(`[data-cut="${field}"]`).waitFor({ state: 'detached' });
      }
      await to('#inspect');
      await paste('source', '\0\ud800 data:,x ');
      await page.locator('[data-held="search"]').waitFor();
      await page.locator('.status', { hasText: 'Showing only the first' }).waitFor();
      await page.click('[data-action="clear"]');
    },
  );
});

testInFull(
  'the documents in a language from right to left: URIs and headers stand from left to right',
  async (t) => {
    const extension = await launch(t, { language: 'ar' });
    const page = await extension.openPage('inspector.html#uri=rfc3986-3');
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    const to = (hash: string) =>
      page.evaluate((target) => {
        location.hash = target;
      }, hash);
    const directions = async (selector: string) => {
      const all = page.locator('.bench:visible').locator(selector);
      await all.first().waitFor();
      const found = await all.evaluateAll((each) => each.map((one) => getComputedStyle(one).direction));
      return [...new Set(found)];
    };
    assert.deepEqual(await directions('code, textarea'), ['ltr']);
    await page.fill('[data-field="uri"]', 'http://h/%00');
    await page.locator('[data-risk]', { hasText: '\u2066%00\u2069' }).waitFor();
    await to('#resolve=rfc3986-5.4.1');
    assert.deepEqual(await directions('code, textarea'), ['ltr']);
    await to('#mail=rfc2017-3.1');
    await page.locator('.external-body:visible').waitFor();
    assert.deepEqual(await directions('textarea, input[data-field="mail-type"], .external-body dd bdi'), [
      'ltr',
    ]);
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="mailto:a@b"\n\n',
    );
    await page
      .locator('[data-refused="external-body-retrieves-nothing"]:visible', { hasText: 'لا تجلب' })
      .waitFor();
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="data:,x"; size=many\n\n',
    );
    await page
      .locator('[data-problem="external-body-size-malformed"]:visible', { hasText: 'ليس عدد بايتات' })
      .waitFor();
    assert.deepEqual(await violationsOf(page), []);
  },
);
