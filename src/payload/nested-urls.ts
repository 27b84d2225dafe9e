/** Finds the data: URLs in a body that is a document. Each is listed once, with its occurrences. */

import { clip } from '../truncate.ts';
import type { Occurrence, Place } from '../vocabulary.ts';
import type { Payload } from './read-payload.ts';
import type { Reference } from './references.ts';

/** Maximum number of occurrences of one nested data: URL that are listed; a body can repeat it thousands of times. */
const maxPlacesOfNested = 100;

type PlaceInBody = Omit<Occurrence, 'frame'>;

export interface NestedUrl {
  written: string;
  /** Without the frame, which is the containing document. */
  occurrences: PlaceInBody[];
}

export function nestedUrls({ references, unread }: Payload): NestedUrl[] {
  const urls = new Map<string, NestedUrl>();
  const all = references?.first.filter(({ kind }) => kind === 'data') ?? [];
  // If only the beginning was read, its last reference may be cut off.
  const whole = unread.length > 0 && references?.first.at(-1)?.kind === 'data' ? all.slice(0, -1) : all;
  for (const reference of whole) {
    const { written } = reference;
    const url = urls.get(written) ?? { written, occurrences: [] };
    urls.set(written, url);
    if (url.occurrences.length < maxPlacesOfNested) url.occurrences.push(placeIn(reference));
  }
  return [...urls.values()];
}

const placeIn = (reference: Reference): PlaceInBody => ({
  place: placeOf(reference),
  element: reference.element,
  name: reference.name,
  selector: '',
  // Developer tools request source maps; pages don't.
  destination: reference.when === 'tools' ? 'none' : reference.destination,
  inert: reference.when === 'never' || reference.when === 'tools',
  cost: 0,
  ...(reference.dropped && { dropped: reference.dropped }),
});

function placeOf({ element, name, when }: Reference): Place {
  if (when === 'tools') return 'comment';
  if (name === 'srcset' || name === 'imagesrcset') return 'srcset';
  return element === '' || element === 'style' ? 'stylesheet' : 'attribute';
}

/** The payload for display: its nested data: URLs, which have been inspected, are truncated to 100 code units. */
export function withoutNestedUrls(payload: Payload): Payload {
  const { references } = payload;
  if (!references || references.byKind.data === 0) return payload;
  const first = references.first.map((reference) =>
    reference.kind === 'data' ? { ...reference, written: clip(reference.written, 100) } : reference,
  );
  return { ...payload, references: { ...references, first } };
}
