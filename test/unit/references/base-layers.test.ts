import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BaseSources, baseLayers } from '../../../src/references/base-layers.ts';

const shown = (sources: BaseSources) => {
  const { layers, base } = baseLayers(sources);
  return [
    layers.map(({ name, uri, state }) => `${name} ${uri} ${state}`),
    base.ok ? base.uri : base.problem.code,
  ];
};

test('the layers of section 5.1, the innermost first', () => {
  assert.deepEqual(
    shown({
      document:
        'Content-Base: http://h/\n\n<html><head><base target=x><base href="http://e/?a&amp;b#f"></head>',
      message: 'Content-Location: http://m/',
      retrieval: 'http://r/',
      default: 'http://d/',
    }),
    [
      [
        'element http://e/?a&b#f base',
        'header http://h/ outer',
        'enclosing http://m/ outer',
        'retrieval http://r/ outer',
        'default http://d/ outer',
      ],
      'http://e/?a&b',
    ],
  );
});

test('relative ones are resolved outwards; data: URLs and relative addresses are none', () => {
  assert.deepEqual(
    shown({ document: '<base href=c/>', message: 'content-base: "b/"', retrieval: 'http://r/a/' }),
    [['element c/ base', 'enclosing b/ support', 'retrieval http://r/a/ support'], 'http://r/a/b/c/'],
  );
  assert.deepEqual(shown({ document: '<base href="data:,x">', retrieval: 'x/y', default: 'http://d/' }), [
    ['element data:,x data', 'retrieval x/y relative', 'default http://d/ base'],
    'http://d/',
  ]);
  // HTML treats the tag as text, not as an element.
  for (const [before, after] of [
    ['<!-- ', ' -->'],
    ['<script>"', '"</script>'],
    ['<textarea>', '</textarea >'],
    ['<title>', '</TITLE/>'],
  ])
    assert.deepEqual(
      shown({ document: `${before}<base href="http://no/">${after}<base href="http://e/">` })[1],
      'http://e/',
      before,
    );
  assert.deepEqual(shown({ document: '<!-- <base href="http://no/">' })[1], 'uri-base-missing');
  assert.deepEqual(shown({ document: '<base href="x/">' }), [['element x/ relative'], 'uri-base-missing']);
  assert.deepEqual(shown({}), [[], 'uri-base-missing']);
});

test('headers: folded, in comments and brackets, Content-Base first, each message in its own layer', () => {
  const mail = [
    'Content-Location: http://outer/',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Location: <part/>',
    'Content-Base: http://base/',
    '  x/ (why)',
    '',
  ].join('\r\n');
  assert.deepEqual(shown({ message: mail }), [
    ['enclosing http://base/x/ base', 'enclosing http://outer/ outer'],
    'http://base/x/',
  ]);
});

test('messages 1,000 deep', () => {
  const deep = Array.from(
    { length: 1000 },
    (_, n) => `Content-Type: message/rfc822\nContent-Base: ${n}/\n\n`,
  ).join('');
  const { layers, base } = baseLayers({ message: deep, retrieval: 'http://r/' });
  assert.equal(layers.length, 1001);
  assert.ok(base.ok && base.uri.endsWith('/998/999/'));
});
