/** Tests pasted mail: the examples of RFC 2017 in the layouts of documents, rejected headers, and round trips. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MailEntity, mailEntities } from '../../../src/pasted/mail.ts';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { dateOf } from '../../../src/payload/external-body/external-body-parameters.ts';
import { headerMistakeCodes } from '../../../src/payload/external-body/header-mistake-codes.ts';
import { mailFor } from '../../../src/references/external-body-form.ts';
import { escapeUrl } from '../../../src/references/external-body-writer.ts';
import { cases, runs } from '../../support/seed.ts';

const only = (text: string): MailEntity & { ok: true } => {
  const [entity, ...others] = mailEntities(text);
  assert.ok(entity?.ok && others.length === 0, text);
  return entity;
};

const example = [
  'Content-type: message/external-body; access-type=URL;',
  '              URL="ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/',
  '                   8/9/10/11/12/13/14/15/16/17/18/20/21/',
  '                   file.html"',
  '',
  'Content-type: text/html',
  'Content-Transfer-Encoding: binary',
  '',
  'THIS IS NOT REALLY THE BODY!',
];
const indented = example.map((line) => (line === '' ? '' : `   ${line}`));
const layouts: Record<string, string> = {
  'as the RFC prints it': indented.join('\n'),
  'selected from its first letter': indented.join('\n').trimStart(),
  'without indentation, lines that end in CRLF': example.join('\r\n'),
  'with tabs': example.map((line) => `\t\t${line}`).join('\n'),
  'without line ends': example.join(' ').replace(/ +/g, ' '),
  'in a sentence that has lost its line ends': `used: ${example.join(' ').replace(/ +/g, ' ')}`,
  'in a message': ['From: a@b', 'Mime-Version: 1.0', ...example, '--b--', 'more'].join('\n'),
  'with comments': example
    .join('\n')
    .replace('message/external-body; ', '(a (b) \\)) message (c) / (d) external-body (e); (f)')
    .replace('access-type=URL', 'access-type (g) = (h) URL (i)'),
};

for (const [name, text] of Object.entries(layouts))
  test(`the example of RFC 2017 section 3.1, ${name}`, () => {
    const { url, inner, problems, phantom } = only(text);
    assert.equal(url, 'ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/20/21/file.html');
    assert.deepEqual(
      inner.map((field) => [field.name, field.value]),
      [
        ['Content-type', 'text/html'],
        ['Content-Transfer-Encoding', 'binary'],
      ],
    );
    assert.deepEqual(problems, []);
    assert.equal(phantom, 'THIS IS NOT REALLY THE BODY!');
  });

test('a value alone, without the name of its field', () => {
  const text = '\n message/external-body; access-type=URL; URL="data:,x"';
  const { url, urlStart, urlEnd } = only(text);
  assert.equal(url, 'data:,x');
  assert.equal(text.slice(urlStart, urlEnd), 'data:,x');
  assert.deepEqual(mailEntities('see message/external-body'), []);
});

test('size, expiration and permission are read, and held against the data', () => {
  const entity = (parameters: string) =>
    only(`Content-Type: message/external-body; access-type=URL; URL="data:,x"; ${parameters}\n\n`);
  const { size, expiration, permission, problems } = entity(
    'size=1; EXPIRATION="Fri, 14 Jun 1991 19:13:14 -0400 (EDT)"; permission="Read-Write"',
  );
  assert.deepEqual([size, permission, problems], [1, 'read-write', []]);
  assert.equal(expiration, Date.UTC(1991, 5, 14, 23, 13, 14));
  for (const [parameters, code] of [
    ['size=2', 'external-body-size-differs'],
    ['size=many', 'external-body-size-malformed'],
    ['expiration=soon', 'external-body-expiration-malformed'],
    ['permission=write', 'external-body-permission-unknown'],
  ])
    assert.deepEqual(
      entity(parameters!).problems.map((problem) => problem.code),
      [code],
    );
});

test('every mistake in a header has a code by which surfaces translate it', () => {
  const outer = 'Content-Type: message/external-body; access-type=URL; ';
  const many = Array.from({ length: 10_001 }, (_, n) => `; a${n}=b`).join('');
  const texts = [
    `${outer}URL="data:,x"; a=b:c; a=d; ;; e (\n\n`,
    `${outer}URL="data:,x"; f="g\n\n`,
    `${outer}URL="data:,x"; a*1=b\n\n`,
    `${outer}URL="data:,x"${many}\n\n`,
    `${outer}URL="data:,x"\n\n${'X: y\n'.repeat(10_001)}\n`,
    `${outer}URL="data:,x"\nContent-Transfer-Encoding: base64\n\nno field\n\n`,
    `${outer}URL=data:,x; size=2\n\nContent-MD5: short\n\n`,
    `${outer}URL="http://a/${'b'.repeat(40)}é"; size=many; expiration=soon; permission=write\n\n`,
    `${outer}URL="data:;base64,*"\n\n`,
    `${outer}URL="data:,x"\n\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n`,
    `${outer}URL="data:,x%0A"\n\nContent-MD5: AAAAAAAAAAAAAAAAAAAAAA==\n\n`,
    `${outer}URL="data:,x%0A"\n\nContent-MD5: QBsw47i11iljWlxhPNt5GQ==\n\n`,
  ];
  const codes = texts.flatMap((text) => only(text).problems.map(({ code }) => code));
  const known = [...headerMistakeCodes, 'header-too-many', 'parameter-too-many'];
  assert.deepEqual([...new Set(codes)].sort(), known.sort());
});

test('dates of RFC 822', () => {
  for (const [text, iso] of [
    ['14 Jun 91 19:13 GMT', '1991-06-14T19:13:00.000Z'],
    ['Fri, 14 Jun 1991 19:13:14 EDT', '1991-06-14T23:13:14.000Z'],
    ['14 JUN 1991 00:00:00 +0530', '1991-06-13T18:30:00.000Z'],
    ['29 Feb 2024 12:00:00 z', '2024-02-29T12:00:00.000Z'],
  ])
    assert.equal(new Date(dateOf(text!) ?? Number.NaN).toISOString(), iso);
  for (const text of [
    '',
    '1991-06-14',
    '31 Jun 1991 00:00 GMT',
    '14 Jun 1991 24:00 GMT',
    '1 Jun 1991 00:00 XYZ',
  ])
    assert.equal(dateOf(text), null, text);
});

test('what is refused says why', () => {
  const reason = (rest: string) => {
    const [entity] = mailEntities(`Subject: x\nContent-Type: message/external-body; ${rest}\n\n`);
    return entity?.ok === false && entity.problem.code;
  };
  assert.equal(reason('access-type=anon-ftp; site="h"; name="n"'), 'external-body-other-access');
  assert.equal(reason('access-type=URL; URL="mailto:a@b"'), 'external-body-retrieves-nothing');
  assert.equal(reason('access-type=URL; URL="../x"'), 'external-body-url-relative');
  assert.equal(reason('access-type=URL'), 'external-body-url-missing');
  assert.equal(reason('URL="data:,x"'), 'external-body-access-missing');
  assert.deepEqual(mailEntities('Content-Type: text/html\n\n'), []);
});

test('a long comment, other entities, and messages in messages 1,000 deep', () => {
  const text = `Content-Type: (${'long '.repeat(500)}) message/external-body; access-type=URL; URL="data:,x"\n\n`;
  assert.equal(only(text).url, 'data:,x');
  const deep = 'Content-Type: message/rfc822\n\n'.repeat(1000) + example.join('\n');
  assert.equal(only(deep).url.startsWith('ftp://ftp.deepdirs.org/1/'), true);
});

const segment = fc.string({
  unit: fc.constantFrom('a', 'B', '9', '-', '.', '%20', '%C3%A9', 'é', '(', '~', '&', '=', '"'),
  maxLength: 30,
});
const remote = fc
  .tuple(
    fc.constantFrom('http', 'https', 'ftp'),
    fc.constantFrom('example.com', 'h:8080', '[::1]'),
    fc.array(segment, { maxLength: 8 }),
  )
  .map(([scheme, host, path]) => `${scheme}://${host}/${path.join('/')}`);
const data = fc
  .tuple(
    fc.constantFrom(
      '',
      'text/plain',
      'text/html;charset=utf-8',
      'image/png',
      'application/x;a="b c"',
      ';charset=x-é',
    ),
    fc.constantFrom('', ';base64'),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.uint8Array({ maxLength: 60 }),
  )
  .map(([type, base64, text, bytes]) =>
    base64 === '' ? `data:${type},${text}` : `data:${type}${base64},${Buffer.from(bytes).toString('base64')}`,
  );

test('written and read again: the same URL, and no objection to our own output', () => {
  const details = fc.record(
    {
      type: fc.constantFrom('text/html', 'text/plain; charset="utf-8"', 'application/x-a;b="c d"'),
      expiration: fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }).map((seconds) => seconds * 1000),
      permission: fc.constantFrom('read' as const, 'read-write' as const),
      withDigest: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  let written = 0;
  fc.assert(
    fc.property(fc.oneof(remote, data), details, fc.boolean(), (url, said, isIndented) => {
      const form = mailFor(url, said);
      if (!form.ok) {
        assert.ok(
          url.startsWith('data:') && /^(?:data-rejected|not-alike)$/.test(form.problem),
          form.problem,
        );
        return;
      }
      written++;
      const [, parameter = ''] = /URL="([^"]*)"/.exec(form.text) ?? [];
      const words = parameter.split('\r\n ');
      assert.ok(words.every((word) => word.length >= 1 && word.length <= 40));
      for (const word of words.slice(0, -1))
        assert.ok(word.endsWith('/') || (word.length === 40 && !word.includes('/')), word);
      const text = isIndented ? form.text.replace(/^|\n/g, '$&   ') : form.text;
      const entity = only(text);
      assert.deepEqual(entity.problems, []);
      assert.equal(entity.phantom, '');
      assert.equal(entity.expiration, said.expiration ?? null);
      assert.equal(entity.permission, said.permission ?? null);
      if (!url.startsWith('data:')) assert.equal(entity.url, escapeUrl(url));
      else if (said.withDigest) assert.equal(entity.check?.md5, 'matches');
      assert.deepEqual(
        findPasted(text).map(({ written: found }) => found),
        [entity.url],
      );
    }),
    runs(4000),
  );
  assert.ok(written > 0.75 * cases(4000), `${written}`);
});
