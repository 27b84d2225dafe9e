/**
 * Real elements that load a data: URL, and the outcome that the page itself can observe through events and properties.
 * A page cannot observe error pages in frames, so the test asks the browser about them.
 */

/** The observed outcome. If the URL loads, `as` identifies the loaded content, as far as the page can observe it. */
export interface Seen {
  /** `silent`: no event, or an event that proves nothing. */
  kind: 'loads' | 'refused' | 'silent';
  /** The type that fetch() reports, or the width of an image, which identifies the image's format. */
  as?: string;
}

/**
 * Workers that have not sent a message yet. Each of them is a thread, and the number of threads per page is limited.
 */
const workers = new Set<Worker>();
export function endWorkers(): void {
  for (const worker of workers) worker.terminate();
  workers.clear();
}

type Way = (url: string, key: string) => Promise<Seen>;

const loaded = (as?: string): Seen => (as === undefined ? { kind: 'loads' } : { kind: 'loads', as });
const refused: Seen = { kind: 'refused' };

/** Waits for the first of two events of an element. Resolves with true if it is `good`. */
const eventOf = (target: EventTarget, good: string, bad = 'error'): Promise<boolean> =>
  new Promise((resolve) => {
    target.addEventListener(good, () => resolve(true), { once: true });
    target.addEventListener(bad, () => resolve(false), { once: true });
  });

/** Keeps an element in the page until the element's outcome is known. */
async function within<E extends Element>(
  parent: Element,
  element: E,
  ask: (element: E) => Promise<Seen>,
): Promise<Seen> {
  const seen = ask(element);
  parent.append(element);
  const result = await seen;
  element.remove();
  return result;
}

const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Record<string, unknown>,
  of: Document = document,
): HTMLElementTagNameMap[K] => Object.assign(of.createElement(name), properties);

const svgNs = 'http://www.w3.org/2000/svg';
const inSvg = (name: string, url: string): SVGElement => {
  const element = document.createElementNS(svgNs, name);
  element.setAttribute('href', url);
  return element;
};

/** Returns `url()` with a CSS string (CSSOM, "serialize a string") in which every character is escaped. */
const cssUrl = (url: string): string =>
  `url("${[...url].map((character) => `\\${character.codePointAt(0)?.toString(16)} `).join('')}")`;

const link = (properties: Record<string, string>): Way =>
  function ofLink(url) {
    return within(document.head, make('link', { ...properties, href: url }), async (element) =>
      (await eventOf(element, 'load')) ? loaded() : refused,
    );
  };

/** A document with the page's origin, in quirks mode. */
let quirky: Document | null = null;
export async function openQuirky(): Promise<void> {
  const frame = make('iframe', { src: '/quirky' });
  const opened = eventOf(frame, 'load');
  document.body.append(frame);
  await opened;
  quirky = frame.contentDocument;
  if (quirky?.compatMode !== 'BackCompat') throw new Error('no document in quirks mode');
}

const player =
  (name: 'audio' | 'video'): Way =>
  async (url) => {
    const element = make(name, { preload: 'auto', muted: true });
    const seen = eventOf(element, 'loadedmetadata');
    element.src = url;
    const isLoaded = await seen;
    element.removeAttribute('src');
    element.load();
    return isLoaded ? loaded() : refused;
  };

/** Checks whether a sheet applies to its own shadow tree. The bodies contain `p{color:red}`. */
async function sheet(of: Document, bring: (of: Document) => HTMLElement): Promise<Seen> {
  const host = make('div', {}, of);
  const root = host.attachShadow({ mode: 'open' });
  const paragraph = make('p', {}, of);
  root.append(paragraph);
  of.body.append(host);
  const element = bring(of);
  const event = eventOf(element, 'load');
  root.prepend(element);
  const isLoaded = await event;
  const isApplied = getComputedStyle(paragraph).color === 'rgb(255, 0, 0)';
  host.remove();
  if (isApplied) return loaded();
  return isLoaded ? { kind: 'silent' } : refused;
}

/** The elements whose scripts ran: each script in a body adds its own element. */
declare global {
  var ran: Set<unknown>;
}
globalThis.ran = new Set();

