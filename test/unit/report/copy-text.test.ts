import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/index.ts';
import { nestedText } from '../../../src/inspect.ts';
import type { CopyForm } from '../../../src/report/copy-forms.ts';
import { copyOf } from '../../../src/report/copy-text.ts';
import { marksOf } from '../../../src/report/marks.ts';

const copy = (written: string, form: CopyForm, type: string | null = null) =>
  copyOf(written, form, { essence: type, detectedType: null });

test('as text, in its charset', () => {
  assert.equal(copy('data:text/plain;charset=utf-8,%C3%A9', 'text'), 'é');
  assert.equal(copy('data:text/plain;charset=iso-8859-1,%E9', 'text'), 'é');
  assert.equal(copy('data:;base64,*', 'text'), null);
});

test('as base64, whatever it was written in', () => {
  assert.equal(copy('data:,%00%FF!', 'base64'), 'AP8h');
});

test('shorter, or not at all', () => {
  assert.equal(copy('data:,x', 'better'), null);
  const better = copy(`data:text/css;base64,${btoa('a'.repeat(90))}`, 'better');
  assert.equal(better, `data:text/css,${'a'.repeat(90)}`);
});

test('repaired, where the repair is certain', () => {
  assert.equal(copy('data:text/css,base64,YXt9', 'repaired'), 'data:text/css;base64,YXt9');
  assert.equal(copy('data:image/gif,base64,R0lGODlh', 'repaired'), null);
  assert.equal(copy('data:,x', 'repaired'), null);
});

test('quoted for CSS and for HTML', () => {
  assert.equal(copy('data:,"\\', 'css'), 'url("data:,%22%5C")');
  // Characters that trimming, quotes or an encoding would change are escaped.
  assert.equal(copy('data:,"\\\n', 'css'), 'url("data:,%22%5C")');
  assert.equal(
    copy('data:text/html,</style><!--<p>', 'css'),
    'url("data:text/html,%3C/style%3E%3C!--%3Cp%3E")',
  );
  assert.equal(
    copy("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'></svg>#a'b", 'css'),
    `url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27%3E%3C/svg%3E#a'b")`,
  );
  // Percent escapes would change the media type, so it has CSS escapes.
  assert.equal(
    copy('data:text/plain;a="</style>",x', 'css'),
    'url("data:text/plain;a=\\"\\3c /style>\\",x")',
  );
  assert.equal(copy('data:text/html,\0x', 'html'), '<a href="data:text/html,%00x" download>…</a>');
  assert.equal(copy('data:,"<&', 'html'), '<a href="data:,&quot;&lt;&amp;" download>…</a>');
  assert.equal(copy('data:image/gif,', 'html', 'image/gif'), '<img src="data:image/gif," alt="">');
  assert.equal(
    copy('data:text/javascript,1', 'html', 'text/javascript'),
    '<script src="data:text/javascript,1"></script>',
  );
});

test('in JavaScript, Markdown and a shell, with what these escape', () => {
  assert.equal(copy('data:,"</script>', 'javascript'), '"data:,\\"\\u003c/script>"');
  const split = `${'data:,x#'.padEnd((1 << 16) - 1, 'y')}😀`;
  assert.equal(copy(split, 'javascript'), `"${split}"`);
  assert.equal(copy("data:,it's", 'curl'), "curl --data-urlencode 'url=data:,it'\\''s' https://example.com/");
  assert.equal(copy(`data:,${'x'.repeat(1 << 17)}`, 'curl'), null);
  assert.equal(copy('data:;base64,\0*', 'curl'), null);
  assert.equal(copy('data:,a&lt;(b)', 'markdown'), '[…](<data:,a\\&lt;(b)>)');
  assert.equal(copy('data:,a <b>', 'markdown'), '[…](<data:,a%20%3Cb%3E>)');
});

test('an element keeps the name that it had in its page', () => {
  const named = (by: 'alt' | 'class', text: string) => ({
    ...{ essence: 'image/gif', detectedType: null },
    occurrences: [{}, { label: { by, text } }],
  });
  assert.equal(
    copyOf('data:image/gif,', 'html', named('alt', 'A "cat" & <dog>')),
    '<img src="data:image/gif," alt="A &quot;cat&quot; &amp; &lt;dog>">',
  );
  assert.equal(
    copyOf('data:image/gif,', 'html', named('class', 'icon')),
    '<img src="data:image/gif," alt="" class="icon">',
  );
  assert.equal(
    copyOf('data:image/gif,', 'markdown', named('alt', 'A [cat]\n*')),
    '![A \\[cat\\] \\*](<data:image/gif,>)',
  );
});

test('the text of one within another is found by its identity', async () => {
  const inner = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';
  const outer = `data:text/css,a{background:url('${encodeURIComponent(inner)}')}b{background:url(data:,x)}`;
  const { payload } = await inspect(outer);
  const [first, second] = payload?.nested ?? [];
  assert.equal(await nestedText(outer, first?.inspection.sha256 ?? ''), inner);
  assert.equal(await nestedText(outer, second?.inspection.sha256 ?? ''), 'data:,x');
  assert.equal(await nestedText(outer, '0'.repeat(64)), null);
});

test('lints without a finding of their own are marked, too', async () => {
  const inspection = await inspect('data:text/plain;charset=,a b');
  const finding = { messageId: 'parameter-without-value', args: {}, message: '', start: 16, end: 24 };
  const marks = marksOf({
    ...inspection,
    disallowed: null,
    occurrences: [],
    nested: [],
    findings: [{ ...finding, start: 0, end: inspection.length, messageId: 'whole' }, finding].map((each) => ({
      ...each,
      rule: 'syntax',
      severity: 'info',
      category: 'correctness',
      effect: 'advice',
      help: '',
    })),
  });
  assert.deepEqual(marks[0], { ...finding, finding: 1 });
  assert.ok(marks.slice(1).length > 0);
  assert.ok(marks.slice(1).every(({ finding }) => finding === null));
});
