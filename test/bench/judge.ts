/**
 * Measures the inspection and judging of 1,000 typical data: URLs, with all rules together and with each rule alone.
 */
import { build } from 'esbuild';
import { withoutChecks } from '../../extension/build/without-checks.ts';
import { withoutTexts } from '../../extension/build/without-texts.ts';
import { root } from '../../src/cli/project.ts';
import type { Occurrence } from '../../src/vocabulary.ts';
import { be32, gif, join, png } from '../unit/payload/builders.ts';
import { inCss, place } from '../unit/rules/cases.ts';
import { type Measured, median } from './table.ts';

const count = 1000;
const base64 = (type: string, body: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(body).toString('base64')}`;
/** Returns bytes that look compressed and depend on the seed. */
const noise = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, n) => Math.imul(n + 1, seed * 2 + 2654435761) >>> 24);
/** Returns a whole PNG, whose last chunk before the end contains the noise. */
function picture(size: number, seed: number): Uint8Array {
  const file = png(seed + 1, 9);
  return join(file.subarray(0, -12), be32(size), 'noIs', noise(size, seed), be32(0), file.subarray(-12));
}
const drawing = (shapes: number, seed: number) =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${`<path fill='#${seed}' d='M12 2l3 7h7l-6 4'/>`.repeat(shapes)}</svg>`;
const minimal = (text: string) => `data:image/svg+xml,${text.replace(/[%#<>]/g, encodeURIComponent)}`;

/**
 * Ten typical kinds: half are small SVGs, a fifth are placeholders, and the rest are pictures of up to 8 kB and a font.
 */
const kinds: ((seed: number) => string)[] = [
  (seed) => minimal(drawing(3, seed)),
  (seed) => minimal(drawing(6, seed)),
  (seed) => minimal(drawing(12, seed)),
  (seed) => base64('image/svg+xml', drawing(8, seed)),
  (seed) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(6, seed))}`,
  (seed) => base64('image/gif', gif((seed % 9) + 1, 1)),
  (seed) => base64('image/png', png(seed + 1, 1)),
  (seed) => base64('image/png', picture(900, seed)),
  (seed) => base64('image/png', picture(seed % 10 === 0 ? 8000 : 2500, seed)),
  (seed) => base64('font/woff2', Buffer.concat([Buffer.from('wOF2\0\x01\0\0'), noise(1500, seed)])),
];

/** Returns this process's CPU time in milliseconds, including garbage collection and the platform's own threads. */
async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Core = Pick<typeof import('../../src/index.ts'), 'inspect' | 'defaultPolicy' | 'judge' | 'rules'>;

/** Loads the core as the worker runs it: in one file, minified, and without texts and checks of arguments. */
async function loadCore(): Promise<Core> {
  const contents = `
    export { inspect } from './src/inspect.ts';
    export { defaultPolicy } from './src/policy/policy.ts';
    export { judge, rules } from './src/rules/index.ts';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    plugins: [withoutChecks, withoutTexts],
  });
  return import(base64('text/javascript', outputFiles[0]?.contents ?? ''));
}

export async function judging(): Promise<Measured[]> {
  const { inspect, defaultPolicy, judge, rules } = await loadCore();
  // Each run uses different URLs, because URLs that have already been inspected are not inspected again.
  let run = 0;
  const urls = () => {
    run++;
    return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]!(run * count + n));
  };
  const occurrences: Occurrence[] = [place('image'), place(inCss)];
  const judgeAll = (read: Awaited<ReturnType<typeof inspect>>[], by = rules) => {
    for (const inspection of read) judge({ inspection, occurrences, policy: defaultPolicy }, by);
  };
  const whole: number[] = [];
  const judgement: number[] = [];
  let read: Awaited<ReturnType<typeof inspect>>[] = [];
  for (let sample = 0; sample < 7; sample++) {
    const written = urls();
    whole.push(
      await cpu(async () => {
        read = await Promise.all(written.map(inspect));
        judgeAll(read);
      }),
    );
    judgement.push(await cpu(() => judgeAll(read)));
  }
  // Omits the first runs, in which the code is not yet warm.
  const warm = (samples: number[]) => median(samples.slice(2));
  const rows: Measured[] = [
    {
      what: 'reading and judging 1,000 typical URLs',
      value: warm(whole),
      unit: 'ms',
      budget: 1000,
      goal: 300,
      note: `CPU, median of 5; cold ${whole[0]?.toFixed(0)} ms`,
    },
    {
      what: `judging, µs per URL and rule (${rules.length} rules)`,
      value: (warm(judgement) * 1000) / count / rules.length,
      unit: 'µs',
      budget: 20,
      goal: 5,
      note: `${((warm(judgement) * 1000) / count).toFixed(1)} µs per URL by all`,
    },
  ];
  const each: [string, number][] = [];
  for (const rule of rules) {
    const samples: number[] = [];
    for (let sample = 0; sample < 5; sample++) {
      samples.push(
        await cpu(() => {
          for (let again = 0; again < 5; again++) judgeAll(read, [rule]);
        }),
      );
    }
    each.push([rule.id, (Math.min(...samples) * 1000) / count / 5]);
  }
  each.sort(([, a], [, b]) => b - a);
  const [slowest] = each;
  if (slowest) {
    rows.push({
      what: `the slowest rule: ${slowest[0]}`,
      value: slowest[1],
      unit: 'µs',
      budget: 40,
      goal: 15,
      note: each
        .slice(1, 5)
        .map(([id, us]) => `${id} ${us.toFixed(1)}`)
        .join(', '),
    });
  }
  return rows;
}
