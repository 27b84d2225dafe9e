/** A page that opens a Document Picture-in-Picture window, and the expected results of its scan. */
import type { Report } from '../../src/report/report.ts';
import { notRead } from './places.ts';
import type { Served } from './serve.ts';

declare global {
  var opened: Window | undefined;
}

const opener = `<!doctype html><img alt="" src="data:,page"><button>Open</button><script>
  document.querySelector('button').onclick = async () => {
    opened = await documentPictureInPicture.requestWindow();
    opened.document.body.innerHTML = document.querySelector('template').innerHTML;
    const sheet = new opened.CSSStyleSheet();
    sheet.replaceSync('i{background:url(data:,adopted)}');
    opened.document.adoptedStyleSheets = [sheet];
    const { navigator, MediaMetadata } = opened;
    navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: 'data:,artwork' }] });
    CSS.registerProperty({ name: '--x', syntax: '*', inherits: false, initialValue: 'url(data:,registered)' });
    opened.document.querySelector('div').attachShadow({ mode: 'closed' }).innerHTML = '<img src="data:,shadow">';
    opened.document.querySelector('[srcdoc]').onload = () => document.body.classList.add('opened');
  };
</script>
<template><img src="data:,image" id="i"><style>b{background:url(data:,sheet)}</style><div></div>
  <iframe srcdoc="<img src='data:,framed'><iframe src='OTHER/nested'></iframe>"></iframe>
  <iframe src="OTHER/frame"></iframe>LARGE</template>`;

/**
 * Returns the markup of the page. A button opens the window. When the window has loaded, the body has the class
 * `opened`.
 *
 * @param large additional content of the window
 */
export const pageWithWindow = ({ otherOrigin }: Served, large = ''): string =>
  opener.replaceAll('OTHER', otherOrigin).replace('LARGE', large);

/** Returns the data: URLs in the page and its window. */
export const urlsIn = ({ dataUrls }: Report): string[] =>
  dataUrls
    .flatMap(({ head, occurrences }) =>
      occurrences.filter(({ place, removedAt }) => place !== 'script' && !removedAt).map(() => head),
    )
    .sort();

export const expectedUrls = 'adopted artwork framed image page registered shadow sheet'
  .split(' ')
  .map((name) => `data:,${name}`);

export const partsNotRead = (report: Report): string[][] =>
  notRead(report).map(({ kind, url, reason }) => [kind, url, reason]);

export const expectedParts = ({ otherOrigin }: Served): string[][] =>
  ['frame', 'nested'].map((path) => ['frame', `${otherOrigin}/${path}`, 'other-window']);
