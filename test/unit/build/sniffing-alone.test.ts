import assert from 'node:assert/strict';
import { test } from 'node:test';
import esbuild from 'esbuild';
import fc from 'fast-check';
import { sniffingAlone } from '../../../extension/build/sniffing-alone.ts';
import { root } from '../../../src/cli/project.ts';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { runs } from '../../support/seed.ts';

test('the bundle without the parser detects the same types, and has no parser', async () => {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: "export { detectedType } from './src/payload/detect/detected-type.ts';",
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [sniffingAlone],
  });
  const code = outputFiles[0]?.text ?? '';
  assert.doesNotMatch(code, /whatwg-mimetype\/lib\/(?:parser|mime-type-parameters|serializer)/);
  const bundled: { detectedType: typeof detectedType } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  const beginnings = [
    '',
    '<!doctype html>',
    '<?xml',
    '%PDF-',
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 64 }), (beginning, rest) => {
      const body = Buffer.concat([Buffer.from(beginning, 'latin1'), rest]);
      assert.equal(bundled.detectedType(body), detectedType(body));
    }),
    runs(100),
  );
});
