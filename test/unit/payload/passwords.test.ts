/** No result of reading a body may contain a password from a link, however the password is spelled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspect } from '../../../src/inspect.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { judge } from '../../../src/rules/index.ts';
import { arbitraryReference, secret } from '../../support/references.ts';
import { runs } from '../../support/seed.ts';
import { occurrence } from '../rules/subject.ts';

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const string = (text: string) => JSON.stringify(text).slice(1, -1);

/** Bodies with a link, by type. */
const bodies: [type: string, body: (reference: string) => string][] = [
  [
    'text/html',
    (r) => `<base href="https://h/"><a href="${attribute(r)}">x</a><form action="${attribute(r)}"></form>`,
  ],
  [
    'text/html',
    (r) =>
      `<base href="${attribute(r)}"><img src="a.png"><meta http-equiv=refresh content="0;url=${attribute(r)}">`,
  ],
  ['image/svg+xml', (r) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${attribute(r)}"/></svg>`],
  [
    'text/css',
    (r) => `@import "${r.replaceAll(/["\\\n\r]/g, (c) => `\\${c.codePointAt(0)!.toString(16)} `)}";`,
  ],
  [
    'application/json',
    (r) =>
      `{"version":3,"mappings":"","file":"${string(r)}","sourceRoot":"${string(r)}","sources":["${string(r)}"]}`,
  ],
];

test('facts, references and findings hold none', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryReference,
      fc.constantFrom(...bodies),
      async ({ reference: given }, [type, body]) => {
        // Neither HTML nor CSS preserves NUL characters.
        const reference = given.replaceAll('\0', '');
        let url: URL;
        try {
          url = new URL(reference, 'https://h/');
        } catch {
          return;
        }
        if (url.password === '') return;
        const inspection = await inspect(
          `data:${type};charset=utf-8,${encodeURIComponent(body(reference.trim()))}`,
        );
        const { payload } = inspection;
        const occurrences = [occurrence('iframe')];
        const { findings } = judge({ inspection, occurrences, policy: defaultPolicy });
        const said = JSON.stringify([payload?.facts, payload?.references, payload?.disguise, findings]);
        assert.ok(!said.replace(/\\[tnr]|%0[9AD]/g, '').includes(secret), said);
        if (payload?.references?.first.some(({ written }) => written.includes(':@'))) shown++;
      },
    ),
    runs(1500),
  );
  assert.ok(shown > 20, `${shown}`);
});

test('nor does text that is shown as it is written', async () => {
  const urls = [`https://user:${secret}@h.example/x`, `www.user:${secret}@h.example`, `//u:x@${secret}@h/`];
  urls.push(`https:user:${secret}@h`, `blob:https://user:x ${secret}@h/`, `ftp:/\\user:'${secret}'@h`);
  const texts: ((url: string) => string)[] = [
    (url) => `<!DOCTYPE html PUBLIC "${url}" "${url}">`,
    (url) => `<!DOCTYPE r [<!ENTITY a SYSTEM "${url}">]>`,
    (url) => `<title>See ${url} for more</title>`,
    (url) => `<meta http-equiv=refresh content="\v0;url=${url}">`,
    (url) => `<meta http-equiv=refresh content="+0;url=${url}">`,
    (url) => `${url.replace(/^(?!www|https:\/\/)/, 'https://')} <b>`,
  ];
  for (const url of urls) {
    // As the target of a refresh, this text begins with a scheme, so it contains no password.
    for (const text of url.startsWith('www')
      ? texts.filter((each) => !each(url).includes('refresh'))
      : texts) {
      const inspection = await inspect(`data:text/html,${encodeURIComponent(text(url))}`);
      const { payload } = inspection;
      const { findings } = judge({ inspection, occurrences: [occurrence('iframe')], policy: defaultPolicy });
      const said = JSON.stringify([payload?.facts, payload?.references, payload?.disguise, findings]);
      assert.ok(!said.includes(secret), `${text(url)}: ${said}`);
    }
  }
});

test('nor do lints', async () => {
  for (const value of [
    `https://user:${secret}@h.example/x`,
    `https://user:${secret.repeat(20)}@h.example/`,
  ]) {
    for (const parameter of [
      `url="${value}"`,
      `url="${value}`,
      `u l="${value}"`,
      `a=b;a="${value}"`,
      `;${value}`,
    ]) {
      const { payload } = await inspect(`data:message/external-body;access-type=URL;${parameter},x`);
      assert.ok(
        !JSON.stringify(payload?.lints.map(({ args, message }) => [args, message])).includes(secret),
        parameter,
      );
    }
  }
});

test('neither does the head of a data: URL with an authority, in which every place stays', async () => {
  for (const url of [
    `data://user:${secret}@h/,x`,
    `da\tta:/\t/user:${secret}@h/,x`,
    `data://user:${secret.repeat(5)}@h/,x`,
    `data://user:${secret.repeat(50)}@h/,x`,
    `data://user:${secret.repeat(5000)}@h/,x`,
  ]) {
    for (const input of [url, new Blob([url])]) {
      const { head, problem } = await inspect(input);
      assert.ok(!head.includes(secret.slice(0, 3)), head);
      assert.equal(head.length, Math.min(100, url.length));
      assert.equal(problem?.code, 'credentials');
    }
  }
  const plain = 'data:text/html,<a href=//a:b@c>';
  assert.equal((await inspect(plain)).head, plain);
  assert.equal((await inspect('data://h:80/,x')).head, 'data://h:80/,x');
});

test('nor the address that a page pretends to have', async () => {
  for (const long of [secret, secret.repeat(100)]) {
    const { payload } = await inspect(
      `data:text/html,https://user:${long}@accounts.example/<script>x</script>`,
    );
    assert.ok(payload?.disguise?.address?.includes('user:@accounts.example'));
  }
});
