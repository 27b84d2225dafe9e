/** The messages of findings: their ids, their arguments, and their English texts. */
import { inEnglish, type Text } from '../english.ts';
import { usageTexts } from '../policy/usage-texts.ts';
import type { Destination } from '../vocabulary.ts';
import { findingTexts } from './finding-texts.ts';

export type MessageId = keyof typeof findingTexts;

/** Arguments that the text does not show. */
const unshownArguments: Partial<Record<MessageId, readonly string[]>> = {
  'base64-leftover-bits': ['character'],
};

/** The text of a message, or its form for numbers other than one. */
export const textOf = (id: MessageId): string => {
  const text: Text = findingTexts[id];
  return typeof text === 'string' ? text : text.other;
};

/** The names of the arguments that a text shows, in their order there. */
export const shownIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
];

/** The names of a message's arguments in alphabetical order, in which translations number them. */
export const argumentNames = (id: MessageId): string[] =>
  [...new Set([...shownIn(textOf(id)), ...(unshownArguments[id] ?? [])])].sort();

/** The English text of a message with its arguments inserted; a destination as in "text/html in an iframe". */
export const englishText = (id: MessageId, args: Record<string, string | number>): string =>
  inEnglish(
    findingTexts[id],
    'destination' in args ? { ...args, destination: usageTexts[args.destination as Destination] } : args,
  );
