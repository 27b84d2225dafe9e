import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding, Severity } from '../../../src/report/report.ts';
import { totalsOf } from '../../../src/report/totals.ts';

interface Parts {
  size?: number | null;
  body?: string | null;
  mimeType?: string | null;
  places?: number;
  findings?: Severity[];
  length?: number;
}
const url = ({
  size = 10,
  body = 'a',
  mimeType = 'image/png',
  places = 1,
  findings = [],
  length = 30,
}: Parts) => ({
  length,
  size,
  bodySha256: body,
  mimeType,
  occurrences: Array(places).fill(null),
  findings: findings.map(
    (severity): Finding => ({
      rule: 'r',
      severity,
      category: 'policy',
      messageId: 'm',
      args: {},
      message: 'M.',
      start: 0,
      end: 0,
      help: '#r',
    }),
  ),
});
const duplicates = (...urls: Parts[]) => totalsOf(urls.map(url)).duplicateSize;

test('nothing comes to nothing', () => {
  assert.deepEqual(totalsOf([]), {
    dataUrls: 0,
    occurrences: 0,
    length: 0,
    size: 0,
    duplicateSize: 0,
    findings: { error: 0, warning: 0, info: 0 },
  });
});

test('sums of distinct URLs, with a rejected one that has no body', () => {
  const urls = [
    url({ length: 30, size: 10, body: 'a', places: 2, findings: ['error', 'info'] }),
    url({ length: 50, size: 20, body: 'b', findings: ['info', 'warning'] }),
    url({ length: 7, size: null, body: null, mimeType: null, places: 3, findings: ['error'] }),
  ];
  assert.deepEqual(totalsOf(urls), {
    dataUrls: 3,
    occurrences: 6,
    length: 87,
    size: 30,
    duplicateSize: 10,
    findings: { error: 2, warning: 1, info: 2 },
  });
  assert.deepEqual(totalsOf(new Set(urls).values()), totalsOf(urls), 'any iterable');
});

test('each place beyond the first costs the body again', () => {
  assert.equal(duplicates({ places: 1 }), 0);
  assert.equal(duplicates({ places: 4 }), 30);
});

test('another URL with the same body costs it again, in each place', () => {
  assert.equal(duplicates({}, {}), 10);
  assert.equal(duplicates({ places: 2 }, { places: 3 }), 40);
});

test('another body, or another media type, is no duplicate', () => {
  assert.equal(duplicates({}, { body: 'b' }), 0);
  assert.equal(duplicates({}, { mimeType: 'image/gif' }), 0);
});

test('rejected URLs have no duplicates, empty bodies cost nothing', () => {
  assert.equal(duplicates({ size: null, body: null, places: 3 }, { size: null, body: null }), 0);
  assert.equal(duplicates({ size: 0, places: 3 }), 0);
});

test('a URL that stands nowhere, such as one that only the network told, costs nothing again', () => {
  assert.equal(duplicates({ places: 0 }), 0);
  assert.equal(duplicates({ places: 0 }, { places: 1 }), 0);
  assert.equal(duplicates({ places: 2 }, { places: 0 }), 10);
});
