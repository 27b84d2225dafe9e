/** The core's public interface: its exports, its behavior in Node, and its parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as csp from '../../src/csp-entry.ts';
import * as core from '../../src/index.ts';
import * as mail from '../../src/mail-entry.ts';
import * as references from '../../src/references-entry.ts';
import { bundle } from '../support/differential.ts';

const names = [
  ...['decodeDataUrl', 'decodeDataUrlStream', 'decodedSize', 'encodeDataUrl', 'inspect', 'isDataUrl'],
  ...['decodeDataUrlOrThrow', 'toBlob', 'toResponse', 'delimit'],
  ...['lintDataUrl', 'parseDataUrl', 'reencode', 'repairDataUrl'],
  ...['matchesPattern', 'parseMimeType', 'minimizeMimeType', 'readCharset', 'decodeText'],
  ...['judge', 'totalsOf', 'detectedType'],
];

/** Names that are unclear without their topic. */
const others: [entry: object, names: string[]][] = [
  [mail, ['readExternalBody', 'writeExternalBody', 'checkData']],
  [csp, ['parsePolicies', 'decide', 'smallestAddition', 'allowedActiveUses']],
  [
    references,
    [
      ...['components', 'validate', 'resolve', 'resolve1997', 'resolutionDifferences', 'establishBase'],
      ...['normalizeSyntax', 'normalizeScheme', 'compare', 'misleading', 'parseTree', 'withoutPassword'],
    ],
  ],
];

test('it offers what others build on, each name by one entry', () => {
  assert.ok(core.rules.length > 0 && core.defaultPolicy.types.length > 0);
  const entries: typeof others = [[core, names], ...others];
  for (const [entry, expected] of entries) {
    const offered = entry as Record<string, unknown>;
    for (const name of expected) assert.equal(typeof offered[name], 'function', name);
  }
  const all = entries.flatMap(([entry]) => Object.keys(entry));
  assert.deepEqual(new Set(all).size, all.length);
});

const url = 'data:text/plain,%61#b';
/** The functions that take a URL, each with its other arguments. */
const takingUrls: Record<string, (url: URL | string) => unknown> = {
  decodeDataUrl: core.decodeDataUrl,
  decodeDataUrlOrThrow: core.decodeDataUrlOrThrow,
  decodeDataUrlStream: async (url) => {
    const decoded = await core.decodeDataUrlStream(url);
    return decoded.ok && new Response(core.asReadableStream(decoded.chunks)).text();
  },
  decodedSize: core.decodedSize,
  toBlob: async (url) => core.toBlob(url).text(),
  toResponse: async (url) => core.toResponse(url).text(),
  reencode: core.reencode,
  inspect: core.inspect,
  isAllowed: (url) => core.isAllowed(url, 'image'),
  lintDataUrl: core.lintDataUrl,
  parseDataUrl: core.parseDataUrl,
  repairDataUrl: core.repairDataUrl,
  writeExternalBody: mail.writeExternalBody,
  resolve: (url) => references.resolve(url, url),
  resolve1997: (url) => references.resolve1997(url, url),
  resolutionDifferences: (url) => references.resolutionDifferences(url, url),
  compare: (url) => references.compare(url, url),
};

for (const [name, take] of Object.entries(takingUrls))
  test(`${name} reads a URL object as its href, and names a wrong argument`, async () => {
    assert.deepEqual(await take(new URL(url)), await take(url));
    for (const wrong of [undefined, null, 7, {}]) {
      const message = `${name} takes a string or a URL, not ${wrong}.`;
      await assert.rejects(async () => take(wrong as unknown as string), { name: 'TypeError', message });
    }
  });

test('a wrong destination is named, too', () => {
  assert.throws(
    () => core.isAllowed(url, 'picture' as 'image'),
    /isAllowed needs a destination.*not "picture"/,
  );
});

test('it reads, judges and writes in Node', async () => {
  const written = 'data:text/html;base64,PGI+';
  const inspection = await core.inspect(written);
  assert.equal(inspection.mimeType, 'text/html');
  assert.equal(inspection.size, 3);
  const decoded = core.decodeDataUrl(written);
  assert.ok(decoded.ok);
  assert.equal(core.decodeDataUrl(core.encodeDataUrl(decoded.body, decoded.mimeType)).ok, true);
  assert.equal(references.compare(written, 'data:text/html,%3Cb%3E'), 'scheme');
});

/** The libraries for MIME types according to the standard, and for SHA-256 in pieces, which the platform lacks. */
const libraries = ['whatwg-mimetype', '@noble/hashes'];

test('bundled, it holds src/ and its few libraries, and nothing else', async () => {
  const { inputs } = await bundle('src/index.ts');
  const folders = ['src/', ...libraries.map((name) => `node_modules/${name}/`)];
  const foreign = inputs.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  assert.deepEqual(foreign, []);
  assert.ok(inputs.length > 30, `${inputs.length} files`);
});
