import type { MimeType } from '../mime/mime-type.ts';
import { type TurnedName, turnedNameIn } from '../payload/bidi-name.ts';
import { atOnce } from '../turns.ts';
import type { Occurrence } from '../vocabulary.ts';
import { type Rule, verdict } from './rule.ts';

/** The first turned name in parameters that name a file; URL parsing escapes their non-ASCII characters. */
function inParameters(declared: MimeType | null): TurnedName | null {
  for (const [name, value] of declared?.parameters ?? []) {
    const found = /^(?:file)?name\*?$/.test(name) ? atOnce(turnedNameIn(unescaped(value))) : null;
    if (found) return found;
  }
  return null;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The first turned name in the `download` attributes of links. */
function inDownloads(occurrences: readonly Occurrence[]): TurnedName | null {
  for (const name of new Set(occurrences.map(({ fileName }) => fileName))) {
    const found = name === undefined ? null : atOnce(turnedNameIn(name));
    if (found) return found;
  }
  return null;
}

export const turnedName: Rule = {
  id: 'turned-name',
  category: 'security',
  severity: 'warning',
  messageIds: ['turned-name'],
  check(subject) {
    const { inspection, occurrences, declared } = subject;
    const found = inParameters(declared) ?? inspection.payload?.turnedName ?? inDownloads(occurrences);
    return found ? [verdict(subject, 'turned-name', { name: found.name, ending: found.ending })] : [];
  },
};
