/** A document of the extension that is not a Playwright page (popup, DevTools panel, or worker), driven over CDP. */
import { writeFile } from 'node:fs/promises';
import type { Session } from './cdp.ts';
import { notWithin, within } from './wait.ts';

export interface Evaluator {
  /** Runs a function in this context. Arguments and result are passed as JSON. */
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
}

export interface Surface extends Evaluator {
  readonly name: string;
  /**
   * Waits until the function returns a truthy value, and returns that value (true for an element). Calls the function
   * at every change of the document.
   */
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
  /** Waits for the element, scrolls it into view, and clicks its center with the mouse. */
  click(selector: string): Promise<void>;
  /** Presses one key without modifiers, such as `Enter`, `Tab`, `ArrowDown`, `a`. */
  press(key: string): Promise<void>;
  /** Brings the surface to the front again, if it is one of several views. */
  show(): Promise<void>;
  /** Emulates media features, such as `{ 'prefers-color-scheme': 'dark' }`. */
  emulateMedia(features: Record<string, string>): Promise<void>;
  screenshot(file: string): Promise<void>;
  readonly closed: Promise<void>;
  isClosed(): boolean;
  close(): Promise<void>;
  /** The CDP session. */
  readonly session: Session;
}

interface RemoteResult {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string; value?: unknown } };
}

/**
 * The source text of a call. Build tools that keep the names of functions wrap them in a helper, `__name`, which does
 * not exist where the function will run.
 */
export function callText(fn: (...args: never[]) => unknown, args: unknown[]): string {
  return `(() => { const __name = (f) => f; return (${fn})(...${JSON.stringify(args)}); })()`;
}

export async function evaluateIn<R, A extends unknown[]>(
  session: Session,
  fn: (...args: A) => R,
  ...args: A
): Promise<Awaited<R>> {
  const { result, exceptionDetails } = await session.send<RemoteResult>('Runtime.evaluate', {
    expression: callText(fn, args),
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (exceptionDetails) {
    const { text, exception } = exceptionDetails;
    throw new Error(exception?.description ?? `${text} ${String(exception?.value ?? '')}`.trim());
  }
  return result.value as Awaited<R>;
}

/** Runs in the document. Calls the function now, at every change, and at least every 50 ms, until the deadline. */
async function look(
  check: (...args: unknown[]) => unknown,
  args: unknown[],
  deadlineMs: number,
): Promise<WaitOutcome> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await check(...args);
    if (value) return { value: value instanceof Node ? true : value };
    if (performance.now() > end) {
      const root = document.querySelector('[data-state]')?.cloneNode(false) as Element | undefined;
      return { state: `${root?.outerHTML ?? ''}\n${document.body?.textContent ?? ''}`.trim().slice(0, 2000) };
    }
    await new Promise<void>((resolve) => {
      const again = (): void => {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      };
      const observer = new MutationObserver(again);
      const timer = setTimeout(again, 50);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  }
}

/**
 * The source text of a call that waits. Its result is `{ value }` or, after the deadline, `{ state }` with the
 * document's text.
 */
export function waitText(fn: (...args: never[]) => unknown, args: unknown[], deadlineMs: number): string {
  const given = [JSON.stringify(args), JSON.stringify(deadlineMs)].join(', ');
  return `(() => { const __name = (f) => f; return (${look})(${fn}, ${given}); })()`;
}

export type WaitOutcome = { value: unknown } | { state: string };

/** Runs in the document. Returns the center of an element if the element can be clicked now. */
function clickable(selector: string): { x: number; y: number } | undefined {
  const element = document.querySelector(selector);
  if (!element || (element as HTMLButtonElement).disabled) return undefined;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  const hit = document.elementFromPoint(middle.x, middle.y);
  return element.contains(hit) ? middle : undefined;
}

/** Waits for a frame first, because `:hover` is updated when the page is drawn. */
async function isHovered(selector: string): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.querySelector(`:is(${selector}):hover`) !== null;
}

/** Records whether the next click hits its target. */
function awaitClick(selector: string): void {
  document.documentElement.removeAttribute('data-clicked');
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.closest(selector)) document.documentElement.dataset.clicked = '';
  };
  document.addEventListener('click', note, { capture: true, once: true });
}

