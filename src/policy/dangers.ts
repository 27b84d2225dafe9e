/** The dangers of disallowed types, each as the start of a sentence. Translations have its first word in their key. */
export const dangers = {
  runs: 'Runs as a script',
  contains: 'Contains a script',
  can: 'Can run scripts or imitate a login page',
  may: 'May contain a program or change settings',
} as const;

export type Danger = keyof typeof dangers;
