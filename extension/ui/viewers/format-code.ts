/**
 * Formats code in a worker, because a formatter takes minutes for some code, and only terminating the worker stops it.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Formatted, ToFormat } from './format-worker.ts';
import { startWorker } from './start-worker.ts';

/** Milliseconds after which code is left as it is. A megabyte of minified code takes about three seconds. */
const maxWait = 10_000;

export type Formatting = Formatted | 'failed' | null;

/** @returns null while the code is being formatted, or if there is nothing to format */
export function useFormatted(code: string | null, language: ToFormat['language'] | 'plain'): Formatting {
  const [formatting, setFormatting] = useState<{ of: string; result: Formatting } | null>(null);
  useEffect(() => {
    if (code === null || language === 'plain') return undefined;
    const worker = startWorker('format');
    const finish = (result: Formatting) => {
      end();
      setFormatting({ of: code, result });
    };
    const timer = setTimeout(finish, maxWait, 'failed');
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    worker.onmessage = ({ data }: MessageEvent<Formatted>) => finish(data);
    worker.onerror = () => finish('failed');
    worker.postMessage({ code, language } satisfies ToFormat);
    return end;
  }, [code, language]);
  return formatting && formatting.of === code ? formatting.result : null;
}
