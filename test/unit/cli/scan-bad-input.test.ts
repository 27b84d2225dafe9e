/** `npm run scan` on unreadable files must print one line for each of them, and scan the other files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { compiled, reportsIn, startCommand } from '../../support/command.ts';
import { testInFull } from '../../support/seed.ts';

let folder: string;
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-bad-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}

/**
 * Returns the occurrences in the output, the lines on standard error, and the exit code. `during` runs while the first
 * file is being printed.
 */
async function scan(args: string[], during: () => Promise<void> = async () => {}) {
  const child = startCommand(await compiled(), folder, ['scan', '--ndjson', ...args]);
  child.stdin.end();
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
  // The process is blocked because it prints more than fits into a pipe. The pipe contains the line of the run and a
  // part of the first Report.
  child.stdout.setEncoding('utf8');
  let stdout = '';
  while (!/\n./.test(stdout) && !child.stdout.readableEnded) {
    await once(child.stdout, 'readable');
    stdout += child.stdout.read() ?? '';
  }
  await during();
  child.stdout.on('data', (data) => (stdout += data));
  const [code] = await closed;
  const reports = reportsIn(stdout);
  const places = reports.flatMap(({ page, dataUrls }) =>
    dataUrls.flatMap(({ occurrences }) =>
      occurrences.map(({ line, column }) => `${page.url}:${line}:${column}`),
    ),
  );
  return { code, places, reports, said: stderr.split('\n').filter(Boolean) };
}

