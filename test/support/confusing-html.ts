/** Generates HTML from pieces that confuse parsers. */
import fc from 'fast-check';

/**
 * The names of elements. `select` is missing because HTML changed its rules in 2025, in browsers but not in parse5;
 * test/attack adds it. Unlike browsers, parse5 takes a CDATA section directly in an integration point for a comment, so
 * each section is inside an element of its own. The section follows a ">" so that it does not become a part of "</" or
 * "<?".
 */
const names = (
  'a b i font nobr p div span form button li ul dd dl h1 pre table caption colgroup col tbody tr td th thead template ' +
  'style script title textarea xmp iframe noembed noframes noscript plaintext svg math mi mo mtext mglyph malignmark ' +
  'annotation-xml foreignObject desc g html head body frameset frame img image br hr input object marquee ruby rt rb ' +
  'rtc option optgroup x-y link meta base center address'
).split(' ');
const foreign = [
  'svg',
  'math',
  'mi',
  'mtext',
  'mglyph',
  'malignmark',
  'annotation-xml',
  'foreignObject',
  'desc',
  'style',
];
const attributes = fc.constantFrom(
  ...['', '', '', ' a=">"', " b='<p>'", ' c=d', ' color=x', ' encoding=text/html', ' encoding="TEXT/HTML"'],
  ...[' type=hidden', ' e=f/', ' =g', ' "', ' <', ' shadowrootmode=open', ' size', '/', ' h = i'],
);
const marks = fc
  .constantFrom(
    ...['x', ' ', '&#32;', '\n', '<!--', '-->', '--!>', '<!-->', '<!--->', '<!---->', '><g><![CDATA[', ']]>'],
    ...[
      '<?',
      '>',
      '<!',
      '</',
      '</ ',
      '</>',
      '<',
      '&lt;',
      '<!doctype html>',
      '</x y=">',
      '"',
      "'",
      '</style/>',
    ],
    ...['</script x>', '<!--<script', '</title\n>', '</textarea', '</TITLE>', '<3', '-', '</svg>', '</math>'],
  )
  .map((text) => [text]);
/**
 * Generates HTML with few different names at a time, so that the elements interact.
 *
 * @param mark the first attribute of each tag, by its number
 * @param more further names of elements
 */
export const confusingHtml = (mark: (index: number) => string, more: string[] = []): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...names, ...more), fc.constantFrom(...foreign)), {
      minLength: 2,
      maxLength: 6,
    })
    .chain((few) => {
      const name = fc.constantFrom(...few);
      const end = fc.constantFrom('>', '>', '>', '/>', ' >');
      // Two of three parts are start tags; the others are text.
      return fc.array(
        fc.oneof(
          {
            weight: 10,
            arbitrary: fc.tuple(
              name,
              fc.tuple(attributes, end).map((parts) => parts.join('')),
            ),
          },
          { weight: 5, arbitrary: name.map((each) => [`</${each}>`]) },
          { weight: 3, arbitrary: marks },
        ),
        { maxLength: 20 },
      );
    })
    .map((pieces) =>
      pieces
        .map(([first, rest], index) => (rest === undefined ? first : `<${first} ${mark(index)}${rest}`))
        .join(''),
    );
