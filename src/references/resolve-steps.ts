/** The resolution of a reference, step by step, by the algorithms of 2004 and of 1997, for people to follow. */
import { components, components1997, recompose } from '../uri/components.ts';
import { withoutDots } from '../uri/dot-segments.ts';
import { merge, type Resolution, resolve } from './resolve.ts';
import { keptOf, type Resolution1997, resolve1997 } from './resolve-1997.ts';

export const stepNames = [
  'scheme',
  'authority',
  'same_document',
  'query',
  'empty_path',
  'absolute_path',
  'merge',
  'dots',
  'result',
] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  /** The section of rfc2396bis, or the number of the step in section 5.2 of the draft of 1997. */
  section: string;
  name: StepName;
  /** The result of the step: a URI, or the path that becomes a part of one. */
  value: string;
}

/** rfc2396bis section 5.2. Empty where the reference does not resolve. Linear. */
export function stepsOf2004(reference: string, base: string): Step[] {
  const resolved: Resolution = resolve(reference, base);
  if (!resolved.ok) return [];
  const from = components(base);
  const { scheme, authority, path, query } = components(reference);
  const result: Step = { section: '5.3', name: 'result', value: resolved.uri };
  const dots = (before: string, of: string | undefined): Step[] => {
    const value = withoutDots(of, before);
    return value === before ? [] : [{ section: '5.2.4', name: 'dots', value }];
  };
  const step = (name: StepName, value: string, section = '5.2.2'): Step => ({ section, name, value });
  if (scheme !== undefined) {
    return [step('scheme', recompose(components(reference))), ...dots(path, authority), result];
  }
  if (authority !== undefined) return [step('authority', authority), ...dots(path, authority), result];
  if (path === '') {
    return [
      step(query === undefined ? 'empty_path' : 'query', from.path + (query ? `?${query}` : '')),
      result,
    ];
  }
  if (path.startsWith('/')) return [step('absolute_path', path), ...dots(path, from.authority), result];
  const merged = merge(from, path);
  return [step('merge', merged, '5.2.3'), ...dots(merged, from.authority), result];
}

/** draft-fielding-url-syntax-05 section 5.2. Empty where the reference does not resolve. Linear. */
export function stepsOf1997(reference: string, base: string): Step[] {
  const resolved: Resolution1997 = resolve1997(reference, base);
  if (!resolved.ok) return [];
  const from = components1997(base);
  const { scheme, authority, path, query } = components1997(reference);
  if (resolved.currentDocument) {
    const value = resolved.fragment === undefined ? '' : `#${resolved.fragment}`;
    return [{ section: '2', name: 'same_document', value }];
  }
  const result: Step = { section: '7', name: 'result', value: resolved.uri };
  if (scheme !== undefined) return [{ section: '3', name: 'scheme', value: reference }, result];
  if (authority !== undefined) return [{ section: '4', name: 'authority', value: authority }, result];
  if (path.startsWith('/')) return [{ section: '5', name: 'absolute_path', value: path }, result];
  const behind = query === undefined ? '' : `?${query}`;
  const merged = keptOf(from.path) + path + behind;
  const after = components1997(resolved.uri);
  const value = after.path + (after.query === undefined ? '' : `?${after.query}`);
  const dots: Step[] = value === merged ? [] : [{ section: '6d–g', name: 'dots', value }];
  return [{ section: '6a–c', name: 'merge', value: merged }, ...dots, result];
}
