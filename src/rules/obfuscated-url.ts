import type { Lint } from '../data-url/lints.ts';
import type { Inspection } from '../report/report.ts';
import { type Rule, verdict } from './rule.ts';

/** The scheme as written, up to its colon, with the characters before it. */
const schemeIn = (head: string): string => /^[^:]{0,80}:/.exec(head)?.[0] ?? '';

/** Whether a scheme is written to be overlooked: in mixed case, split, or after control characters. */
function isHidden(scheme: string): boolean {
  const name = scheme.trim().slice(0, -1);
  const isUsualCase = /^(?:data|DATA|Data)$/.test(name);
  return !isUsualCase || /[\0-\x08\x0e-\x1f]/.test(scheme);
}

/** The first escape in the type itself; in parameters, such as a file name, escapes are normal. */
export function escapeInType({ head, payload }: Inspection): Lint | null {
  const escaped = payload?.lints.find(({ code }) => code === 'escape-in-media-type');
  return escaped && !head.slice(0, escaped.start).includes(';') ? escaped : null;
}

export const obfuscatedUrl: Rule = {
  id: 'obfuscated-url',
  category: 'security',
  severity: 'warning',
  messageIds: ['obfuscated-scheme', 'obfuscated-media-type'],
  check(subject) {
    const { head, payload } = subject.inspection;
    if (!payload) return [];
    const scheme = schemeIn(head);
    if (scheme !== '' && isHidden(scheme)) {
      const place = { start: 0, end: scheme.length };
      return [verdict(subject, 'obfuscated-scheme', { scheme: JSON.stringify(scheme) }, place)];
    }
    const escaped = escapeInType(subject.inspection);
    if (!escaped) return [];
    const { start, end } = escaped;
    return [verdict(subject, 'obfuscated-media-type', {}, { start, end })];
  },
};
