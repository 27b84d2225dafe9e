/** Home-made words that the field has other words for are not declared anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Source, sourcesIn } from './sources.ts';

/** What is said instead of each. */
const instead: [RegExp, string][] = [
  [/^(?:most|longest|largest|deepest)[A-Z]|^MOST$/, "max…, in its folder's limits.ts"],
  [/^(?:(?:is|on|set)T|[tT])(?:ell|old)(?![a-z])/, 'what happens: report, post, emit, seen'],
  [/^patience$/, 'timeout'],
  [/^silence$/, 'TimeoutError'],
  [/^(?:take|create)?[rR]oom$/, 'quota, consume'],
  [/^wholeLength$/, 'streamingThreshold'],
  [/^saysGone$/, 'goneErrorPattern'],
  [/^meantBy$/, 'menuTarget'],
  [/^meantOtherwise$/, 'repairableLints'],
  [/^mapReach$/, 'sourceMapTailLength'],
  [/^WithoutNumber$/, 'OmitRequestId'],
  [/^TellTale$/, 'StatusMessage'],
];

const declared = ({ text }: Source): string[] =>
  [...text.matchAll(/\b(?:const|let|var|function\*?|class|type|interface)\s+([\w$]+)/g)].map(
    ([, name = '']) => name,
  );

const misnamed = (source: Source): string[] =>
  declared(source).flatMap((name) =>
    instead
      .filter(([pattern]) => pattern.test(name))
      .map(([, word]) => `${source.file}: ${name}; say ${word}`),
  );

test('nothing has a name that the field has a word for', () => {
  const text = 'const mostFiles = 1;\nfunction takeRoom() {}\nlet longest = 0;';
  assert.deepEqual(misnamed({ file: 'a.ts', text }), [
    "a.ts: mostFiles; say max…, in its folder's limits.ts",
    'a.ts: takeRoom; say quota, consume',
  ]);
  const sources = [...sourcesIn('src'), ...sourcesIn('extension')];
  assert.deepEqual(sources.flatMap(misnamed), []);
});
