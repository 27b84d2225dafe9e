/**
 * Pages whose frames and elements have the names of the extension's API, in which case Chromium doesn't install the
 * API. Once, nothing could connect, and the only result was "The page does not answer", after 15 seconds.
 */
const inner = `<img src='data:,inner'><p><template shadowrootmode=closed><img src='data:,inner-closed'></template></p>`;
const frame = (name: string, more = '') => `<iframe name="${name}" srcdoc="${inner}${more}"></iframe>`;
const form = (id: string, name: string) => `<form id=${id}><input name=${name}></form>`;

/**
 * The markup of each page, by name. With the markup that `pageOf` adds, a page contains each data: URL of `heads` once,
 * and a large one.
 */
export const namedPages: ReadonlyMap<string, string> = new Map([
  ['a frame named chrome', frame('chrome')],
  ['a frame named browser', frame('browser')],
  ['frames named chrome and browser', frame('chrome') + frame('browser')],
  [
    'a form with an input named runtime',
    form('chrome', 'runtime') + form('browser', 'runtime') + frame('inner'),
  ],
  [
    'two elements of each name',
    `<a id=chrome></a><a id=chrome></a><a id=browser></a><a id=browser></a>${frame('inner')}`,
  ],
  [
    'names of what stands in for the API, too',
    `${frame('chrome')}<a id=browser></a><a id=dataUrlInspectorApi></a><img name=URL><form name=URL></form>`,
  ],
  [
    'a frame whose own elements have the names',
    `<a id=chrome></a><a id=browser></a>${frame('inner', '<a id=chrome></a>')}`,
  ],
  ['a form with an input named dom', form('chrome', 'dom') + frame('inner')],
  ['forms with inputs named dom', form('chrome', 'dom') + form('browser', 'dom') + frame('inner')],
  [
    'an embed in the place of the function',
    `<iframe name=chrome srcdoc="<iframe name=dom srcdoc='<embed id=openOrClosedShadowRoot>'></iframe>"></iframe>
    ${frame('inner')}`,
  ],
]);

/**
 * The pages in which Chromium gives no access to the page's own closed shadow trees. Once, open shadow trees weren't
 * scanned, either.
 */
export const blindPages: ReadonlySet<string> = new Set([
  'a frame named chrome',
  'frames named chrome and browser',
  'names of what stands in for the API, too',
  'forms with inputs named dom',
  'an embed in the place of the function',
]);

const open = ['data:,inner', 'data:,inner-closed', 'data:,open', 'data:,page'];
/** The data: URLs of each page. `open` omits those in the page's own closed shadow trees. */
export const heads = { open, all: [...open, 'data:,closed', 'data:,declared'] };

const trees = `<div id=o></div><div id=c></div>
  <div><template shadowrootmode=closed><img src="data:,declared"></template></div>
  <script>for (const [host, mode] of [[o, 'open'], [c, 'closed']])
    host.attachShadow({ mode }).innerHTML = '<img src="da' + 'ta:,' + mode + '">'</script>`;

const foreign = '<iframe name=chrome src="data:text/html,x"></iframe>';

/**
 * Pages whose process Chromium itself ended when an extension entered the document, because Chromium cannot add its API
 * to the window of a cross-origin frame. A click on the action once had this effect.
 */
export const crashingPages: ReadonlyMap<string, string> = new Map([
  ['a frame of another origin named chrome', foreign],
  ['an object of another origin named chrome', '<object name=chrome data="data:text/html,x"></object>'],
  ['a frame that has such a frame', `<iframe srcdoc="${foreign.replaceAll('"', '&quot;')}"></iframe>`],
]);

/**
 * A URL longer than one piece in `polling-port.ts` (1 MB). The end of a piece can fall within one of the characters,
 * which take up to four bytes.
 */
export const large = `data:text/plain;charset=utf-8,${'é€😀a'.repeat(110_000)}`;

export const pageOf = (markup: string): string =>
  `<!doctype html><meta charset=utf-8><title>Names</title>${markup}${trees}
  <p><img id=image src="data:,page" alt="data:,page"></p><a href="${large}">large</a>`;
