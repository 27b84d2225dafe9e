/** Tests all messages about content types and external bodies, word by word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContentType, readHeaders } from '../../../src/mime/headers.ts';
import { checkData } from '../../../src/payload/external-body/external-body-data.ts';
import { readExternalBody } from '../../../src/payload/external-body/message-external-body.ts';
import type { Problem } from '../../../src/problem.ts';
import { ownVectors } from '../../vectors/data-url-vectors.ts';

interface Case {
  text: string;
  said: string[];
}
const table = ownVectors('headers.json') as { contentTypes: Case[]; externalBodies: Case[] };

const summaryOf = ({ code, start, end, args, message }: Problem) =>
  `${code} ${start}-${end} ${JSON.stringify(args)}: ${message}`;

test('content types: parameters, places, problems', () => {
  for (const { text, said } of table.contentTypes) {
    const read = readContentType(text);
    const found = read.ok
      ? [
          `${read.type}/${read.subtype}`,
          ...read.parameters.map(
            ({ name, value, start, end, quoted }) =>
              `${name}=${value} ${start}-${end}${quoted ? ' quoted' : ''}`,
          ),
          ...read.problems.map(summaryOf),
        ]
      : [summaryOf(read.problem)];
    assert.deepEqual(found, said, JSON.stringify(text));
  }
});

test('external bodies: the URL, the inner header, problems', () => {
  for (const { text, said } of table.externalBodies) {
    const read = readExternalBody(text);
    const found = read.ok
      ? [
          `${read.url} ${read.urlStart}-${read.urlEnd}`,
          ...read.inner.map(({ name, value }) => `inner ${name}: ${value}`),
          ...read.problems.map(summaryOf),
        ]
      : [summaryOf(read.problem)];
    assert.deepEqual(found, said, JSON.stringify(text));
  }
});

test('what a data: URL is, held against the inner header', () => {
  // The URL occupies positions 59 to 65.
  const entity = 'Content-Type: message/external-body; access-type=URL; URL="data:,"';
  const md5OfNothing = '1B2M2Y8AsgTpgAmY7PhCfg==';
  const md5OfA = 'DMF1ucDxtqgxw5niaXcmYQ==';
  for (const [text, said] of [
    [entity, []],
    [
      entity.replace('data:,', 'data:x'),
      [
        'external-body-data-unreadable 59-65 {"reason":"Missing comma: nothing separates the media type from the data."}: ' +
          'The data: URL cannot be read: Missing comma: nothing separates the media type from the data.',
      ],
    ],
    [
      `${entity}\n\nContent-Type: text/html`,
      [
        'external-body-type-disagrees 68-91 {"expected":"text/html","actual":"text/plain;charset=US-ASCII"}: ' +
          'The header promises text/html, but the data: URL is text/plain;charset=US-ASCII.',
      ],
    ],
    [
      `${entity}\n\nContent-Type: text/plain; charset=UTF-8`,
      [
        'external-body-type-disagrees 68-107 {"expected":"text/plain;charset=utf-8","actual":"text/plain;charset=US-ASCII"}: ' +
          'The header promises text/plain;charset=utf-8, but the data: URL is text/plain;charset=US-ASCII.',
      ],
    ],
    [`${entity}\n\nContent-MD5: ${md5OfNothing}`, []],
    [
      `${entity}\n\nContent-MD5: x`,
      ['external-body-md5-malformed 68-82 {}: A Content-MD5 is 24 characters of base64.'],
    ],
    [
      `${entity}\n\nContent-MD5: ${md5OfA}`,
      [
        `external-body-md5-mismatch 68-105 {"expected":"${md5OfA}","actual":"${md5OfNothing}"}: ` +
          `The Content-MD5 is ${md5OfA}, but that of the data is ${md5OfNothing}: it is not what was meant.`,
      ],
    ],
    [
      `${entity.replace('data:,', 'data:,%0A')}\n\nContent-MD5: aLMp2piT40CZx9itXLnJQA==`,
      [
        'external-body-md5-not-canonical 71-108 {"expected":"aLMp2piT40CZx9itXLnJQA==","actual":"gQUbzCzxvt83giSwqT4odw=="}: ' +
          'The Content-MD5 is that of the text as it stands; with lines that end in CRLF it would be gQUbzCzxvt83giSwqT4odw==.',
      ],
    ],
  ] as const) {
    const read = readExternalBody(text);
    assert.ok(read.ok, text);
    assert.deepEqual(checkData(read)?.problems.map(summaryOf), said, text);
  }
});

test('no more is read than anyone has', () => {
  const malformed = readHeaders('x\n'.repeat(10_002)).problems;
  assert.equal(malformed.length, 10_001);
  assert.equal(
    summaryOf(malformed.at(-1)!),
    'header-too-many 20000-20004 {"most":10000}: Only the first 10000 header fields are read.',
  );
  for (const [parameter, kept] of [
    [(i: number) => `;${`p${i}`.padEnd(6)}=v`, 10_000],
    [() => ';========', 0],
  ] as const) {
    const read = readContentType(`a/b${Array.from({ length: 10_002 }, (_, i) => parameter(i)).join('')}`);
    assert.ok(read.ok);
    assert.equal(read.parameters.length, kept);
    assert.equal(
      summaryOf(read.problems.at(-1)!),
      'parameter-too-many 90003-90021 {"most":10000}: Only the first 10000 parameters are read.',
    );
  }
});

test('names of header fields: visible ASCII but the colon', () => {
  for (let code = 0; code < 0x100; code++) {
    const c = String.fromCharCode(code);
    if (c === ':' || c === ' ' || c === '\t' || c === '\n') continue;
    const { fields } = readHeaders(`a${c}b: c`);
    assert.deepEqual(
      fields.map(({ name }) => name),
      code > 0x20 && code < 0x7f ? [`a${c}b`] : [],
      JSON.stringify(c),
    );
  }
  assert.equal(readHeaders(': c').problems[0]?.code, 'header-line-malformed');
});

test('what stands outside of the two places does not count', () => {
  for (const text of ['x/a/b;c=d;e="f"/y', 'x/a/b(c);d=e(f);g="h"(i)/y']) {
    for (let end = 2; end < text.length; end++) {
      assert.deepEqual(
        stripped(readContentType(text, 2, end), 2),
        stripped(readContentType(text.slice(2, end)), 0),
        `${text} ${end}`,
      );
    }
  }
});

/** Returns the result with positions relative to the beginning of the type. */
const stripped = (read: ReturnType<typeof readContentType>, from: number) =>
  JSON.parse(
    JSON.stringify(read, (key, value) => (key === 'start' || key === 'end' ? Number(value) - from : value)),
  );
