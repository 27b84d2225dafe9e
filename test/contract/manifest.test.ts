/** Checks the requested permissions, and the calls that no code may make. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type Manifest, manifestFor, targets } from '../../extension/build/manifest.ts';
import { codeOf, globalsUsed, jsonOf, type Source, sourcesIn } from './sources.ts';

const base: Manifest = jsonOf('manifest.json');
const { version }: { version: string } = jsonOf('package.json');

const permissions = ['activeTab', 'scripting', 'contextMenus', 'storage'];
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src blob:; connect-src http: https: data:; require-trusted-types-for 'script'; trusted-types workers";

/** Manifest keys that the design rules out for security. */
const absent = [
  'host_permissions',
  'optional_permissions',
  'content_scripts',
  'web_accessible_resources',
  'externally_connectable',
  'sandbox',
  'update_url',
];

for (const target of targets) {
  const manifest = manifestFor(target, base, version);

  test(`${target}: four permissions, and hosts only when they are asked for`, () => {
    assert.deepEqual([...(manifest.permissions as string[])].sort(), [...permissions].sort());
    assert.deepEqual(manifest.optional_host_permissions, ['<all_urls>']);
    assert.deepEqual(
      absent.filter((name) => name in manifest),
      [],
    );
  });

  test(`${target}: the options page is a tab, in which there is room`, () => {
    assert.deepEqual(manifest.options_ui, { page: 'options.html', open_in_tab: true });
  });

  test(`${target}: the Content Security Policy of our pages is that of the design`, () => {
    assert.deepEqual(manifest.content_security_policy, { extension_pages: policy });
  });
}

test('Chromium: the key is fixed, so the extension keeps its id', () => {
  const digest = createHash('sha256')
    .update(Buffer.from(String(base.key), 'base64'))
    .digest('hex');
  const letters = [...digest.slice(0, 32)].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 16)),
  );
  assert.equal(letters.join(''), 'pcinpkfijoahphchnpkbpedajhekihka');
  assert.equal(manifestFor('chromium', base, version).key, base.key);
});

test('Chromium: messages are structured clones, from the version that has them', () => {
  const manifest = manifestFor('chromium', base, version);
  assert.equal(manifest.message_serialization, 'structured_clone');
  assert.equal(manifest.minimum_chrome_version, '148');
});

test('Firefox: it collects no data, from the versions that ask', () => {
  const settings = manifestFor('firefox', base, version).browser_specific_settings as {
    gecko: { strict_min_version: string; data_collection_permissions: unknown };
    gecko_android: { strict_min_version: string };
  };
  assert.deepEqual(settings.gecko.data_collection_permissions, { required: ['none'] });
  assert.equal(settings.gecko.strict_min_version, '140.0');
  assert.equal(settings.gecko_android.strict_min_version, '142.0');
});