const script = (type: string): Way =>
  function ofScript(url) {
    return within(document.head, make('script', { type, src: url }), async (element) => {
      if (!(await eventOf(element, 'load'))) return refused;
      return globalThis.ran.has(element) || type !== '' ? loaded() : { kind: 'silent' };
    });
  };

/**
 * Loads a frame. The element stays in the page so that the test can ask the browser what it shows: the page gets the
 * same event for an error page.
 */
async function frame(element: HTMLElement): Promise<Seen> {
  const event = eventOf(element, 'load');
  document.body.append(element);
  return (await event) ? loaded() : refused;
}

export const ways: Record<string, Way> = {
  img: (url) => {
    const image = make('img', {});
    return within(document.body, image, async () => {
      const event = eventOf(image, 'load');
      image.src = url;
      return (await event) ? loaded(String(image.naturalWidth)) : refused;
    });
  },
  'svg image': (url) =>
    within(document.querySelector('svg') as Element, inSvg('image', url), async (element) =>
      (await eventOf(element, 'load')) ? loaded() : refused,
    ),
  stylesheet: (url) => sheet(document, (of) => make('link', { rel: 'stylesheet', href: url }, of)),
  'quirky stylesheet': (url) =>
    sheet(quirky as Document, (of) => make('link', { rel: 'stylesheet', href: url }, of)),
  import: (url) => sheet(document, (of) => make('style', { textContent: `@import ${cssUrl(url)};` }, of)),
  script: script(''),
  module: script('module'),
  worker: (url) => {
    return new Promise((resolve) => {
      let worker: Worker;
      try {
        worker = new Worker(url);
        workers.add(worker);
      } catch {
        resolve(refused);
        return;
      }
      const end = (seen: Seen) => {
        worker.terminate();
        workers.delete(worker);
        resolve(seen);
      };
      worker.onmessage = () => end(loaded());
      // If a worker's script throws, the error event contains the message of the thrown error.
      worker.onerror = (event) => {
        event.preventDefault();
        end(
          event instanceof ErrorEvent && event.message !== '' ? loaded(event.message.slice(0, 20)) : refused,
        );
      };
    });
  },
  font: async (url, key) => {
    try {
      await new FontFace(key, cssUrl(url)).load();
      return loaded();
    } catch {
      return refused;
    }
  },
  audio: player('audio'),
  video: player('video'),
  track: (url) => {
    const video = make('video', {});
    const track = make('track', { default: true, src: url });
    const event = eventOf(track, 'load');
    video.append(track);
    return within(document.body, video, async () => {
      track.track.mode = 'hidden';
      return (await event) ? loaded() : refused;
    });
  },
  object: (url, key) => frame(make('object', { name: key, data: url })),
  embed: (url, key) => frame(make('embed', { name: key, src: url })),
  iframe: (url, key) => frame(make('iframe', { name: key, src: url })),
  'preload image': link({ rel: 'preload', as: 'image' }),
  'preload fetch': link({ rel: 'preload', as: 'fetch' }),
  modulepreload: link({ rel: 'modulepreload' }),
  fetch: async (url) => {
    try {
      return loaded((await fetch(url)).headers.get('content-type') ?? '');
    } catch {
      return refused;
    }
  },
  xhr: (url) => {
    const request = new XMLHttpRequest();
    return new Promise((resolve) => {
      request.onload = () => resolve(loaded(request.getResponseHeader('content-type') ?? ''));
      request.onerror = () => resolve(refused);
      try {
        request.open('GET', url);
        request.send();
      } catch {
        resolve(refused);
      }
    });
  },
  eventsource: (url) => {
    try {
      const source = new EventSource(url);
      return new Promise((resolve) => {
        source.onopen = () => {
          source.close();
          resolve(loaded());
        };
        source.onerror = () => {
          source.close();
          resolve(refused);
        };
      });
    } catch {
      return Promise.resolve(refused);
    }
  },
  beacon: async (url) => {
    try {
      return navigator.sendBeacon(url, 'x') ? loaded() : refused;
    } catch {
      return refused;
    }
  },
};
