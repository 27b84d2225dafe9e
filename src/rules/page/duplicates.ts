import { clip } from '../../payload/bytes.ts';
import type { DataUrl, Occurrence } from '../../report/report.ts';
import { isInUse, mostPlaces, type PageRule, pageVerdict, placesText } from './rule.ts';

/** Bytes that are not worth a word: placeholders and small icons are meant to be repeated. */
const worthWasted = 2048;
/** Bytes that every visitor waits for. */
const grave = 100_000;
/** Groups that are told, the most wasteful first. */
const mostGroups = 20;
interface Group {
  type: string;
  size: number;
  count: number;
  places: Occurrence[];
  of: DataUrl[];
}

export const duplicates: PageRule = {
  id: 'duplicates',
  category: 'performance',
  severity: 'info',
  title: 'The same content is in the page several times.',
  why: 'A file is loaded once however often it is used; a data: URL costs its bytes at each place (twbs/bootstrap#31703, vitejs/vite#12517).',
  fix: 'Serve it as a file, or name it once: a custom property, a class, an SVG symbol.',
  messageIds: ['duplicates'],
  check({ dataUrls }) {
    const groups = new Map<string, Group>();
    for (const dataUrl of dataUrls) {
      const { bodySha256, mimeType, size, essence, occurrences } = dataUrl;
      if (bodySha256 === null || size === null || size === 0) continue;
      const key = `${bodySha256} ${mimeType}`;
      const group = groups.get(key) ?? { type: essence ?? '', size, count: 0, places: [], of: [] };
      for (const occurrence of occurrences) {
        if (!isInUse(occurrence)) continue;
        group.count++;
        if (group.places.length <= mostPlaces) group.places.push(occurrence);
      }
      if (occurrences.some(isInUse)) group.of.push(dataUrl);
      groups.set(key, group);
    }
    return [...groups.values()]
      .map((group) => ({ ...group, wasted: (group.count - 1) * group.size }))
      .filter(({ wasted }) => wasted >= worthWasted)
      .sort((a, b) => b.wasted - a.wasted)
      .slice(0, mostGroups)
      .map(({ type, size, count, wasted, places, of }) => {
        return pageVerdict(
          'duplicates',
          { type: clip(type, 100), size, count, wasted, where: placesText(places) },
          { severity: wasted >= grave ? 'warning' : 'info', of },
        );
      });
  },
};
