import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlank } from '../../../src/payload/markup/blank.ts';

test('what shows nothing and does nothing is blank', () => {
  for (const text of [
    '',
    ' \n\t',
    '<p></p>',
    '<!doctype html>',
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title></head><body></body></html>',
    '<html><body><div><br></div></body></html>',
  ]) {
    assert.equal(isBlank(text, 'html'), true, text);
  }
});

test('what has anything else in it is not', () => {
  for (const text of [
    'x',
    '\u00a0',
    '<p>x</p>',
    '<body onload=x>',
    '<p style="x">',
    '<script></script>',
    '<title>x</title>',
    '<!-- x -->',
    '<svg/>',
    '<meta http-equiv=refresh content=0>',
    '<base href=x>',
    '<iframe>',
    '</p x><img>',
    `<p ${'lang '.repeat(200)} onclick=x>`,
    `<p ${Array.from({ length: 200 }, (_, n) => `a${n}`).join(' ')} onclick=x>`,
    ' '.repeat(2000),
    '<',
  ]) {
    assert.equal(isBlank(text, 'html'), false, text);
  }
});
