import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { checkData } from '../../src/payload/external-body/external-body-data.ts';
import { readExternalBody } from '../../src/payload/external-body/message-external-body.ts';
import { escapeUrl, writeExternalBody } from '../../src/references/external-body-writer.ts';
import { damagedText } from './mutation.ts';
import type { Target } from './target.ts';

const entity = fc.constantFrom(
  'Content-Type: message/external-body; access-type=URL;\r\n URL="ftp://ftp.deleted.com/pub/file"\r\n\r\nContent-Type: text/plain\r\n\r\n',
  'content-type: message/external-body; (comment) access-type="URL";\n URL="data:text/plain,\n abc"\n\nContent-MD5: kAFQmDzST7DWlj99KOF/cg==\n\nphantom',
  'Content-type: Message/External-Body; access-type=anon-ftp; site="x"\r\n\r\n',
  'Content-Type: message/external-body; access-type=url; url=mailto:x@y; expiration="never"\r\n\r\n\r\n',
);

const url = fc.oneof(
  fc.constantFrom('http://example.com/a/b', 'data:;base64,QUJD', 'ftp://x/é', 'a:"\\ ', 'urn:x'),
  fc
    .tuple(fc.constantFrom('http:', 'data:', 'x-y:'), fc.string({ unit: 'binary', maxLength: 90 }))
    .map((p) => p.join('')),
);

export const externalBody: Target<{ text: string; url: string; breakAfterSlash: boolean }> = {
  name: 'message/external-body (RFC 2017)',
  input: fc.record({
    text: fc.oneof(damagedText(entity), fc.string({ unit: 'binary', maxLength: 200 })),
    url,
    breakAfterSlash: fc.boolean(),
  }),
  holds({ text, url: given, breakAfterSlash }) {
    const read = readExternalBody(text);
    const problems = read.ok ? read.problems : [read.problem];
    for (const { code, start, end } of problems) {
      assert.ok(0 <= start && start <= end && end <= text.length, `${code} at ${start} to ${end}`);
    }
    if (read.ok) {
      for (const { start, end } of checkData(read)?.problems ?? [])
        assert.ok(start <= end && end <= text.length);
    }
    const written = writeExternalBody(given, [{ name: 'Content-Type', value: text }], { breakAfterSlash });
    if (!written.ok) return;
    const again = readExternalBody(written.text);
    assert.ok(again.ok, again.ok ? '' : again.problem.message);
    if (isDataUrl(given)) assert.equal(decodeDataUrl(again.url).ok, decodeDataUrl(given).ok);
    else assert.equal(again.url, escapeUrl(given));
    assert.equal(escapeUrl(again.url), again.url);
  },
};
