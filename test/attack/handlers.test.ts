/** Compares the known event handlers with those of browsers. Fails if a newer version supports more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { isEventHandler } from '../../src/payload/markup/event-handlers.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { serve } from '../support/serve.ts';

/** Runs in a page: returns the names of all event handler properties, of every kind of element and of the window. */
function handlersOfPage(): string[] {
  const holders: object[] = [window];
  for (const key of Object.getOwnPropertyNames(window)) {
    const prototype = (window as unknown as Record<string, { prototype?: unknown } | undefined>)[key]
      ?.prototype;
    if (prototype instanceof Element || prototype === Element.prototype) holders.push(prototype as object);
  }
  const names = new Set<string>();
  for (const holder of holders) for (const name in holder) if (/^on[a-z]/i.test(name)) names.add(name);
  return [...names];
}

function check(names: readonly string[]): void {
  assert.ok(names.length > 90 && names.includes('onclick') && names.includes('onbegin'), names.join(' '));
  assert.deepEqual(
    names.filter((name) => !isEventHandler(name)),
    [],
    'add them to src/payload/markup/event-handlers.ts',
  );
}

test("Chromium's event handlers are known", async () => {
  const chromium = await plainBrowser('');
  try {
    check(await chromium.page.evaluate(handlersOfPage));
  } finally {
    await chromium.close();
  }
});

test("Firefox's event handlers are known", async (t) => {
  await using server = await serve({ routes: { '/': '<!doctype html><title>Handlers</title>' } });
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  check(await firefox.inPage(handlersOfPage));
});

const handlersIn = async (type: string, attribute: string): Promise<number> => {
  const { payload } = await inspect(
    `data:${type},${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><g ${attribute}="1"/></svg>`)}`,
  );
  assert.ok(payload?.facts?.kind === 'markup');
  return payload.facts.handlers.count;
};

test('an attribute that only begins as handlers do is none', async () => {
  const innocent =
    'one once onward only on-click onclick2 on online-status onto ontology onyx on_load onion onload-url on:click';
  for (const type of ['text/html', 'image/svg+xml'])
    for (const name of innocent.split(' '))
      assert.equal(await handlersIn(type, name), 0, `${name} in ${type}`);
});

test('handlers that browsers add to those of HTML are handlers', async () => {
  const more =
    'ontouchstart onpointerdown onwebkitanimationend onscrollend onbeforetoggle oncommand onfocusin onbegin';
  for (const type of ['text/html', 'image/svg+xml'])
    for (const name of more.split(' ')) assert.equal(await handlersIn(type, name), 1, `${name} in ${type}`);
  // Names are case-sensitive in XML, and Firefox knows some names with capital letters.
  assert.equal(await handlersIn('image/svg+xml', 'onDOMActivate'), 1);
  assert.equal(await handlersIn('image/svg+xml', 'ONLOAD'), 0);
});
