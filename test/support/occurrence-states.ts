/** The pages of `test/pages/states`, and the expected state of each of their data: URLs, by the id of its element. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { isWeak, type State, type StateKind } from '../../src/vocabulary.ts';
import type { serve } from './serve.ts';

type Routes = NonNullable<NonNullable<Parameters<typeof serve>[0]>['routes']>;

const html = (name: string) => readFileSync(path.join(root, 'test/pages/states', name), 'utf8');

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const broken = 'data:image/gif;base64,AAAA';

/** Number of images. Every second one is broken. */
export const manyImages = 12_000;
function many(): string {
  return `<!doctype html><title>Many</title>${`<img alt="" src="${pixel}"><img alt="" src="${broken}">`.repeat(manyImages / 2)}`;
}

const line = 'data:image/gif;base64,R0lGODlhAQAgAIAAAAAAAP///yH5BAEAAAAALAAAAAABACAAAAIHRI6py+0PBQA7';
const drawn = `data:image/svg+xml,<svg%20xmlns='http://www.w3.org/2000/svg'%20width='1'%20height='1'/>`;

/** Images whose width or height is rounded to 0, and elements that load only in the viewport. */
const tiny = `<!doctype html><title>Tiny</title>
  <img id="twice" alt="" srcset="${pixel} 2x"><img id="fraction" alt="" srcset="${pixel}#f 1.9x">
  <img id="dense" alt="" srcset="${pixel}#d 40x"><img id="narrow" alt="" srcset="${line} 9x">
  <img id="by-width" alt="" sizes="1px" srcset="${pixel}#w 100w"><img id="drawn" alt="" srcset="${drawn} 4x">
  <picture><source id="source" srcset="${pixel}#s 3x"><img alt=""></picture>
  <img id="broken" alt="" srcset="${broken} 2x"><img id="broken-drawing" alt="" srcset="data:image/svg+xml,<svg 2x">
  <embed id="embedded" src="data:text/html,embedded">
  <img id="below" alt="" loading="lazy" src="${pixel}#l" style="position:absolute;top:30000px">
  <iframe id="frame-below" loading="lazy" src="data:text/html,below" style="position:absolute;top:30000px"></iframe>
  <iframe id="lazy-in-view" loading="lazy" src="data:text/html,view" style="position:absolute;top:0"></iframe>`;

/** Number of images that a script breaks and repairs during a scan, until the script is stopped. */
export const changingImages = 200;
function changing(): string {
  return `<!doctype html><title>Changing</title>${`<img alt="" src="${pixel}">`.repeat(changingImages)}<script>
    const images = [...document.images];
    const shown = images[0].src;
    const broken = 'da' + 'ta:image/gif;base64,AAAA';
    const timer = setInterval(() => {
      for (const image of images) image.src = Math.random() < 0.5 ? shown : broken;
    });
    addEventListener('stop', () => {
      clearInterval(timer);
      for (const image of images) image.src = broken;
    });
  </script>`;
}

export const stateRoutes: Routes = {
  '/page': html('page.html'),
  '/policy': html('policy.html'),
  '/lies': html('lies.html'),
  '/targets': html('targets.html'),
  '/form-targets': html('form-targets.html'),
  '/tiny': tiny,
  '/many': many(),
  '/changing': changing(),
  '/header': {
    headers: {
      'content-type': 'text/html',
      'content-security-policy': "img-src 'self'; media-src data:",
    },
    body: html('header.html'),
  },
};

/** Describes a state in words: kind, source, directive, reason and, after a `~`, the prediction. */
const worded = ({ kind, by, directive, reason, predicted }: State): string =>
  [kind, by, directive, reason, predicted && `~${predicted}`].filter(Boolean).join(' ');

/** Returns the states in a Report, by the ids of the elements. Several occurrences in one element keep their order. */
export function statesIn({ dataUrls }: Pick<Report, 'dataUrls'>): Record<string, string[]> {
  const states: Record<string, string[]> = {};
  for (const { occurrences } of dataUrls) {
    for (const { selector, state, place } of occurrences) {
      const id = /#([\w-]+)/.exec(selector)?.[1] ?? place;
      states[id] = [...(states[id] ?? []), state ? worded(state) : ''];
    }
  }
  return states;
}

/** Counts the occurrences of each kind, except those that are only quoted. */
export function kindsIn({ dataUrls }: Pick<Report, 'dataUrls'>): Partial<Record<StateKind, number>> {
  const counts: Partial<Record<StateKind, number>> = {};
  for (const { occurrences } of dataUrls) {
    for (const { state } of occurrences.filter((each) => !isWeak(each)))
      if (state) counts[state.kind] = (counts[state.kind] ?? 0) + 1;
  }
  return counts;
}