const code = [...sourcesIn('src'), ...sourcesIn('extension')];
const product = code.filter(({ file }) => !/^(?:extension\/build|src\/cli)\//.test(file));

test('the version stands in package.json alone', () => {
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(!('version' in base));
  assert.equal(jsonOf('package-lock.json').version, version);
  const quoted = new RegExp(`['"\`]${version.replaceAll('.', '\\.')}['"\`]`);
  assert.deepEqual(
    code.filter(({ text }) => quoted.test(text)).map(({ file }) => file),
    [],
  );
});

/** The dangerous calls that each file may make, and why. */
const exceptions: Record<string, string[]> = {
  // Fetches style sheets that a page cannot read, if the user has granted access; `connect-src` allows this.
  'extension/background/sheets/stylesheets.ts': ['fetch'],
  // Fetches the page's own address again when a person clicks, to get headers that no permission reveals.
  'extension/background/scan/csp-header.ts': ['fetch'],
  // Fetches the page's own style sheets from the browser's cache, never from a server; a test below checks this.
  'extension/background/sheets/file-texts.ts': ['fetch'],
  // Fetches pasted text to show the browser's own result: only text that begins with `data:`; a test below checks this.
  'extension/inspector/fetch-data-url.ts': ['fetch'],
  // Calls DevTools' own `eval`, which evaluates only our own texts, and only in our content script's world.
  'extension/devtools/content-script.ts': ['eval'],
};

const dangers: [name: string, RegExp][] = [
  ['innerHTML', /\b(?:inner|outer)HTML\b\s*(?:[+|&?]*=(?!=)|['"`]\s*\]\s*=)|["'](?:inner|outer)HTML["']/],
  ['dangerouslySetInnerHTML', /dangerouslySetInnerHTML/],
  ['insertAdjacentHTML', /insertAdjacentHTML/],
  ['setHTMLUnsafe', /setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment/],
  ['srcdoc', /\.srcdoc\s*=(?!=)/],
  ['document.write', /\bdocument\s*\.\s*write(?:ln)?\b/],
  ['eval', /\beval\s*\(/],
  ['Function', /(?<![\w.])Function\s*\(/],
  ['timer with text', /\bset(?:Timeout|Interval)\(\s*["'`]/],
];
const globals = ['eval', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'];

function dangersOf(source: Source): string[] {
  const plain = codeOf(source);
  const found = dangers.filter(([, pattern]) => pattern.test(plain)).map(([name]) => name);
  const used = [...found, ...globalsUsed(source, globals)];
  if (/\bsendBeacon\b/.test(plain)) used.push('sendBeacon');
  return [...new Set(used)];
}

test('the dangers are seen where they are, and only there', () => {
  const dangersIn = (text: string) => dangersOf({ file: 'a.ts', text });
  assert.deepEqual(dangersIn('a.innerHTML = b'), ['innerHTML']);
  assert.deepEqual(dangersIn('a["innerHTML"] = b'), ['innerHTML']);
  assert.deepEqual(dangersIn('a.outerHTML += b'), ['innerHTML']);
  assert.deepEqual(dangersIn('if (a.innerHTML === b) c()'), []);
  assert.deepEqual(dangersIn('eval(a)'), ['eval']);
  assert.deepEqual(dangersIn('const e = globalThis.eval'), ['eval']);
  assert.deepEqual(dangersIn('new Function(a)'), ['Function']);
  assert.deepEqual(dangersIn('Function(a); Function.prototype.call'), ['Function']);
  assert.deepEqual(dangersIn('document.write(a)'), ['document.write']);
  assert.deepEqual(dangersIn('await fetch(a)'), ['fetch']);
  assert.deepEqual(dangersIn('const get = self.fetch'), ['fetch']);
  assert.deepEqual(dangersIn('new XMLHttpRequest(); new WebSocket(a)'), ['XMLHttpRequest', 'WebSocket']);
  assert.deepEqual(dangersIn('// fetch(a)\nconst text = "what fetch() gives"; a.fetch'), []);
});

test('no HTML from text, no code from text, no request', () => {
  const found = product
    .map((source) => [source.file, dangersOf(source)] as const)
    .filter(([, names]) => names.length > 0);
  assert.deepEqual(Object.fromEntries(found), exceptions);
});

test('the file that fetches for the workbench asks for nothing but text that begins with data:', () => {
  const source = code.find(({ file }) => file === 'extension/inspector/fetch-data-url.ts');
  assert.ok(source);
  const plain = codeOf(source);
  assert.equal(plain.match(/\bfetch\(/g)?.length, 1);
  assert.match(plain, /if \(!url\.startsWith\(["']data:["']\)\) return null;[^;]*\bfetch\(url\)/);
});

test('the file that reads files of the page takes them from the cache alone', () => {
  const source = code.find(({ file }) => file === 'extension/background/sheets/file-texts.ts');
  assert.ok(source);
  const plain = codeOf(source);
  assert.equal(plain.match(/\bfetch\(/g)?.length, 1);
  assert.match(plain, /fetch\(url, \{\s*mode: ["']same-origin["'],\s*cache: ["']only-if-cached["'],/);
});
