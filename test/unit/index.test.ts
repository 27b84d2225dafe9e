/** Tests the core's public interface: its exports, its behavior in Node, and its parts. */
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

/** Names that are unclear without the name of their module. */
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
/** The functions that take a URL, with values for their other arguments. */
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
  isDataUrl: core.isDataUrl,
  parseByGrammar: core.parseByGrammar,
  grammarViolations: (url) => [...core.grammarViolations(url)],
  writeExternalBody: mail.writeExternalBody,
  resolve: (url) => references.resolve(url, url),
  resolve1997: (url) => references.resolve1997(url, url),
  resolutionDifferences: (url) => references.resolutionDifferences(url, url),
  compare: (url) => references.compare(url, url),
  components: references.components,
  normalizeScheme: references.normalizeScheme,
  normalizeSyntax: references.normalizeSyntax,
  validate: references.validate,
  parseTree: (url) => references.parseTree(url, 'rfc3986'),
  misleading: references.misleading,
  withoutPassword: references.withoutPassword,
  "misleading's base": (base) => references.misleading('//a:b@c/', base),
  "withoutPassword's base": (base) => references.withoutPassword('//a:b@c/', base),
  "compare's base": (base) => references.compare('a', 'b', { base }),
  "establishBase's embedded": (embedded) => references.establishBase({ embedded }),
};

/** Matches functions whose base URL may be absent. */
const mayBeAbsent = /^(?:misleading|withoutPassword|compare|establishBase)'s /;

for (const [name, take] of Object.entries(takingUrls))
  test(`${name} reads a URL object as its href, and names a wrong argument`, async () => {
    assert.deepEqual(await take(new URL(url)), await take(url));
    for (const wrong of mayBeAbsent.test(name) ? [7, {}, Symbol()] : [undefined, null, 7, {}, Symbol()]) {
      const type = wrong === null ? 'null' : typeof wrong;
      const message = `${name} takes a string or a URL, not ${type}.`;
      await assert.rejects(async () => take(wrong as unknown as string), { name: 'TypeError', message });
    }
  });

/** Calls with a wrong argument other than a URL, each with the expected error. */
const wrongCalls: [call: (wrong: never) => unknown, message: string][] = [
  [core.delimit, 'delimit takes a string, not null.'],
  [core.parseMimeType, 'parseMimeType takes a string, not null.'],
  [core.sanitizeSrcset, 'sanitizeSrcset takes a string, not null.'],
  [core.detectedType, 'detectedType takes bytes, not null.'],
  [(wrong) => core.decodeText(wrong, 'utf-8'), 'decodeText takes bytes, not null.'],
  [(wrong) => core.decodeText(new Uint8Array(), wrong), "decodeText's charset takes a string, not null."],
  [(wrong) => core.applyEdits(wrong, []), 'applyEdits takes a string, not null.'],
  [(wrong) => core.applyEdits(url, wrong), "applyEdits's edits takes a list of edits, not null."],
  [core.asReadableStream, 'asReadableStream takes the chunks of decodeDataUrlStream, not null.'],
  [core.judge, 'judge takes an object with an inspection, occurrences, and a policy, not null.'],
  [core.judgePage, 'judgePage takes an object with a page, data: URLs, and a policy, not null.'],
  [(wrong) => core.matchesPattern(wrong, '*/*'), 'matchesPattern takes a MIME type, not null.'],
  [(wrong) => core.matchesPattern('a/b', wrong), "matchesPattern's pattern takes a pattern, not null."],
  [
    (wrong) => core.mergePolicies(wrong, null),
    'mergePolicies takes the policies of a user and an administrator, not null.',
  ],
  [(wrong) => core.mergePolicies({}, wrong ?? 7), "mergePolicies's site takes a string, not number."],
  [core.minimizeMimeType, 'minimizeMimeType takes a parsed MIME type, not null.'],
  [core.serializeMimeType, 'serializeMimeType takes a parsed MIME type, not null.'],
  [(wrong) => core.readCharset(wrong, new Uint8Array()), 'readCharset takes a MIME type, not null.'],
  [(wrong) => core.readCharset('a/b', wrong), "readCharset's bytes takes bytes, not null."],
  [(wrong) => core.totalsOf(wrong, []), 'totalsOf takes data: URLs, not null.'],
  [(wrong) => core.totalsOf([], wrong), "totalsOf's pageFindings takes a list of findings, not null."],
  [references.authority, 'authority takes a string, not null.'],
  [references.recompose, 'recompose takes components, not null.'],
  [references.establishBase, 'establishBase takes a context, not null.'],
  [mail.readExternalBody, 'readExternalBody takes a string, not null.'],
  [mail.checkData, 'checkData takes an external body, not null.'],
  [csp.parsePolicies, 'parsePolicies takes a policy with its text, not null.'],
  [(wrong) => csp.decide(wrong, 'image'), 'decide takes a parsed policy, not null.'],
  [csp.allowedActiveUses, 'allowedActiveUses takes a list of parsed policies, not null.'],
  [(wrong) => csp.smallestAddition(wrong, new Set()), 'smallestAddition takes a parsed policy, not null.'],
  [
    (wrong) => csp.smallestAddition(new Map(), wrong),
    "smallestAddition's destinations takes a Set, not null.",
  ],
];

for (const [call, message] of wrongCalls)
  test(`a wrong argument is named: ${message}`, () => {
    assert.throws(() => call(null as never), { name: 'TypeError', message });
  });

test('a list of sources is no text, and so is not returned as if it were harmless', () => {
  const list = ['data:text/html,x 1x'] as unknown as string;
  assert.throws(() => core.sanitizeSrcset(list), /^TypeError: sanitizeSrcset takes a string, not object/);
});

test('an object without what a function reads is named, too', () => {
  assert.throws(
    () => references.recompose({} as never),
    /^TypeError: recompose takes components, not object/,
  );
  assert.throws(() => mail.checkData({ url } as never), /^TypeError: checkData takes an external body/);
  assert.throws(() => csp.parsePolicies({} as never), /^TypeError: parsePolicies takes a policy with/);
  assert.throws(() => csp.decide([] as never, 'image'), /^TypeError: decide takes a parsed policy/);
});

test('a wrong destination or document is named, too', () => {
  const picture = 'picture' as 'image';
  assert.throws(() => core.isAllowed(url, picture), /isAllowed needs a destination.*not "picture"/);
  assert.throws(() => csp.decide(new Map(), picture), /decide needs a destination.*not "picture"/);
  assert.throws(
    () => references.parseTree(url, '1997' as 'rfc3986'),
    /parseTree needs a document, such as 'rfc2397', not "1997"/,
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

/** The libraries that replace a feature that the platform lacks: incremental SHA-256. */
const libraries = ['@noble/hashes'];

test('bundled, it holds src/ and its few libraries, and nothing else', async () => {
  const { inputs } = await bundle('src/index.ts');
  const folders = ['src/', ...libraries.map((name) => `node_modules/${name}/`)];
  const foreign = inputs.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  assert.deepEqual(foreign, []);
  assert.ok(inputs.length > 30, `${inputs.length} files`);
});
