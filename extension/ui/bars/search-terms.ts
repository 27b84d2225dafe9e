/** Examples of everything that can be searched for. Each key is the end of the key of the message that explains it. */
import { stateNames } from '../../../src/report/query.ts';
import { stateKinds } from '../../../src/vocabulary.ts';

const outcomes: ReadonlySet<string> = new Set(stateKinds);
const is = (names: readonly string[]) => names.map((name) => `is:${name}`);

export const searchTerms = {
  word: ['png'],
  type: ['type:image/*'],
  property: ['name:cart', 'text:svg', 'charset:utf-8', 'encoding:base64', 'hash:9f86'],
  quantity: ['cost>1M', 'size>4k', 'length<1M', 'places>1'],
  rule: ['rule:large', 'effect:costs', 'severity:error', 'category:security'],
  place: ['selector:nav', 'sheet:main', 'element:img', 'place:srcset', 'destination:image', 'frame:example'],
  state: is(stateNames.filter((name) => !outcomes.has(name))),
  outcome: is(stateNames.filter((name) => outcomes.has(name))),
  not: ['-svg'],
} as const satisfies Record<string, readonly string[]>;
