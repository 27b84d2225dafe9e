/**
 * Tests message/external-body for data: URLs, and within data: URLs: the resource must be the same, and the charset may
 * have another name.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { inspect } from '../../../src/inspect.ts';
import { checkData } from '../../../src/payload/external-body/external-body-data.ts';
import { readExternalBody } from '../../../src/payload/external-body/message-external-body.ts';
import { externalForm } from '../../../src/references/external-body-form.ts';
import { cases, runs } from '../../support/seed.ts';

const checked = (url: string, inner: string) => {
  const body = readExternalBody(
    `Content-Type: message/external-body; access-type=URL; URL="${url.replaceAll('"', '\\"')}"\n\n${inner}`,
  );
  assert.ok(body.ok, url);
  return checkData(body)!;
};
const external = (url: string) => externalForm(url).text;
const urlIn = (entity: string) => {
  const read = readExternalBody(entity);
  assert.ok(read.ok);
  return read.url;
};

test('the external body of a data: URL is the same resource', () => {
  for (const [url, written] of [
    ['data:text/html;charset="utf-8",<p>é', 'data:text/html;charset=utf-8,%3Cp%3E%C3%A9'],
    ['data:text/html;charset="utf-8";base64,QUJD#f', 'data:text/html;charset=utf-8;base64,QUJD#f'],
    ['data:text/html;char\tset=utf-8,a\tb\r\nc', 'data:text/html;charset=utf-8,abc'],
    [' data:text/html ; charset=utf-8 ,a ', 'data:text/html;charset=utf-8,a'],
    ['data:text/plain;a="b\\c",x', 'data:;a=bc,x'],
    ['data:,a "b" \\', 'data:,a%20%22b%22%20%5C'],
  ] as const) {
    assert.equal(urlIn(external(url)!), written, url);
  }
  // Parameter values that need quotes cannot be expressed as an external body.
  for (const url of ['data:text/plain;a="b;c",x', 'data:text/plain;a="",x', 'data:text/plain;a="b c",x'])
    assert.equal(external(url), null, url);
});

test('whatever is written as an external body is read as the same type and bytes', () => {
  let count = 0;
  const piece = fc.constantFrom(
    ...[
      'text/html',
      'text/plain',
      'a/b',
      ';',
      ';charset=',
      'utf-8',
      '"',
      '"utf-8"',
      ';a="b c"',
      '\\',
      ' ',
      '\t',
      '\n',
      ';base64',
      ',',
      ',',
      'QUJD',
      'é',
      '%41',
      '#',
      '?',
      '\x01',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), fc.array(piece, { maxLength: 6 }), (head, body) => {
      const url = `data:${head.join('')},${body.join('')}`;
      const before = decodeDataUrl(url);
      const entity = external(url);
      if (!before.ok) return assert.equal(entity, null);
      if (entity === null) return;
      count++;
      const after = decodeDataUrl(urlIn(entity));
      assert.ok(after.ok, url);
      assert.deepEqual([after.mimeType, after.body], [before.mimeType, before.body], url);
    }),
    runs(5000),
  );
  assert.ok(count > 0.4 * cases(5000), `${count}`);
});

test('a charset is the same by another of its names, and by default', () => {
  for (const [url, type, verdict] of [
    ['data:text/html;charset=utf8,x', 'text/html; charset=utf-8', 'agrees'],
    ['data:text/html;charset=utf-8,x', 'text/html; charset="UTF8"', 'agrees'],
    ['data:text/html;charset=latin1,x', 'text/html; charset=iso-8859-1', 'agrees'],
    ['data:text/plain,x', null, 'agrees'],
    ['data:,x', null, 'agrees'],
    ['data:text/plain,x', 'text/plain; charset=us-ascii', 'agrees'],
    ['data:text/html,x', 'text/html; charset=ISO646-US', 'agrees'],
    ['data:text/html,x', 'text/html; charset=ASCII', 'agrees'],
    ['data:,x', 'text/plain', 'agrees'],
    ['data:text/plain;charset=x-own,x', 'text/plain; charset=X-OWN', 'agrees'],
    ['data:text/plain;charset=utf-8,x', null, 'disagrees'],
    ['data:text/plain;charset=iso-8859-1,x', 'text/plain; charset=us-ascii', 'disagrees'],
    ['data:text/plain;charset=windows-1252,x', 'text/plain; charset=iso-8859-1', 'disagrees'],
    ['data:image/gif,x', 'image/gif; charset=us-ascii', 'disagrees'],
    ['data:text/html,x', '(of a page) text/html', 'agrees'],
    ['data:text/html,x', '(a (b) \\) c) text/html (d)', 'agrees'],
  ] as const) {
    const inner = type === null ? '' : `Content-Type: ${type}\n\n`;
    assert.equal(checked(url, inner).type, verdict, `${url} ${type}`);
  }
});

test('comments around a digest and an encoding', () => {
  const digest = createHash('md5').update('x').digest('base64');
  for (const value of [digest, `(c) ${digest}`, `(a (b) \\) c)\n ${digest} (d)`, ` ${digest} (d) (e)`])
    assert.equal(checked('data:,x', `Content-MD5: ${value}\n\n`).md5, 'matches', value);
  for (const value of [`(${digest})`, `(open ${digest}`, `${digest} x`, `${digest.slice(1)} (c)`])
    assert.equal(checked('data:,x', `Content-MD5: ${value}\n\n`).md5, 'malformed', value);
  for (const encoding of ['(c) 7bit', '(a (b)) binary (c)'])
    assert.deepEqual(checked('data:,x', `Content-Transfer-Encoding: ${encoding}\n\n`).problems, [], encoding);
});

test('a data: URL that is a message/external-body by its own media type', async () => {
  const inner = encodeURIComponent('Content-Type: (c) image/gif\r\n\r\n');
  for (const parameters of [
    'access-type=URL;URL=http://h.example/a',
    'access-type=URL;URL="http://h.example/a"',
    'Access-Type=url;url=http%3A%2F%2Fh.example%2Fa',
    'access-type=URL;URL=%22http://h.example/a%22',
    "access-type=URL;URL*=us-ascii'en'http%3A%2F%2Fh.example%2Fa",
    "access-type=URL;URL*=us-ascii'en'http%253A%252F%252Fh.example%252Fa",
    'access-type=URL;URL*0=%22http://h%22;URL*1=%22.example/a%22',
    'expiration=x;URL="http://h.example/ a";access-type="URL"',
  ]) {
    const { payload } = await inspect(`data:message/external-body;${parameters},${inner}`);
    const { facts } = payload ?? {};
    assert.ok(facts?.kind === 'external-body', parameters);
    assert.deepEqual(
      [facts.url, facts.type, facts.problems],
      ['http://h.example/a', 'image/gif', []],
      parameters,
    );
  }
  const problemOf = async (url: string) => {
    const { payload } = await inspect(url);
    return payload?.facts?.kind === 'external-body' && payload.facts.problems[0]?.code;
  };
  assert.equal(await problemOf(`data:message/external-body,${inner}`), 'external-body-access-missing');
  assert.equal(await problemOf('data:message/external-body,'), 'external-body-access-missing');
  assert.equal(
    await problemOf(`data:message/external-body;access-type=anon-ftp,${inner}`),
    'external-body-other-access',
  );
  assert.equal(
    await problemOf(`data:message/external-body;access-type=URL;URL=mailto:a@b,${inner}`),
    'external-body-retrieves-nothing',
  );
});
