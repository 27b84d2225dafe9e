/** `npm start` where there is no display. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';

function start(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'extension/build/run.mjs'), 'start', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (data) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('without a display: the table of the demo page, and pictures of the popup', async () => {
  const { code, stdout, stderr } = await start();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^A page full of data: URLs \(http:\/\/127\.0\.0\.1:\d+\/demo\.html\)$/m);
  assert.match(stdout, /^type +size +charset +places +flags +head$/m);
  assert.match(stdout, /^image\/png +[\d,]+ /m);
  assert.match(stdout, /rejected/);
  assert.match(stdout, /disallowed/);
  const pictures = [...stdout.matchAll(/^Picture of the popup \((light|dark)\): (.+)$/gm)];
  assert.deepEqual(
    pictures.map(([, scheme]) => scheme),
    ['light', 'dark'],
  );
  const read = await Promise.all(pictures.map(([, , file = '']) => readFile(file)));
  for (const bytes of read) {
    assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    assert.equal(bytes.subarray(12, 16).toString('latin1'), 'IHDR');
    assert.ok(bytes.readUInt32BE(16) >= 400, 'as wide as a popup');
  }
  assert.ok(!read[0]?.equals(read[1] as Buffer), 'light and dark differ');
});

test('more than one page, or an option, is refused in one line', async () => {
  for (const args of [['a.html', 'b.html'], ['--json']]) {
    const { code, stdout, stderr } = await start(...args);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^start: expects one URL or file[^\n]*\n$/);
  }
});
