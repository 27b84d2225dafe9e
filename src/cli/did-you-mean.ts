/** Suggests a known name for a mistyped one. */
import { closestMatch } from 'leven';

/**
 * A question to append to an "unknown name" message.
 *
 * @returns text that begins with a space; empty if more letters differ than a typo explains
 */
export function didYouMean(name: string, names: readonly string[]): string {
  // Allows two wrong letters, or one in four.
  const maxDistance = Math.max(2, Math.floor(name.length / 4));
  const nearest = closestMatch(name, names, { maxDistance });
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