const quoted = ['not-requested predicted quoted'];
const byDefault = ['blocked seen default-src'];

/** Browsers block navigation to these URLs only outside of frames. */
const atTop = ['not-requested predicted top-level-navigation'];
const inFrame = ['unknown predicted'];

/** The expected states in Chromium, by page and id. */
const inChromium: Record<
  '/page' | '/tiny' | '/policy' | '/header' | '/lies' | '/targets' | '/form-targets',
  Record<string, string[]>
> = {
  '/page': {
    // In these two cases, Chromium does the opposite of what the standards require.
    'quoted-charset': ['not-shown seen charset-not-token'],
    credentials: ['loaded seen'],
    sheet: ['loaded seen'],
    'sheet-as-text': ['refused predicted not-a-style-sheet'],
    'sheet-broken': ['not-shown seen base64-character'],
    'sheet-disabled': ['not-requested seen unused'],
    icon: ['unknown predicted'],
    'font-broken': ['not-shown seen not-a-font'],
    'font-unused': ['not-requested seen unused'],
    background: ['unknown predicted if-used'],
    'background-broken': ['refused predicted base64-character'],
    script: ['loaded predicted'],
    'script-as-image': ['loaded predicted'],
    module: ['loaded predicted'],
    // Whether its import can be fetched isn't predicted.
    'module-imports': ['unknown predicted'],
    'import-map': ['unknown predicted'],
    'module-as-text': ['refused predicted not-a-module'],
    'data-block': ['not-requested predicted data-block'],
    'for-old-browsers': ['not-requested predicted inert'],
    'preloaded-sheet': ['unknown predicted'],
    shown: ['loaded seen'],
    'not-base64': ['not-shown seen base64-character'],
    'no-image': ['not-shown seen not-an-image'],
    'cut-off': ['not-shown seen not-an-image'],
    'shown-in-part': ['loaded seen'],
    drawing: ['loaded seen'],
    'drawing-without-size': ['loaded seen'],
    'drawing-broken': ['not-shown seen not-an-image'],
    // Chromium chooses the densest candidate if that candidate is a data: URL.
    candidates: [
      'not-requested seen other-chosen',
      'not-shown seen not-an-image',
      'not-requested seen other-chosen',
    ],
    source: ['loaded seen'],
    'in-picture': ['not-requested seen other-chosen'],
    lazy: ['not-requested seen lazy'],
    button: ['loaded predicted'],
    'svg-image': ['loaded predicted'],
    poster: ['loaded predicted'],
    sound: ['loaded seen'],
    'sound-broken': ['not-shown seen not-media'],
    'sound-none': ['not-requested seen lazy'],
    'film-1': ['not-shown seen not-media'],
    'film-2': ['not-shown seen not-media'],
    track: ['loaded seen'],
    'track-unused': ['not-requested seen unused'],
    object: ['loaded seen'],
    'object-broken': ['not-shown seen base64-character'],
    frame: ['loaded seen'],
    'frame-broken': ['refused predicted base64-character'],
    embed: ['loaded predicted'],
    link: ['not-requested predicted top-level-navigation'],
    saved: ['download predicted'],
    form: ['not-requested predicted top-level-navigation'],
    template: ['not-requested predicted inert'],
    quoted,
    comment: quoted,
  },
  '/tiny': {
    twice: ['loaded seen'],
    fraction: ['loaded seen'],
    dense: ['loaded seen'],
    narrow: ['loaded seen'],
    'by-width': ['loaded seen'],
    drawn: ['loaded seen'],
    source: ['loaded seen'],
    broken: ['not-shown seen not-an-image'],
    'broken-drawing': ['not-shown seen not-an-image'],
    embedded: ['loaded seen'],
    below: ['not-requested seen lazy'],
    'frame-below': ['loaded seen'],
    'lazy-in-view': ['loaded seen'],
  },
  '/policy': {
    'blocked-sheet': ['blocked seen style-src'],
    'blocked-background': ['blocked predicted default-src'],
    'allowed-font': ['not-requested seen unused'],
    nonce: ['unknown predicted script-src nonce'],
    'blocked-image': byDefault,
    'blocked-and-broken': byDefault,
    'blocked-button': ['blocked predicted default-src'],
    'blocked-object': byDefault,
    'blocked-frame': ['unknown predicted before-policy'],
    followed: ['not-requested predicted top-level-navigation'],
  },
  '/lies': {
    sheet: ['loaded seen'],
    font: ['blocked seen font-src'],
    shown: ['loaded seen'],
    broken: ['not-shown seen not-an-image'],
    'drawing-without-size': ['loaded seen'],
    'sound-broken': ['not-shown seen not-media'],
    object: ['loaded seen'],
    'object-broken': ['not-shown seen base64-character'],
    'in-form': ['loaded seen'],
    'named-fonts': ['loaded seen'],
    'named-as-ours': ['loaded seen'],
  },
  '/targets': {
    framed: inFrame,
    'framed-top': atTop,
    'framed-blank': atTop,
    'framed-parent': inFrame,
    'framed-form': inFrame,
    'framed-use': atTop,
    plain: atTop,
    // These name the page itself, but are rare.
    self: inFrame,
    parent: inFrame,
    named: inFrame,
    fenced: inFrame,
    space: inFrame,
    area: inFrame,
    saved: ['download predicted'],
    drawn: inFrame,
    animated: inFrame,
    form: atTop,
  },
  '/form-targets': {
    form: inFrame,
    'button-blank': atTop,
    button: inFrame,
    // Any of these forms could submit to the frame.
    'in-shadow': inFrame,
    plain: inFrame,
  },
  // The header is known from a violation report.
  '/header': {
    'header-background': ['blocked predicted img-src'],
    'header-blocked': ['blocked seen img-src'],
    'header-allowed': ['loaded seen'],
  },
};

