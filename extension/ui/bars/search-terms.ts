/** Examples of all that can be searched for, by the message that says what they find. */
import { stateNames } from '../../../src/report/query.ts';
import { stateKinds } from '../../../src/vocabulary.ts';

const outcomes: ReadonlySet<string> = new Set(stateKinds);
const is = (names: readonly string[]) => names.map((name) => `is:${name}`);

export const searchTerms = {
  searchWord: ['png'],
  searchType: ['type:image/*'],
  searchProperty: ['name:cart', 'text:svg', 'charset:utf-8', 'encoding:base64', 'hash:9f86'],
  searchQuantity: ['cost>1M', 'size>4k', 'length<1M', 'places>1'],
  searchRule: ['rule:large', 'severity:error', 'category:security'],
  searchPlace: [
    'selector:nav',
    'sheet:main',
    'element:img',
    'place:srcset',
    'destination:image',
    'frame:example',
  ],
  searchState: is(stateNames.filter((name) => !outcomes.has(name))),
  searchBecame: is(stateNames.filter((name) => outcomes.has(name))),
  searchNot: ['-svg'],
} as const satisfies Record<string, readonly string[]>;
