/** Adds all sightings of a frame at once. */
import { addSightings } from '../../extension/background/frames/frame-sightings.ts';

/**
 * Adds sightings like `addSightings`.
 *
 * @returns the ids of the data: URLs that are new or changed, grouped as they are reported
 */
export async function added(...given: Parameters<typeof addSightings>): Promise<string[][]> {
  const groups: string[][] = [];
  for await (const ids of addSightings(...given)) groups.push(ids);
  return groups;
}
