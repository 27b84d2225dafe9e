/** Tests the positions of data: URLs in the source of their document. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createSourceLocator } from '../../../extension/ui/source-locator.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import '../../support/group-by.ts';
import { occurrence } from '../report/reports.ts';

/** Returns the `line:column` of each occurrence of a URL in a page with that source. */
async function located(
  source: string | null,
  occurrences: readonly Partial<Occurrence>[],
  written = 'data:,x',
): Promise<{ found: string[]; asked: number }> {
  let asked = 0;
  const locate = createSourceLocator({
    async ask(question) {
      if (question.type === 'source') asked++;
      return source === null ? null : new Blob([source]);
    },
  });
  const positions = await locate({
    sha256: createHash('sha256').update(written).digest('hex'),
    length: written.length,
    occurrences: occurrences.map((each) => occurrence({ element: 'img', name: 'src', ...each })),
  });
  const found = positions.map((position) => (position ? `${position.line}:${position.column}` : 'none'));
  return { found, asked };
}

const image = '<img src="data:,x">';
const cases: Record<string, [source: string, occurrences: Partial<Occurrence>[], expected: string[]]> = {
  'in an attribute': [`<p>\n  ${image}`, [{}], ['2:13']],
  'several, in the order of the document': [`${image}\n<p>${image}`, [{}, {}], ['1:11', '2:14']],
  'with character references, where the value begins': ['<img\nsrc="data&colon;,x">', [{}], ['2:6']],
  'a candidate of srcset': [
    '<img srcset="a.png 1x, data:,x 2x">',
    [{ name: 'srcset', place: 'srcset' }],
    ['1:24'],
  ],
  'in a style attribute, by the name of the property': [
    '<p style="color: red; background: url(data:,x)">',
    [{ element: 'p', name: 'background', place: 'style-attribute' }],
    ['1:39'],
  ],
  'in a style element': [
    '<style>\nb { }\np { background: url("data:,x") }</style>',
    [{ element: 'style', name: 'background', place: 'stylesheet' }],
    ['3:22'],
  ],
  'in SVG, with XLink': [
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="data:,x"/></svg>',
    [{ element: 'image', name: 'xlink:href' }],
    ['2:103'],
  ],
  'not where a script has added another': [image, [{}, {}], ['none', 'none']],
  'not where a script has removed one': [image + image, [{}], ['none']],
  'not on another element': ['<source src="data:,x">', [{}], ['none']],
  'a longer URL is another': ['<img src="data:,xy">', [{}], ['none']],
  'another URL of this length is another': ['<img src="data:,y">', [{}], ['none']],
  'not in a comment or a script': [`<!--${image}--><script>"${image}"</script>`, [{}], ['none']],
  'not in a linked style sheet': [
    '<style>p { background: url(data:,x) }</style>',
    [{ element: 'link', name: 'background', place: 'stylesheet', sheet: 'https://example.com/a.css' }],
    ['none'],
  ],
};
for (const [name, [source, occurrences, expected]] of Object.entries(cases))
  test(name, async () => assert.deepEqual((await located(source, occurrences)).found, expected));

test('a header is not in the source, which is not asked for', async () =>
  assert.deepEqual(await located(image, [{ element: 'link', name: 'Link' }]), { found: ['none'], asked: 0 }));

test('each document is read once, and one that is not at hand gives nothing', async () => {
  const inFrames = ['https://a.example/#x', 'https://a.example/', 'https://b.example/'].map((frame) => ({
    frame,
  }));
  assert.deepEqual(await located(image + image, inFrames), { found: ['1:11', '1:30', 'none'], asked: 2 });
  assert.deepEqual(await located(null, [{}]), { found: ['none'], asked: 1 });
});
