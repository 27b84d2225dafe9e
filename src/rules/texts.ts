/** The texts of a rule. The worker contains none, because surfaces show them in the user's language. */
import { inEnglish, type Text } from '../format-numbers.ts';
import { hasEnglish } from '../has-english.ts';
import { usageTexts } from '../policy/usage-texts.ts';
import type { Problem } from '../problem.ts';
import type { Destination } from '../vocabulary.ts';

/** The English texts of a rule, each on one line. */
export interface RuleTexts<MessageId extends string = string> {
  /** A noun phrase of at most six words. */
  title: string;
  /** The consequence, in one sentence. */
  why: string;
  fix: string;
  /** The standard, the measurement, or the documentation that supports `why`. */
  source: { name: string; url: string };
  /**
   * The messages by id. `{name}` stands for an argument. The first 45 characters must contain the fault or its figure.
   */
  messages: Readonly<Record<MessageId, Text>>;
  /** Parts of files. The documentation and the rules page show them, and a test scans them. */
  examples: RuleExamples;
}

export interface RuleExamples {
  /** A part that the rule reports; `…` stands for omitted text. */
  bad: string;
  /** The same part, corrected. */
  good: string;
  /** The text that `…` replaces, and how many times it is repeated. */
  left?: { text: string; times: number };
  /** The language of the file. Default: HTML */
  language?: 'html' | 'css' | 'script';
}

/** A section of an RFC, as a source. */
export const rfc = (number: number, section: string) => ({
  name: `RFC ${number} §${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** An entry of the Common Weakness Enumeration, as a source. */
export const cwe = (number: number) => ({
  name: `CWE-${number}`,
  url: `https://cwe.mitre.org/data/definitions/${number}.html`,
});

/** Images of one pixel for examples, in base64. */
export const png =
  hasEnglish &&
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==';
export const gif = hasEnglish && 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

/**
 * A message with its arguments inserted. A destination is written as in "text/html in an iframe". Empty in the worker.
 */
export const messageText = <Id extends string>(
  messages: Readonly<Record<Id, Text>>,
  id: Id,
  args: Problem['args'],
): string =>
  hasEnglish
    ? inEnglish(
        messages[id],
        'destination' in args ? { ...args, destination: usageTexts[args.destination as Destination] } : args,
      )
    : '';
