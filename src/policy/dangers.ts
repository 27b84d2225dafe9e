/**
 * The dangers of disallowed types, each as the beginning of a sentence. The names are part of the keys of translations.
 */
export const dangers = {
  runs: 'Runs as a script',
  contains: 'Contains a script',
  can: 'Can run scripts or imitate a login page',
  may: 'May contain a program or change settings',
} as const;

export type Danger = keyof typeof dangers;
