/** `npm test` ends whatever a test file does, and leaves no process running. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { own } from '../support/owned.ts';
import { processesOf } from '../support/processes.ts';

/** A process that only SIGKILL ends, and that keeps the output of its test file open. */
const stubborn = `
import { spawn } from 'node:child_process';
const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('holding on')";
const start = () => spawn(process.execPath, ['--eval', code], { stdio: 'inherit' });
`;
const files = {
  'never.test.mjs': `${stubborn}
import { test } from 'node:test';
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
test('never ends', () => {
  start();
  return new Promise(() => setInterval(() => {}, 1000));
});`,
  'crash.test.mjs': `${stubborn}
start();
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
`,
};
let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'data-url-inspector-runner-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});
after(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  output: () => string;
  /** The exit code, once no process keeps the output open. */
  ended: Promise<number | null>;
  /** The processes that it has started and that still run. */
  running: () => string[];
}

/** Runs `npm test` with these arguments as a separate run. */
function npmTest(...args: string[]): Run {
  const mark = randomUUID();
  const { NODE_TEST_CONTEXT: _, DATA_URL_INSPECTOR_STARTED_BY: marks = '', ...rest } = process.env;
  const child = own(
    spawn(process.execPath, [path.join(root, 'extension/build/run.mjs'), 'test', ...args], {
      env: { ...rest, DATA_URL_INSPECTOR_STARTED_BY: `${marks}${mark};` },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code),
    running: () => processesOf(mark).map(({ command }) => command),
  };
}

// Concurrent, since they wait more than they work.
describe('npm test', { concurrency: true }, () => {
  test('a group that exceeds its time is ended and reported', async () => {
    const { ended, output, running } = npmTest('--minutes=0.02', path.join(folder, 'never.test.mjs'));
    assert.equal(await ended, 1);
    assert.match(output(), /✖ elsewhere: not done within 0\.02 minutes, and ended/);
    assert.match(output(), /\n0 passed, [1-9]\d* failed\n$/);
    assert.deepEqual(running(), []);
  });

  test('what a crashed file leaves is ended and reported', async () => {
    const { ended, output, running } = npmTest('--minutes=0.15', path.join(folder, 'crash.test.mjs'));
    assert.equal(await ended, 1);
    assert.match(output(), /✖ elsewhere: a process was left behind, and ended: \d+ .*holding on/);
    assert.deepEqual(running(), []);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    test(`${signal} ends all that was started`, async () => {
      const { child, ended, output, running } = npmTest(path.join(folder, 'never.test.mjs'));
      await new Promise<void>((resolve) => {
        child.stdout?.on('data', () => output().includes('holding on') && resolve());
      });
      child.kill(signal);
      assert.equal(await ended, code);
      assert.deepEqual(running(), []);
    });
});
