/** The text of a sheet's rules is the browser's own, so nothing in it is called dropped, and it has no positions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInCss } from '../../../extension/content/css.ts';

const url = 'url("data:image/gif,x")';
const ownTexts: Record<string, string> = {
  'declarations after a nested rule': `background: ${url};`,
  'declarations in a group of rules': `@media print { background: ${url}; }`,
  'a bracket that a custom property keeps': `a { --x: f(${url}; }`,
};

for (const [name, css] of Object.entries(ownTexts))
  test(`${name}: not dropped`, () => {
    const [found, ...more] = [...findInCss(css, 'stylesheet')].filter((each) => each !== null);
    assert.equal(found?.written, 'data:image/gif,x');
    assert.deepEqual([found?.dropped, found?.line, found?.column], [undefined, undefined, undefined]);
    assert.deepEqual(more, []);
  });
