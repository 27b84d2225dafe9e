import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadingOf } from '../../../src/report/loading.ts';
import type { DataUrlRequest } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';

const image: Occurrence = {
  frame: 'https://a.example/',
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: 'img',
  destination: 'image',
  inert: false,
  cost: 22,
};
const request = (own: Partial<DataUrlRequest>): DataUrlRequest => ({
  destination: 'image',
  status: 200,
  error: null,
  initiator: null,
  startedAt: '',
  ...own,
});

test('what came of the requests', () => {
  const outcome = (...requests: DataUrlRequest[]) =>
    loadingOf({ requests, occurrences: [image] }, true, true);
  const failed = request({ status: 0, error: 'net::ERR_INVALID_URL' });
  assert.equal(outcome(request({})), 'loaded');
  assert.equal(outcome(failed), 'failed');
  assert.equal(outcome(failed, request({})), 'loaded');
  assert.equal(outcome(request({ status: 0, error: 'blocked' })), 'blocked');
  assert.equal(outcome(request({ status: 0, error: 'net::ERR_BLOCKED_BY_CSP' })), 'blocked');
  assert.equal(outcome(request({ status: 0 })), undefined, 'not told, as of a worker');
  assert.equal(outcome(request({ status: 0 }), failed), 'failed');
  assert.equal(outcome(), 'loaded', 'a resource of the page');
});

test('without a request: not loaded where one would have been told', () => {
  const without = (own: Partial<Occurrence>, isWhole = true) =>
    loadingOf({ occurrences: [{ ...image, ...own }] }, false, isWhole);
  assert.equal(without({}), 'not-loaded');
  assert.equal(without({}, false), undefined);
  assert.equal(without({ inert: true }), undefined);
  assert.equal(without({ goneAt: '2026-01-01T00:00:00Z' }), undefined);
  assert.equal(without({ destination: 'document' }), undefined);
  assert.equal(without({ destination: 'video' }), undefined, 'Chromium does not tell of media');
});
