import { isSameType } from '../mime/aliases.ts';
import { disallowedBy, type TypeToCheck } from '../policy.ts';
import type { Rule, Subject } from './rule.ts';

/** The policy's answer for a subject: declared and detected type, in all the places where it stands. */
export function disallowedIn({ inspection, occurrences, policy }: Subject): ReturnType<typeof disallowedBy> {
  const types: TypeToCheck[] = [];
  const { essence, detectedType } = inspection;
  if (essence !== null) types.push({ essence, type: 'declared' });
  if (detectedType !== null && (essence === null || !isSameType(essence, detectedType))) {
    types.push({ essence: detectedType, type: 'detected' });
  }
  return disallowedBy(policy, types, new Set(occurrences.map(({ destination }) => destination)));
}

/** RFC 2397 section 6: a media type that the configuration disallows. */
export const disallowedType: Rule = {
  id: 'disallowed-type',
  category: 'policy',
  severity: 'warning',
  title: 'The media type is disallowed.',
  why: 'RFC 2397 section 6: what is marked with a disallowed media type should not be interpreted. Scripts, documents, executables and archives in data: URLs pass filters that look at addresses only.',
  fix: 'Serve it from a file of its own, or allow the type if it is meant.',
  check(subject) {
    const disallowed = disallowedIn(subject);
    if (!disallowed) return [];
    const { essence, destination, type, severity } = disallowed;
    const args = { type: essence, destination };
    return [
      {
        severity,
        messageId: type === 'declared' ? 'disallowed-declared' : 'disallowed-detected',
        args,
        message:
          type === 'declared'
            ? `Disallowed as ${destination}: the media type is ${essence}.`
            : `Disallowed as ${destination}: by its bytes it is ${essence}, whatever type is declared.`,
        start: 0,
        end: subject.inspection.length,
      },
    ];
  },
};