/** The states that differ in Firefox. */
const inFirefox: typeof inChromium = {
  '/page': {
    'quoted-charset': ['loaded seen'],
    'sheet-broken': ['refused predicted base64-character'],
    candidates: ['loaded seen', 'not-requested seen other-chosen', 'not-requested seen other-chosen'],
    // Firefox gives extensions no access to a frame that shows a data: URL.
    frame: ['loaded predicted'],
  },
  '/tiny': {
    embedded: ['loaded predicted'],
    'frame-below': ['not-requested seen lazy'],
    'lazy-in-view': ['loaded predicted'],
  },
  '/policy': {},
  '/lies': {},
  '/targets': {},
  '/form-targets': {},
  // Firefox does not keep reports of what it blocked earlier.
  '/header': {
    'header-background': ['unknown predicted if-used'],
    'header-blocked': ['not-shown seen ~loaded'],
  },
};

export const expectedStates = (
  browser: 'Chromium' | 'Firefox',
  page: keyof typeof inChromium,
): Record<string, string[]> => ({
  ...inChromium[page],
  ...(browser === 'Firefox' && inFirefox[page]),
});

export const statePages = Object.keys(inChromium) as (keyof typeof inChromium)[];

/** Whether no state is pending. */
export const isSettled = (states: Record<string, string[]>): boolean =>
  !Object.values(states)
    .flat()
    .some((state) => state.includes('pending'));

/** A document of the extension, in Chromium or in Firefox. */
interface Shown {
  evaluate<A extends unknown[]>(fn: (...args: A) => void, ...args: A): Promise<unknown>;
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
}

/** Returns the state that an element's row shows, after the list has been filtered to this row. */
export async function markOf(surface: Shown, id: string, wanted: string): Promise<string> {
  await search(surface, `selector:"#${id}"`);
  // States may change after the scan.
  const mark = await surface.waitFor(
    ([query, mark]) => {
      const rows = [...document.querySelectorAll('[data-row]')];
      const isIt =
        rows.length === 1 && document.querySelector<HTMLInputElement>('[name=query]')?.value === query;
      return isIt && (rows[0]?.querySelector('.mark')?.textContent ?? 'none') === mark && mark;
    },
    [`selector:"#${id}"`, wanted] as const,
  );
  return String(mark);
}

export const search = (surface: Shown, query: string): Promise<unknown> =>
  surface.evaluate(async (text) => {
    // In a narrow surface, the search box opens only on demand.
    if (!document.querySelector('[name=query]'))
      document.querySelector<HTMLElement>('[data-action="search"]')?.click();
    await Promise.resolve();
    const input = document.querySelector<HTMLInputElement>('[name=query]');
    if (!input) throw new Error('There is no search box.');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, query);

/** The texts in the rows of `/policy`, for both browsers. */
export const policyMarks: Record<string, string> = {
  'blocked-image': 'blocked by default-src',
  'blocked-background': 'blocked by default-src',
  'blocked-and-broken': 'blocked by default-src',
  'blocked-frame': 'none',
  nonce: 'none',
  followed: 'not requested',
};