describe('npm run scan, bad input', { concurrency: 2 }, () => {
  testInFull('a folder that changes while it is scanned', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => `<img src="data:text/plain,${n}">`).join('\n');
    await write({
      'changes/a.html': many,
      'changes/b.html': `<img src="${gif}">`,
      'changes/c/d.html': `<img src="${gif}">`,
      'changes/e.html': `<img src="${gif}">`,
    });
    const { code, places, said } = await scan(['changes'], async () => {
      await unlink(path.join(folder, 'changes/b.html'));
      await rm(path.join(folder, 'changes/c'), { recursive: true });
      await write({ 'changes/f.html': `<img src="${gif}">` });
    });
    assert.deepEqual(places.slice(1999), ['changes/a.html:2000:11', 'changes/e.html:1:11']);
    assert.deepEqual(said.slice(0, -1), [
      'changes/b.html: no such file or folder',
      'changes/c: no such file or folder',
    ]);
    assert.equal(code, 2);
  });

  testInFull('names of files and folders that are not UTF-8', async () => {
    // Other systems do not allow such file names.
    if (process.platform !== 'linux') return;
    const at = (...parts: (string | Buffer)[]) =>
      Buffer.concat([folder, '/bytes', ...parts].map((part) => Buffer.from(part)));
    const latin = Buffer.from([0x2f, 0xe9]);
    await mkdir(at(latin), { recursive: true });
    await writeFile(at('/', Buffer.from([0xe8]), '.html'), `<img src="${gif}">`);
    await writeFile(at(latin, '/a.css'), `a{b:url(${gif})}`);
    await writeFile(at(latin, latin, '.html'), `<img src="${gif}">`);
    const { code, places, said } = await scan(['bytes']);
    assert.deepEqual(places, [
      'bytes/\\xe8.html:1:11',
      'bytes/\\xe9/\\xe9.html:1:11',
      'bytes/\\xe9/a.css:1:9',
    ]);
    assert.deepEqual([code, said.length], [0, 1]);
  });

  test('files and folders that may not be read', async () => {
    await write({
      'closed/a.html': `<img src="${gif}">`,
      'closed/b.html': '',
      'closed/c/d.html': '',
      'closed/e.css': `a{b:url(${gif})}`,
    });
    const closed = ['closed/b.html', 'closed/c'];
    for (const name of closed) await chmod(path.join(folder, name), 0);
    // Root can read everything except memory that does not exist.
    const isLinux = process.platform === 'linux';
    if (isLinux) await symlink('/proc/self/mem', path.join(folder, 'closed/d.txt'));
    const { code, places, said } = await scan(['closed']);
    for (const name of closed) await chmod(path.join(folder, name), 0o700);
    assert.deepEqual(places, ['closed/a.html:1:11', 'closed/e.css:1:9']);
    const denied = process.getuid?.() === 0 ? [] : closed.map((name) => `${name}: permission denied`);
    const broken = isLinux ? ['closed/d.txt: the disk reports a read error'] : [];
    assert.deepEqual(said.slice(0, -1), [...denied, ...broken]);
    assert.equal(code, denied.length + broken.length > 0 ? 2 : 0);
  });

  testInFull('larger than 64 MiB: scanned as text, with a line that says so', async () => {
    const file = await open(path.join(folder, 'large.css'), 'w');
    const piece = `${'a { color: red } '.repeat(61_680)}\n`;
    for (let n = 0; n < 65; n++) await file.write(piece);
    await file.write(`b { c: url(${gif}) }\n`);
    await file.close();
    const { code, places, reports, said } = await scan(['large.css']);
    await rm(path.join(folder, 'large.css'));
    assert.deepEqual(places, ['large.css:66:12']);
    assert.deepEqual(
      reports.map(({ unreachable }) => unreachable),
      [[{ kind: 'page', url: 'large.css', reason: 'beyond-limit' }]],
    );
    assert.deepEqual(said.slice(0, -1), ['large.css: larger than 64 MiB, so scanned as text']);
    assert.equal(code, 0);
  });

  testInFull('a data: URL larger than 256 MiB: named, and exit code 2', async () => {
    const file = await open(path.join(folder, 'huge.txt'), 'w');
    await file.write(`${gif}\n data:text/plain,`);
    const piece = 'a'.repeat(1 << 24);
    for (let n = 0; n < 17; n++) await file.write(piece);
    await file.close();
    const { code, places, reports, said } = await scan(['huge.txt']);
    await rm(path.join(folder, 'huge.txt'));
    assert.deepEqual(places, ['huge.txt:1:1']);
    assert.deepEqual(
      reports.map(({ unreachable }) => unreachable),
      [[{ kind: 'page', url: 'huge.txt:2:2', reason: 'beyond-limit' }]],
    );
    assert.deepEqual(said.slice(0, -1), [
      'huge.txt: line 2, column 2: a data: URL larger than 256 MiB; not scanned',
    ]);
    assert.equal(code, 2);
  });

  test('cut off, empty, of another encoding, or without the parts that are looked for', async () => {
    const mail = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src="${gif}">`;
    const inBase64 = 'Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n';
    await write({
      'odd/a-empty.html': '',
      'odd/b-bom.json': `\ufeff{"a": "${gif}"}`,
      'odd/c-cut.json': `{"a": "${gif}", "b": `,
      'odd/d-cut.eml': mail,
      'odd/e-cut.eml': `${inBase64}${Buffer.from(`<p><img src="${gif}"> and more`).toString('base64').slice(0, -2)}`,
      'odd/e-link.eml': mail.replace(/<img.*/, `<a href="data:text/plain,x" download>x</a>`),
      'odd/f-headers.eml': 'Subject: x\nContent-Type: multipart/mixed; boundary=',
      'odd/g.js.map': `{"version":3,"sources":["a.js"],"mappings":"","file":"${gif}"}`,
      'odd/h.js.map': `{"version":3,"sources":["a.js","b.js"],"sourcesContent":[null,"x = '${gif}'"],"mappings":""}`,
      'odd/i-cut.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${gif}"/><image href="data:,cut`,
      'odd/j-cut.css': `a { b: url("${gif}"); c: url(data:,cut`,
      'odd/k-cut.js': `a = "${gif}"; b = \`data:,cut`,
      'odd/l-cut.md': `![](${gif}) ![](<data:,cut`,
      'odd/m-utf16.html': Buffer.from(`<img src="${gif}">`, 'utf16le'),
      'odd/n-lone.txt': Buffer.from([0xed, 0xa0, 0x80, 0x20, ...Buffer.from(gif)]),
    });
    const { code, places, said } = await scan(['odd']);
    assert.deepEqual(places, [
      'odd/b-bom.json:1:8',
      'odd/c-cut.json:1:8',
      'odd/d-cut.eml:7:11',
      'odd/e-cut.eml:4:18',
      'odd/e-link.eml:7:10',
      'odd/g.js.map:1:55',
      'odd/h.js.map:1:69',
      'odd/i-cut.svg:1:54',
      'odd/j-cut.css:1:13',
      'odd/j-cut.css:1:102',
      'odd/k-cut.js:1:6',
      'odd/k-cut.js:1:92',
      'odd/l-cut.md:1:5',
      'odd/m-utf16.html:1:11',
      'odd/n-lone.txt:1:5',
    ]);
    const hidden = "many mail programs don't show data: images; attach them, and use their cid: URLs";
    assert.deepEqual(said.slice(0, -1), [
      `odd/d-cut.eml: ${hidden}`,
      `odd/e-cut.eml: ${hidden}`,
      'odd/m-utf16.html: UTF-16LE without a byte order mark',
      'odd/n-lone.txt: not valid UTF-8; decoded with U+FFFD for invalid bytes',
    ]);
    assert.equal(code, 0);
  });

  test('mail that declares the wrong encoding, or has parts beyond a limit', async () => {
    const printable = gif.replaceAll('=', '=3D').replace(/.{60}/g, '$&=\n');
    await write({
      'mail/a-7bit.eml': `Content-Type: text/html\n\n<img src=3D"${printable}">\n`,
      'mail/a-saved.html': `<img src=3D"${printable}">\n`,
      'mail/b-deep.eml': 'Content-Type: message/rfc822\n\n'.repeat(9),
      'mail/c-many.eml': `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\na\n'.repeat(1002)}`,
    });
    const { code, places, said } = await scan(['mail']);
    assert.deepEqual(places, ['mail/a-7bit.eml:3:13', 'mail/a-saved.html:1:13']);
    assert.deepEqual(said.slice(0, -1), [
      "mail/a-7bit.eml: line 3: looks like quoted-printable that the header doesn't declare, so mail programs don't decode it",
      "mail/a-saved.html: looks like quoted-printable of a mail, which browsers don't decode",
      "mail/b-deep.eml: line 17, column 1: nested too deeply; such parts aren't scanned",
      "mail/c-many.eml: line 3001, column 1: too many parts; the rest isn't scanned",
    ]);
    assert.equal(code, 2);
  });
});
