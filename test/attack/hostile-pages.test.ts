/**
 * Pages that resist being scanned. The scan must end and report what it could not scan, and the page must not notice
 * the scan. Each page has a canary that records everything that a page could notice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../../src/report/report.ts';
import { launch } from '../support/chromium.ts';
import { notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

interface Canary {
  /** Starts recording all signs of the extension. */
  start(): void;
  /** Runs the page's own work without recording it. */
  quietly(work: () => void): void;
  /** The number of records, by name. */
  noted(): Record<string, number>;
}
declare global {
  var canary: Canary;
}

/** Runs in the page before all other scripts: sets up the canary. */
function keepCanary(): void {
  // This object has no prototype, because the code below changes a member of every object's prototype.
  const counts: Record<string, number> = Object.create(null);
  let isOn = false;
  const note = (what: string, times = 1) => {
    if (isOn && times !== 0) counts[what] = (counts[what] ?? 0) + times;
  };
  for (const type of ['securitypolicyviolation', 'error', 'unhandledrejection', 'message']) {
    addEventListener(type, () => note(type), true);
  }
  const observer = new MutationObserver(() => {});
  const noteMutations = () => {
    for (const { type } of observer.takeRecords()) note(type);
  };
  const observe = () =>
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const state = () => ({
    globals: Object.getOwnPropertyNames(window).length,
    requests: performance.getEntriesByType('resource').length,
    animations: document.getAnimations().length,
  });
  let before: ReturnType<typeof state>;

  /** Replaces a member so that each use by the extension is recorded and throws. */
  const trap = (target: object, name: string) => {
    const descriptor = Object.getOwnPropertyDescriptor(target, name);
    const original = descriptor?.get ?? descriptor?.value;
    if (!descriptor?.configurable || typeof original !== 'function' || name === 'constructor') return;
    const trapped = function (this: unknown, ...args: unknown[]): unknown {
      if (!isOn) return original.apply(this, args);
      note(name);
      throw new Error('The page was read.');
    };
    Object.defineProperty(target, name, {
      ...descriptor,
      ...(descriptor.get ? { get: trapped } : { value: trapped }),
    });
  };

  globalThis.canary = {
    start() {
      before = state();
      observe();
      const kinds = [
        Node,
        CharacterData,
        Element,
        HTMLElement,
        HTMLIFrameElement,
        HTMLTemplateElement,
        Document,
      ];
      const others = [DocumentFragment, ShadowRoot, CSSStyleSheet, CSSRule, NodeList, TreeWalker, Animation];
      for (const { prototype } of [...kinds, ...others]) {
        for (const name of Object.getOwnPropertyNames(prototype)) trap(prototype, name);
      }
      for (const name of ['place', 'written', 'root', 'done']) {
        Object.defineProperty(Object.prototype, name, {
          configurable: true,
          get: () => note(name),
          set: () => note(name),
        });
      }
      Object.defineProperty(document, 'adoptedStyleSheets', { get: () => note('adoptedStyleSheets') });
      isOn = true;
    },
    quietly(work) {
      noteMutations();
      const wasOn = isOn;
      isOn = false;
      try {
        work();
      } finally {
        observer.takeRecords();
        isOn = wasOn;
      }
    },
    noted() {
      noteMutations();
      isOn = false;
      for (const name of ['place', 'written', 'root', 'done']) Reflect.deleteProperty(Object.prototype, name);
      const after = state();
      isOn = true;
      for (const name of ['globals', 'requests', 'animations'] as const)
        note(name, after[name] - before[name]);
      isOn = false;
      return counts;
    },
  };
}

/** Returns a page whose policy allows its own scripts and sheets by a nonce, which is added to lowercase tags. */
const page = (body: string): string =>
  `<!doctype html><title>Hostile</title>
  <script>{ const __name = (f) => f; (${keepCanary})(); }
  const img = (name) => '<img src="da' + 'ta:,' + name + '">';</script>${body}`.replaceAll(
    /<(?:script|style)/g,
    '$& nonce="canary"',
  );
const img = (name: string) => `<img src="data:,${name}">`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

interface Hostile {
  body: string;
  /** The condition to wait for before the scan. */
  ready?: () => boolean;
  /** The raw URLs that must be found once each; null if `check` decides. */
  holds: string[] | null;
  /** The expected reasons for the unreachable parts. */
  unreachable?: string[];
  check?: (report: Report) => void;
}

