/**
 * Pages with a frame that never responds. One such frame once hid the whole page: "The page does not answer" was shown,
 * and nothing was listed. If a script is injected into all frames, Chromium returns no results while one of them has no
 * document element or is busy.
 */
import type { ServerResponse } from 'node:http';
import type { Unreachable } from '../../src/report/report.ts';
import { type Served, serve } from '../support/serve.ts';

type Unanswered = Pick<Unreachable, 'kind' | 'url' | 'reason'>;

export interface FrameAttack {
  name: string;
  /**
   * Markup that is inserted after the page's load event, which would otherwise wait forever for a frame that never
   * finishes loading.
   */
  markup: string;
  /** An expression in the page that is true when the frame has loaded as far as it ever will. */
  isReady: string;
  /** The expected entries for the frame; for addresses on the server, only the path. */
  chromium: Unanswered[];
  firefox: Unanswered[];
  /** Whether access to the frame's site is granted. */
  isGranted?: true;
  /** Whether the frame runs in the page's own process in Firefox and blocks the page itself. */
  hangsFirefox?: true;
}

const frame = (url: string, reason: Unanswered['reason']): Unanswered => ({ kind: 'frame', url, reason });
const unanswered = (url: string) => [frame(url, 'no-answer')];
const isCommitted = "child.contentDocument.URL !== 'about:blank'";
const isHidden = 'child.contentDocument === null';
const saysBusy = 'said === "busy"';
/**
 * Keeps the frame busy. Chromium waits for a response without using the processor. Firefox would run other scripts
 * meanwhile, so it loops instead.
 */
const busy = `<script>parent.postMessage('busy', '*'); setTimeout(() => {
  if (/Firefox/.test(navigator.userAgent)) for (;;);
  const request = new XMLHttpRequest();
  request.open('GET', '/nothing', false);
  request.send();
})</script>`;
const saying =
  'data:text/html,<body onload=parent.postMessage(location.href.at(-1),String.fromCharCode(42))>';
const attribute = (markup: string) => markup.replaceAll('"', '&quot;');

const inData = (tag: string, name: string, url: string): FrameAttack => ({
  name: `${tag} of ${url}`,
  markup: `<${tag} id=child ${name}="${url}"></${tag}>`,
  isReady: tag === 'iframe' ? isHidden : 'frames.length > 1',
  chromium: [frame(url, 'cross-origin')],
  firefox: [frame(url, 'cross-origin')],
});

const answered = (name: string, path: string): FrameAttack => ({
  name,
  markup: `<iframe hidden id=child src="${path}"></iframe>`,
  isReady: isCommitted,
  chromium: unanswered(path),
  // Firefox creates a document element immediately.
  firefox: [],
});

