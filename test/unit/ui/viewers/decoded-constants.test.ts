import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../../../extension/ui/viewers/code-language.ts';
import { decodedConstants } from '../../../../extension/ui/viewers/decoded-constants.ts';

const encoded = btoa('https://c2.example/');
const decoded = { text: 'https://c2.example/', by: 'atob' };

test('what scripts, handlers and scripts in SVG decode, each once', () => {
  const cases: [Language, string, unknown[]][] = [
    ['javascript', `a=atob("${encoded}");b=atob('${encoded}')`, [decoded]],
    ['html', `<script>x(atob("${encoded}"))</script><p title='atob("${encoded}")'>`, [decoded]],
    ['html', `<img onerror="x(unescape('%61b'))">`, [{ text: 'ab', by: 'unescape' }]],
    ['xml', `<svg><script><![CDATA[x(atob("${encoded}"))]]></script></svg>`, [decoded]],
    ['javascript', 'a="https://example.com/"', []],
    ['css', `a{b:atob("${encoded}")}`, []],
    ['plain', `atob("${encoded}")`, []],
  ];
  for (const [language, code, constants] of cases)
    assert.deepEqual(decodedConstants(code, language), constants, code);
});

test('a limited number, and a limited length', () => {
  const many = Array.from({ length: 200 }, (_, n) => `atob("${btoa(`a${n}`)}")`).join(';');
  assert.equal(decodedConstants(many, 'javascript').length, 100);
  const [long] = decodedConstants(`atob("${btoa('a'.repeat(5000))}")`, 'javascript');
  assert.equal(long?.text.length, 1000);
});