const isClicked = (): boolean => document.documentElement.dataset.clicked !== undefined;

const keyCodes: Record<string, number> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

export interface SurfaceOptions {
  name: string;
  session: Session;
  deadlineMs: number;
  /** The target that takes screenshots and mouse input instead, if any, with the position of the document in it. */
  host?: { session: Session; offset(): Promise<{ x: number; y: number }>; show(): Promise<void> };
  close(): Promise<void>;
}

export function openSurface({ name, session, deadlineMs, host, close }: SurfaceOptions): Surface {
  const outer = host?.session ?? session;
  const what = (fn: (...args: never[]) => unknown, args: unknown[]): string =>
    fn === clickable ? `something to click at ${args[0]}` : `${fn} with ${JSON.stringify(args)}`;
  const waitFor = async <R, A extends unknown[]>(fn: (...args: A) => R, ...args: A) => {
    const expression = waitText(fn, args, deadlineMs);
    const { result, exceptionDetails } = await within(
      `${name}: ${what(fn, args)}`,
      deadlineMs + 5000,
      session.send<RemoteResult>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }),
    );
    if (exceptionDetails) {
      throw new Error(`${name}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    const outcome = result.value as WaitOutcome;
    if ('value' in outcome) return outcome.value as NonNullable<Awaited<R>>;
    throw new Error(`${name}: ${notWithin(deadlineMs)}: ${what(fn, args)}\nIt shows:\n${outcome.state}`);
  };
  /** Sends mouse input. The input may close the surface, in which case no answer arrives. */
  const input = async (method: string, params: Record<string, unknown>): Promise<void> => {
    if (session.isClosed()) return;
    await outer.send(method, params).catch((error: unknown) => {
      if (!outer.isClosed()) throw error;
    });
  };

  /**
   * Moves the mouse over the element until the element is hovered, because a document that was just shown ignores the
   * first moves.
   */
  const point = async (selector: string): Promise<{ x: number; y: number }> => {
    const end = performance.now() + deadlineMs;
    for (;;) {
      const inside = await waitFor(clickable, selector);
      const offset = (await host?.offset()) ?? { x: 0, y: 0 };
      const at = { x: inside.x + offset.x, y: inside.y + offset.y };
      await outer.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
      if (await evaluateIn(session, isHovered, selector)) return at;
      if (performance.now() > end) throw new Error(`${name}: the mouse does not reach ${selector}`);
    }
  };

  return {
    name,
    session,
    closed: session.closed,
    isClosed: session.isClosed,
    evaluate: (fn, ...args) => evaluateIn(session, fn, ...args),
    waitFor,
    click: async (selector) => {
      const end = performance.now() + deadlineMs;
      for (;;) {
        const { x, y } = await point(selector);
        await evaluateIn(session, awaitClick, selector);
        for (const type of ['mousePressed', 'mouseReleased']) {
          await input('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
        }
        // A click misses an element that has moved away. An element that closes its own document can't report the
        // click.
        if (session.isClosed() || (await evaluateIn(session, isClicked).catch(() => true))) return;
        if (performance.now() > end) throw new Error(`${name}: clicks do not hit ${selector}`);
      }
    },
    press: async (key) => {
      const code = keyCodes[key] ?? key.toUpperCase().charCodeAt(0);
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
      const event = { key, code: key.length === 1 ? undefined : key, windowsVirtualKeyCode: code };
      await input('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...event, text });
      await input('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    show: async () => host?.show(),
    emulateMedia: async (features) => {
      await outer.send('Emulation.setEmulatedMedia', {
        features: Object.entries(features).map(([feature, value]) => ({ name: feature, value })),
      });
    },
    screenshot: async (file) => {
      const { data } = await outer.send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
      await writeFile(file, Buffer.from(data, 'base64'));
    },
    close,
  };
}

/** Runs in a surface. Returns whether the thumbnails in view are ready and no row is marked as new. */
export function isCalm(): boolean {
  const inView = [...document.querySelectorAll('[data-row] .thumbnail')].filter((place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  return inView.every((place) => place.matches('[data-made]')) && !document.querySelector('[data-fresh]');
}
