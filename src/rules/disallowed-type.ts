import { isSameType } from '../mime/aliases.ts';
import { disallowedBy, type TypeToCheck } from '../policy.ts';
import { type Rule, type Subject, verdict } from './rule.ts';

/** The policy's answer for a subject: declared and detected type, in all the places where it stands. */
export function disallowedIn({
  inspection,
  occurrences,
  policy,
}: Omit<Subject, 'nested'>): ReturnType<typeof disallowedBy> {
  const types: TypeToCheck[] = [];
  const { essence, detectedType } = inspection;
  if (essence !== null) types.push({ essence, type: 'declared' });
  if (detectedType !== null && (essence === null || !isSameType(essence, detectedType))) {
    types.push({ essence: detectedType, type: 'detected' });
  }
  // One that a browser takes it for is as good as declared.
  for (const { inspection: own } of inspection.payload?.otherwise ?? []) {
    if (own?.essence) types.push({ essence: own.essence, type: 'declared' });
  }
  const disallowed = disallowedBy(policy, types, new Set(occurrences.map(({ destination }) => destination)));
  // Our own defaults are about what a type may do; what somebody wrote is about the type.
  return disallowed?.by === 'default' && isNothing(inspection) ? null : disallowed;
}

/** An empty body, or a document with nothing in it: what pages fill their frames with until they need them. */
const isNothing = ({ size, payload }: Subject['inspection']): boolean =>
  size === 0 || (payload?.facts?.kind === 'markup' && payload.facts.blank && payload.encodedAs === null);

/** RFC 2397 section 6: a media type that the configuration disallows. */
export const disallowedType: Rule = {
  id: 'disallowed-type',
  category: 'policy',
  severity: 'warning',
  title: 'The media type is disallowed.',
  why: 'The policy of this tool disallows it; the browser may load it all the same. RFC 2397 section 6: what is marked with a disallowed media type should not be interpreted. Scripts, documents, executables and archives in data: URLs pass filters that look at addresses only.',
  fix: 'Serve it from a file of its own, or allow the type if it is meant.',
  messageIds: ['disallowed-declared', 'disallowed-detected'],
  // What somebody has written into a policy is a cause of its own.
  yieldsTo: (subject) =>
    disallowedIn(subject)?.by === 'default'
      ? ['type-mismatch', 'active-content', 'phishing', 'sends-page-data', 'compressed-body']
      : [],
  check(subject) {
    const disallowed = disallowedIn(subject);
    if (!disallowed) return [];
    const { essence, destination, type, severity } = disallowed;
    const id = type === 'declared' ? 'disallowed-declared' : 'disallowed-detected';
    return [verdict(subject, id, { type: essence, destination }, { severity })];
  },
};
