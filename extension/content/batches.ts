/** Collects everything that a scan posts to the worker, and sends it in messages of limited size. */
import type { FrameMessage, Sighting } from '../platform/frame-messages.ts';
import { batchLength, inlineLength, maxChanges, maxUnreachable } from '../platform/limits.ts';
import type { OwnedText, OwnedTexts } from './owned-texts.ts';

/** Number of milliseconds without findings after which a message reports that the scan is still running. */
const maxQuietTime = 2000;

type MessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>;
export type Change = MessageOf<'changed'>['changes'][number];
export type Seen = MessageOf<'seen'>['seen'][number];
type Unreachable = MessageOf<'unreachable'>['unreachable'][number];

export interface Batches {
  /** Adds a new occurrence of a text. For the first occurrence, the text itself is sent, too. */
  found(owned: OwnedText, isFirst: boolean, occurrence: Sighting['occurrences'][number]): void;
  changed(change: Change): void;
  seen(seen: Seen): void;
  unreachable(part: Unreachable): void;
  /**
   * Sends everything that was collected since the last call. Large texts wait for `sendLarge`.
   *
   * @param isWalk whether the walk continues, which is reported even if the walk has found no data: URL for long
   */
  flush(isWalk: boolean): void;
  /** Makes the Blobs of the large texts and sends them. @yields undefined wherever the caller may pause */
  sendLarge(): Generator<void, void, void>;
}

export function createBatches(
  send: (message: FrameMessage) => void,
  { text }: Pick<OwnedTexts, 'text'>,
): Batches {
  let found = new Map<number, Sighting>();
  let foundLength = 0;
  /**
   * The large texts whose Blobs have not been made yet, each with the functions that must be called when its Blob is
   * sent.
   */
  const large = new Map<number, (() => void)[]>();
  let changes: Change[] = [];
  let seen: Seen[] = [];
  let unreachable: Unreachable[] = [];
  let lastSent = performance.now();

  const flush = (isWalk: boolean) => {
    const messages: FrameMessage[] = [];
    if (found.size > 0) messages.push({ type: 'found', sightings: [...found.values()] });
    if (changes.length > 0) messages.push({ type: 'changed', changes });
    if (seen.length > 0) messages.push({ type: 'seen', seen });
    if (unreachable.length > 0) messages.push({ type: 'unreachable', unreachable });
    const isSilent = messages.length === 0;
    if (isSilent && isWalk && performance.now() - lastSent > maxQuietTime) messages.push({ type: 'alive' });
    for (const message of messages) {
      lastSent = performance.now();
      send(message);
    }
    found = new Map();
    foundLength = 0;
    changes = [];
    seen = [];
    unreachable = [];
  };

  /**
   * Calls `add`, which adds something about a text, when the text is sent, because the worker ignores messages about
   * unknown texts.
   */
  const whenSent = (key: number, add: () => void) => {
    const waiting = large.get(key);
    if (waiting) waiting.push(add);
    else add();
  };

  return {
    found({ key, written }, isFirst, occurrence) {
      let length = 100 + JSON.stringify(occurrence).length;
      if (isFirst)
        if (written.length > inlineLength) large.set(key, []);
        else {
          found.set(key, { key, text: written, occurrences: [] });
          length += written.length;
        }
      whenSent(key, () => {
        const message = found.get(key) ?? { key, occurrences: [] };
        found.set(key, message);
        message.occurrences.push(occurrence);
        foundLength += length;
        if (foundLength > batchLength) flush(false);
      });
    },
    changed: (change) =>
      whenSent(change.key, () => {
        if (changes.push(change) >= maxChanges) flush(false);
      }),
    seen: (each) =>
      whenSent(each.key, () => {
        if (seen.push(each) >= maxChanges) flush(false);
      }),
    unreachable(part) {
      if (unreachable.push(part) === maxUnreachable) flush(false);
    },
    flush,
    *sendLarge() {
      for (const [key, waiting] of large) {
        const made = yield* text(key);
        // Another caller, which ran in the meantime, may have sent this text.
        if (!large.delete(key)) continue;
        found.set(key, { key, text: made ?? undefined, occurrences: [] });
        for (const add of waiting) add();
        flush(false);
      }
    },
  };
}
