import assert from 'node:assert/strict';
import type { Listener } from '../../extension/content/listener.ts';
import type { walk } from '../../extension/content/walk.ts';
import { bundle } from '../support/differential.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type FirefoxPopup, launch } from './firefox.ts';

/** The bundled walk, under its global name in the frames of the test. */
declare const walker: { walk: typeof walk };

/** A document with a data: URL in each kind of source: elements, templates, sheets, and registered properties. */
const inFrame = `<style>p { background: url(data:,sheet) }</style><p style="background: url(data:,attribute)">text</p>
  <template><img src="data:,template"></template><img src="data:,element"><script src="/walker.js"></script>
  <script>for (const name of ['one', 'two'])
    CSS.registerProperty({ name: '--' + name, syntax: '*', inherits: true, initialValue: 'url(data:,' + name + ')' })
  </script>`;

/** Waits until the popup lists exactly these URLs. */
const lists = (popup: FirefoxPopup, ...heads: string[]) =>
  popup.waitFor((wanted) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row] [data-head]')];
    return (
      rows
        .map((row) => row.dataset.head)
        .sort()
        .join() === wanted
    );
  }, heads.sort().join());

testInFull('a page is watched in Firefox, whoever looks at it or not', async (t) => {
  await using server = await serve({
    routes: {
      '/': '<title>Watched</title><img id="first" src="data:,first"><p id="host"></p><style id="sheet"></style>',
      '/other': '<title>Other</title><img src="data:,other">',
    },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  let popup = await firefox.openPopup();
  await lists(popup, 'data:,first');
  await popup.click('[data-action="watch"]');
  await popup.waitFor(() => document.querySelector('[data-watching]'));
  await popup.close();

  await t.test('lists what came while no surface was open, and what has gone', async () => {
    await firefox.inPage(() => {
      document.body.insertAdjacentHTML('beforeend', '<p id="added" style="background:url(data:,added)"></p>');
      const style = document.querySelector<HTMLStyleElement>('#sheet');
      style?.sheet?.insertRule('b{background:url(data:,rule)}');
      const shadow = document.querySelector('#host')?.attachShadow({ mode: 'closed' });
      if (shadow) shadow.innerHTML = '<img src="data:,closed">';
    });
    popup = await firefox.openPopup();
    await lists(popup, 'data:,first', 'data:,added', 'data:,rule', 'data:,closed');
    await firefox.inPage(() => document.querySelector('#added')?.remove());
    await popup.waitFor(() => {
      const marks = [...document.querySelectorAll('[data-row] .mark')];
      return marks.filter((mark) => mark.textContent?.startsWith('removed at')).length === 1;
    });
    await popup.close();
  });

  await t.test('goes on in a background page that was ended', async () => {
    await firefox.terminateBackground();
    await firefox.inPage(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:,later">');
    });
    popup = await firefox.openPopup();
    await lists(popup, 'data:,first', 'data:,rule', 'data:,closed', 'data:,later');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.close();
  });

  await t.test('ends when the page is left', async () => {
    await firefox.navigate(server.url('/other'));
    popup = await firefox.openPopup();
    await lists(popup, 'data:,other');
    await popup.waitFor(() => document.querySelector('.footnotes:not(:has([data-watching]))'));
    await popup.close();
  });
});

testInFull('a walk goes on to its end in a document that is gone since any of its steps', async (t) => {
  const { text } = await bundle('extension/content/walk.ts', 'walker');
  await using server = await serve({
    routes: { '/': '<p>', '/frame': inFrame, '/next': '<p>', '/walker.js': text },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  for (const how of ['removed', 'replaced']) {
    const found = await firefox.inPage(async (how) => {
      const frame = document.createElement('iframe');
      const open = (src: string) => {
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        frame.src = src;
        document.body.append(frame);
        return loaded;
      };
      for (let steps = 0; ; steps++) {
        await open('/frame');
        const view = frame.contentWindow as Window & { walker: typeof walker };
        const found: string[] = [];
        const listener: Listener = {
          // biome-ignore lint/correctness/useYield: there is nothing to wait for
          *found(_, urls) {
            for (const { written } of urls) found.push(written);
          },
          knows: () => false,
          unreachable() {},
          shared() {},
          frame() {},
          load: () => Promise.resolve(undefined),
        };
        const work = view.walker.walk(view.document, listener);
        let isDone = false;
        for (let step = 0; step < steps && !isDone; step++) isDone = work.next().done === true;
        if (isDone) return { steps, found };
        if (how === 'removed') frame.remove();
        else await open('/next');
        for (const _ of work);
      }
    }, how);
    assert.ok(found.steps > 10, how);
    assert.deepEqual(found.found.sort(), [
      'data:,attribute',
      'data:,element',
      'data:,one',
      'data:,sheet',
      'data:,template',
      'data:,two',
    ]);
  }
});
