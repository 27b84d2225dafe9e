/** Suggests a known name for a mistyped one. */
import { closestMatch } from 'leven';

/**
 * A question behind the message that a name is unknown.
 *
 * @param maxDistance letters that differ, at most
 * @returns begins with a space; empty if none of the names is near
 */
export function didYouMean(name: string, names: readonly string[], maxDistance = 3): string {
  const nearest = closestMatch(name, names, { maxDistance });
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
