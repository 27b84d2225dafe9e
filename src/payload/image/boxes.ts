/** Boxes of ISO base media files (ISO/IEC 14496-12, 4.2). */
import { latin1, u32be, u64be } from '../bytes.ts';
import { maxBoxes } from '../limits.ts';

export interface Box {
  type: string;
  /** Start and end offsets of the box's content, in bytes. */
  start: number;
  end: number;
}

/**
 * The boxes of a file, in file order, each before the boxes within it. Ends after `maxBoxes`.
 *
 * @param containers the types of boxes that contain others, with the number of bytes before the first of them
 */
export function* boxesOf(
  body: Uint8Array,
  containers: Readonly<Record<string, number>> = {},
  start = 0,
  end = body.length,
): Generator<Box, void> {
  // The ends of the enclosing boxes.
  const ends = [end];
  for (let at = start, boxes = 0; ends.length > 0 && boxes < maxBoxes; ) {
    const within = ends.at(-1)!;
    const written = u32be(body, at);
    const header = written === 1 ? 16 : 8;
    const length = written === 1 ? u64be(body, at + 8) : written === 0 ? within - at : written;
    if (at + 8 > within || length < header) {
      at = ends.pop()!;
      continue;
    }
    boxes++;
    const type = latin1(body, at + 4, 4);
    const box = { type, start: at + header, end: Math.min(within, at + length) };
    yield box;
    at = box.end;
    if (!Object.hasOwn(containers, type)) continue;
    ends.push(box.end);
    at = box.start + containers[type]!;
  }
}
