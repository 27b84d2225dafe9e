import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodingOf } from '../../src/mime/charset.ts';
import { groupsOf, minimizeMimeType, parseMimeType, serializeMimeType } from '../../src/mime/mime-type.ts';
import { matchesPattern } from '../../src/mime/patterns.ts';
import { hasShared, ownVectors, sharedVectors } from './data-url-vectors.ts';

const skip = hasShared ? false : '../shared/vectors is absent';

/** Returns the items of a list, except for strings, which are comments. */
const objects = <T>(list: unknown) =>
  (list as (T | string)[]).filter((item): item is T => typeof item !== 'string');

interface Parsed {
  input: string;
  output: string | null;
  encoding?: string | null;
}

function check({ input, output, encoding }: Parsed): void {
  const parsed = parseMimeType(input);
  assert.equal(parsed === null ? null : serializeMimeType(parsed), output, JSON.stringify(input));
  if (encoding === undefined) return;
  const label = parsed?.parameters.get('charset');
  assert.equal(
    label === undefined ? null : encodingOf(label),
    encoding?.toLowerCase() ?? null,
    JSON.stringify(input),
  );
}

test('web-platform-tests: mime-types.json', { skip }, () => {
  const cases = objects<Parsed>(sharedVectors('wpt/mime-types.json'));
  assert.equal(cases.length, 74);
  cases.forEach(check);
});

test('web-platform-tests: generated-mime-types.json', { skip }, () => {
  const cases = objects<Parsed>(sharedVectors('wpt/generated-mime-types.json'));
  assert.equal(cases.length, 881);
  cases.forEach(check);
});

const ourName: Record<string, string> = {
  'audio or video': 'audio-or-video',
  'ZIP-based': 'zip-based',
  XML: 'xml',
  HTML: 'html',
  JavaScript: 'javascript',
  JSON: 'json',
};

test('web-platform-tests: mime-groups.json', { skip }, () => {
  const cases = objects<{ input: string; groups: string[] }>(sharedVectors('wpt/mime-groups.json'));
  assert.equal(cases.length, 146);
  for (const { input, groups } of cases) {
    const parsed = parseMimeType(input);
    assert.ok(parsed, input);
    const expected = groups.map((group) => ourName[group] ?? group);
    assert.deepEqual(groupsOf(parsed).sort(), expected.sort(), input);
    for (const group of expected) assert.ok(matchesPattern(input, `group:${group}`), input);
  }
});

test('web-platform-tests: mime-types-minimized.json', { skip }, () => {
  const cases = sharedVectors('wpt/mime-types-minimized.json') as { input: string; output: string }[];
  assert.equal(cases.length, 32);
  for (const { input, output } of cases) {
    const parsed = parseMimeType(input);
    assert.ok(parsed, input);
    assert.equal(
      minimizeMimeType(parsed, (m) => m.essence === 'image/png'),
      output,
      input,
    );
  }
});

test('our own table', () => {
  const cases = ownVectors('mime-types.json') as Parsed[];
  assert.equal(cases.length, 32);
  cases.forEach(check);
});
