/** The steps of resolving a reference, as done by the resolvers of 2004 and 1997, so that people can follow them. */

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
type StepName = (typeof stepNames)[number];

export interface Step {
  /** The section of rfc2396bis, or the number of the step in section 5.2 of the draft of 1997. */
  section: string;
  name: StepName;
  /** The result of the step: a URI, or the path of the URI to be built. */
  value: string;
}

/** Called after each step of a resolver. */
export type NoteStep = (section: string, name: StepName, value: string) => void;

/** Collects the steps that a resolver reports. */
export function stepsOf(resolving: (note: NoteStep) => void): Step[] {
  const steps: Step[] = [];
  resolving((section, name, value) => steps.push({ section, name, value }));
  return steps;
}
