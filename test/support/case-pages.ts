/** The shared pages on which a data: URL was once missed, a server for them, and the expected results. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Report } from '../../src/report/report.ts';
import { own } from './owned.ts';
import { sharedFolder } from './shared.ts';

/**
 * For each page's path: the marks of its live data: URLs, and the kind of part that must be reported as unread if they
 * are not listed.
 */
export const casePages: Readonly<Record<string, { marks: string[]; orNamed?: string }>> = {
  'data-sheet-charset.html': { marks: ['acs'] },
  'data-sheet-mark.html': { marks: ['bcs'] },
  'escapes-import-map.html': { marks: ['imtab'] },
  'escapes-import.html': { marks: ['imptab'] },
  'escapes-octal.html': { marks: ['jsoct'] },
  'escapes-control.html': { marks: ['jsc0'] },
  'external-svg.html': { marks: ['use', 'pat'], orNamed: 'image-file' },
  'selectors.html': { marks: ['inner', 'outer', 'b1', 'b2'] },
  'shared-sheet.html': { marks: [] },
  twin: { marks: ['twin'], orNamed: 'stylesheet' },
  links: { marks: ['preload', 'module'], orNamed: 'headers' },
  'chain?n=1200': { marks: ['chain'] },
  'long?n=160000': { marks: ['base'] },
};

/** Runs in a page: whether the page's scripts have finished the work that they do after the page has loaded. */
export const isComplete = (): boolean =>
  !location.pathname.endsWith('/twin') ||
  getComputedStyle(document.querySelector('b')!).backgroundImage.includes('m=twin');

/** Starts the server of the case pages, and returns its address. Returns null without the shared folder. */
export async function serveCases(t: TestContext): Promise<string | null> {
  const folder = sharedFolder('cases');
  if (folder === null) return null;
  // The server must know its port in advance to redirect to it.
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const child = own(
    spawn(process.execPath, [path.join(folder, 'pages/server.mjs'), String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  t.after(() => child.kill());
  await once(child.stdout, 'data');
  return `http://127.0.0.1:${port}/`;
}

/**
 * Checks that each live data: URL is listed outside of scripts' text, or that the part that contains it is reported as
 * unread.
 */
export function checkCase(page: string, report: Report): void {
  const { marks, orNamed } = casePages[page]!;
  const isNamed = report.unreachable.some(({ kind }) => kind === orNamed);
  for (const mark of marks) {
    const found = report.dataUrls.find(({ head }) => head.includes(`;m=${mark}`));
    assert.ok(found !== undefined || isNamed, `${page}: ${mark} is neither listed nor named`);
  }
  const selectors = report.dataUrls.flatMap(({ occurrences }) => occurrences.map(({ selector }) => selector));
  if (page === 'selectors.html')
    assert.equal(new Set(selectors).size, selectors.length, `two images by one selector: ${selectors}`);
}
