/**
 * Owns the written texts of one scan and hands them to the worker: each distinct text once, its occurrences as they
 * are found, small texts in the message and large ones as a Blob.
 */

import type { Unreachable } from '../../src/report/report.ts';
import { batchLength, type FrameMessage, inlineLength } from '../platform/messages.ts';
import { localName } from './dom.ts';
import type { FoundAt } from './walk.ts';

type SightingMessage = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

interface Owned {
  key: number;
  written: string;
  elements: WeakRef<Element>[];
}

export interface Carrier {
  found(found: FoundAt): void;
  unreachable(unreachable: Unreachable): void;
  /** Sends what has gathered since the last call. */
  flush(): void;
  text(key: number): string | Blob | null;
  element(key: number, occurrence: number): Element | null;
  /** The key of the data: URL that the browser resolved to this href; for '', of the image whose menu told none. */
  locate(href: string): number | null;
}

/** Text as it travels: itself, or a Blob of its UTF-8. */
export const carried = (text: string): string | Blob =>
  text.length > inlineLength ? new Blob([text]) : text;

/** Selectors and names come from the page and have no bound of their own. */
const bounded = (text: string) => (text.length > 4096 ? text.slice(0, 4096) : text);

export function createCarrier(send: (message: FrameMessage) => void): Carrier {
  const byText = new Map<string, Owned>();
  const byKey: Owned[] = [];
  let pending = new Map<number, SightingMessage>();
  let pendingLength = 0;
  let unreachable: Unreachable[] = [];

  const flush = () => {
    if (pending.size > 0) send({ type: 'found', sightings: [...pending.values()] });
    if (unreachable.length > 0) send({ type: 'unreachable', unreachable });
    pending = new Map();
    pendingLength = 0;
    unreachable = [];
  };

  return {
    found({ written, element, ...occurrence }) {
      let owned = byText.get(written);
      const isNew = !owned;
      if (!owned) {
        owned = { key: byKey.length, written, elements: [] };
        byText.set(written, owned);
        byKey.push(owned);
      }
      owned.elements.push(new WeakRef(element));
      let message = pending.get(owned.key);
      if (!message) {
        message = { key: owned.key, occurrences: [] };
        pending.set(owned.key, message);
      }
      if (isNew) {
        message.text = carried(written);
        pendingLength += typeof message.text === 'string' ? written.length : 0;
      }
      const { place, name, destination, selector, inert } = occurrence;
      message.occurrences.push({
        place,
        element: bounded(localName(element)),
        name: bounded(name),
        selector: bounded(selector),
        destination,
        inert,
      });
      pendingLength += selector.length + 100;
      if (pendingLength > batchLength) flush();
    },
    unreachable(item) {
      unreachable.push({ ...item, url: bounded(item.url) });
    },
    flush,
    text(key) {
      const owned = byKey[key];
      return owned ? carried(owned.written) : null;
    },
    element(key, occurrence) {
      return byKey[key]?.elements[occurrence]?.deref() ?? null;
    },
    locate(href) {
      const found = href === '' ? largeImage(byKey) : byKey.find(({ written }) => resolvesTo(written, href));
      return found?.key ?? null;
    },
  };
}

const resolvesTo = (written: string, href: string) => written === href || URL.parse(written)?.href === href;

/** Context menus tell no URL of an image over this length. */
const menuLimit = 2_000_000;

/** Among the images that are too large for their menu, the one that was under the pointer, else the first. */
function largeImage(all: Owned[]): Owned | undefined {
  const large = all.filter(({ written }) => written.length > menuLimit);
  const hovered = globalThis.dataUrlInspectorHovered?.deref();
  return large.find(({ elements }) => elements.some((element) => element.deref() === hovered)) ?? large[0];
}

declare global {
  /** What was under the pointer when the menu was clicked. */
  var dataUrlInspectorHovered: WeakRef<Element> | undefined;
}
