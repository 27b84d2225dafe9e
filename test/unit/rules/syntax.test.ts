import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { syntax } from '../../../src/rules/syntax.ts';
import type { Destination, Severity } from '../../../src/vocabulary.ts';
import { findingsOf, svg, url } from './cases.ts';

const reported: [written: string, messageId: string, Severity][] = [
  [
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path fill='#fff'/></svg>",
    'fragment-cuts-body',
    'warning',
  ],
  ['data:text/plain;foo="bar,baz";charset=utf8,body', 'comma-in-quotes', 'warning'],
  ['data:text/plain,a+text+with+words', 'plus-for-space', 'warning'],
  ['data://text/plain,x', 'double-slash', 'warning'],
  ['data:/text/plain,x', 'slash', 'warning'],
  ['data:image,x', 'type-without-subtype', 'warning'],
  ['data:image/,x', 'invalid-media-type', 'warning'],
  ['data:text/plain;base64;charset=utf-8,QQ==', 'base64-not-last', 'warning'],
  ['data:text/plain;base64=,QQ==', 'base64-with-value', 'warning'],
  ['data:text/plain%3Bbase64,QQ==', 'base64-escaped', 'warning'],
  ['data:base64,QQ==', 'base64-without-semicolon', 'warning'],
  ['data:text/plain,base64,QQ==', 'base64-after-comma', 'warning'],
  ['data:text/plain;bas64,QQ==', 'base64-misspelled', 'warning'],
  ['data:a/b;base64,A A A AAA', 'base64-plus', 'warning'],
  ['data:text/plain;a="b,x', 'unclosed-quote', 'warning'],
  ['data:text/plain;a={b},x', 'character-in-media-type', 'warning'],
  ['data:text/plain;charset=utf-8,\ud800', 'lone-surrogate', 'warning'],
  ['data:text/plain;charset=klingon,x', 'charset-unknown', 'warning'],
  ['data:text/plain,%C3%BC', 'charset-missing', 'warning'],
  ['data:text/plain;charset=us-ascii,%C3%BC', 'charset-not-ascii', 'warning'],
  ['data:text/plain;charset=utf-8,%FC', 'charset-mismatch', 'warning'],
  ['data:text/plain;charset=shift_jis,%EF%BB%BFx', 'charset-bom', 'info'],
  ['data:text/plain;base64;base64,QQ==', 'base64-repeated', 'info'],
  ['data:text/plain;base64,QQ', 'base64-missing-padding', 'info'],
  ['data:text/plain;utf8,x', 'charset-without-name', 'info'],
  ['data:text/plain;foo,x', 'parameter-without-value', 'info'],
  ['data:text/plain;=foo,x', 'parameter-without-name', 'info'],
  ['data:text/plain;charset =utf-8,x', 'parameter-name', 'info'],
  ['data:text/plain;a=b;a=c,x', 'duplicate-parameter', 'info'],
  ['data:text/plain;;a=b,x', 'empty-parameter', 'info'],
  ['data:text/plain,100%', 'malformed-escape', 'info'],
  ['data:text/plain,a%2520b', 'double-escape', 'info'],
  ['data:text/plain,a\x01b', 'control-in-body', 'info'],
  ['data:image/png;base64,', 'empty-body', 'info'],
  ['data:application/font-woff2,', 'empty-body', 'info'],
  ['data:application/json;charset=utf-8;base64,', 'empty-body', 'info'],
];

describe('each message is reported with its severity', () => {
  for (const [written, messageId, severity] of reported) {
    test(JSON.stringify(written), async () => {
      // As content of a link, the URL isn't certain to be refused.
      const findings = await findingsOf(written, ['none']);
      const finding = findings.find((each) => each.messageId === messageId);
      assert.ok(finding, findings.map((each) => each.messageId).join());
      assert.deepEqual(
        [finding.rule, finding.severity, finding.category],
        ['syntax', severity, 'correctness'],
      );
      assert.doesNotMatch(finding.message, /\{\w+\}/);
    });
  }
});

test('every message of the rule has a case', () => {
  const ids = reported.map(([, messageId]) => messageId);
  assert.deepEqual(
    Object.keys(syntax.texts.messages).filter((id) => !ids.includes(id)),
    [],
  );
});

const innocent: [name: string, written: string][] = [
  ['SVG with its spaces, brackets and quotes', svg("<path d='M0 0h9v9'/>")],
  ['escapes in lower case', 'data:image/svg+xml,%3csvg xmlns=%27http://www.w3.org/2000/svg%27/%3e'],
  ['white space in base64', 'data:text/plain;base64,QU JD'],
  ['indented lines of base64', 'data:text/plain;base64,QUJD\n  QUJDQUJD\n\t QUI='],
  ['line breaks in a style sheet', 'data:text/css,a{\ncolor:red}'],
  ['an empty text', 'data:text/plain,'],
  ['a fragment', 'data:text/plain,x#y'],
  ['text in UTF-8 that says so', 'data:text/plain;charset=utf-8,%C3%BC'],
  ['SVG beyond ASCII, which is UTF-8 anyway', svg('<title>ü</title>')],
  ['a sum', 'data:text/plain,1+1=2'],
  ['base64 that nothing decodes', `data:text/plain,${btoa('<p>hello, <b>you</b> and ~~>you')}`],
];
describe('innocent', () => {
  for (const [name, written] of innocent) {
    test(name, async () => assert.deepEqual(await findingsOf(written, ['image']), []));
  }
  test('a charset on what is no text', async () => {
    const written = url('application/octet-stream;charset=utf-8', 'x');
    assert.deepEqual(await findingsOf(written, ['empty']), []);
  });
});

test('bytes of an SVG image that are no text: an error where no browser shows it because of them', async () => {
  const severities = async (written: string, destination: Destination = 'image') =>
    (await findingsOf(written, [destination]))
      .filter(({ messageId }) => messageId === 'charset-mismatch')
      .map(({ severity }) => severity);
  const image = svg('<title>Caf!</title>').replace('Caf', 'Caf%E9');
  assert.deepEqual(await severities(image), ['error']);
  assert.deepEqual(await severities(image.replace(',', ';charset=utf-8,')), ['error']);
  assert.deepEqual(await severities(image, 'none'), ['warning']);
  // Its tags are reported as the error.
  assert.deepEqual(await severities(image.replace('title', 'b')), ['warning']);
  // Browsers ignore an incomplete character at the end.
  assert.deepEqual(await severities(`${svg('<g/>')}%E9`), ['warning']);
  assert.deepEqual(await severities('data:text/html;charset=utf-8,<p>%E9!'), ['warning']);
  assert.deepEqual(await severities(image.replace('%E9', '%C3%A9')), []);
});
