/** Examples of all that can be searched for, by the end of the message's key that says what they find. */
import { stateNames } from '../../../src/report/query.ts';
import { stateKinds } from '../../../src/vocabulary.ts';

const outcomes: ReadonlySet<string> = new Set(stateKinds);
const is = (names: readonly string[]) => names.map((name) => `is:${name}`);

export const searchTerms = {
  Word: ['png'],
  Type: ['type:image/*'],
  Property: ['name:cart', 'text:svg', 'charset:utf-8', 'encoding:base64', 'hash:9f86'],
  Quantity: ['cost>1M', 'size>4k', 'length<1M', 'places>1'],
  Rule: ['rule:large', 'severity:error', 'category:security'],
  Place: ['selector:nav', 'sheet:main', 'element:img', 'place:srcset', 'destination:image', 'frame:example'],
  State: is(stateNames.filter((name) => !outcomes.has(name))),
  Became: is(stateNames.filter((name) => outcomes.has(name))),
  Not: ['-svg'],
} as const satisfies Record<string, readonly string[]>;
