import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import esbuild from 'esbuild';
import fc from 'fast-check';
import { layOut } from '../../../../extension/ui/viewers/lay-out.ts';
import { highlight, type Language } from '../../../../extension/ui/viewers/syntax-highlight.ts';
import { javascriptTokens } from '../../../../src/payload/script/javascript-tokens.ts';
import { runs } from '../../../support/seed.ts';

const bare = (text: string) => text.replace(/\s/g, '');

test('JSON: a line for each entry, numbers and strings as they are written', () => {
  assert.equal(
    layOut('{"a":[1,{"b":"x, {y}"}],"c":{ },"d":12345678901234567890}', 'json'),
    '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": {},\n  "d": 12345678901234567890\n}',
  );
});

test('JavaScript', () => {
  assert.equal(
    layOut('for(var i=0;i<2;i++){f({a:1,b:[1,2]});if(x){y()}else{z="};"}}/* c; */', 'javascript'),
    [
      'for(var i=0;i<2;i++){',
      '  f({',
      '    a:1,',
      '    b:[1,2]',
      '  });',
      '  if(x){',
      '    y()',
      '  }else{',
      '    z="};"',
      '  }',
      '}',
      '/* c; */',
    ].join('\n'),
  );
  assert.equal(layOut(`a=()=>{};b=/;{/;c=\`;\${d};\`;`, 'javascript'), `a=()=>{};\nb=/;{/;\nc=\`;\${d};\`;`);
  assert.equal(layOut('a // x;\nb', 'javascript'), 'a // x;\nb');
});

test('CSS', () => {
  assert.equal(
    layOut('@media x{a,b{color:red;background:url(data:a;b,{})}}c{d:f(url(";"));e:1}', 'css'),
    [
      '@media x{',
      '  a,b{',
      '    color:red;',
      '    background:url(data:a;b,{})',
      '  }',
      '}',
      'c{',
      '  d:f(url(";"));',
      '  e:1',
      '}',
    ].join('\n'),
  );
});

test('markup: a line for each tag that no text stands beside', () => {
  assert.equal(
    layOut('<svg><g id="a"><path d="M0 0"/></g><text>a <tspan>b</tspan></text></svg>', 'xml'),
    '<svg>\n  <g id="a">\n    <path d="M0 0"/>\n  </g>\n  <text>a <tspan>b</tspan>\n  </text>\n</svg>',
  );
  assert.equal(
    layOut('<ul><li><br><img><li></ul><script>if(a<b){c}</script>', 'html'),
    '<ul>\n  <li>\n    <br>\n    <img>\n    <li>\n</ul>\n<script>if(a<b){c}</script>',
  );
});

test('of any text at all nothing but white space is changed', () => {
  const languages = fc.constantFrom<Language>('css', 'html', 'xml', 'javascript', 'json', 'plain');
  const parts = fc.constantFrom(
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ';',
      ',',
      ':',
      '"',
      "'",
      '`',
      '${',
      '/',
      '//',
      '/*',
      '*/',
      '\\',
      '\n',
      ' ',
    ],
    ...['a', 'else', 'url(', '<a b="', '</a>', '<br/>', '>', '<!--', '<script>', '1', '=', '💣'],
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), languages, (pieces, language) => {
      const text = pieces.join('');
      assert.equal(bare(layOut(text, language)), bare(text));
    }),
    runs(2000),
  );
});

test('what code is made of stays the same, and laying out once is enough', () => {
  const preact = readFileSync(createRequire(import.meta.url).resolve('preact'), 'utf8');
  const own = readFileSync(new URL('../../../../extension/ui/viewers/lay-out.ts', import.meta.url), 'utf8');
  const minified = esbuild.transformSync(own, { loader: 'ts', minify: true }).code;
  for (const code of [preact, minified]) {
    const tokensIn = (text: string) =>
      [...javascriptTokens(text)]
        .filter(({ kind }) => kind !== 'comment')
        .map(({ start, end }) => text.slice(start, end));
    const laidOut = layOut(code, 'javascript');
    assert.deepEqual(tokensIn(laidOut), tokensIn(code));
    assert.ok(laidOut.split('\n').length > 20 * Math.max(1, code.trim().split('\n').length) || code === own);
    assert.equal(layOut(laidOut, 'javascript'), laidOut);
    assert.doesNotThrow(() => esbuild.transformSync(laidOut));
    assert.equal(
      esbuild.transformSync(laidOut, { minify: true }).code,
      esbuild.transformSync(code, { minify: true }).code,
    );
  }
  const css = readFileSync(new URL('../../../../extension/ui/ui.css', import.meta.url), 'utf8');
  const small = esbuild.transformSync(css, { loader: 'css', minify: true }).code;
  const texts = (text: string) => highlight(text, 'css').map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(texts(layOut(small, 'css')), texts(small));
});

test('100 kB are laid out in a time that ends', { timeout: 60_000 }, () => {
  for (const language of ['css', 'html', 'javascript', 'json'] as const) {
    for (const unit of ['{', '}', 'x"a"', ';', '<a>', '</a>', '(', '{}', 'a:url(', '} ']) {
      const text = unit.repeat(100_000 / unit.length);
      assert.equal(bare(layOut(text, language)).length, bare(text).length);
    }
  }
});