const pages: Record<string, Hostile> = {
  'whose prototypes and getters throw': {
    body: `${img('one')}<p style="background: url(data:,two)">data:text/plain,three</p>
      <style>.a { background: url(data:,four) }</style><div id="host"></div><template>${img('five')}</template>
      <script>document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = img('six');</script>`,
    holds: ['data:,one', 'data:,two', 'data:text/plain,three', 'data:,four', 'data:,five', 'data:,six'],
  },
  'whose own policy forbids all that a noscript would do': {
    body: `<noscript><img src="data:,one" onerror="x()"><p style="background: url(data:,two)"></p>
      <link rel="stylesheet" href="/none.css"><STYLE>@import "/none.css"; .a { background: url(data:,three) }</STYLE>
      <iframe src="/none.html"></iframe><SCRIPT src="/none.js"></SCRIPT><object data="/none"></object>
      <a b:c/d="data:,four" <="" "=''>x</a><video poster="data:,five"><svg><STYLE>.b { fill: url(data:,six) }</noscript>`,
    holds: numbers(6).map((n) => `data:,${['one', 'two', 'three', 'four', 'five', 'six'][n]}`),
  },
  'whose elements are named as what the extension uses': {
    body: `${[
      'dataUrlInspectorScan',
      'dataUrlInspectorScanName',
      'chrome',
      'browser',
      'scheduler',
      'CSS',
      'document',
      'Element',
      'performance',
    ]
      .map((name) => `<a id="${name}"></a><form name="${name}"></form>`)
      .join('')}${img('one')}`,
    holds: ['data:,one'],
  },
  'that changes while it is walked': {
    body: `${img('stays')}<main></main><script>
      const main = document.querySelector('main');
      const markup = Array.from({ length: 5000 }, () => '<p><b title="x:">x</b></p>').join('');
      main.innerHTML = markup;
      const change = () => {
        canary.quietly(() => {
          for (let n = 0; n < 50; n++) main.lastChild?.remove();
          main.prepend(Object.assign(document.createElement('style'), { nonce: 'canary' }), document.createElement('template'));
          main.firstChild.append('.a { color: red }');
          if (main.childNodes.length < 1000) main.innerHTML = markup;
        });
        setTimeout(change);
      };
      change();
    </script>`,
    holds: ['data:,stays'],
  },
  'with running text in thousands of nodes': {
    body: `<main></main><pre></pre><script>
      const url = (name) => 'see da' + 'ta:text/plain,' + name + ' there';
      const wanted = new Set([0, 2047, 2048, 4092, 4093, 4094, 4095, 4096, 4097, 8999]);
      document.querySelector('main').innerHTML = Array.from({ length: 9000 }, (_, n) =>
        '<p>' + (wanted.has(n) ? url(n) : n) + '</p>').join('');
      // Nodes without an element between them.
      document.querySelector('pre').append(...Array.from({ length: 10_000 }, (_, n) => n % 1000 ? 'x ' : url('t' + n)));
    </script><b>between</b>
    <script type="text/plain">${'x'.repeat(10_000)} "data:text/plain,script"</script>data:text/plain,behind
    <textarea>data:text/plain,textarea</textarea><template>data:text/plain,template</template><i>x</i>data:text/plain,last`,
    holds: [
      ...[0, 2047, 2048, 4092, 4093, 4094, 4095, 4096, 4097, 8999],
      ...numbers(10).map((n) => `t${n * 1000}`),
      ...['script', 'behind', 'textarea', 'template', 'last'],
    ].map((name) => `data:text/plain,${name}`),
  },
  'whose running text goes while it is read': {
    body: `<p>data:text/plain,first</p><main></main><p>data:text/plain,last</p><script>
      const main = document.querySelector('main');
      const fill = () => {
        main.replaceChildren(...Array.from({ length: 20_000 }, (_, n) => n % 2 ? 'da' + 'ta:x' : document.createElement('b')));
      };
      fill();
      const change = () => {
        canary.quietly(() => {
          for (let n = 0; n < 500; n++) main.lastChild?.remove();
          for (let n = 0; n < 500; n++) main.firstChild?.remove();
          main.append(main.firstChild ?? '');
          if (main.childNodes.length < 5000) fill();
        });
        setTimeout(change);
      };
      change();
    </script>`,
    holds: ['data:text/plain,first', 'data:text/plain,last'],
  },
  'with shadow trees 100 deep': {
    body: `<div></div><script>
      let at = document.querySelector('div');
      for (let n = 0; n < 100; n++) {
        at = at.attachShadow({ mode: n % 2 ? 'open' : 'closed' });
        at.innerHTML = img(n) + '<section></section>';
        at = at.lastChild;
      }
    </script>`,
    holds: numbers(100).map((n) => `data:,${n}`),
  },
  'with srcdoc frames 100 deep': {
    body: `<script>
      const nest = (document, n) => {
        document.body.insertAdjacentHTML('beforeend', img(n));
        if (n === 99) { globalThis.isNested = true; return; }
        const frame = document.createElement('iframe');
        frame.onload = () => nest(frame.contentDocument, n + 1);
        frame.srcdoc = '<p>';
        document.body.append(frame);
      };
      addEventListener('DOMContentLoaded', () => nest(document, 0));
    </script>`,
    ready: () => 'isNested' in globalThis,
    holds: numbers(100).map((n) => `data:,${n}`),
  },
  'with elements 2,000 deep': {
    body: `<script>
      let at = document.documentElement.appendChild(document.createElement('body'));
      for (let n = 0; n < 2000; n++) at = at.appendChild(document.createElement('div'));
      for (let n = 0; n < 100; n++) at.insertAdjacentHTML('beforeend', img(n));
    </script>`,
    holds: numbers(100).map((n) => `data:,${n}`),
    check: ({ dataUrls }) => {
      for (const { occurrences } of dataUrls) assert.equal(occurrences[0]?.selector, '');
    },
  },
  'with sheets that may not be read, that are not there, and that import such': {
    body: `<link rel="stylesheet" href="OTHER/sheet.css"><link rel="stylesheet" href="/none.css">
      <style>@import "OTHER/imported.css"; @import "/none-either.css"; .a { background: url(data:,one) }</style>
      <link rel="stylesheet" href="/here.css">`,
    holds: ['data:,one', 'data:,here'],
    unreachable: ['cross-origin OTHER/imported.css', 'cross-origin OTHER/sheet.css'],
  },
  'whose frames come and go': {
    body: `${img('stays')}<script>
      const change = () => {
        canary.quietly(() => {
          for (const frame of [...document.querySelectorAll('iframe')].slice(0, 5)) frame.remove();
          for (let n = 0; n < 5; n++) {
            const frame = document.createElement('iframe');
            if (n % 2) frame.srcdoc = '<p>';
            document.body.append(frame);
          }
        });
        setTimeout(change, 10);
      };
      document.body.append(...Array.from({ length: 20 }, () => document.createElement('iframe')));
      addEventListener('load', change, { once: true });
    </script>`,
    holds: null,
    check: ({ dataUrls }) =>
      assert.deepEqual(
        dataUrls.map(({ head }) => head),
        ['data:,stays'],
      ),
  },
  'with 10,000 rules one in another': {
    // Chromium itself crashes on this many nested style rules.
    body: `<style>${'@media all{'.repeat(10_000)}.a{background:url(data:,text)}</style>
      <link rel="stylesheet" href="/nested.css">
      <style>${'.a{'.repeat(1000)}background:url(data:,style-rules)</style>
      <p style="--a:${'{('.repeat(10_000)}url(data:,brackets)"></p>`,
    holds: ['data:,brackets', 'data:,linked', 'data:,style-rules', 'data:,text'],
  },
  'without a root element': {
    body: `<script>addEventListener('load', () => document.documentElement.remove());</script>`,
    holds: [],
  },
};

