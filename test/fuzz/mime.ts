import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MIMEType } from 'whatwg-mimetype';
import { usedCharset } from '../../src/mime/charset.ts';
import { readContentType, readHeaders } from '../../src/mime/headers.ts';
import { minimizeMimeType, parseMimeType, serializeMimeType } from '../../src/mime/mime-type.ts';
import { matchesPattern, parsePattern } from '../../src/mime/patterns.ts';
import { damagedText } from './mutation.ts';
import type { Target } from './target.ts';

const type = fc.constantFrom(
  'text/html',
  'text/html;charset=utf-8',
  'TEXT/HTML; Charset="GBK"',
  'image/svg+xml;a="\\"x\\\\";b=c',
  'application/json;charset="";;x=y;x=z',
  'font/woff2 ; a = b',
  'message/external-body; access-type=URL; URL="a" "b"',
  '(comment) text/plain (another (nested)); charset=us-ascii (c)',
  '*/*+xml',
  'group:javascript',
);

export const mime: Target<string> = {
  name: 'src/mime',
  input: fc.oneof(
    damagedText(type),
    fc.tuple(damagedText(type), fc.string({ unit: 'binary', maxLength: 12 })).map((parts) => parts.join(';')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  ),
  holds(text) {
    const parsed = parseMimeType(text);
    const standard = MIMEType.parse(text);
    assert.equal(parsed && serializeMimeType(parsed), standard?.toString() ?? null);
    if (parsed) {
      const again = parseMimeType(serializeMimeType(parsed));
      assert.deepEqual(again, parsed, 'what is written is read back');
      const minimal = minimizeMimeType(parsed);
      assert.equal(typeof minimal, 'string');
      assert.ok(matchesPattern(parsed, '*/*'));
      usedCharset(serializeMimeType(parsed), new Uint8Array([0xef, 0xbb, 0xbf]));
    }
    const pattern = parsePattern(text);
    if (pattern) assert.equal(typeof matchesPattern('text/html', pattern), 'boolean');

    const content = readContentType(text);
    if (content.ok)
      for (const { start, end } of content.problems) assert.ok(start >= 0 && end <= text.length);
    const { fields } = readHeaders(`A: ${text}\r\nB: ${text}\r\n\r\n`);
    for (const { valueStart, end } of fields) assert.ok(valueStart <= end);
  },
};
