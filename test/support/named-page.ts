/** A page in which every kind of name is given to a data: URL, and the expected names. */
import type { Report } from '../../src/report/report.ts';

const url = (name: string) => `data:text/plain,of-${name}`;

export const namedPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Names</title>
  <style>
    @font-face { font-family: Inter; font-weight: 700; src: url(${url('font')}) }
    .card, .box { background: url(${url('rule')}) }
    :root { --icon: url(${url('property')}) }
  </style>
  <img alt="A  cat\u202e\u200b" src="${url('alt')}"><img aria-label="A dog" src="${url('aria')}">
  <iframe title="A frame" src="${url('title')}"></iframe>
  <a href="${url('link')}"> <b>Read</b> more </a><a download="cat.png" href="${url('download')}">Save</a>
  <img id="own" src="${url('id')}"><img class="logo wide" src="${url('class')}">
  <img alt="\u200b\u2060" title=" \u202e\ufeff" aria-label="\u00ad" class="seen" src="${url('invisible')}">
  <a href="${url('invisible-title')}" title="\u2800\u3164">Seen</a>
  <img alt="One" src="${url('placeholder')}"><img alt="Two" src="${url('placeholder')}">
  <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><title>Cart</title></svg>" alt="Basket">`;

/** Returns the names in a Report. */
export const namesIn = ({ dataUrls }: Pick<Report, 'dataUrls'>): Record<string, string> =>
  Object.fromEntries(
    dataUrls.map(({ head, name }) => [head.split('=')[0], name ? `${name.by}: ${name.text}` : 'none']),
  );

export const namesOfPage: Record<string, string> = {
  [url('font')]: 'font: Inter 700',
  [url('rule')]: 'rule: .card, .box',
  [url('property')]: 'property: --icon',
  [url('alt')]: 'alt: A cat',
  [url('aria')]: 'aria-label: A dog',
  [url('title')]: 'title: A frame',
  [url('link')]: 'link: Read more',
  [url('download')]: 'download: cat.png',
  [url('id')]: 'id: #own',
  [url('class')]: 'class: logo wide',
  [url('invisible')]: 'class: seen',
  [url('invisible-title')]: 'link: Seen',
  [url('placeholder')]: 'none',
  'data:image/svg+xml,<svg xmlns': 'title: Cart',
};
