import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { field, readContentType, readHeaders, withoutComments } from '../../../src/mime/headers.ts';
import { runs } from '../../support/seed.ts';

describe('readHeaders', () => {
  test('folded, in any case, with LF and CRLF, up to the blank line', () => {
    const text = 'Subject : a\r\n\tb \r\nX-Empty:\nCONTENT-type:  text/plain\n\nbody: no';
    const { fields, bodyStart, problems } = readHeaders(text);
    assert.deepEqual(
      fields.map(({ name, value }) => [name, value]),
      [
        ['Subject', 'a\tb'],
        ['X-Empty', ''],
        ['CONTENT-type', 'text/plain'],
      ],
    );
    assert.equal(text.slice(bodyStart), 'body: no');
    assert.deepEqual(problems, []);
    assert.equal(field(fields, 'content-TYPE')?.value, 'text/plain');
    assert.equal(text.slice(fields[0]!.start, fields[0]!.end), 'Subject : a\r\n\tb ');
  });

  test('a line without a colon is left out, with its place', () => {
    const { fields, problems } = readHeaders('A: b\nnonsense\nC: d');
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['A', 'C'],
    );
    assert.deepEqual(
      problems.map(({ code, start, end }) => [code, start, end]),
      [['header-line-malformed', 5, 13]],
    );
  });

  test('whitespace alone is a blank line; no blank line, no body', () => {
    assert.equal(readHeaders('A: b\n \nC: d').bodyStart, 7);
    assert.equal(readHeaders('A: b').bodyStart, 4);
    assert.deepEqual(readHeaders('').fields, []);
  });

  test('more fields than anyone has', () => {
    const { fields, problems } = readHeaders('a:b\n'.repeat(20_000));
    assert.equal(fields.length, 10_000);
    assert.equal(problems[0]?.code, 'header-too-many');
  });
});

describe('readContentType', () => {
  const read = (text: string) => {
    const result = readContentType(text);
    assert.ok(result.ok, text);
    const parameters = Object.fromEntries(result.parameters.map(({ name, value }) => [name, value]));
    return {
      essence: `${result.type}/${result.subtype}`,
      parameters,
      codes: result.problems.map(({ code }) => code),
    };
  };

  test('comments anywhere, nested, with brackets escaped', () => {
    const text = '(a) TEXT(b(c)) / (d\\)e) Plain (f) ; (g) A (h) = (i) b(j) ; c="(no comment)" (k)';
    assert.deepEqual(read(text), {
      essence: 'text/plain',
      parameters: { a: 'b', c: '(no comment)' },
      codes: [],
    });
  });

  test('quoted-pairs and folding in a quoted string', () => {
    assert.deepEqual(read('a/b; c="d\\"\\\\e\r\n f;g"').parameters, { c: 'd"\\e f;g' });
  });

  test('what is wrong is said and read all the same', () => {
    assert.deepEqual(read('a/b; c=d/e; f'), {
      essence: 'a/b',
      parameters: { c: 'd/e' },
      codes: ['parameter-not-quoted', 'parameter-malformed'],
    });
    assert.deepEqual(read('a/b; c="d').codes, ['quoted-string-not-closed']);
    assert.deepEqual(read('a/b; c=d; C=e'), {
      essence: 'a/b',
      parameters: { c: 'd' },
      codes: ['parameter-repeated'],
    });
    assert.deepEqual(read('a/b x; c=d;').codes, ['parameter-malformed']);
    assert.deepEqual(read('a/b (c').codes, ['comment-not-closed']);
    assert.deepEqual(read('a/b; c=').codes, ['parameter-malformed']);
    assert.deepEqual(read('a/b x "; y=z"; c=d').parameters, { c: 'd' }, 'a semicolon in quotes');
  });

  test('comments are removed, but not from quoted strings', () => {
    assert.equal(withoutComments('a/b (c (d) \\) "e") ; f=g (h'), 'a/b  ; f=g');
    assert.equal(withoutComments('a/b; c="d(e)\\"(f)" (g)'), 'a/b; c="d(e)\\"(f)"');
  });

  test('no type, no reading', () => {
    for (const text of ['', 'text', 'text/', '/plain', '(text/plain)', 'a b/c', ';a=b']) {
      const result = readContentType(text);
      assert.ok(!result.ok && result.problem.code === 'content-type-malformed', text);
    }
  });

  test('any string: no throw, positions inside', () => {
    const piece = fc.constantFrom(
      'a',
      '/',
      ';',
      '=',
      '"',
      '(',
      ')',
      '\\',
      ' ',
      '\n',
      '\r\n ',
      ':',
      'é',
      '\0',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const result = readContentType(text);
          for (const { start, end } of result.ok
            ? [...result.parameters, ...result.problems]
            : [result.problem]) {
            assert.ok(0 <= start && start <= end && end <= text.length);
          }
          const { fields, problems } = readHeaders(text);
          for (const { start, end } of [...fields, ...problems])
            assert.ok(start <= end && end <= text.length);
        },
      ),
      runs(5000),
    );
  });
});
