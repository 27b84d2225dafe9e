/**
 * The text of a sheet's rules comes from the browser, so nothing in it may be called dropped, and it has no positions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInCss, hidesValues } from '../../../extension/content/css.ts';

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

const hiding: Record<string, boolean> = {
  'a { background-image: ; background-repeat: ; background-color: red; }': true,
  'list-style-position: ; list-style-image: ; list-style-type: disc;': true,
  'a { -webkit-mask-box-image-source: ; -webkit-mask-box-image-width: 1; }': true,
  'a { border-image-source: ; border-image-width: ; border-image-outset: ; border-image-slice: 2; }': true,
  'd { marker-start: ; marker-end: ; marker-mid: none; }': true,
  'd { marker-start: none; marker-mid: ; marker-end: ; }': true,
  'a { background-image:  !important; background-repeat:  !important; background-color: red !important; }': true,
  // The shorthand `border` also resets the border image.
  'a { border-top-width: ; border-image-outset: ; border-image-repeat: ; border-image-slice: ; border-image-source: ; border-image-width: ; border-left: 0px; }': false,
  'a { border-image-outset:  !important; border-image-repeat:  !important; border-image-slice:  !important; border-image-source:  !important; border-image-width:  !important; border-left: 0px; }': false,
  'a { margin-top: ; margin-left: 2px; }': false,
  'a { --own-image: ; --image: ; background: var(--image); }': false,
  'a { background-image: none; }': false,
};

for (const [css, hides] of Object.entries(hiding))
  test(`${css}: ${hides ? 'hides' : 'shows'} what may contain a URL`, () =>
    assert.equal(hidesValues(css), hides));
