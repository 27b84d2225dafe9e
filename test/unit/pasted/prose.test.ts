/** Tests URLs in the layouts of prose, mail and shell commands, which must be restored as their authors meant them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPasted, findPastedIn } from '../../../src/pasted/pasted.ts';
import { runs } from '../../support/seed.ts';

const all = (text: string) =>
  findPasted(text).map(({ written, otherReadings }) => [written, ...otherReadings]);
const example = 'data:application/vnd-xxx-\n   query,select_vcount,fcol_from_fieldtable/local';
const meant = 'query,select_vcount,fcol_from_fieldtable/local';
const both = [`data:application/vnd-xxx-${meant}`, `data:application/vnd-xxx${meant}`];

test('what stands alone is itself no other one, however it is indented', async () => {
  const lines = 'data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw\n   AAAC8IyPqcvt3wCcDJiLc7C0';
  for (const indent of ['', '   ', '\t', '\n   ', '\r\n\r\n']) {
    const text = indent + lines;
    assert.deepEqual(all(text), [[text]], JSON.stringify(indent));
    const whole = new Blob([text]);
    assert.deepEqual((await findPastedIn(whole, { onProgress() {}, maxCount: 10 })).found, [{ whole }]);
  }
  assert.equal(all(`   ${lines}\n   data:,x`).length, 2);
});

test("RFC 2397's own example, broken in its media type, alone and in prose", () => {
  for (const text of [
    `   ${example}\n`,
    example,
    example.replace('\n', '\r\n'),
    example.replace('\n   ', '\n'),
    `The URL ${example} can be used.`,
    `can be used:\n\n   ${example}\n\n   The ",select_vcount"`,
    `(${example})`,
    `<${example}>`,
  ]) {
    const [found] = all(text);
    // Browsers parse an unindented text without anything around it as one URL, so it stays whole, and the other
    // interpretation is offered.
    const isAlone = text === example.replace('\n   ', '\n');
    assert.deepEqual(found, isAlone ? [text, both[1]] : both, text);
  }
  assert.deepEqual(all('see data:text/html;\n   charset=utf-8,hello there'), [
    ['data:text/html;charset=utf-8,hello'],
  ]);
  assert.deepEqual(all('see data:text/\n  html,hello there'), [['data:text/html,hello']]);
  assert.deepEqual(all('see data:image/gif;\n  base64,AAAA there'), [['data:image/gif;base64,AAAA']]);
  assert.deepEqual(all(`"${example}"`)[0]?.slice(0, 2), both);
  // These are two URLs, not one URL with a continuation.
  assert.deepEqual(all('data:;base64,AA\ndata:text/plain'), [['data:;base64,AA'], ['data:text/plain']]);
  assert.deepEqual(all('of data:text/plain\nfoo, bar'), [['data:text/plain']]);
});

test('a hyphen at the end of a line leaves a doubt in the data, too', () => {
  assert.deepEqual(all('see data:text/plain,foo-\n  bar baz'), [
    ['data:text/plain,foo-', 'data:text/plain,foo-bar', 'data:text/plain,foobar'],
  ]);
  assert.deepEqual(all('data:text/plain,foo-\nbar'), [
    ['data:text/plain,foo-\nbar', 'data:text/plain,foobar'],
  ]);
  assert.deepEqual(all('* data:text/plain,a-\n* data:,b'), [['data:text/plain,a-'], ['data:,b']]);
  assert.deepEqual(all('see data:,a-\ndata:,b'), [['data:,a-'], ['data:,b']]);
  assert.deepEqual(all('see data:text/plain,foo- bar'), [['data:text/plain,foo-']]);
});

test('base64 goes on in lines that the layout indents', () => {
  const line = 'QUJD'.repeat(18);
  const whole = `data:text/plain;base64,${line}${line}QUI=`;
  assert.deepEqual(
    all(`as in data:text/plain;base64,${line}\n   ${line}\n   QUI= and more`)[0]?.[0],
    `data:text/plain;base64,${line}${line}`,
  );
  assert.equal(all(`as in data:text/plain;base64,${line}\n   ${line}\n   QUI=\nand more`)[0]?.[0], whole);
});

test('base64 goes on where the first line has little of it, or lines are short and of one length', () => {
  const line = 'QUJD'.repeat(18);
  const first = (text: string) => all(text)[0]?.[0];
  for (const indent of ['', '  ', '\t', '    ']) {
    const lines = (...some: string[]) =>
      `See:\n\n${some.map((each) => indent + each).join('\n')}\n\nMore of it.`;
    const head = 'data:text/plain;base64,';
    assert.equal(first(lines(head, line, line, 'QUI=')), `${head}${line}${line}QUI=`);
    assert.equal(first(lines(`src = ${head}QUJD`, line, 'QUI=')), `${head}QUJD${line}QUI=`);
    const short = line.slice(0, 20);
    assert.equal(first(lines(head + short, short, short, 'QUI=')), `${head}${short.repeat(3)}QUI=`);
    assert.equal(first(lines('data:;base64,QUJDREVG', 'QUJDREVGQUJDREVGQUJDREV')), 'data:;base64,QUJDREVG');
    // Words are not base64, nor is text after the padding.
    assert.equal(first(lines(`${head}QUJD`, 'and')), `${head}QUJD`);
    assert.equal(first(lines(`${head}${line}QUI=`, 'Regards')), `${head}${line}QUI=`);
  }
});

test('what mail quotes is read as its lines without the marks', () => {
  const line = 'QUJD'.repeat(18);
  const texts = [
    'see data:text/plain,foo-\nbar baz',
    'see data:application/vnd-xxx-\n   query,select_vcount,fcol_from_fieldtable/local\ncan be used',
    'see data:text/html;\n  charset=utf-8,hello there',
    `see data:text/plain;base64,${line}\n${line}\nQUI=\nok`,
    'see <data:text/plain,foo-\nbar> baz',
  ];
  for (const text of texts) {
    const expected = all(text);
    assert.equal(expected.length, 1, text);
    for (const mark of ['> ', '>', '>> ', '> > ', '  > ']) {
      for (const newline of ['\n', '\r\n']) {
        const lines = text.split('\n').map((each) => mark + each);
        assert.deepEqual(all(`Bob wrote:${newline}${lines.join(newline)}`), expected, lines.join(newline));
      }
    }
  }
  // The `>` is part of the text, because the first line is not quoted.
  assert.deepEqual(all('see data:,a-\n> b'), [['data:,a-']]);
});

test("what curl adds to a field of a form is curl's", () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP==';
  for (const text of [
    `curl -F 'img=${gif};type=image/gif' https://h.example/`,
    `curl -sF "img=${gif};filename=a.gif;type=image/gif" https://h.example/`,
    `curl --form img=${gif};headers=@file https://h.example/`,
    `curl --form='img=${gif};encoder=7bit'`,
  ]) {
    assert.deepEqual(all(text), [[gif]], text);
  }
  const text = 'data:text/plain,a;b';
  assert.deepEqual(all(`curl -F 'img=${text};type=text/plain'`), [[text, `${text};type=text/plain`]]);
  // After other options, the text is part of the data.
  for (const option of ['-d', '--form-string', '--data-raw']) {
    assert.deepEqual(
      all(`curl ${option} 'img=${text};type=text/plain'`),
      [[`${text};type=text/plain`]],
      option,
    );
  }
});

test('a field of a form in a shell has an end without a doubt', () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP==';
  for (const text of [
    `curl https://h.example/ -d 'img=${gif}&x=1'`,
    `curl https://h.example/ -d 'a=b&img=${gif}&x=1&y=2'`,
    `curl https://h.example/ -d 'img=${gif}'`,
    `curl https://h.example/ --data-raw "img=${gif}&x=1"`,
    `curl -d img=${gif}&x_y[]=1`,
    `<a href='#'>img=${gif}&amp;x=1</a>`,
  ]) {
    assert.deepEqual(all(text), [[gif]], text);
  }
  assert.deepEqual(all("curl -d 'a=data:text/plain,b.&x=1'"), [
    ['data:text/plain,b.', 'data:text/plain,b.&x=1'],
  ]);
  // These texts contain neither a form field nor an open quotation.
  assert.deepEqual(all('see data:text/plain,a&b=c now'), [['data:text/plain,a&b=c']]);
  assert.deepEqual(all("it's data:text/plain,don't now"), [["data:text/plain,don't"]]);
});

const entity = (type: string) => [
  'Content-type: message/external-body; access-type=URL;',
  '              URL="ftp://ftp.dirs.example/1/2/3/4/5/6/7/',
  '                   8/9/file.html"',
  '',
  `Content-type: ${type}`,
  'Content-Transfer-Encoding: binary',
  '',
  'THIS IS NOT REALLY THE BODY!',
];

test('a message/external-body in any indentation is that of its lines without it', () => {
  const plain = findPasted(entity('text/html').join('\n'))[0]!;
  assert.equal(plain.written, 'ftp://ftp.dirs.example/1/2/3/4/5/6/7/8/9/file.html');
  fc.assert(
    fc.property(
      fc.constantFrom('', ' ', '     ', '\t', '  \t '),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', 'For example:\n\n', 'the following message:\n', '--boundary\n', 'X-Before: 1\n'),
      (indent, newline, before) => {
        const lines = entity('text/html').map((line) => (line === '' ? '' : indent + line));
        const text = before + lines.join(newline);
        const [found] = findPasted(text);
        assert.equal(found?.written, plain.written);
        assert.deepEqual(found.externalBody?.problems, []);
        assert.deepEqual(
          found.externalBody?.inner.map(({ name, value }) => [name, value]),
          plain.externalBody?.inner.map(({ name, value }) => [name, value]),
        );
        assert.equal(text.slice(found.start, found.end).replace(/\s+/g, ''), plain.written);
      },
    ),
    runs(100),
  );
});

test('comments stand in front of a type, in it, and within each other', () => {
  for (const name of [
    'Content-Type: (c) message/external-body',
    'content-type : (a (b) \\) c) message (d) / (e) external-body (f)',
    'Content-Type:\n (c)\n message/external-body',
  ]) {
    const [found] = findPasted(`${name}; access-type=URL; URL="http://h.example/"\n\n`);
    assert.equal(found?.written, 'http://h.example/', name);
  }
  for (const name of ['Content-Type: (message/external-body) text/plain', 'Content-Type: x/external-body'])
    assert.deepEqual(findPasted(`${name}; access-type=URL; URL="http://h.example/"\n\n`), [], name);
});
