/** What a finder is, and what it finds. */
import type { Occurrence } from '../../src/report/report.ts';

/** A data: URL in one place, as the finders give it; the walk and the carrier add who and where. */
export interface Found {
  written: string;
  place: Occurrence['place'];
  name: string;
  destination: Occurrence['destination'];
  face?: Occurrence['face'];
}

/** Tells one thing that was found. */
export type Tell = (found: Found) => void;

/**
 * One kind of place in attributes: is shown each attribute of each element once, and tells each data: URL there. A
 * finder knows nothing of trees, frames, time or messages.
 */
export type Finder = (element: Element, name: string, value: string, tell: Tell) => void;
