/** The policy's decision on the types of a data: URL, which several rules ask for. */
import { browsers } from '../mime/documents.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { outcomeAt, useOf } from '../outcome/predict-outcome.ts';
import { isSameType } from '../payload/formats.ts';
import { run } from '../policy/defaults.ts';
import { disallowedBy, type TypeToCheck } from '../policy/policy.ts';
import type { Destination, Occurrence } from '../vocabulary.ts';
import { isOff } from './findings.ts';
import type { Subject, ToJudge, Types } from './rule.ts';

/** Whether a browser may run a data: URL as a script or worker at an occurrence. A link only loads it. */
export const mayRun = (inspection: Subject['inspection'], occurrence: Occurrence): boolean =>
  run.includes(occurrence.destination) &&
  occurrence.element !== 'link' &&
  browsers.some((browser) =>
    ['loads', 'unknown'].includes(outcomeAt(inspection, occurrence, { browser, isQuirky: undefined }).kind),
  );

/** The destination of an occurrence, as policies see it: browsers never request the `src` of a data block. */
const usedAs = (occurrence: Occurrence): Destination =>
  browsers.every((browser) => useOf(occurrence, browser).script === 'data-block')
    ? 'none'
    : occurrence.destination;

/** The policy's decision on the declared and detected types of a subject, at all of its occurrences. */
export function disallowedIn({
  inspection,
  occurrences,
  policy,
  declared,
  detected,
}: ToJudge & Types): Subject['disallowed'] {
  const types: TypeToCheck[] = [];
  if (declared !== null) types.push({ mimeType: declared, type: 'declared' });
  if (detected !== null && (declared === null || !isSameType(declared.essence, detected.essence)))
    types.push({ mimeType: detected, type: 'detected' });
  // A type that only one browser reads counts like the declared one.
  for (const { inspection: own } of inspection.payload?.otherwise ?? []) {
    const mimeType = own?.essence ? parseMimeType(own.essence) : null;
    if (mimeType !== null) types.push({ mimeType, type: 'declared' });
  }
  const running = occurrences.filter((each) => mayRun(inspection, each));
  const disallowed = disallowedBy(
    policy,
    types,
    new Set(occurrences.map(usedAs)),
    new Set(running.map(({ destination }) => destination)),
  );
  // The defaults are about a type's dangers, which empty content lacks. Other policies are about the type itself.
  return disallowed?.by === 'default' && isNothing(inspection) ? null : disallowed;
}

/** Whether a body is empty, or an empty document: pages use these as placeholders in their frames. */
const isNothing = ({ size, payload }: Subject['inspection']): boolean =>
  size === 0 || (payload?.facts?.kind === 'markup' && payload.facts.blank && payload.encodedAs === null);

/** The type that is reported because the defaults disallow it; null if there is none. */
export const reportedByDefault = ({ disallowed, policy }: Subject): Subject['disallowed'] =>
  disallowed?.by === 'default' && !isOff({ id: 'disallowed-type' }, policy) ? disallowed : null;
