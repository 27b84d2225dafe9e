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
  /** Sends what has gathered since the last call; large texts wait for `sendLarge`. */
  flush(): void;
  /** Makes and sends the large texts. @yields where it may be paused */
  sendLarge(): Generator<void, void, void>;
  /** A text as it travels: itself, or a Blob of its UTF-8. @yields while a large one is made */
  text(key: number): Generator<void, string | Blob | null, void>;
  element(key: number, occurrence: number): Element | null;
  /** The key of the data: URL that the browser resolved to this href; for '', of the image whose menu told none. */
  locate(href: string): number | null;
}

/** Code units that become a part of a Blob at once: so few that it takes no time to speak of. */
const partLength = 1 << 18;

/** A Blob of a text of any length. @yields after each part, where the caller may pause */
function* largeBlob(text: string): Generator<void, Blob, void> {
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + partLength);
    // A surrogate pair becomes one character of UTF-8, and must not be cut.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    parts.push(new Blob([text.slice(start, end)]));
    start = end;
    yield;
  }
  return new Blob(parts);
}

/** Selectors and names come from the page and have no bound of their own. */
const bounded = (text: string) => (text.length > 4096 ? text.slice(0, 4096) : text);

export function createCarrier(send: (message: FrameMessage) => void): Carrier {
  const byText = new Map<string, Owned>();
  const byKey: Owned[] = [];
  let pending = new Map<number, SightingMessage>();
  /** What waits for its text to be made. */
  const large = new Map<number, SightingMessage>();
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
      let message = large.get(owned.key) ?? pending.get(owned.key);
      if (!message) {
        message = { key: owned.key, occurrences: [] };
        (isNew && written.length > inlineLength ? large : pending).set(owned.key, message);
      }
      if (isNew && written.length <= inlineLength) {
        message.text = written;
        pendingLength += written.length;
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
    *sendLarge() {
      for (const [key, message] of large) {
        message.text = yield* largeBlob(byKey[key]?.written ?? '');
        send({ type: 'found', sightings: [message] });
      }
      large.clear();
    },
    *text(key) {
      const written = byKey[key]?.written ?? null;
      return written !== null && written.length > inlineLength ? yield* largeBlob(written) : written;
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
