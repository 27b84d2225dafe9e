import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BaseContext, establishBase } from '../../../src/references/base.ts';

const page = 'http://a.example/dir/page?q#f';

function served(context: BaseContext): [uri: string, source: string] {
  const result = establishBase(context);
  assert.ok(result.ok);
  return [result.uri, result.source];
}

test('the order of section 5.1, without fragments', () => {
  const all: BaseContext = {
    embedded: 'http://e/#x',
    encapsulating: { embedded: 'http://m/', encapsulating: { retrieval: 'http://n/' } },
    retrieval: page,
    default: 'http://d/',
  };
  assert.deepEqual(served(all), ['http://e/', 'embedded']);
  assert.deepEqual(served({ ...all, embedded: undefined }), ['http://m/', 'encapsulating']);
  assert.deepEqual(served({ encapsulating: { encapsulating: { retrieval: 'http://n/' } } }), [
    'http://n/',
    'encapsulating',
  ]);
  assert.deepEqual(served({ retrieval: page, default: 'http://d/' }), [
    'http://a.example/dir/page?q',
    'retrieval',
  ]);
  assert.deepEqual(served({ default: 'http://d/' }), ['http://d/', 'default']);
});

test('inside another entity its own retrieval URI is not asked', () => {
  assert.deepEqual(served({ encapsulating: {}, retrieval: page, default: 'http://d/' }), [
    'http://d/',
    'default',
  ]);
});

test('a relative base is resolved against the next one out', () => {
  assert.deepEqual(served({ embedded: '../x/', retrieval: page }), ['http://a.example/x/', 'embedded']);
  const nested = { embedded: 'c/', encapsulating: { embedded: 'b/', encapsulating: { retrieval: page } } };
  assert.deepEqual(served(nested), ['http://a.example/dir/b/c/', 'embedded']);
});

test('a data: URL offers none, except by its own path', () => {
  const result = establishBase({ embedded: 'data:text/html,', retrieval: 'DATA:,x', default: 'http://d/' });
  assert.ok(result.ok);
  assert.equal(result.source, 'default');
  assert.deepEqual(
    result.refused.map(({ source, problem }) => [source, problem.code]),
    [
      ['embedded', 'uri-base-is-data'],
      ['retrieval', 'uri-base-is-data'],
    ],
  );
  // The path of such a URL is a hierarchy, against which browsers resolve.
  const hierarchy = 'data:/a/b,x';
  assert.equal(new URL('y', hierarchy).href, 'data:/a/y');
  assert.deepEqual(served({ embedded: 'y', retrieval: hierarchy }), ['data:/a/y', 'embedded']);
  assert.deepEqual(served({ embedded: hierarchy, default: hierarchy }), [hierarchy, 'default']);
  const messages = ['data:,x', hierarchy].flatMap((embedded) =>
    establishBase({ embedded }).refused.map(({ problem }) => problem.message),
  );
  assert.deepEqual(messages, [
    'By the URL Standard, nothing but a fragment can be relative to this data: URL.',
    'By the HTML Standard, a data: URL in <base> is ignored.',
  ]);
  assert.deepEqual(served({ embedded: 'x', encapsulating: { retrieval: page }, retrieval: 'data:,' }), [
    'http://a.example/dir/x',
    'embedded',
  ]);
});

test('none at all', () => {
  for (const context of [{}, { embedded: 'x' }, { retrieval: 'data:,' }, { retrieval: '/x', default: 'y' }]) {
    const result = establishBase(context);
    assert.ok(!result.ok);
    assert.equal(result.problem.code, 'uri-base-missing');
    assert.equal(result.refused.length, Object.keys(context).length);
  }
});

test('entities that enclose each other, and 100,000 of them', () => {
  const a: BaseContext = {};
  const b: BaseContext = { encapsulating: a };
  a.encapsulating = b;
  assert.equal(establishBase(a).ok, false);
  let deep: BaseContext = { retrieval: page };
  for (let i = 0; i < 100_000; i++) deep = { encapsulating: deep };
  assert.deepEqual(served(deep), ['http://a.example/dir/page?q', 'encapsulating']);
});
