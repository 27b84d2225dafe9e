import { hasEnglish } from '../../has-english.ts';
import { nameOf } from '../../report/name.ts';
import { nameText } from '../../report/name-text.ts';
import type { DataUrl } from '../../report/report.ts';
import { addWeight, bodyKey, copiesCostOf, type Weight, weightOf } from '../../report/totals.ts';
import { clip } from '../../truncate.ts';
import type { Occurrence } from '../../vocabulary.ts';
import { maxNamedPlaces } from '../limits.ts';
import { isInUse, pageRule, pageVerdict, placesText } from './page-rule.ts';

/** Groups of copies that get a finding, the most wasteful first. */
const maxDuplicateGroups = 20;

/** Minimum bytes of copies for a finding: placeholders and small icons may be repeated. */
const worthWasted = 4096;
interface Group {
  type: string;
  size: number;
  weight: Weight;
  places: Occurrence[];
  of: DataUrl[];
}

/** The page's own names of the copied data: URLs; if one has none, the selectors of the first copies. */
function whereText(of: readonly DataUrl[], places: readonly Occurrence[]): string {
  const names = of.slice(0, maxNamedPlaces).map(nameOf);
  const texts = names.map((name) => name && clip(nameText(name), 60));
  return texts.includes(null) ? placesText(places) : [...new Set(texts)].join(', ');
}

export const duplicates = pageRule({
  id: 'duplicates',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Duplicate data: URL',
    why: 'A file loads once for all uses, but every copy of a data: URL adds its bytes again.',
    fix: 'Serve the content as a file. Alternatively, write the URL once in a CSS custom property, a CSS class, or an SVG symbol.',
    source: { name: 'vitejs/vite, issue 12517', url: 'https://github.com/vitejs/vite/issues/12517' },
    messages: {
      duplicates: {
        one: 'Copies cost {wasted}. {type} ({size}) appears {count} time: {where}.',
        other: 'Copies cost {wasted}. {type} ({size}) appears {count} times: {where}.',
      },
    },
    examples: {
      bad: `<img src="data:image/svg+xml,…"> <img src="data:image/svg+xml,…">`,
      good: '<img src="logo.svg"> <img src="logo.svg">',
      left: { text: 'A', times: 9000 },
    },
  },
  *check({ dataUrls }) {
    const groups = new Map<string, Group>();
    for (const dataUrl of dataUrls) {
      yield;
      const { size, essence, occurrences } = dataUrl;
      const key = bodyKey(dataUrl);
      if (key === null || size === null || size === 0) continue;
      // A sheet that two elements load contains nothing twice.
      const copies = occurrences.filter((each) => isInUse(each) && each.cost > 0);
      if (copies.length === 0) continue;
      const weight = { cost: 0, texts: 0, least: 0 };
      const group = groups.get(key) ?? { type: essence ?? '', size, weight, places: [], of: [] };
      groups.set(key, group);
      addWeight(group.weight, weightOf(copies));
      group.places.push(...copies.slice(0, maxNamedPlaces + 1 - group.places.length));
      group.of.push(dataUrl);
    }
    return [...groups.values()]
      .filter(({ weight }) => copiesCostOf(weight) >= worthWasted)
      .sort((a, b) => copiesCostOf(b.weight) - copiesCostOf(a.weight))
      .slice(0, maxDuplicateGroups)
      .map(({ type, size, weight, places, of }) => {
        const [count, wasted] = [weight.texts, copiesCostOf(weight)];
        return pageVerdict(
          'duplicates',
          { type: clip(type, 100), size, count, wasted, where: whereText(of, places) },
          { bytes: wasted, of },
        );
      });
  },
});
