/** Compares the messages about misleading links with the URL parser of the platform on which the test runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { misleading, withoutPassword } from '../../../src/uri/misleading.ts';
import { webAuthority } from '../../../src/uri/web-authority.ts';
import { misleadingReferences, password } from '../../attack/misleading-references.ts';
import { arbitraryReference, secret } from '../../support/references.ts';
import { cases, seed } from '../../support/seed.ts';

const numRuns = cases(20_000);
const parse = (reference: string, base: string | null): URL | null => {
  try {
    return base === null ? new URL(reference) : new URL(reference, base);
  } catch {
    return null;
  }
};
const withoutBreaks = (text: string) => text.replace(/[\t\n\r]/g, '');
const decoded = (text: string) =>
  text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
const codes = (reference: string, base?: string | null) =>
  misleading(reference, base).map(({ code, args }) => [code, ...Object.values(args)]);

test('where the URL parser finds user, password and host, there they are found', () => {
  const seen = { accepted: 0, userinfo: 0, password: 0, none: 0 };
  fc.assert(
    fc.property(arbitraryReference, ({ reference, base }) => {
      const url = parse(reference, base);
      if (url === null) return;
      seen.accepted++;
      const scheme = base === null ? undefined : new URL(base).protocol.slice(0, -1);
      const found = webAuthority(reference, scheme);
      const text = (span: { start: number; end: number } | undefined) =>
        decoded(withoutBreaks(span === undefined ? '' : reference.slice(span.start, span.end)));
      if (found === undefined) {
        seen.none++;
        assert.equal(url.username + url.password, '');
        assert.ok(['', 'base.example'].includes(url.hostname), url.hostname);
        return;
      }
      if (found.userinfo) seen.userinfo++;
      if (url.password !== '') seen.password++;
      assert.equal(text(found.password), decoded(url.password));
      const name = found.userinfo && {
        start: found.userinfo.start,
        end: (found.password?.start ?? found.userinfo.end + 1) - 1,
      };
      assert.equal(text(name), decoded(url.username));
      const host = withoutBreaks(reference.slice(found.host.start, found.host.end));
      assert.equal(new URL(`${url.protocol}//${host}/`).hostname, url.hostname);
    }),
    { seed, numRuns },
  );
  assert.ok(
    seen.accepted > numRuns / 3 &&
      seen.userinfo > numRuns / 8 &&
      seen.password > numRuns / 30 &&
      seen.none > numRuns / 30,
    JSON.stringify(seen),
  );
});

test('the host that a message names is the host that the reference leads to', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(arbitraryReference, ({ reference, base }) => {
      const url = parse(reference, base);
      for (const { code, args, start, end } of misleading(reference, base)) {
        seen.set(code, (seen.get(code) ?? 0) + 1);
        assert.ok(0 <= start && start < end && end <= reference.length);
        if (url === null) assert.deepEqual([code, args.host], ['uri-password', '']);
        else assert.equal(code === 'uri-rare-ipv4' ? args.address : args.host, url.hostname);
        if (code === 'uri-password' && url !== null) assert.notEqual(url.password, '');
        if (code === 'uri-userinfo-looks-like-host') assert.notEqual(args.shown, '');
      }
    }),
    { seed, numRuns },
  );
  for (const code of ['uri-host-differs', 'uri-userinfo-looks-like-host', 'uri-password', 'uri-rare-ipv4'])
    assert.ok((seen.get(code) ?? 0) > numRuns / 100, `${code}: ${seen.get(code)}`);
});

test('no password that browsers read is shown, and the rest of the reference leads where it led', () => {
  let passwords = 0;
  fc.assert(
    fc.property(arbitraryReference, ({ reference, base }) => {
      const shown = withoutPassword(reference, base);
      assert.equal(withoutPassword(shown, base), shown);
      assert.ok(!withoutBreaks(JSON.stringify(misleading(reference, base))).includes(secret));
      const url = parse(reference, base);
      if (url === null) return;
      if (url.password !== '') {
        passwords++;
        assert.ok(!withoutBreaks(shown).includes(secret), shown);
        // In lists, the base URL is unknown, so the password must be masked without it.
        if (base === null || base.startsWith('http'))
          assert.ok(!withoutBreaks(withoutPassword(reference)).includes(secret));
      }
      url.password = '';
      assert.equal(parse(shown, base)?.href, url.href);
    }),
    { seed, numRuns },
  );
  assert.ok(passwords > numRuns / 30, `${passwords}`);
});

test('the spellings that were found wrong, and their like', () => {
  assert.deepEqual(codes('http://evil.com\\@good.com/'), [['uri-host-differs', 'evil.com', 'good.com']]);
  assert.deepEqual(codes('ftp://evil.com\\@good.com/'), [['uri-host-differs', 'evil.com', 'good.com']]);
  assert.deepEqual(codes('file://evil.com\\@good.com/'), [['uri-host-differs', 'evil.com', 'good.com']]);
  // In a scheme that browsers do not know, "\" is not a slash.
  assert.deepEqual(codes('foo://evil.com\\@good.com/'), [
    ['uri-userinfo-looks-like-host', 'evil.com', 'good.com'],
  ]);
  for (const slashes of ['', '/', '///', '\\', '/\\/']) {
    assert.deepEqual(codes(`https:${slashes}www.bank.com@evil.com/`), [
      ['uri-host-differs', 'evil.com', ''],
      ['uri-userinfo-looks-like-host', 'www.bank.com', 'evil.com'],
    ]);
  }
  assert.deepEqual(codes('https:www.bank.com@evil.com/', 'https://base.example/'), []);
  assert.deepEqual(codes('//www.bank.com@evil.com/', null), []);
  for (const [name, shown = name] of [
    ['www.bank.xn--p1ai'],
    ['xn--80ak6aa92e.com'],
    ['банк.рф'],
    ['%D0%B1%D0%B0%D0%BD%D0%BA.%D1%80%D1%84', 'банк.рф'],
    ['www。bank。com', 'www.bank.com'],
    ['localhost'],
    ['LOCALHOST'],
    ['１.2.3.4', '1.2.3.4'],
  ] as [string, string?][]) {
    assert.deepEqual(codes(`http://${name}@evil/`), [['uri-userinfo-looks-like-host', shown, 'evil']], name);
    assert.deepEqual(
      codes(`http://${name}:x@evil/`)[0],
      ['uri-userinfo-looks-like-host', shown, 'evil'],
      name,
    );
  }
  for (const name of ['joe', 'joe-doe', '12345', 'a%2Fb', 'é'])
    assert.deepEqual(codes(`http://${name}@h/`), [], name);
  for (const host of [
    '１２７.0.0.1',
    '127。0。0。1',
    '127.0.0.１',
    '%31%32%37.0.0.1',
    '0x7f。1',
    '①②⑦.0.0.1',
  ])
    assert.equal(codes(`http://${host}/`)[0]?.[2], '127.0.0.1', host);
  for (const host of ['127.0.0.1', 'bücher.example', 'b%C3%BCcher.example'])
    assert.deepEqual(codes(`http://${host}/`), []);
});

test('a password that is longer than what people read, and one in a URL within a URL', () => {
  const long = secret.repeat(2000);
  assert.equal(withoutPassword(`http://user:${long}@h/`), 'http://user:@h/');
  assert.equal(
    withoutPassword(`view-source:blob:http://user:${secret}@h/`),
    'view-source:blob:http://user:@h/',
  );
  assert.equal(withoutPassword(`http://user:a\\${secret}@h/`), 'http://user:@h/');
  assert.equal(withoutPassword('http://evil.com:80\\@good.com/'), 'http://evil.com:80\\@good.com/');
});

test('each of the corpus is followed, said and shown as it should be', () => {
  for (const { reference, base, host } of misleadingReferences) {
    assert.equal(parse(reference, base)?.hostname ?? null, host, reference);
    const said = misleading(reference, base);
    assert.equal(said.length > 0, host !== null && host !== 'page.example', reference);
    assert.ok(
      said.every(({ args }) => [args.host, args.address].includes(host ?? '')),
      reference,
    );
    assert.ok(!withoutBreaks(withoutPassword(reference)).includes(password), reference);
  }
});
