/**
 * Formats code in a worker, because formatters take minutes for some code, and can be stopped only by terminating the
 * worker.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Formatted, ToFormat } from './format-worker.ts';
import { startWorker } from './start-worker.ts';

/**
 * Number of milliseconds after which the code stays unformatted. A megabyte of minified code takes about three seconds.
 */
const maxWait = 10_000;

export type Formatting = Formatted | 'failed' | null;

/**
 * Formats code.
 *
 * @returns null while the code is being formatted, or if there is nothing to format
 */
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