test('hostile pages', { timeout: 600_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/sheet.css': '.a { background: url(data:,of-another-site) }',
      '/imported.css': '.a { background: url(data:,imported-of-another-site) }',
      '/here.css': '.a { background: url(data:,here) }',
      '/nested.css': `${'@media all{'.repeat(10_000)}.a{background:url(data:,linked)}`,
    },
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'nonce-canary'; style-src http: 'nonce-canary'; frame-src 'self'",
    },
  });
  const extension = await launch(t);
  const absolute = (text: string) => text.replaceAll('OTHER', server.otherOrigin);

  await t.test('a canary notes what it is to note', async () => {
    server.routes.set('/', page(img('one')));
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const noted = await tab.evaluate(() => {
      canary.start();
      const attempts = [
        () => document.querySelector('img'),
        () => document.adoptedStyleSheets,
        () => Reflect.get({}, 'written'),
        () => Object.assign(globalThis, { leaked: true }),
        () => dispatchEvent(new Event('error')),
      ];
      for (const attempt of attempts) {
        try {
          attempt();
        } catch {}
      }
      return canary.noted();
    });
    assert.deepEqual(noted, { querySelector: 1, adoptedStyleSheets: 1, written: 1, globals: 1, error: 1 });
    await tab.close();
  });

  for (const [name, { body, ready = () => true, holds, unreachable = [], check }] of Object.entries(pages)) {
    await t.test(`a page ${name}`, async () => {
      server.routes.set('/', page(absolute(body)));
      const tab = await extension.newPage();
      await tab.goto(server.url('/'));
      await tab.waitForFunction(ready);
      await tab.evaluate(() => canary.start());
      const report = await popupReport(extension, tab);
      assert.deepEqual(await tab.evaluate(() => canary.noted()), {}, 'what the page noted');
      if (holds) {
        const found = report.dataUrls.flatMap(({ head, occurrences }) => occurrences.map(() => head));
        assert.deepEqual(found.sort(), [...holds].sort());
        const reasons = notRead(report).map(
          ({ url, reason }) => `${reason} ${url.replace(server.origin, '')}`,
        );
        assert.deepEqual(reasons.sort(), unreachable.map(absolute));
      }
      check?.(report);
      await tab.close();
    });
  }
});
