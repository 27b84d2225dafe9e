import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CspPolicy } from '../../../src/csp/csp.ts';
import { cspIgnoredDirective } from '../../../src/rules/page/csp-ignored-directive.ts';
import { messageText } from '../../../src/rules/texts.ts';
import { dataUrl, header, pageFindings } from './page.ts';

const found = (...csp: CspPolicy[]) =>
  pageFindings([], { csp })
    .filter(({ rule }) => rule === 'csp-ignored-directive')
    .map(({ severity, message, messageId, args }) => {
      assert.equal(severity, 'warning');
      assert.equal(
        message,
        messageText(cspIgnoredDirective.texts.messages, messageId as 'csp-ignored-directive', args),
      );
      return message;
    });

test('the directive, the character and its position are named', () => {
  assert.deepEqual(found(header("img-src 'none' \u00e9")), [
    "Browsers ignore img-src in the page's CSP (header) because of U+00E9 (\u00e9) at position 15.",
  ]);
  assert.deepEqual(found(header("font-src a; default-src\u00a0'none'", { source: 'meta' })), [
    "Browsers ignore default-src in the page's CSP (meta) because of U+00A0 at position 23.",
  ]);
  for (const hidden of ['\u200b', '\u202e', '\ufeff', '\x7f'])
    assert.match(found(header(`img-src ${hidden}a`))[0] ?? '', /because of U\+[\dA-F]{4} at position 8\.$/);
});

test('Chromium is named where it ignores another directive for that', () => {
  assert.deepEqual(found(header("img-src \u00e9; img-src 'none'")), [
    "Browsers ignore img-src in the page's CSP (header) because of U+00E9 (\u00e9) at position 8. Chromium also ignores the later img-src.",
  ]);
});

test('each once, whatever the number of frames, and not too many', () => {
  const frames = Array.from({ length: 50 }, (_, n) =>
    header('img-src \u00e9', { frame: `https://a.example/${n}` }),
  );
  assert.equal(found(...frames).length, 1);
  assert.equal(found(header(Array.from({ length: 50 }, (_, n) => `x${n} \u00e9`).join(';'))).length, 20);
});

test('innocent: ASCII, and meta elements that only report', () => {
  assert.deepEqual(found(header("img-src 'none'; script-src https://xn--e1afmkfd.example")), []);
  assert.deepEqual(found(header('img-src \u00e9', { source: 'meta', reportOnly: true })), []);
});

test('a policy protects only if it blocks in every browser', async () => {
  const rules = async (text: string, source: CspPolicy['source'] = 'header') =>
    pageFindings([await dataUrl('data:image/png,x', 'image')], { csp: [header(text, { source })] })
      .map(({ rule }) => rule)
      .filter((rule) => rule !== 'csp-ignored-directive');
  assert.deepEqual(await rules("img-src data: \u00e9; img-src 'none'"), []);
  assert.deepEqual(await rules("default-src 'none'; img-src \u00e9; img-src data:"), []);
  assert.deepEqual(await rules("default-src 'none'; img-src \u00e9; img-src x"), ['csp-blocks']);
  assert.deepEqual(await rules("script-src 'none' \u00e9; script-src 'none'; default-src data:"), [
    'csp-allows-data',
  ]);
  // Chromium parses the text as two policies.
  assert.deepEqual(await rules("script-src data:, 'self'; object-src 'none'", 'meta'), ['csp-allows-data']);
});
