/** A button that shows only an icon must show its name on hover and focus. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesIn } from './sources.ts';

test('every button with nothing but an icon has a tip', () => {
  const buttons = sourcesIn('extension')
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(/<button\b(.*?)[^=]>(.*?)<\/button>/gs),
        ([, attributes = '', content = '']) => ({
          file,
          attributes,
          content,
        }),
      ),
    )
    // The arrows at the ends of a row of chips are for the pointer only.
    .filter(({ attributes }) => !attributes.includes('aria-hidden="true'));
  assert.ok(buttons.length > 60, `${buttons.length} buttons`);
  const withoutLabel = buttons.filter(
    ({ content }) =>
      content.replaceAll(/<Icon\b[^>]*\/>|<span class="visually-hidden">.*?<\/span>/gs, '').trim() === '',
  );
  assert.deepEqual(
    withoutLabel.map(({ file, content }) => `${file}: ${content.trim()}`),
    [],
  );
});
