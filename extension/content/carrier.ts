/**
 * Owns the written texts of one scan and hands them to the worker: each distinct text once, its occurrences as they
 * are found, small texts in the message and large ones as a Blob.
 */

import type { Unreachable } from '../../src/report/report.ts';
import { batchLength, type FrameMessage, inlineLength } from '../platform/messages.ts';
import { isHovered, localName } from './dom.ts';
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
  /** The key of the data: URL that the browser resolved to this href; for '', of the image under the pointer. */
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
      const isIt = (owned: Owned) =>
        href === ''
          ? owned.elements.some((reference) => {
              const element = reference.deref();
              return (
                element !== undefined &&
                isHovered(element) &&
                /^(img|image|input|picture)$/.test(localName(element))
              );
            })
          : owned.written === href || URL.parse(owned.written)?.href === href;
      return byKey.find(isIt)?.key ?? null;
    },
  };
}
