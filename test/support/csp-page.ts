/**
 * Runs in a page without a policy: loads data: URLs in a frame under a policy, one destination after the other, and
 * reports which of them the policy blocks.
 */

/** `some blocked`: the policy blocked only some of the loads with that destination. */
export type Fate = 'blocked' | 'loaded' | 'some blocked';

const svgNs = 'http://www.w3.org/2000/svg';
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
let sounds = 0;
/**
 * Returns a sound of a single sample, with a new URL each time. If a page without the policy has loaded a URL before,
 * Firefox plays that URL even though the policy blocks it.
 */
const wav = () =>
  `data:audio/wav;n=${sounds++};base64,UklGRiYAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQIAAAAAAA==`;
/** A document that contains a frame. The frame can be detected from outside. */
const framing = 'data:text/html,<iframe></iframe>';
type Frame = Window & typeof globalThis & { ran?: string[] };
declare global {
  /** A data: URL of a valid font. */
  var font: string;
}

/** Loads a URL in the frame. Resolves at the end of the load: true if the URL is known to have loaded. */
type Load = (frame: Frame, document: Document) => Promise<boolean>;

const ended = (target: EventTarget, good: string): Promise<boolean> =>
  new Promise((resolve) => {
    target.addEventListener(good, () => resolve(true), { once: true });
    target.addEventListener('error', () => resolve(false), { once: true });
  });

/** Appends an element, and waits for its load or error event. */
const element =
  (name: string, attributes: Record<string, string>, good = 'load'): Load =>
  (_, document) => {
    const made = document.createElement(name);
    const end = ended(made, good);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    document.body.append(made);
    return end;
  };

/** Appends an iframe, an object or an embed, and checks whether it contains the document with a frame. */
const holder =
  (name: string, attributes: Record<string, string>): Load =>
  async (frame, document) => {
    const before = frame.length;
    let isOver = false;
    const end = element(name, attributes)(frame, document).finally(() => {
      isOver = true;
    });
    // A blocked object may fire no event; a blocked iframe always fires one.
    await (name === 'iframe' ? end : Promise.race([end, afterFrames(3, () => isOver)]));
    return Array.from({ length: frame.length - before }, (_, at) => frame[before + at]?.length).includes(1);
  };

const worked = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

const track: Load = (_, document) => {
  const video = document.createElement('video');
  const made = document.createElement('track');
  const end = ended(made, 'load');
  made.src = 'data:text/vtt,WEBVTT';
  made.default = true;
  video.append(made);
  document.body.append(video);
  made.track.mode = 'hidden';
  return end;
};

const svgImage: Load = (_, document) => {
  const svg = document.createElementNS(svgNs, 'svg');
  const image = document.createElementNS(svgNs, 'image');
  const end = ended(image, 'load');
  image.setAttribute('href', `${gif}#svg`);
  svg.append(image);
  document.body.append(svg);
  return end;
};

/**
 * Loads a worker. A busy browser may fail to start a worker that no policy blocks, with or without an error event
 * (Chromium 156). Therefore only a violation proves that a policy blocked the worker.
 */
const worker: Load = async ({ Worker }, document) => {
  let isBlocked = false;
  // The violations of earlier loads may arrive only now.
  const violation = new Promise<false>((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
      if (disposition !== 'enforce' || effectiveDirective !== 'worker-src') return;
      isBlocked = true;
      resolve(false);
    });
  });
  try {
    const made = new Worker('data:text/javascript,postMessage(0)');
    let isOver = false;
    const end = ended(made, 'message').finally(() => {
      isOver = true;
    });
    // Long enough for the event of a worker that starts or is blocked.
    const isRunning = await Promise.race([end, violation, afterFrames(100, () => isOver || isBlocked)]);
    made.terminate();
    if (isRunning) return true;
    await afterFrames(3);
    return !isBlocked;
  } catch {
    return false;
  }
};

/** The loads for each destination. */
const loads: Record<string, Load[]> = {
  image: [element('img', { src: gif }), element('input', { type: 'image', src: gif }), svgImage],
  style: [element('link', { rel: 'stylesheet', href: 'data:text/css,b{}' })],
  font: [(frame) => worked(new frame.FontFace('f', `url("${font}")`).load())],
  audio: [(...page) => element('audio', { preload: 'auto', src: wav() }, 'loadedmetadata')(...page)],
  video: [(...page) => element('video', { preload: 'auto', src: wav() }, 'loadedmetadata')(...page)],
  track: [track],
  worker: [worker],
  iframe: [holder('iframe', { src: framing })],
  object: [holder('object', { type: 'text/html', data: framing })],
  embed: [holder('embed', { type: 'text/html', src: framing })],
  empty: [(frame) => worked(frame.fetch('data:,x'))],
};
/**
 * The destinations of scripts in the frame's own markup. Scripts cannot add them, because `strict-dynamic` trusts every
 * script that a script adds.
 */
export const scripts = ['script', 'script module', 'script integrity'];
export const destinations = [...Object.keys(loads), ...scripts];

/**
 * Waits until a number of frames have loaded, one after the other. After three frames, the browser has reported the
 * blocked loads.
 */
async function afterFrames(count: number, isOver = () => false): Promise<void> {
  for (let i = 0; i < count && !isOver(); i++) {
    const frame = document.createElement('iframe');
    const end = ended(frame, 'load');
    frame.src = 'data:text/html,x';
    document.body.append(frame);
    await end;
    frame.remove();
  }
}

/**
 * Returns the fates of the destinations under the policy of `/framedN`, in the order of `destinations`. The URLs are
 * loaded one after the other, because `holder` counts the frames of the document.
 */
async function under(number: number): Promise<Fate[]> {
  const own = document.createElement('iframe');
  const end = ended(own, 'load');
  own.src = `/framed${number}`;
  document.body.append(own);
  await end;
  const frame = own.contentWindow as Frame;
  const fates: Fate[] = [];
  for (const each of Object.values(loads)) {
    const loaded = await Promise.all(each.map((load) => load(frame, frame.document)));
    fates.push(loaded.every((is) => is) ? 'loaded' : loaded.includes(true) ? 'some blocked' : 'blocked');
  }
  for (const name of scripts) fates.push(frame.ran?.includes(name) ? 'loaded' : 'blocked');
  own.remove();
  return fates;
}

Object.assign(globalThis, { under });
