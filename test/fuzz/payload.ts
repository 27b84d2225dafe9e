import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readPayload } from '../../src/payload/read-payload.ts';
import * as build from '../unit/payload/builders.ts';
import { damaged } from './mutation.ts';
import type { Target } from './target.ts';

const texts = [
  `<svg xmlns="http://www.w3.org/2000/svg" onload="a()"><style>@import "x"; a{b:url(data:,c)}</style><use href="#a"/><![CDATA[x]]></svg>`,
  '<!doctype html><meta http-equiv=refresh content="0;url=//a"><form action=b><input type=password></form><script src=c></script><!-- --><textarea></p>',
  '<!DOCTYPE l [<!ENTITY a "b"><!ENTITY c SYSTEM "d">]><x xmlns="y">&a;</x>',
  '@charset "utf-8"; @font-face { src: url("a\\"b") format("woff2") } a::before { content: "\\64ata:"; background: image-set("x" 1x) }',
  '{"version":3,"sources":["a.js"],"sourcesContent":["x"],"names":[],"mappings":"AAAA"}',
  '#!/bin/sh\necho hello\n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the script must contain this text literally
  'let a = `data:text/plain,${b}`; // c\n//# sourceMappingURL=data:application/json,{}',
  'Content-Type: message/external-body; access-type=URL; URL="http://a/b"\r\n\r\nContent-Type: image/gif\r\n\r\n',
  'plain text\r\nwith lines\n',
];
const bodies: Uint8Array[] = [
  build.png(3, 4),
  build.png(3, 4, 5),
  build.jpeg(5, 6),
  build.gif(7, 8, 3),
  build.webpLossy(3, 3),
  build.webpLossless(3, 3),
  build.webpAnimated(3, 3, 2),
  build.bmp(3, 4),
  build.icon([16, 16], [32, 32]),
  build.isoImage('avif', [3, 4]),
  build.sfnt(build.fontTables('Family', 7)),
  build.woff(build.fontTables('Family', 7)),
  build.zip([
    { name: 'a/b.txt', data: build.ascii('x') },
    { name: 'c.svg', data: build.ascii('<svg/>') },
  ]),
  build.tar([{ name: 'a.txt', data: build.ascii('x') }]),
  build.pdf,
  ...texts.map(build.ascii),
  ...texts.map(build.utf16),
  ...texts.map((text) => new Uint8Array(gzipSync(text))),
];

const types = fc.constantFrom(
  'image/png',
  'image/svg+xml',
  'text/html;charset=utf-16le',
  'text/html',
  'text/css',
  'text/javascript',
  'application/json',
  'application/zip',
  'application/x-gzip',
  'font/woff2',
  'message/external-body',
  'text/plain;charset=us-ascii',
  'application/octet-stream',
);

/** Maximum length of the facts as JSON, in addition to 50 characters per byte of the body. */
const maxFactsLength = 1 << 20;

export const payload: Target<{ mimeType: string; body: Uint8Array; cut: number }> = {
  name: 'src/payload',
  input: fc.record({
    mimeType: types,
    body: fc.oneof(
      { weight: 9, arbitrary: damaged(fc.constantFrom(...bodies)) },
      // Two files are joined.
      {
        weight: 3,
        arbitrary: fc
          .tuple(damaged(fc.constantFrom(...bodies)), damaged(fc.constantFrom(...bodies)))
          .map((two) => new Uint8Array(Buffer.concat(two))),
      },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    ),
    cut: fc.nat(1000),
  }),
  async holds({ mimeType, body, cut }) {
    const before = body.slice();
    const whole = await readPayload({ declared: build.declaring(mimeType), body });
    assert.deepEqual(body, before, 'a body is read, not changed');
    assert.ok(JSON.stringify(whole).length < maxFactsLength + 50 * body.length);
    assert.deepEqual(
      await readPayload({ declared: build.declaring(mimeType), body }),
      whole,
      'the same bytes say the same',
    );
    assert.equal(whole.detectedType === null, whole.detectedBy === null);
    if (whole.trailing) assert.ok(whole.trailing.offset <= body.length);
    for (const { offset } of whole.polyglot) assert.ok(offset <= body.length);
    // Also parses the body as if it were large: of a large body, only the two ends are read.
    const beginning = body.subarray(0, cut);
    await readPayload({
      declared: build.declaring(mimeType),
      body: beginning,
      size: body.length,
      tail: body.subarray(-cut || body.length),
    });
  },
};
