/**
 * Tests when browsers are started and closed for many pieces of work. `test/e2e/inspect.test.ts` tests this with real
 * browsers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extension } from '../../../src/cli/drivers/chromium.ts';
import { restartable } from '../../../src/cli/drivers/restartable.ts';

function browsers() {
  const all: { isOpen: boolean; busy: number; end(): void }[] = [];
  const launch = async (): Promise<Extension> => {
    const state = { isOpen: true, busy: 0, end: () => (state.isOpen = false) };
    all.push(state);
    const close = async () => {
      assert.equal(state.busy, 0, 'closed with work under way');
      assert.ok(state.isOpen, 'closed twice');
      state.end();
    };
    return {
      context: { browser: () => ({ isConnected: () => state.isOpen }) },
      close,
      state,
    } as unknown as Extension;
  };
  return { all, launch };
}

type State = ReturnType<typeof browsers>['all'][number];
const stateOf = (extension: Extension): State => (extension as unknown as { state: State }).state;

async function work(extension: Extension): Promise<void> {
  const state = stateOf(extension);
  assert.ok(state.isOpen);
  state.busy++;
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  state.busy--;
}

for (const lanes of [1, 4]) {
  test(`after a number of uses a new browser, with ${lanes} at a time; each is closed once its work is done`, async () => {
    const { all, launch } = browsers();
    {
      await using browser = restartable(launch, () => false, 3);
      let remaining = 10;
      const lane = async () => {
        while (remaining-- > 0) await browser.use(work);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      assert.ok(all.filter(({ isOpen }) => isOpen).length <= 1);
    }
    assert.equal(all.length, 4);
    assert.deepEqual(
      all.filter(({ isOpen }) => isOpen),
      [],
    );
  });
}

test('work in a browser that ends is done once more in the next one', async () => {
  const { all, launch } = browsers();
  {
    await using browser = restartable(launch, () => false, 3);
    let failures = 0;
    await browser.use(async (extension) => {
      if (failures++ === 0) {
        stateOf(extension).end();
        throw new Error('ended');
      }
      await work(extension);
    });
    assert.equal(failures, 2);
    await assert.rejects(
      browser.use(() => Promise.reject(new Error('of the page'))),
      /of the page/,
    );
  }
  assert.equal(all.length, 2);
  assert.deepEqual(
    all.filter(({ isOpen }) => isOpen),
    [],
  );
});
