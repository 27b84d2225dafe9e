import { inspect } from '../../src/inspect.ts';
import { gif, png } from '../unit/payload/builders.ts';
const base64 = (type: string, body: Uint8Array | string) => `data:${type};base64,${Buffer.from(body as any).toString('base64')}`;
const noise = (size: number, seed: number) => Uint8Array.from({ length: size }, (_, n) => Math.imul(n + 1, seed * 2 + 2654435761) >>> 24);
const picture = (size: number, seed: number) => Buffer.concat([png(seed + 1, 9).subarray(0, -12), noise(size, seed)]);
const drawing = (shapes: number, seed: number) => `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${`<path fill='#${seed}' d='M12 2l3 7h7l-6 4'/>`.repeat(shapes)}</svg>`;
const minimal = (text: string) => `data:image/svg+xml,${text.replace(/[%#<>]/g, encodeURIComponent)}`;
const kinds: ((seed: number) => string)[] = [
  (seed) => minimal(drawing(3, seed)), (seed) => minimal(drawing(6, seed)), (seed) => minimal(drawing(12, seed)),
  (seed) => base64('image/svg+xml', drawing(8, seed)),
  (seed) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(6, seed))}`,
  (seed) => base64('image/gif', gif((seed % 9) + 1, 1)), (seed) => base64('image/png', png(seed + 1, 1)),
  (seed) => base64('image/png', picture(900, seed)), (seed) => base64('image/png', picture(seed % 10 === 0 ? 8000 : 2500, seed)),
  (seed) => base64('font/woff2', Buffer.concat([Buffer.from('wOF2\0\x01\0\0'), noise(1500, seed)])),
];
const times: number[] = [];
for (let run = 1; run < 25; run++) {
  const urls = Array.from({ length: 1000 }, (_, n) => kinds[n % 10]!(run * 1000 + n));
  const b = process.cpuUsage();
  await Promise.all(urls.map((u) => inspect(u)));
  const { user, system } = process.cpuUsage(b);
  times.push((user + system) / 1000);
}
console.log(times.slice(2).sort((a, b) => a - b).map((x) => x.toFixed(0)).join(' '));
