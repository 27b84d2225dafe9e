import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { checkData } from '../../../src/payload/external-body/external-body-data.ts';
import {
  type ExternalBody,
  readExternalBody,
} from '../../../src/payload/external-body/message-external-body.ts';
import {
  escapeUrl,
  type UrlForm,
  urlForms,
  urlWords,
  writeExternalBody,
} from '../../../src/references/external-body-writer.ts';
import { runs } from '../../support/seed.ts';

const entity = (parameters: string, inner = '') =>
  `Content-Type: message/external-body; ${parameters}\n\n${inner}`;

function read(text: string): ExternalBody {
  const result = readExternalBody(text);
  assert.ok(result.ok, text);
  return result;
}

describe('reading (RFC 2017 section 3)', () => {
  test('of a URL, only whitespace is ignored (section 3.1); "%", "#" and escapes are kept', () => {
    const urlIn = (parameter: string) => read(entity(`access-type=URL; ${parameter}`)).url;
    const written = 'data:text/plain,100%\n 25%20\t%2 #a%23 ?# %';
    assert.equal(urlIn(`URL="${written}"`), written.replace(/\s/g, ''));
    assert.equal(urlIn('URL=http://example.com/a%20b#c%'), 'http://example.com/a%20b#c%');
    assert.equal(urlIn('URL*0="http://example.com/a%20b"; URL*1="#c%"'), 'http://example.com/a%20b#c%');
    // An extended value is decoded before it is read (RFC 2231).
    assert.equal(urlIn("URL*=us-ascii''http%3A//example.com/a%2520b%23c%25"), 'http://example.com/a%20b#c%');
  });

  test('folded, commented, quoted, mixed case; the phantom body is ignored', () => {
    const text = [
      '',
      'x-other: 1',
      'CONTENT-type: (c) Message / (d(e)) External-BODY (f) ;',
      '\tSIZE=12; (g) Access-Type (h) = "UrL" ;',
      '\tuRl = "data:text/plain,',
      '\t   hello(not)a;comment" (the end) ; expiration="Fri, 14 Jun 1991"',
      '',
      'content-TYPE: text/plain',
      'Content-MD5: (x)',
      '',
      'Content-Type: text/html',
      'phantom',
    ].join('\r\n');
    const result = read(text);
    assert.equal(result.url, 'data:text/plain,hello(not)a;comment');
    assert.equal(result.parameters.get('size'), '12');
    assert.equal(result.parameters.get('expiration'), 'Fri, 14 Jun 1991');
    assert.deepEqual(
      result.inner.map(({ name, value }) => [name, value]),
      [
        ['content-TYPE', 'text/plain'],
        ['Content-MD5', '(x)'],
      ],
    );
    assert.deepEqual(result.problems, []);
  });

  test('refusals, with their reason', () => {
    const cases: [string, string][] = [
      ['', 'external-body-type-missing'],
      ['\n\nbody', 'external-body-type-missing'],
      ['Content-Type: nonsense', 'content-type-malformed'],
      ['Content-Type: text/plain', 'external-body-other-type'],
      ['Content-Type: message/rfc822', 'external-body-other-type'],
      ['Content-Type: text/external-body', 'external-body-other-type'],
      ['Content-Type: message/external-body', 'external-body-access-missing'],
      [entity('access-type=ANON-FTP; site=x'), 'external-body-other-access'],
      [entity('access-type=URL'), 'external-body-url-missing'],
      [entity('access-type=URL; URL="  "'), 'external-body-url-missing'],
      [entity('access-type=URL; URL="/a/b"'), 'external-body-url-relative'],
      [entity('access-type=URL; URL="mailto:a@b"'), 'external-body-retrieves-nothing'],
      [entity('access-type=URL; URL="MAIL to:a@b"'), 'external-body-retrieves-nothing'],
      [entity('access-type=URL; URL="javascript:1"'), 'external-body-retrieves-nothing'],
    ];
    for (const [text, code] of cases) {
      const result = readExternalBody(text);
      assert.ok(!result.ok, text);
      assert.equal(result.problem.code, code, text);
    }
    const mail = readExternalBody(entity('access-type=URL; URL="mailto:a@b"'));
    assert.ok(!mail.ok && mail.problem.message.includes('URL of the scheme "mailto" sends a message'));
  });

  test('what is read although it is not as it should be', () => {
    const codes = (parameters: string) => read(entity(parameters)).problems.map(({ code }) => code);
    assert.deepEqual(codes('access-type=URL; URL=http://a/'), [
      'parameter-not-quoted',
      'external-body-url-not-quoted',
    ]);
    assert.deepEqual(codes(`access-type=URL; URL="http://a/${'b'.repeat(32)}"`), [
      'external-body-word-too-long',
    ]);
    assert.deepEqual(codes(`access-type=URL; URL="http://a/${'b'.repeat(31)} c"`), []);
    assert.deepEqual(codes(`access-type=URL; URL="http://a/ ${'b'.repeat(40)} ${'c'.repeat(40)}"`), []);
    assert.deepEqual(codes(`access-type=URL; URL="http://a/ ${'b'.repeat(41)}"`), [
      'external-body-word-too-long',
    ]);
    assert.deepEqual(codes('access-type=URL; URL="http://a/é"'), ['external-body-url-character']);
    assert.deepEqual(codes(`access-type=URL; URL="http://a/!${'b'.repeat(31)}"`), [
      'external-body-word-too-long',
    ]);
    assert.deepEqual(codes('access-type=URL; URL="constructor:a"'), []);
    assert.equal(read(entity('access-type=URL; URL="http://a/\\"b"')).url, 'http://a/"b');
  });
});

