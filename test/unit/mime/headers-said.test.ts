/** All that is said of content types and external bodies, word by word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExternalBody } from '../../../src/mime/external-body.ts';
import { readContentType } from '../../../src/mime/headers.ts';
import type { Problem } from '../../../src/problem.ts';
import { ownVectors } from '../../vectors/data-url-vectors.ts';

interface Case {
  text: string;
  said: string[];
}
const table = ownVectors('headers.json') as { contentTypes: Case[]; externalBodies: Case[] };

const say = ({ code, start, end, args, message }: Problem) =>
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
          ...read.problems.map(say),
        ]
      : [say(read.problem)];
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
          ...read.problems.map(say),
        ]
      : [say(read.problem)];
    assert.deepEqual(found, said, JSON.stringify(text));
  }
});

test('what stands outside of the two places does not count', () => {
  const text = 'x/a/b;c=d;e="f"/y';
  for (let end = 5; end <= 16; end++) {
    assert.deepEqual(
      stripped(readContentType(text, 2, end), 2),
      stripped(readContentType(text.slice(2, end)), 0),
      `${end}`,
    );
  }
});

/** With places counted from where the type begins. */
const stripped = (read: ReturnType<typeof readContentType>, from: number) =>
  JSON.parse(
    JSON.stringify(read, (key, value) => (key === 'start' || key === 'end' ? Number(value) - from : value)),
  );
