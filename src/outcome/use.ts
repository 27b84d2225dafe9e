/** Facts about an occurrence's element that a prediction needs besides the destination. */
import type { Browser } from '../mime/documents.ts';
import { scriptKind } from '../payload/script-type.ts';
import type { Occurrence } from '../vocabulary.ts';
import type { OutcomeContext } from './outcome.ts';

type Use = Pick<OutcomeContext, 'script' | 'isUnmeasured'>;

/** @param browser whose rules for the `type` of scripts apply */
export function useOf({ element, place, name, destination, use = '' }: Occurrence, browser: Browser): Use {
  if (name === 'importmap' || (place === 'script' && use === 'module')) return { script: 'module' };
  if (place !== 'attribute') return {};
  if (element === 'script') return { script: scriptKind(use, browser) };
  return element === 'link' ? linkUse(destination, use) : {};
}

/** Among links, only style sheets, modules and preloaded images were measured. */
function linkUse(destination: Occurrence['destination'], rel: string): Use {
  const tokens = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  if (tokens.includes('stylesheet')) return {};
  if (tokens.includes('modulepreload')) return { script: 'module' };
  return { isUnmeasured: !tokens.includes('preload') || destination !== 'image' };
}
