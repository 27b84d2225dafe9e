import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameType } from '../../../src/mime/aliases.ts';

test('names of one type are the same, others are not', () => {
  const same = [
    ['font/woff2', 'application/font-woff2'],
    ['application/x-font-woff2', 'application/font-woff2'],
    ['image/jpeg', 'image/jpg'],
    ['image/vnd.microsoft.icon', 'image/x-icon'],
    ['audio/wav', 'audio/wave'],
    ['made/up', 'made/up'],
  ] as const;
  for (const [a, b] of same) {
    assert.ok(isSameType(a, b), `${a} ${b}`);
    assert.ok(isSameType(b, a), `${b} ${a}`);
  }
  const different = [
    ['font/woff', 'font/woff2'],
    ['image/png', 'image/jpeg'],
    ['text/html', 'image/png'],
    ['', 'image/png'],
  ] as const;
  for (const [a, b] of different) assert.ok(!isSameType(a, b), `${a} ${b}`);
});
