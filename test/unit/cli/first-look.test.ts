/**
 * The first look at a file's bytes must miss nothing that a parser finds in the file's text, wherever the pieces end.
 */
import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWithoutDataUrls, type ReadAt, readIn } from '../../../src/cli/first-look.ts';
import { scanFile } from '../../../src/cli/scan-file.ts';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { emptyPolicy, mergePolicies } from '../../../src/policy/policy.ts';

const pieceLength = 4096;

async function fileIn(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-look-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'file');
}

async function look(file: string, kind: FileKind, text: string | Uint8Array): Promise<boolean> {
  await writeFile(file, text);
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const isWithout = await isWithoutDataUrls((...place) => handle.read(...place), kind, size, pieceLength);
    const bytes = Buffer.from(text);
    assert.equal(await isWithoutDataUrls(readIn(bytes), kind, size, pieceLength), isWithout);
    return isWithout;
  } finally {
    await handle.close();
  }
}

test('a scheme that the end of a piece cuts anywhere, plain, spelled, and behind characters of several bytes', async (t) => {
  const file = await fileIn(t);
  for (const scheme of [
    'data:',
    'd\n\ta\r\nta:',
    '&amp;#100;ata&colon;',
    '\\u0064\\x61ta:',
    `d${'\n'.repeat(3000)}ata:`,
  ])
    for (const filler of ['x', 'y', 'é', '𝔘', '\r\n'])
      for (let before = pieceLength - 30; before <= pieceLength + 30; before++) {
        const start = filler.repeat(before / Buffer.byteLength(filler));
        const text = `${start}${'x'.repeat(before - Buffer.byteLength(start))} ${scheme},x ${'x'.repeat(9000)}`;
        assert.equal(await look(file, 'html', text), false, JSON.stringify([scheme, filler, before]));
      }
});

test('a page that grows or is read in parts is not searched as a whole', async () => {
  const page = Buffer.from(`<script>x = {data: 1}</script>${'y '.repeat(500)}`);
  const inParts: ReadAt = (buffer, offset, _, position) => readIn(page)(buffer, offset, 700, position);
  assert.equal(await isWithoutDataUrls(readIn(page), 'html', page.length, pieceLength), true);
  assert.equal(await isWithoutDataUrls(readIn(page), 'html', page.length - 1, pieceLength), false);
  assert.equal(await isWithoutDataUrls(inParts, 'html', page.length, pieceLength), false);
});

test('what has no data: URL is passed over, and what is no UTF-8 or has more to say is not', async (t) => {
  const file = await fileIn(t);
  const prose = 'Quite an ordinary sentence, über dies und 𝔘.\r\n'.repeat(500);
  for (const kind of ['text', 'html', 'xml', 'css', 'script', 'json', 'markdown'] as const)
    assert.equal(await look(file, kind, prose), true, kind);
  assert.equal(await look(file, 'html', `<title>x</title>${prose}`), true);
  assert.equal(await look(file, 'html', '<script>x = {data: 1}</script>'), true);
  assert.equal(await look(file, 'html', `<script>x = {data: 1}</script>${prose}`), false);
  // The last bytes are searched only with those before them.
  const long = `<script>x = [${'{data: 1},'.repeat(700)}]</script>`;
  for (let length = 0; length < 10; length++)
    assert.equal(await look(file, 'html', `${' '.repeat(length)}${long}`), true, `${length}`);
  for (const numbers of ['[1.5,-20],', '0.25 '])
    assert.equal(await look(file, 'script', numbers.repeat(2000)), true, numbers);
  assert.equal(await look(file, 'html', `${prose + prose}<title>x</title>`), false);
  assert.equal(await look(file, 'html', `${prose}<meta http-equiv=Content-Security-Policy>`), false);
  assert.equal(await look(file, 'xml', `${prose}<!ENTITY`), false);
  assert.equal(await look(file, 'text', `${prose}message/external-body`), false);
  assert.equal(await look(file, 'mail', prose), false);
  assert.equal(await look(file, 'text', Buffer.concat([Buffer.from(prose), Buffer.from([0xe9])])), false);
});

test('the title of a page without data: URLs is in its Report', async (t) => {
  const file = `${await fileIn(t)}.html`;
  const options = {
    policy: mergePolicies({ user: emptyPolicy }, 'file:'),
    isNamed: true,
    isBare: false,
    note: assert.fail,
  };
  await writeFile(file, `<!doctype html><title>Über &amp; aus</title>${'<p>x'.repeat(100_000)}`);
  const report = await scanFile(file, options);
  assert.equal(report?.page.title, 'Über & aus');
  assert.deepEqual(report?.dataUrls, []);
});

test('a long text is searched in pieces, whatever they end with', async (t) => {
  const file = await fileIn(t);
  const url = 'data:,found';
  for (const filler of ['\r', '\xe2', '\xe2\x82\xac', 'x\r\n', 'x']) {
    const row = filler.repeat(Math.ceil((1 << 20) / filler.length));
    await writeFile(file, Buffer.from(`"data:,first"\n${row}\n${row}\n"${url}"`, 'latin1'));
    const policy = mergePolicies({ user: emptyPolicy }, 'file:');
    const report = await scanFile(file, { policy, isNamed: true, isBare: false, note: () => {} });
    assert.deepEqual(
      report?.dataUrls.map(({ head }) => head),
      ['data:,first', url],
      JSON.stringify(filler),
    );
  }
});
