import type { DataUrl } from '../../report/report.ts';
import { severityOfBytes } from '../rule.ts';
import { type PageRule, pageVerdict } from './page-rule.ts';

/** Whether a page is on a developer's own machine or network, where source maps are useful. */
function isInDevelopment(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return true;
  return /(?:^|\.)(?:localhost|local|test|internal)$|^127\.|^10\.|^192\.168\.|^\[/.test(parsed.hostname);
}

export const inlineSourceMaps: PageRule = {
  id: 'inline-source-maps',
  category: 'performance',
  severity: 'info',
  messageIds: ['inline-source-maps'],
  *check({ url, dataUrls }) {
    if (isInDevelopment(url)) return [];
    const maps: DataUrl[] = [];
    for (const dataUrl of dataUrls) {
      yield;
      if (dataUrl.payload?.facts?.kind === 'source-map') maps.push(dataUrl);
    }
    if (maps.length === 0) return [];
    const size = maps.reduce((sum, map) => sum + (map.size ?? 0), 0);
    const severity = severityOfBytes(size);
    return [pageVerdict('inline-source-maps', { count: maps.length, size }, { severity, of: maps })];
  },
};
