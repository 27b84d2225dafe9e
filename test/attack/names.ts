/**
 * Pages whose frames and elements have the names of the extension's API. Before, Chromium installed no API beside
 * them, nobody could connect, and "The page does not answer" was all that was said after 15 seconds.
 */
const inner = `<img src='data:,inner'><p><template shadowrootmode=closed><img src='data:,inner-closed'></template></p>`;
const frame = (name: string, more = '') => `<iframe name="${name}" srcdoc="${inner}${more}"></iframe>`;
const form = (id: string, name: string) => `<form id=${id}><input name=${name}></form>`;

/** Markup of each, by name. With `pageOf` each holds once what `heads` has, and a large one. */
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

/** Those where Chromium lets nobody read the closed shadow trees of the page itself. Nor were open ones read before. */
export const blindPages: ReadonlySet<string> = new Set([
  'a frame named chrome',
  'frames named chrome and browser',
  'names of what stands in for the API, too',
  'forms with inputs named dom',
  'an embed in the place of the function',
]);

const open = ['data:,inner', 'data:,inner-closed', 'data:,open', 'data:,page'];
/** What each page holds; `open`: besides its own closed shadow trees. */
export const heads = { open, all: [...open, 'data:,closed', 'data:,declared'] };

const trees = `<div id=o></div><div id=c></div>
  <div><template shadowrootmode=closed><img src="data:,declared"></template></div>
  <script>for (const [host, mode] of [[o, 'open'], [c, 'closed']])
    host.attachShadow({ mode }).innerHTML = '<img src="da' + 'ta:,' + mode + '">'</script>`;

const foreign = '<iframe name=chrome src="data:text/html,x"></iframe>';

/**
 * Chromium itself ended the page's process when an extension entered such a document: it cannot add its API to the
 * window of a frame of another origin. Before, that was what a click did.
 */
export const crashingPages: ReadonlyMap<string, string> = new Map([
  ['a frame of another origin named chrome', foreign],
  ['an object of another origin named chrome', '<object name=chrome data="data:text/html,x"></object>'],
  ['a frame that has such a frame', `<iframe srcdoc="${foreign.replaceAll('"', '&quot;')}"></iframe>`],
]);

/** Of more than one piece, and of characters of one to four bytes. */
export const large = `data:text/plain;charset=utf-8,${'aé€😀'.repeat(300_000)}`;

export const pageOf = (markup: string): string =>
  `<!doctype html><meta charset=utf-8><title>Names</title>${markup}${trees}
  <p><img id=image src="data:,page" alt="data:,page"></p><a href="${large}">large</a>`;
