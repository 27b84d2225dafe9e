import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Language, languageOf } from '../../../../extension/ui/viewers/code-language.ts';
import { highlight } from '../../../../extension/ui/viewers/syntax-highlight.ts';
import { rowText, textRows } from '../../../../extension/ui/viewers/text-rows.ts';
import { isFull, runs } from '../../../support/seed.ts';

const highlighted = (text: string, language: Language) =>
  highlight(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

test('JavaScript', () => {
  assert.deepEqual(
    highlighted(`const a1 = 0x1F + .5e3; // x "y"\nreturn 'it\\'s' /* \n */ \`a b\``, 'javascript'),
    [
      'keyword const',
      'number 0x1F',
      'number .5e3',
      'comment // x "y"',
      'keyword return',
      `string 'it\\'s'`,
      'comment /* \n */',
      'string `a b`',
    ],
  );
  assert.deepEqual(highlighted('a.class returned $if', 'javascript'), []);
});

test('JavaScript: a slash that divides, one that begins a regular expression, templates in templates', () => {
  assert.deepEqual(highlighted('a=/["/]\\/{/g;b=c/d/e;return/x;/.test(y)', 'javascript'), [
    'string /["/]\\/{/g',
    'keyword return',
    'string /x;/',
  ]);
  assert.deepEqual(highlighted(`x=\`a\${{b:\`c\${1}\`}}d\`+"e"`, 'javascript'), [
    'string `a${',
    'string `c${',
    'number 1',
    'string }`',
    'string }d`',
    'string "e"',
  ]);
  assert.deepEqual(highlighted('(a)/2/b', 'javascript'), ['number 2']);
  assert.deepEqual(highlighted('/[/', 'javascript'), ['string /[/']);
});

test('JSON', () => {
  assert.deepEqual(highlighted('{"a": ["b", -1.5e+3, true]}', 'json'), [
    'keyword "a"',
    'string "b"',
    'number -1.5e+3',
    'tag true',
  ]);
});

test('CSS', () => {
  assert.deepEqual(
    highlighted('@media x{a{color:#fff;width:1.5em!important}/* c */b{background:url(x)}}', 'css'),
    [
      'keyword @media',
      'tag color',
      'number #fff',
      'tag width',
      'number 1.5em',
      'keyword !important',
      'comment /* c */',
      'tag background',
      'string url(x)',
    ],
  );
});

test('markup, with the script and the style sheet in it', () => {
  assert.deepEqual(highlighted('<!doctype html><p id="a">x</p><script>if(1)</script><!-- c -->', 'html'), [
    'keyword <!doctype html>',
    'tag <p id="',
    'string a',
    'tag ">',
    'tag </p>',
    'tag <script>',
    'keyword if',
    'number 1',
    'tag </script>',
    'comment <!-- c -->',
  ]);
});

test('tokens of any text at all are in order, within it, and apart', () => {
  const languages = fc.constantFrom<Language>('css', 'html', 'xml', 'javascript', 'json', 'plain');
  const pieces = fc.array(
    fc.constantFrom(
      '<a b="',
      '"',
      "'",
      '/*',
      '*/',
      '<script>',
      '{',
      '}',
      '\\',
      '\n',
      '1',
      '`',
      ':',
      '/',
      '[',
      '${',
    ),
  );
  fc.assert(
    fc.property(pieces, languages, (parts, language) => {
      const text = parts.join('');
      let at = 0;
      for (const { start, end } of highlight(text, language)) {
        assert.ok(start >= at && end > start && end <= text.length);
        at = end;
      }
    }),
    runs(100),
  );
});

test('a megabyte of what never ends is read in a time that ends', { timeout: 60_000 }, () => {
  for (const language of ['css', 'html', 'javascript', 'json'] as const) {
    for (const unit of [
      '"',
      '/*',
      'a:',
      '<a b="',
      "'\\",
      '<!--',
      '`',
      'url(',
      '{ ',
      '`${',
      '=/[',
      '}/',
      '/\\',
    ]) {
      const text = unit.repeat((isFull ? 1_000_000 : 200_000) / unit.length);
      assert.ok(highlight(text, language).every(({ end }) => end <= text.length));
    }
  }
});

test('the language of a type', () => {
  assert.equal(languageOf('image/svg+xml'), 'xml');
  assert.equal(languageOf('application/manifest+json'), 'json');
  assert.equal(languageOf('text/javascript'), 'javascript');
  assert.equal(languageOf('text/plain'), 'plain');
});

test('rows: every line by its number, long ones cut, pairs whole', () => {
  const text = 'ab\r\ncdefgh\r\n\n💣💣💣';
  const rows = textRows(text, 3);
  assert.deepEqual(rows.lines, [1, 2, 0, 3, 4, 0]);
  assert.deepEqual(
    rows.lines.map((_, n) => rowText(text, rows, n)),
    ['ab', 'cde', 'fgh', '', '💣💣', '💣'],
  );
  assert.deepEqual(textRows('', 3), { starts: [0], lines: [1] });
});
