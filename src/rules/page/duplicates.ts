import { hasEnglish } from '../../has-english.ts';
import type { DataUrl } from '../../report/report.ts';
import { isUnused } from '../../report/states.ts';
import { addToResource, copiesCostOf, type Resource, type Weighed, weightOf } from '../../report/weights.ts';
import { clip } from '../../truncate.ts';
import { worthSaving } from '../limits.ts';
import { isInUse, pageRule, pageVerdict, whereText } from './page-rule.ts';

/** Maximum number of groups of copies that are reported, most wasteful first. */
const maxDuplicateGroups = 20;

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
    const groups = new Map<string, Resource<DataUrl & Weighed>>();
    for (const dataUrl of dataUrls) {
      yield;
      if (!dataUrl.size) continue;
      // Only occurrences with a cost count, because a style sheet that two elements load contains its URLs only once.
      const copies = dataUrl.occurrences.filter((each) => isInUse(each) && each.cost > 0);
      const facts = { weight: weightOf(copies), isUnused: isUnused(dataUrl.occurrences) };
      addToResource(groups, { ...dataUrl, occurrences: copies, ...facts });
    }
    return [...groups.values()]
      .filter(({ weight }) => copiesCostOf(weight) >= worthSaving)
      .sort((a, b) => copiesCostOf(b.weight) - copiesCostOf(a.weight))
      .slice(0, maxDuplicateGroups)
      .map(({ weight, dataUrls: of, shortest: { essence, size } }) => {
        const [count, wasted] = [weight.texts, copiesCostOf(weight)];
        return pageVerdict(
          'duplicates',
          { type: clip(essence ?? '', 100), size: size ?? 0, count, wasted, where: whereText(of) },
          { bytes: wasted, of },
        );
      });
  },
});
