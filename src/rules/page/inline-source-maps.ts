import { hasEnglish } from '../../has-english.ts';
import type { DataUrl } from '../../report/report.ts';
import { pageRule, pageVerdict } from './page-rule.ts';

/** Whether a page is on a developer's own machine or network, where source maps are useful. */
function isInDevelopment(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return true;
  return /(?:^|\.)(?:localhost|local|test|internal)$|^127\.|^10\.|^192\.168\.|^\[/.test(parsed.hostname);
}

export const inlineSourceMaps = pageRule({
  id: 'inline-source-maps',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Inline source maps',
    why: 'Source maps are often larger than the code, and they expose the sources to everyone.',
    fix: 'Write source maps to separate files in production builds.',
    source: { name: 'ECMA-426, Source map', url: 'https://tc39.es/ecma426/' },
    messages: {
      'inline-source-maps': {
        one: '{size} in {count} inline source map, which only developer tools use.',
        other: '{size} in {count} inline source maps, which only developer tools use.',
      },
    },
    examples: {
      bad: 'start();\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXSwibWFwcGluZ3MiOiJBQUFBIn0=',
      good: 'start();\n//# sourceMappingURL=app.js.map',
      language: 'script',
    },
  },
  *check({ url, dataUrls }) {
    if (isInDevelopment(url)) return [];
    const maps: DataUrl[] = [];
    for (const dataUrl of dataUrls) {
      yield;
      if (dataUrl.payload?.facts?.kind === 'source-map') maps.push(dataUrl);
    }
    if (maps.length === 0) return [];
    const size = maps.reduce((sum, map) => sum + (map.size ?? 0), 0);
    return [pageVerdict('inline-source-maps', { count: maps.length, size }, { bytes: size, of: maps })];
  },
});
