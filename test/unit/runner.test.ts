/** `npm test` must end whatever a test file does, and leave no process running. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { own } from '../support/owned.ts';
import { processesOf } from '../support/processes.ts';
import { testInFull } from '../support/seed.ts';

/**
 * Returns the beginning of a script. Its `start` starts a process that only SIGKILL ends, and that keeps the output of
 * its test file open.
 */
const stubborn = (saying: string) => `
import { spawn } from 'node:child_process';
const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('${saying}')";
const start = () => spawn(process.execPath, ['--eval', code], { stdio: 'inherit' });
`;
const files = {
  'never.test.mjs': `${stubborn('holding on')}
import { test } from 'node:test';
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
test('never ends', () => {
  start();
  return new Promise(() => setInterval(() => {}, 1000));
});`,
  'crash.test.mjs': `${stubborn('left behind')}
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
  /** The exit code, available when no process keeps the output open any longer. */
  ended: Promise<number | null>;
  /** Returns the processes that the run has started and that are still running. */
  running: () => string[];
}

/** Starts `npm test` with these arguments as a separate run. */
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

// The tests run concurrently, because they mostly wait.
describe('npm test', { concurrency: true }, () => {
  test('a group that exceeds its time is ended and reported, with what a crashed file leaves', async () => {
    const tests = ['never.test.mjs', 'crash.test.mjs'].map((name) => path.join(folder, name));
    const { ended, output, running } = npmTest('--minutes=0.15', ...tests);
    assert.equal(await ended, 1);
    assert.match(output(), /✖ elsewhere: not done within 0\.15 minutes, and ended/);
    assert.match(output(), /✖ elsewhere: a process was left behind, and ended: \d+ .*left behind/);
    assert.match(output(), /\n0 passed, [1-9]\d* failed\n$/);
    assert.deepEqual(running(), []);
  });

  for (const [signal, code, define] of [
    ['SIGINT', 130, testInFull],
    ['SIGTERM', 143, test],
  ] as const)
    define(`${signal} ends all that was started`, async () => {
      const { child, ended, output, running } = npmTest(path.join(folder, 'never.test.mjs'));
      await new Promise<void>((resolve) => {
        child.stdout?.on('data', () => output().includes('holding on') && resolve());
      });
      child.kill(signal);
      assert.equal(await ended, code);
      assert.deepEqual(running(), []);
    });
});
