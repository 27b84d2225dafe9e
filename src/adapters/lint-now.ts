/**
 * `lintText` for rules that must be synchronous. This module also runs in the worker that scans while the calling
 * thread is blocked.
 */
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import type { ScanTextOptions } from '../files/scan-text.ts';
import { type LintFinding, lintText } from './linters.ts';

/**
 * Number of milliseconds after which a scan counts as failed, because a worker that died can't notify a blocked thread.
 */
const timeout = 120_000;

/** The connection to the worker: a port for messages, and a cell that becomes 1 when the answer has arrived. */
interface Line {
  port: MessagePort;
  answered: Int32Array;
}

type Answer = { findings: LintFinding[] } | { error: unknown };

let scanner: (Line & { worker: Worker }) | null = null;

function startScanner(): Line & { worker: Worker } {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const line: Line = { port: port2, answered };
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { dataUrlScanner: line },
    transferList: [port2],
  });
  worker.unref();
  return { port: port1, answered, worker };
}

/** Like `lintText`, but synchronous. */
export function lintTextNow(text: string, options: ScanTextOptions): LintFinding[] {
  scanner ??= startScanner();
  const { port, answered, worker } = scanner;
  Atomics.store(answered, 0, 0);
  port.postMessage([text, options]);
  Atomics.wait(answered, 0, 0, timeout);
  const answer: Answer | undefined = receiveMessageOnPort(port)?.message;
  if (answer === undefined) {
    scanner = null;
    void worker.terminate();
    throw new Error(`The scan of ${options.name} did not end in two minutes.`);
  }
  if ('error' in answer) throw answer.error;
  return answer.findings;
}

function serve({ port, answered }: Line): void {
  port.on('message', async ([text, options]: [string, ScanTextOptions]) => {
    const found = await lintText(text, options).then(
      (findings): Answer => ({ findings }),
      (error: unknown): Answer => ({ error }),
    );
    port.postMessage(found);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
}

if (workerData?.dataUrlScanner) serve(workerData.dataUrlScanner);