export const frameAttacks: FrameAttack[] = [
  inData('iframe', 'hidden src', 'data:text/xml,x'),
  inData('iframe', 'src', 'data:application/xhtml+xml,'),
  inData('iframe', 'src', 'data:image/svg+xml,%3C!--'),
  inData('object', 'data', 'data:image/svg+xml,x'),
  inData('embed', 'src', 'data:image/svg+xml,x'),
  // If access to the site is granted, both browsers inject the script. In Chromium, there is no document to scan.
  {
    ...inData('iframe', 'src', 'data:text/xml,y'),
    chromium: unanswered('data:text/xml,y'),
    firefox: [],
    isGranted: true,
  },
  {
    // Access granted by a click does not extend to a process that Chromium started earlier. The frame was once reported
    // as not responding.
    name: 'a sandboxed frame',
    markup: `<iframe id=child sandbox srcdoc="<p>calm"></iframe>`,
    isReady: isHidden,
    chromium: [frame('about:srcdoc', 'sandboxed')],
    firefox: [frame('about:srcdoc', 'sandboxed')],
  },
  answered('an empty XML document', '/empty-xml'),
  {
    ...answered('a document that stalls within a comment', '/stalls'),
    // The frame is scanned as far as it has loaded.
    firefox: [frame('/stalls', 'not-loaded')],
  },
  {
    ...answered('a document of which only the headers come', '/headers'),
    isReady: `${isCommitted} || /Firefox/.test(navigator.userAgent)`,
    // Firefox waits for the first byte of the body.
    firefox: [frame('/headers', 'not-loaded')],
  },
  {
    name: 'a frame that nothing answers',
    markup: '<iframe id=child src="/nothing"></iframe>',
    isReady: 'true',
    chromium: [frame('/nothing', 'not-loaded')],
    firefox: [frame('/nothing', 'not-loaded')],
  },
  {
    name: 'a sandboxed frame that is busy',
    markup: `<iframe id=child sandbox="allow-scripts" srcdoc="${attribute(busy)}"></iframe>`,
    isReady: saysBusy,
    chromium: [frame('about:srcdoc', 'sandboxed')],
    firefox: [],
    hangsFirefox: true,
  },
  {
    name: 'a sandboxed frame that is busy, granted',
    markup: `<iframe id=child sandbox="allow-scripts" srcdoc="${attribute(busy)}"></iframe>`,
    isReady: saysBusy,
    chromium: unanswered('about:srcdoc'),
    firefox: [],
    isGranted: true,
    hangsFirefox: true,
  },
  {
    name: 'a busy frame of another site, granted',
    markup: '<iframe id=child src="OTHER/busy"></iframe>',
    isReady: saysBusy,
    chromium: unanswered('/busy'),
    firefox: unanswered('/busy'),
    isGranted: true,
  },
  {
    // The outer frame was once missing from the Report, because the inner frame, which belongs to the page's own site,
    // was mistaken for it.
    name: "a frame of another site around one of the page's own",
    markup: '<iframe id=child src="OTHER/around"></iframe>',
    isReady: `${isHidden} && child.contentWindow.length === 1`,
    chromium: [frame('/around', 'cross-origin')],
    firefox: [frame('/around', 'cross-origin')],
  },
  {
    name: 'an embed of another site',
    markup: '<embed id=child src="OTHER/inner">',
    // On a busy machine, Firefox sometimes doesn't load an embed that needs another process until `src` is set again.
    isReady: `(() => {
      if (frames.length > 1) return true;
      child.looks = (child.looks ?? 0) + 1;
      if (child.looks % 50 === 0) child.src = child.src;
      return false;
    })()`,
    chromium: [frame('/inner', 'cross-origin')],
    firefox: [frame('/inner', 'cross-origin')],
  },
  {
    name: 'an object of another site, beside one that shows an image and one that shows its fallback',
    markup: `<object data="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"></object>
      <object data="data:application/x-none,"><p>Fallback</object><object data="OTHER/says"></object>`,
    isReady: saysBusy,
    chromium: [frame('/says', 'cross-origin')],
    firefox: [frame('/says', 'cross-origin')],
  },
  {
    name: 'objects of data: URLs, one of them in a closed shadow tree',
    markup: '<p id=child></p>',
    isReady: `(() => {
      child.root ??= child.attachShadow({ mode: 'closed' });
      child.root.innerHTML ||= '<object data="${saying}1"></object>';
      if (said === '1' && !child.nextSibling) child.insertAdjacentHTML('afterend', '<object data="${saying}2"></object>');
      return said === '2';
    })()`,
    // Chromium scans the documents.
    chromium: [],
    firefox: [frame(`${saying}1`, 'cross-origin'), frame(`${saying}2`, 'cross-origin')],
  },
  {
    name: 'an embed of another site in a closed shadow tree',
    markup: '<p id=child></p>',
    isReady: `(() => {
      if (child.done) return true;
      child.attachShadow({ mode: 'closed' }).innerHTML = '<embed src="OTHER/inner">';
      return child.done = true;
    })()`,
    chromium: [frame('/inner', 'cross-origin')],
    firefox: [frame('/inner', 'cross-origin')],
  },
  {
    name: 'an embed of the same site in a closed shadow tree',
    markup: '<p id=child></p>',
    isReady: `(() => {
      if (child.done) return true;
      child.attachShadow({ mode: 'closed' }).innerHTML = '<embed src="/inner">';
      return child.done = true;
    })()`,
    chromium: [],
    firefox: [],
  },
];

export interface FrameServer extends Served {
  /** Completes the stalled responses with one data: URL. */
  answer(): void;
}

export async function serveFrames(): Promise<FrameServer> {
  const stalled: ServerResponse[] = [];
  const stall = (type: string, start: string) => (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type });
    response.write(start);
    response.flushHeaders();
    stalled.push(response);
    return undefined;
  };
  const server = await serve({
    routes: {
      '/inner': '<img src="data:,inner">',
      '/around': ({ headers }) =>
        `<iframe src="http://${headers.host?.replace('localhost', '127.0.0.1')}/inner-most"></iframe>`,
      '/inner-most': '<p>Nothing',
      '/busy': busy,
      '/says': '<script>parent.postMessage("busy", "*")</script>',
      '/empty-xml': { headers: { 'content-type': 'application/xml' }, body: '' },
      '/stalls': stall('text/html', '<!doctype html><!-- '),
      '/headers': stall('text/html', ''),
      '/nothing': (_, response) => {
        stalled.push(response);
        return undefined;
      },
    },
  });
  for (const [n, { markup, isReady }] of frameAttacks.entries()) {
    const text = (code: string) => JSON.stringify(code.replaceAll('OTHER', server.otherOrigin));
    server.routes.set(
      `/${n}`,
      `<title>loading</title><img src="data:,page"><div id=room></div><iframe src="/inner"></iframe>
      <script>
        let said = '';
        addEventListener('message', ({ data }) => (said = data));
        addEventListener('load', () => {
          room.innerHTML = ${text(markup).replaceAll('</', '<\\/')};
          const look = () => (eval(${text(isReady)}) ? (document.title = 'ready') : setTimeout(look, 100));
          look();
        });
      </script>`,
    );
  }
  return Object.assign(server, {
    answer() {
      for (const response of stalled.splice(0)) {
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/html' });
        response.end('--><img src="data:,late">');
      }
    },
  });
}

const pathOf = (url: string, { origin, otherOrigin }: Served): string =>
  [origin, otherOrigin].reduce(
    (path, start) => (path.startsWith(start) ? path.slice(start.length) : path),
    url,
  );

/** Returns the entries of a Report about frames and pages that were not scanned. */
export const unansweredIn = (unreachable: readonly Unreachable[], server: Served): Unanswered[] =>
  unreachable
    .filter(({ kind }) => kind === 'frame' || kind === 'page')
    .map(({ kind, url, reason }) => ({ kind, url: pathOf(url, server), reason }));
