/** Collects everything that a scan posts to the worker, and sends it in messages of limited size. */
import type { FrameMessage, Sighting } from '../platform/frame-messages.ts';
import { batchLength, inlineLength, maxChanges, maxUnreachable } from '../platform/limits.ts';
import type { OwnedText, OwnedTexts } from './owned-texts.ts';

/** Maximum number of occurrences of a large text in one message. */
const largeOccurrences = 250;

/** Milliseconds without findings after which a message reports that the scan is still running. */
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
   * @param isWalk whether the walk continues, which is reported even if it has found no data: URL for long
   */
  flush(isWalk: boolean): void;
  /** Makes the Blobs of the large texts and sends them. @yields where the caller may pause */
  sendLarge(): Generator<void, void, void>;
}

export function createBatches(
  send: (message: FrameMessage) => void,
  { text }: Pick<OwnedTexts, 'text'>,
): Batches {
  let found = new Map<number, Sighting>();
  let foundLength = 0;
  /** The large texts whose Blobs have not been made yet. */
  const large = new Map<number, Sighting>();
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

  return {
    found({ key, written }, isFirst, occurrence) {
      const isLarge = written.length > inlineLength;
      let message = large.get(key) ?? found.get(key);
      if (!message) {
        message = { key, occurrences: [] };
        (isFirst && isLarge ? large : found).set(key, message);
      }
      if (isFirst && !isLarge) {
        message.text = written;
        foundLength += written.length;
      }
      message.occurrences.push(occurrence);
      foundLength += 100 + JSON.stringify(occurrence).length;
      if (foundLength > batchLength) flush(false);
    },
    changed(change) {
      if (changes.push(change) >= maxChanges) flush(false);
    },
    seen(each) {
      if (seen.push(each) >= maxChanges) flush(false);
    },
    unreachable(part) {
      if (unreachable.push(part) === maxUnreachable) flush(false);
    },
    flush,
    *sendLarge() {
      for (const [key, { occurrences }] of large) {
        const made = yield* text(key);
        large.delete(key);
        for (let first = 0; first < occurrences.length; first += largeOccurrences) {
          const some = occurrences.slice(first, first + largeOccurrences);
          send({
            type: 'found',
            sightings: [{ key, ...(first === 0 && made !== null && { text: made }), occurrences: some }],
          });
        }
      }
    },
  };
}
