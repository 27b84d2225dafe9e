/** The dangers of disallowed types, each as the predicate of a sentence. */
export const dangers = {
  runs: 'runs as a script',
  script: 'contains a script',
  document: 'can run scripts or imitate a login page',
  file: 'may contain a program or change settings',
} as const;

export type Danger = keyof typeof dangers;
