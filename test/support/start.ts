/** Runs `npm start` without a display, and checks its output. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/cli/project.ts';
import { own } from './owned.ts';

export function start(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = own(
      spawn(process.execPath, [path.join(root, 'extension/build/run.mjs'), 'start', ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (data) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Checks that the light and dark pictures of the popup exist under the names in the output. */
export async function assertPictures(stdout: string): Promise<void> {
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
}
