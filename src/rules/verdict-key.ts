/** The part of an occurrence that verdicts depend on. */
import { useOf } from '../outcome/use.ts';
import { bidiFileNameIn } from '../payload/bidi-name.ts';
import type { Occurrence } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';

/**
 * A key of what the rules read of an occurrence: for occurrences with equal keys, `judge` gives a data: URL the same
 * verdicts, except for an argument that quotes the occurrence. There are few keys, however many occurrences a page has.
 */
export function verdictKey(occurrence: Occurrence): string {
  const { destination, place, inert, element, assumed, fileName, dropped } = occurrence;
  const { script, isUnmeasured } = useOf(occurrence, 'Chromium');
  const isDisguised = fileName !== undefined && atOnce(bidiFileNameIn(fileName)) !== null;
  return [
    ...[destination, place, inert, element === 'use', assumed, isDisguised],
    dropped && !dropped.hasFallback ? dropped.cause : '',
    ...[script, isUnmeasured, useOf(occurrence, 'Firefox').script],
  ].join(' ');
}
