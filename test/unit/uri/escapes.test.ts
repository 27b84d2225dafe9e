import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isQuotedPrintable,
  undoCss,
  undoHtml,
  undoJs,
  undoQuotedPrintable,
} from '../../../src/uri/escapes.ts';

test('JSON and JavaScript', () => {
  const cases: [string, string][] = [
    ['\\/\\"\\\\\\n\\t', '/"\\\n\t'],
    ['\\x41\\u0042\\u{43}\\ud83d\\ude00', 'ABC😀'],
    ['a\\\nb\\\r\nc', 'abc'],
    ['\\u12\\x4\\u{}', 'u12x4u{}'],
    ['\\u{110000}', '\ufffd'],
    ['\\27 a', "'a"],
    ['\\', '\\'],
  ];
  for (const [written, expected] of cases) assert.equal(undoJs(written), expected, written);
});

test('CSS', () => {
  const cases: [string, string][] = [
    ['\\26 B', '&B'],
    ['\\000026B', '&B'],
    ['\\26\r\nB', '&B'],
    ['\\"\\)', '")'],
    ['a\\\nb', 'ab'],
    ['\\0 \\d800 \\110000 ', '\ufffd\ufffd\ufffd'],
    ['\\', '\\'],
  ];
  for (const [written, expected] of cases) assert.equal(undoCss(written), expected, written);
});

test('HTML', () => {
  const cases: [string, string][] = [
    ['&amp;&quot;&apos;&lt;&gt;', '&"\'<>'],
    ['&#38;&#x26;&#X26;&#38', '&&&&'],
    ['&amp;amp;', '&amp;'],
    ['&#xD800;&#x110000;&#0;', '\ufffd\ufffd\ufffd'],
    ['&nosuch;&amp&', '&nosuch;&amp&'],
    ['&Tab;&NewLine;&colon;', '\t\n:'],
  ];
  for (const [written, expected] of cases) assert.equal(undoHtml(written), expected, written);
});

test('quoted-printable', () => {
  assert.equal(undoQuotedPrintable('a=3D=\r\nb=C3=\nx=C3=A9= \n'), 'a=b\ufffdx\u00e9');
  for (const text of ['a=3Db', 'a=\nb', 'a=']) assert.equal(isQuotedPrintable(text), true, text);
  for (const text of ['a', 'a=b', 'a=3d', 'a==\n']) assert.equal(isQuotedPrintable(text), false, text);
});
