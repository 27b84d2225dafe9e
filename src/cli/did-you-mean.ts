/** Suggests a known name for a mistyped one. */
import { closestMatch } from 'leven';

/**
 * A question to append to an "unknown name" message.
 *
 * @param maxDistance maximum number of letters that differ
 * @returns text that begins with a space; empty if no name is close enough
 */
export function didYouMean(name: string, names: readonly string[], maxDistance = 3): string {
  const nearest = closestMatch(name, names, { maxDistance });
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
