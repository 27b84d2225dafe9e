/** The dangers of disallowed types, each as the predicate of a sentence. Translations have its first word in their key. */
export const dangers = {
  runs: 'runs as a script',
  contains: 'contains a script',
  can: 'can run scripts or imitate a login page',
  may: 'may contain a program or change settings',
} as const;

export type Danger = keyof typeof dangers;
