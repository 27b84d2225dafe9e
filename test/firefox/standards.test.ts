/** Tests the tools that are based on the documents, in Firefox: runs each with one example. */
import assert from 'node:assert/strict';
import { poll } from '../../src/cli/drivers/wait.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

testInFull('the documents on the workbench, in Firefox', async (t) => {
  const firefox = await launch(t);
  await firefox.openPage('inspector.html#uri=rfc3986-3');
  /** Returns the texts of the visible elements as soon as there are at least `count`. */
  const texts = (selector: string, count = 1) =>
    poll(selector, 60_000, async () => {
      const all = await firefox.inPage(
        (wanted) =>
          [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((each) =>
            each.checkVisibility() ? [each.textContent] : [],
          ),
        selector,
      );
      return all.length >= count ? all : undefined;
    });
  const to = (hash: string) =>
    firefox.inPage((target) => {
      location.hash = target;
    }, hash);
  const type = (field: string, text: string) =>
    firefox.inPage(
      (name, value) => {
        const element = document.querySelector(`[data-field="${name}"]`) as HTMLTextAreaElement;
        element.value = value;
        element.dispatchEvent(new Event('input', { bubbles: true }));
      },
      field,
      text,
    );

  await t.test('URI (RFC 3986, section 3)', async () => {
    assert.deepEqual(await texts('.uri-parts td:nth-child(3) code', 6), [
      ...['scheme', 'reg-name', 'port', 'path-abempty', 'query', 'fragment'],
    ]);
    await to('#uri=rfc3986-C');
    assert.equal((await texts('[data-reference]', 3)).at(1), 'ftp://foo.example.com/rfc/');
  });
  await t.test('resolution (RFC 3986, section 5.4.2)', async () => {
    await to('#resolve=rfc3986-5.4.2');
    await texts('[data-steps="2004"] li', 3);
    assert.deepEqual(await texts('.resolved code', 3), ['http://a/g', 'http://a/g', 'http://a/../g']);
  });
  await t.test('comparison (RFC 3986, section 6.2.2)', async () => {
    await to('#compare');
    await texts('[data-field="second"]');
    await type('first', 'example://a/b/c/%7Bfoo%7D');
    await type('second', 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d');
    await texts('[data-equal="path"]');
  });
  await t.test('mail (RFC 2017, section 3.1), and a refusal', async () => {
    await to('#mail=rfc2017-3.1');
    assert.ok((await texts('.external-body dd', 4)).some((text) => text.endsWith('/18/20/21/file.html')));
    await type('mail', 'Content-Type: message/external-body; access-type=URL; URL="mailto:a@b"\n\n');
    const [reason = ''] = await texts('[data-refused="external-body-retrieves-nothing"]');
    assert.match(reason, /mailto: URLs don’t retrieve content/);
    await type('mail-url', 'data:text/plain,Hello');
    assert.match((await texts('[data-written-mail]')).join(), /Content-MD5: ixqZU8RhEpaoJ6v4xHgE1w==/);
  });
  await t.test('data: URLs (the draft of 2013)', async () => {
    await to('#inspect');
    await texts('[data-field="source"]');
    await type('source', 'data:text/plain;foo="bar,baz";charset=utf8,body');
    await texts('[data-question="comma-in-quotes"]');
    await type('source', 'data:text/html;charset=utf-8,%C3%A9');
    await texts('[data-action="try"]');
  });
});