describe('writing (section 3.1)', () => {
  test('words, lines, and no way to smuggle in a header', () => {
    const written = writeExternalBody('data:,a\r\nX: y', [
      { name: 'Content-Type', value: 'text/plain\r\nX: y' },
    ]);
    assert.ok(written.ok);
    const result = read(written.text);
    // Browsers remove line breaks from URLs.
    assert.equal(result.url, 'data:,aX:%20y');
    assert.deepEqual(
      result.inner.map(({ name, value }) => [name, value]),
      [['Content-Type', 'text/plain X: y']],
    );
    assert.ok(written.text.split('\r\n').every((line) => line.length <= 76));
  });

  test('refused as in reading', () => {
    for (const url of ['', 'a/b', 'mailto:a@b', 'tel:1']) {
      const written = writeExternalBody(url);
      assert.ok(!written.ok, url);
      assert.deepEqual([written.problem.start, written.problem.end], [0, url.length]);
    }
    for (const name of ['a b', '', ' a', 'a:', 'é']) {
      assert.deepEqual(writeExternalBody('data:,', [{ name, value: '' }]), {
        ok: false,
        problem: {
          code: 'header-name-malformed',
          args: { name },
          message: 'The name of a header field holds letters, digits and hyphens.',
          start: 0,
          end: 0,
        },
      });
    }
  });

  test('line by line', () => {
    const lines = [
      'Content-Type: message/external-body; access-type=URL;',
      ' URL="data:,x"',
      '',
      'Content-Type: text/plain',
      '',
      '',
    ];
    const written = writeExternalBody('data:,x', [{ name: 'Content-Type', value: 'text/plain' }]);
    assert.equal(written.ok && written.text, lines.join('\r\n'));
  });

  test('SPACE, controls, double quotes, backslashes and 8-bit characters are escaped', () => {
    for (let code = 0; code < 0x100; code++) {
      const c = String.fromCharCode(code);
      const escaped = code <= 0x20 || code >= 0x7f || c === '"' || c === '\\' ? encodeURIComponent(c) : c;
      assert.equal(escapeUrl(`data:,${c}`), `data:,${escaped === c && code === 0x7f ? '%7F' : escaped}`);
    }
  });

  test('a data: URL keeps its type and bytes for browsers, or is refused', () => {
    const quote = fc.constantFrom('', '"', '%22', ' ', '\t', '\\', 'é', ',', ';b=c', ';base64');
    const value = fc.array(quote, { maxLength: 4 }).map((units) => units.join('a'));
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom('data:', ' DATA:', 'd\tata:'), value, value, (scheme, parameter, data) => {
        const url = `${scheme}text/plain;a=${parameter},${data}`;
        const written = writeExternalBody(url);
        if (written.ok) {
          const [after, before] = [decodeDataUrl(read(written.text).url), decodeDataUrl(url)];
          if (before.ok) assert.deepEqual(after, before, url);
          else assert.ok(!after.ok, url);
        } else {
          assert.equal(written.problem.code, 'external-body-url-not-alike');
          refused++;
        }
      }),
      runs(3000),
    );
    assert.ok(refused > 50, `${refused} refused`);
  });

  test('whose reading of a data: URL is kept', () => {
    for (const [url, reading] of [
      ['data:,a b', 'both'],
      ['data:text/plain;charset="utf-8",x', 'both'],
      ['data:text/html;charset=%22utf-8%22,x', 'both'],
      ['data:,x\n ', 'both'],
      ['data:,a\tb', 'both'],
      ['data:te\nxt/html,x', 'both'],
      [' data:,x ', 'both'],
      ['\u0001DATA:text/plain;charset="utf-8",x', 'both'],
      ['d\tata:,x', 'browsers'],
      ['data:text/plain;foo="a,b",x', 'browsers'],
      ['data:text/plain;foo="a b",x', null],
      ['http://a/\t', 'both'],
    ] as const) {
      const written = writeExternalBody(url);
      assert.equal(written.ok ? written.reading : null, reading, url);
      if (written.ok && isDataUrl(url))
        assert.deepEqual(decodeDataUrl(read(written.text).url), decodeDataUrl(url));
    }
  });

  test('in parts, and with a charset (RFC 2231), where a line is too short', () => {
    const outer = (url: string, urlForm: UrlForm) => {
      const written = writeExternalBody(url, [], { urlForm });
      assert.ok(written.ok);
      return written.text.split('\r\n').slice(1, -3);
    };
    assert.deepEqual(outer('data:,x', 'continuations'), [' URL="data:,x"']);
    assert.deepEqual(outer('data:,x', 'charset'), [" URL*=us-ascii''data%3A%2Cx"]);
    const path = `${'a'.repeat(30)}%20b`;
    assert.deepEqual(outer(`http://h/${path}`, 'continuations'), [
      ` URL*0="http://h/${'a'.repeat(30)}";`,
      ' URL*1="%20b"',
    ]);
    assert.deepEqual(outer(`http://h/aaaaaaa${path}`, 'charset'), [
      ` URL*0*=us-ascii''http%3A%2F%2Fh%2F${'a'.repeat(37)};`,
      ' URL*1*=%2520b',
    ]);
    const units = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(units, fc.constantFrom(...urlForms), (text, urlForm) => {
        const url = `http://h/${text}`;
        const written = writeExternalBody(url, [], { urlForm });
        assert.ok(written.ok);
        const result = read(written.text);
        assert.deepEqual([result.url, result.problems], [escapeUrl(url), []]);
        assert.ok(written.text.split('\r\n').every((line) => line.length <= 76));
      }),
      runs(3000),
    );
    const long = `http://h/${'%41b'.repeat(200_000)}`;
    for (const urlForm of urlForms) {
      const written = writeExternalBody(long, [], { urlForm });
      assert.equal(written.ok && read(written.text).url, long);
    }
  });

  test('words end behind the last slash that fits, if that is wanted', () => {
    const [a, b] = ['a'.repeat(36), 'b'.repeat(40)];
    for (const words of [
      ['x:/a/b'],
      ['x:/a/', b],
      ['x:/a/b/', b],
      [`x:${a}b/`, 'b'],
      [`x:${a}bb`, '/b'],
      [`x:${a}bb`, '/', b, 'b'],
    ]) {
      assert.deepEqual(urlWords(words.join(''), { breakAfterSlash: true }), words);
    }
    assert.deepEqual(urlWords(`x:/a/${b}`), [`x:/a/${b.slice(5)}`, 'bbbbb']);
  });

  test('round trip of any string, and of every split into words', () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
    const rest = fc.array(unit, { maxLength: 200 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(rest, fc.boolean(), (text, breakAfterSlash) => {
        const url = `data:,${text}`;
        const escaped = escapeUrl(url);
        assert.equal(escapeUrl(escaped), escaped);
        const words = urlWords(url, { breakAfterSlash });
        assert.equal(words.join(''), escaped);
        assert.ok(words.every((word) => /^[!#-[\]-~]{1,40}$/.test(word)));
        const written = writeExternalBody(url, [{ name: 'Content-Type', value: 'text/plain' }], {
          breakAfterSlash,
        });
        assert.ok(written.ok);
        const result = read(written.text);
        assert.deepEqual(decodeDataUrl(result.url), decodeDataUrl(url));
        assert.equal(result.inner.length, 1);
        assert.deepEqual(result.problems, []);
      }),
      runs(10_000),
    );
  });
});

describe('a data: URL and what the inner header promises', () => {
  const check = (url: string, inner: string) =>
    checkData(read(entity(`access-type=URL; URL="${url}"`, inner)));
  const digest = (text: string) => createHash('md5').update(text).digest('base64');

  test('types', () => {
    const cases: [string, string, string][] = [
      ['data:text/html,a', 'Content-Type: TEXT/html (c)', 'agrees'],
      ['data:text/html;charset=utf-8,a', 'Content-Type: text/html', 'agrees'],
      ['data:text/html;charset=UTF-8,a', 'Content-Type: text/html; charset="utf-8"', 'agrees'],
      ['data:text/html;charset=utf-8,a', 'Content-Type: text/html; charset=us-ascii', 'disagrees'],
      ['data:text/html,a', 'Content-Type: text/plain', 'disagrees'],
      ['data:,a', '', 'agrees'],
      ['data:text/html,a', '', 'disagrees'],
      ['data:text/html,a', 'Content-Type: nonsense', 'disagrees'],
      ['data:text/html', 'Content-Type: text/html', 'unreadable'],
    ];
    for (const [url, inner, type] of cases) {
      const result = check(url, inner);
      assert.equal(result?.type, type, `${url} ${inner}`);
      assert.equal(result.problems.length > 0, type !== 'agrees');
    }
    assert.equal(check('http://a/', ''), undefined);
  });

  test('Content-MD5', () => {
    const cases: [string, string][] = [
      [`Content-MD5: ${digest('hello')}`, 'matches'],
      [`content-md5:${digest('hello')} (sure)`, 'matches'],
      [`Content-MD5: ${digest('hello!')}`, 'mismatch'],
      ['Content-MD5: aGVsbG8=', 'malformed'],
      ['Content-MD5:', 'malformed'],
      ['', 'absent'],
    ];
    for (const [header, expected] of cases)
      assert.equal(check('data:;base64,aGVsbG8=', header)?.md5, expected, header);
  });

  test('Content-MD5 is over the canonical form: lines of text end in CRLF', () => {
    const result = (url: string, text: string) => {
      const { md5, problems } = check(url, `Content-Type: text/plain\nContent-MD5: ${digest(text)}`) ?? {};
      return [md5, problems?.map(({ code }) => code).filter((code) => code.includes('md5'))];
    };
    assert.deepEqual(result('data:,a%0Ab%0D%0Ac%0D', 'a\r\nb\r\nc\r\n'), ['matches', []]);
    assert.deepEqual(result('data:,a%0Ab', 'a\nb'), ['matches', ['external-body-md5-not-canonical']]);
    assert.deepEqual(result('data:,%0Aa%0Db', '\r\na\r\nb'), ['matches', []]);
    assert.deepEqual(result('data:,a%0D%0Ab', 'a\r\nb'), ['matches', []]);
    assert.deepEqual(result('data:,a%0Ab', 'x'), ['mismatch', ['external-body-md5-mismatch']]);
    assert.deepEqual(result('data:,a%0D%0Ab', 'a\nb'), ['mismatch', ['external-body-md5-mismatch']]);
    assert.deepEqual(result('data:a/b,a%0Ab', 'a\nb'), ['matches', []]);
    assert.deepEqual(result('data:a/b,a%0Ab', 'a\r\nb'), ['mismatch', ['external-body-md5-mismatch']]);
  });

  test('Content-Transfer-Encoding', () => {
    const inner = `Content-MD5: ${digest('a')}\nContent-Transfer-Encoding:`;
    for (const encoding of ['binary', ' 8BIT (c)', '7bit', '']) {
      assert.deepEqual(check('data:,a', inner + encoding), { type: 'agrees', md5: 'matches', problems: [] });
    }
    const encoded = check('data:,YQ', `${inner} (c) Base64`);
    assert.equal(encoded?.md5, 'unchecked');
    assert.deepEqual(
      encoded.problems.map(({ code, args }) => [code, args]),
      [['external-body-data-encoded', { encoding: 'Base64' }]],
    );
    assert.match(encoded.problems[0]?.message ?? '', /encoded as Base64, which is not undone/);
    const outer = `Content-Transfer-Encoding: base64\n${entity('access-type=URL; URL="data:,a"')}`;
    const [problem, ...others] = read(outer).problems;
    assert.equal(problem?.code, 'external-body-encoded');
    assert.equal(outer.slice(problem.start, problem.end), 'Content-Transfer-Encoding: base64');
    assert.deepEqual(others, []);
  });
});

test('any string: no throw', () => {
  const piece = fc.constantFrom(
    'Content-Type:',
    'message/external-body',
    '; access-type=URL',
    '; URL=',
    '"',
    '(',
    '\n',
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (input) => {
      const result = readExternalBody(input);
      if (result.ok) checkData(result);
      else assert.ok(result.problem.start <= result.problem.end && result.problem.end <= input.length);
    }),
    runs(5000),
  );
});
