/**
 * The inputs of the core's bench, the ways to decode them, and the timing. They are the same in Node and in a browser's
 * worker.
 */
import { dataUriToBuffer } from 'data-uri-to-buffer';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';

/** Generates the same bytes in every run, with a linear congruential generator. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let x = 12345;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    bytes[i] = x >>> 16;
  }
  return bytes;
}

const binary = (bytes: Uint8Array) => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
};

/** Returns base64 that repeats after 1 MB, so that making an input produces little garbage. */
function base64(length: number): string {
  const part = Math.min(length, 1_000_000);
  const text = btoa(binary(noise((part * 3) / 4))).slice(0, part);
  return `data:application/octet-stream;base64,${text.repeat(length / part)}`;
}

/** Returns escapes that repeat after 1 MB. */
function escapes(length: number): string {
  const part = Math.min(length, 1_000_000);
  const text = Array.from(
    noise(Math.floor(part / 3)),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return `data:application/octet-stream,${text.join('').repeat(length / part)}`;
}

function svg(length: number): string {
  const parts = ["%3Csvg xmlns='http://www.w3.org/2000/svg'%3E"];
  const numbers = noise(length);
  for (let i = 0, made = 0; made < length; i += 2) {
    const path = `%3Cpath d='M${numbers[i]} ${numbers[i + 1]}.5L33.4 22.1h1v-1z' fill='%23ff00aa'/%3E`;
    made += path.length;
    parts.push(path);
  }
  return `data:image/svg+xml,${parts.join('')}%3C/svg%3E`;
}

const makers = {
  'base64 1 KB': () => base64(1000),
  'base64 100 KB': () => base64(100_000),
  'base64 10 MB': () => base64(10_000_000),
  'base64 100 MB': () => base64(100_000_000),
  'SVG 100 KB': () => svg(100_000),
  '%XX 1 KB': () => escapes(1000),
  '%XX 100 KB': () => escapes(100_000),
  '%XX 10 MB': () => escapes(10_000_000),
  '%XX 100 MB': () => escapes(100_000_000),
};
export type Input = keyof typeof makers;
export const inputs = Object.keys(makers) as Input[];

/** Makes the URL of an input. Accessing one of its characters makes the engine store it in one flat piece of memory. */
export function makeInput(input: Input): string {
  const url = makers[input]();
  url.charCodeAt(url.length >> 1);
  return url;
}

interface Native {
  fromBase64?(text: string): Uint8Array;
}
type Settable = Uint8Array & { setFromBase64(text: string): { written: number } };

/**
 * The name of the way that does everything that the extension's worker does with the Blob of a large URL, from scanning
 * to judging.
 */
export const whole = 'inspect and judge';

let carried: { url: string; blob: Blob } | null = null;
async function carry(url: string): Promise<Blob> {
  if (carried?.url !== url) {
    carried = { url, blob: new Blob([url]) };
    // Reading a part ensures that the Blob has arrived in the browser process.
    await carried.blob.slice(-1).arrayBuffer();
  }
  return carried.blob;
}

/** Returns all ways to decode `url` that exist in this environment. Each way returns the number of bytes. */
export async function waysFor(url: string): Promise<Map<string, () => number | Promise<number>>> {
  const ways = new Map<string, () => number | Promise<number>>();
  const body = url.slice(url.indexOf(',') + 1);
  const isBase64 = url.includes(';base64,');
  const size = isBase64 ? Math.floor((body.length * 3) / 4) : 0;
  ways.set('ours', () => {
    const decoded = decodeDataUrl(url);
    return decoded.ok ? decoded.body.length : -1;
  });
  ways.set('ours, streamed', async () => {
    const stream = await decodeDataUrlStream(url);
    let sum = 0;
    if (stream.ok) for await (const chunk of stream.chunks) sum += chunk.length;
    return sum;
  });
  // A consumer that has finished with a chunk can free its memory immediately; garbage collection would take time.
  ways.set('ours, streamed, freed', async () => {
    const stream = await decodeDataUrlStream(url);
    let sum = 0;
    if (stream.ok) {
      for await (const chunk of stream.chunks) {
        sum += chunk.length;
        (chunk.buffer as { transfer?(length: number): unknown }).transfer?.(0);
      }
    }
    return sum;
  });
  ways.set(whole, async () => {
    const inspection = await inspect(await carry(url));
    judge({ inspection, occurrences: [], policy: defaultPolicy });
    return inspection.size ?? -1;
  });
  ways.set('fetch', async () => (await (await fetch(url)).arrayBuffer()).byteLength);
  ways.set('data-urls', async () => {
    const { default: dataUrls } = (await import('data-urls' as string)) as {
      default: (url: string) => { body: Uint8Array } | null;
    };
    return dataUrls(url)?.body.length ?? -1;
  });
  ways.set('data-uri-to-buffer', () => dataUriToBuffer(url).buffer.byteLength);
  if (isBase64) {
    const { fromBase64 } = Uint8Array as Native;
    if (fromBase64) ways.set('fromBase64', () => fromBase64.call(Uint8Array, body).length);
    if ('setFromBase64' in Uint8Array.prototype) {
      ways.set('setFromBase64, sliced', () => {
        const out = new Uint8Array(size);
        let at = 0;
        for (let i = 0; i < body.length; i += 1 << 20)
          at += (out.subarray(at) as Settable).setFromBase64(body.slice(i, i + (1 << 20))).written;
        return at;
      });
    }
    if (typeof Buffer === 'function') ways.set('Buffer.from', () => Buffer.from(body, 'base64').length);
  }
  let bytes: Uint8Array | null = null;
  ways.set('memcpy', () => {
    const decoded = bytes === null ? decodeDataUrl(url) : null;
    if (decoded?.ok) bytes = decoded.body;
    return bytes?.slice().length ?? -1;
  });
  return ways;
}

/** Whether a way is omitted unless requested, because it takes half a minute or more. */
export const isSlow = (input: Input, way: string) => way === 'data-urls' && input.endsWith('MB');

export interface Timing {
  /** The time of one call. The fastest sample counts, because other work on the machine only adds to the time. */
  ms: number;
  bytes: number;
  length: number;
}

/** Warms up, then measures for a fifth of a second. Each sample takes at least 5 ms. */
export async function timed(work: () => number | Promise<number>, length: number): Promise<Timing> {
  let start = performance.now();
  const bytes = await work();
  let ms = performance.now() - start;
  if (ms > 2000) return { ms, bytes, length };
  const run = async (repeat: number) => {
    start = performance.now();
    for (let i = 0; i < repeat; i++) {
      const result = work();
      if (typeof result !== 'number') await result;
    }
    return (performance.now() - start) / repeat;
  };
  // Warms up until the code no longer becomes faster, or a tenth of a second has passed.
  for (let spent = 0, repeat = 1; spent < 100; repeat = Math.max(1, Math.min(repeat * 2, 20 / ms))) {
    ms = await run(Math.ceil(repeat));
    spent += Math.max(ms * repeat, 1);
  }
  const repeat = Math.max(1, Math.ceil(5 / ms));
  const samples: number[] = [];
  for (let spent = 0; samples.length < 5 || (spent < 200 && samples.length < 25); ) {
    const sample = await run(repeat);
    samples.push(sample);
    spent += sample * repeat;
  }
  return { ms: Math.min(...samples), bytes, length };
}

export interface Order {
  input: Input;
  way: string;
  /**
   * `ways`: only returns their names. `ready`: makes and stores the input, and collects garbage. `once`: does the work,
   * and discards the result.
   */
  what: 'ways' | 'time' | 'ready' | 'once';
}

let made: { input: Input; url: string } | null = null;

/** Carries out an order. Keeps the last input for the next order. */
export async function carryOut({ input, way, what }: Order): Promise<Timing & { ways: string[] }> {
  if (made?.input !== input) made = { input, url: makeInput(input) };
  const { url } = made;
  const ways = await waysFor(url);
  const work = ways.get(way) ?? (() => 0);
  const common = { ways: [...ways.keys()], length: url.length };
  if (what === 'time') return { ...common, ...(await timed(work, url.length)) };
  if (way === whole) await carry(url);
  if (what === 'ready') (globalThis as { gc?: () => void }).gc?.();
  return { ...common, ms: 0, bytes: what === 'once' ? await work() : 0 };
}
