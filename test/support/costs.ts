/** Pages whose data: URLs are in known source texts, and the cost of each URL in bytes of UTF-8. */
import type { Report } from '../../src/report/report.ts';
import { weightOf } from '../../src/report/weights.ts';
import type { serve } from './serve.ts';

type Routes = NonNullable<NonNullable<Parameters<typeof serve>[0]>['routes']>;

const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Costs</title>${body}`;
/** Returns a data: URL that occurs in only one source text. */
const own = (name: string) => `data:,of-${name}`;

const sheet = `a{background:url(${own('sheet')})}b{background:url(${own('sheet')})}`;
const imported = `i{background:url(${own('imported')})}`;
const svg = `data:image/svg+xml,<svg xmlns=\\"http://www.w3.org/2000/svg\\"/>`;
const escaped = 'data\\3a ,of-escaped';
const json = 'data:image\\/gif;base64,R0lGODlhAQABAAAAACw=';
const framed = `<img src="${own('frame')}"><img src="${own('frame')}">`;
const nested = `data:text/html,<img src='${own('nested')}'><iframe srcdoc='<img src=${own('nested-srcdoc')}><iframe srcdoc="<img src=${own('nested-deep')}>"></iframe>'></iframe>`;
const wide = 'data:text/plain;charset=utf-8,\u00e9\u20ac';

export const costRoutes: Routes = {
  '/sheet.css': { headers: { 'content-type': 'text/css' }, body: sheet },
  '/imported.css': { headers: { 'content-type': 'text/css' }, body: imported },
  '/importing.css': {
    headers: { 'content-type': 'text/css' },
    body: '@import "imported.css";@import "imported.css" print;',
  },
  '/frame': html(framed),
  '/': html(`
    <link rel="stylesheet" href="/sheet.css"><link rel="stylesheet" href="/sheet.css">
    <link rel="stylesheet" href="/importing.css"><style>@import "/imported.css";</style>
    <style>a{background:url("${svg}")} b{background:url("${escaped}")}</style>
    <script type="application/json">{"a":"${json}","b":"${json}"}</script>
    <iframe src="/frame#a"></iframe><iframe src="/frame#b"></iframe>
    <iframe srcdoc="<img src=${own('srcdoc')}>"></iframe><iframe srcdoc="<img src=${own('srcdoc')}>"></iframe>
    <iframe src="${nested.replaceAll('"', '&quot;')}"></iframe>
    <a href="${wide}">x</a><template><img src="${own('template')}"></template>
    <div id="one"></div><div id="two"></div>
    <script>
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('u{background:url(data:,of-adopted)}');
      for (const host of [one, two]) host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    </script>`),
};

const bytes = (text: string) => Buffer.byteLength(text);

/**
 * The cost of each data: URL in the page, by the beginning of the URL. The original spelling of a sheet that exists
 * only in the CSSOM is lost.
 */
export const costsOfPage: Record<string, number> = {
  [own('sheet')]: 2 * bytes(own('sheet')),
  [own('imported')]: bytes(own('imported')),
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>': bytes(svg),
  [own('escaped')]: bytes(escaped),
  'data:image/gif;base64,R0lGODlhAQABAAAAACw=': 2 * bytes(json),
  [own('frame')]: 2 * bytes(own('frame')),
  [own('srcdoc')]: 2 * bytes(own('srcdoc')),
  [nested.slice(0, 100)]: bytes(nested),
  [wide]: bytes(wide),
  [own('template')]: bytes(own('template')),
  // This URL is in the constructed sheet, which two roots adopt.
  [own('adopted')]: bytes(own('adopted')),
};

/**
 * Returns the costs in a Report. Nested data: URLs that cost nothing are omitted, because some surfaces have no rows
 * for them.
 */
export const costsIn = ({ dataUrls }: Pick<Report, 'dataUrls'>): Record<string, number> =>
  Object.fromEntries(
    dataUrls
      .map(({ head, occurrences }) => [head, weightOf(occurrences).cost] as const)
      .filter(([head, cost]) => !head.startsWith(own('nested')) || cost > 0),
  );
