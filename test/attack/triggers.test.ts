/**
 * Animations that wait for a trigger must not request their pictures when a drawing is shown; all other animations
 * must.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import { inspect } from '../../src/inspect.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { serve } from '../support/serve.ts';

const begins = [
  ...['click', 'b.click', 'b.dblclick', 'b.mousedown + 1s', 'b.mouseup', 'b.DOMActivate', 'activate'],
  ...['indefinite', '', 'click;indefinite', '0s', 'click;0s', '0.01s;indefinite', null],
];

/**
 * Returns a drawing with two pictures: one whose animation has the given `begin`, and one whose animation begins by
 * itself.
 */
const drawing = (begin: string | null, n: number, origin: string) => {
  const image = (name: string, time: string | null) =>
    `<image width="9" height="9"><set attributeName="href" ${time === null ? '' : `begin="${time}" `}to="${origin}/${name}-${n}"/></image>`;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg">${image('own', begin)}${image('last', '0.2s')}<rect id="b" width="9" height="9"/></svg>`,
  )}`;
};

/**
 * Shows all drawings, each in a frame.
 *
 * @returns the numbers of the drawings whose first picture was requested
 */
async function requested(open: (url: string) => Promise<unknown>): Promise<number[]> {
  await using server = await serve({});
  const own = new Set<number>();
  const last = new Set<number>();
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (const [n] of begins.entries()) {
    server.routes.set(`/own-${n}`, () => {
      own.add(n);
      return '';
    });
    server.routes.set(`/last-${n}`, () => {
      last.add(n);
      if (last.size === begins.length) finish();
      return '';
    });
  }
  const frames = begins.map((begin, n) => `<iframe src="${drawing(begin, n, server.origin)}"></iframe>`);
  server.routes.set('/', `<!doctype html>${frames.join('')}`);
  await open(server.url('/'));
  await within('the pictures', 60_000, done);
  return [...own].sort((a, b) => a - b);
}

async function expected(): Promise<number[]> {
  const shown: number[] = [];
  for (const [n, begin] of begins.entries()) {
    const { payload } = await inspect(drawing(begin, n, 'https://e.example'));
    if (payload?.references?.first[0]?.when === 'view') shown.push(n);
  }
  assert.equal(shown.length, 4);
  return shown;
}

test('in Chromium', async (t) => {
  const plain = await plainBrowser('');
  t.after(plain.close);
  assert.deepEqual(await requested((url) => plain.page.goto(url)), await expected());
});

test('in Firefox', async (t) => {
  const firefox = await launchFirefox(t);
  assert.deepEqual(await requested((url) => firefox.navigate(url)), await expected());
});
