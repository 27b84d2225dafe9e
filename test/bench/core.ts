/**
 * The core's speed: `node --import tsx test/bench/core.ts` prints medians and ratios. Everything is a ratio to
 * something measured in the same run, since machines differ and are noisy.
 */
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { lintDataUrl } from '../../src/data-url/lints.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';

export interface Row {
  /** What is decoded: `base64 10 MB`. */
  input: string;
  /** By what: `ours`, `fetch`. */
  name: string;
  /** Code units of the input, for MB/s. */
  length: number;
  /** How often `run` does the work in one call: so that a call is long enough to be measured. */
  repeat: number;
  /** How many calls are measured: fewer where one takes seconds. */
  samples: number;
  run: () => unknown;
}

/** The same bytes in every run: a linear congruential generator. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let x = 12345;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    bytes[i] = x >>> 16;
  }
  return bytes;
}

function svg(length: number): string {
  let body = "%3Csvg xmlns='http://www.w3.org/2000/svg'%3E";
  const numbers = noise(length);
  for (let i = 0; body.length < length; i += 2) {
    body += `%3Cpath d='M${numbers[i]} ${numbers[i + 1]}.5L33.4 22.1h1v-1z' fill='%23ff00aa'/%3E`;
  }
  return `data:image/svg+xml,${body}%3C/svg%3E`;
}

/** All rows; nothing is run. */
export async function rows(): Promise<Row[]> {
  const { default: dataUrls } = (await import('data-urls' as string)) as {
    default: (url: string) => unknown;
  };
  const base64 = (size: number) =>
    `data:application/octet-stream;base64,${Buffer.from(noise(Math.floor((size * 3) / 4))).toString('base64')}`;
  const escapes = `data:application/octet-stream,${Array.from(
    noise(3_333_333),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')}`;
  const inputs: [string, string, number][] = [
    ['base64 1 KB', base64(1000), 2000],
    ['base64 100 KB', base64(100_000), 50],
    ['base64 10 MB', base64(10_000_000), 1],
    ['SVG 100 KB', svg(100_000), 50],
    ['%XX 10 MB', escapes, 1],
  ];
  const all: Row[] = [];
  for (const [input, url, repeat] of inputs) {
    const times = (name: string, work: () => unknown, divisor = 1, samples = 11) => {
      const n = Math.max(1, Math.floor(repeat / divisor));
      const isAsync = work.constructor.name === 'AsyncFunction';
      const run = isAsync
        ? async () => {
            for (let i = 0; i < n; i++) await work();
          }
        : () => {
            for (let i = 0; i < n; i++) work();
          };
      all.push({ input, name, length: url.length, repeat: n, samples, run });
    };
    const body = url.slice(url.indexOf(',') + 1);
    const decoded = decodeDataUrl(url);
    const bytes = decoded.ok ? decoded.body : new Uint8Array();
    times('ours', () => decodeDataUrl(url));
    times('ours, streamed', async () => {
      const stream = await decodeDataUrlStream(url);
      let size = 0;
      if (stream.ok) for await (const chunk of stream.chunks) size += chunk.length;
      return size;
    });
    times('ours, parse only', () => parseDataUrl(url));
    times('ours, lints', () => lintDataUrl(url, parseDataUrl(url), bytes));
    times('fetch', async () => (await fetch(url)).arrayBuffer(), 20);
    // Half a minute each on 10 MB: only when asked for.
    if (body.length < 1e6 || process.argv.includes('--all')) {
      times('data-urls', () => dataUrls(url), 50, body.length > 1e6 ? 1 : 5);
    }
    if (url.includes(';base64,')) times('Buffer.from', () => Buffer.from(body, 'base64'));
    times('memcpy', () => bytes.slice());
  }
  return all;
}

/** Milliseconds for one piece of work: the median of the samples, after two calls that are not counted. */
export async function measure({ run, samples, repeat }: Row): Promise<number> {
  const measured: number[] = [];
  for (let i = samples > 1 ? -2 : 0; i < samples; i++) {
    const start = performance.now();
    await run();
    if (i >= 0) measured.push((performance.now() - start) / repeat);
  }
  measured.sort((a, b) => a - b);
  return measured[measured.length >> 1] ?? 0;
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) {
  console.log('input          by                        ms      MB/s   times as long as ours');
  let ours = 1;
  for (const row of await rows()) {
    const ms = await measure(row);
    if (row.name === 'ours') ours = ms;
    const speed = row.length / ms / 1000;
    console.log(
      `${row.input.padEnd(14)} ${row.name.padEnd(18)} ${ms.toFixed(4).padStart(12)} ${speed.toFixed(1).padStart(9)} ${(ms / ours).toFixed(2).padStart(9)}`,
    );
  }
}
