import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf } from '../../../src/cli/serve.ts';

test('the Content-Type of a file follows from the extension', () => {
  const expected = {
    'a.html': 'text/html',
    'b.HTM': 'text/html',
    'c.jpeg': 'image/jpeg',
    'd.psd': 'image/vnd.adobe.photoshop',
    'e.bin': 'application/octet-stream',
    'f.unknown': 'application/octet-stream',
    g: 'application/octet-stream',
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((file) => [file, contentTypeOf(file)])),
    expected,
  );
});
