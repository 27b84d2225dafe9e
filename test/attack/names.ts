/**
 * Pages whose frames and elements have the names of the extension's API. Before, Chromium installed no API beside
 * them, nobody could connect, and "The page does not answer" was all that was said after 15 seconds.
 */
const frame = (name: string) => `<iframe name="${name}" srcdoc="<img src='data:,inner'>"></iframe>`;

/** Markup of each, by name. Each holds data:,page and data:,inner once, and a large one. */
export const namedPages: ReadonlyMap<string, string> = new Map([
  ['a frame named chrome', frame('chrome')],
  ['a frame named browser', frame('browser')],
  ['frames named chrome and browser', frame('chrome') + frame('browser')],
  [
    'a form with an input named runtime',
    `<form id=chrome><input name=runtime></form><form id=browser><input name=runtime></form>${frame('inner')}`,
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
    `<a id=chrome></a><a id=browser></a><iframe srcdoc="<a id=chrome></a><img src='data:,inner'>"></iframe>`,
  ],
]);

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
  `<!doctype html><meta charset=utf-8><title>Names</title>${markup}
  <p><img id=image src="data:,page" alt="data:,page"></p><a href="${large}">large</a>`;
