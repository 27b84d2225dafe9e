/** The core's public interface: its exports, its behavior in Node, and its parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as core from '../../src/index.ts';
import { bundle } from '../support/differential.ts';

const names = [
  ...['decodeDataUrl', 'decodeDataUrlStream', 'decodedSize', 'encodeDataUrl', 'inspect', 'isDataUrl'],
  ...['lintDataUrl', 'parseDataUrl', 'reencode', 'repairDataUrl'],
  ...['matchesPattern', 'parseMimeType', 'minimizeMimeType', 'readCharset', 'decodeText'],
  ...['readExternalBody', 'writeExternalBody', 'checkData'],
  ...['components', 'validate', 'resolve', 'resolve1997', 'resolutionDifferences', 'establishBase'],
  ...['normalizeSyntax', 'normalizeScheme', 'compare', 'delimit', 'misleading'],
  ...['judge', 'totalsOf', 'detectedType'],
];

test('it offers what others build on', () => {
  const offered: Record<string, unknown> = { ...core };
  for (const name of names) assert.equal(typeof offered[name], 'function', name);
  assert.ok(core.rules.length > 0 && core.defaultPolicy.types.length > 0);
});

test('it reads, judges and writes in Node', async () => {
  const written = 'data:text/html;base64,PGI+';
  const inspection = await core.inspect(written);
  assert.equal(inspection.mimeType, 'text/html');
  assert.equal(inspection.size, 3);
  const decoded = core.decodeDataUrl(written);
  assert.ok(decoded.ok);
  assert.equal(core.decodeDataUrl(core.encodeDataUrl(decoded.body, decoded.mimeType)).ok, true);
  assert.equal(core.compare(written, 'data:text/html,%3Cb%3E'), 'scheme');
});

/** For MIME types by the standard, and for SHA-256 in pieces, which the platform lacks. */
const libraries = ['whatwg-mimetype', '@noble/hashes'];

test('bundled, it holds src/ and its few libraries, and nothing else', async () => {
  const { inputs } = await bundle('src/index.ts');
  const folders = ['src/', ...libraries.map((name) => `node_modules/${name}/`)];
  const foreign = inputs.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  assert.deepEqual(foreign, []);
  assert.ok(inputs.length > 30, `${inputs.length} files`);
});
