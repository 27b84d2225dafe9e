/** Home-made words for which there is a standard term must be used neither in names nor in comments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Source, sourcesIn, textOf } from './sources.ts';

/** Matches names. Each pattern comes with the words to use instead. */
const everywhere: [RegExp, string][] = [
  [/^most(?!Severe|Repeated)[A-Z]|^MOST(?:_|$)/, 'max…, beside its only user'],
  [/^(?:(?:is|on|set|assert)T|[tT])(?:ell|old)(?![a-z])/, 'what happens: report, post, emit, seen'],
  [/^patience$/, 'timeout'],
  [/^silence$/, 'timeout, TimeoutError'],
  [/^enough$/, 'min…, max…, sufficient'],
  [/^(?:take|create)?[rR]oom$/, 'quota, consume'],
];

/** The same, but not for tests, in which "longest" is a measurement rather than a limit. */
const inProduct: [RegExp, string][] = [
  ...everywhere,
  [/^(?:longest|largest|deepest)[A-Z]/, 'max…, beside its only user'],
  [/^say$/, 'what happens: report, log, addProblem'],
  [/^isOdd$/, 'needsRepair, or what is wrong'],
  [/^wholeLength$/, 'streamingThreshold'],
  [/^saysGone$/, 'goneErrorPattern'],
  [/^meantBy$/, 'menuTarget'],
  [/^meantOtherwise$/, 'repairableLints'],
  [/^mapReach$/, 'sourceMapTailLength'],
  [/^WithoutNumber$/, 'OmitRequestId'],
  [/^TellTale$/, 'StatusMessage'],
  [/^(?:un)?settle(?:d|s|All)?$|^settle[A-Z]/, 'compute, merge, invalidate: what is done'],
  [/^gravest|^worstOf$/, 'highestSeverity, bySeverity, mostSevereState'],
  [/^(?:note|candidate)?Sight(?:Of)?$/, 'observed outcome'],
  [/^gone(?:At|All)$/, 'removedAt, markAllRemoved'],
];

const declared = ({ text }: Source): string[] =>
  [...text.matchAll(/\b(?:const|let|var|function\*?|class|type|interface)\s+([\w$]+)/g)].map(
    ([, name = '']) => name,
  );

const misnamed = (source: Source, instead: typeof everywhere): string[] =>
  declared(source).flatMap((name) =>
    instead
      .filter(([pattern]) => pattern.test(name))
      .map(([, word]) => `${source.file}: ${name}; say ${word}`),
  );

test('nothing has a name that the field has a word for', () => {
  const text = 'const mostFiles = 1;\nfunction takeRoom() {}\nlet longest = 0;';
  assert.deepEqual(misnamed({ file: 'a.ts', text }, inProduct), [
    'a.ts: mostFiles; say max…, beside its only user',
    'a.ts: takeRoom; say quota, consume',
  ]);
  const found = [
    ...[...sourcesIn('src'), ...sourcesIn('extension')].flatMap((each) => misnamed(each, inProduct)),
    ...sourcesIn('test')
      .filter(({ file }) => file !== 'test/contract/words.test.ts')
      .flatMap((each) => misnamed(each, everywhere)),
  ];
  assert.deepEqual(found, []);
});

/** Matches words and forms in comments. Each pattern comes with the words to use instead. */
const plainly: [RegExp, string][] = [
  [/\b(?:tell(?:s|ing)?|told)\b/i, 'what happens: report, post, emit, show, distinguish'],
  [/\bpatience\b/i, 'timeout'],
  [/\bsilen(?:ce|ced)\b/i, 'timeout, end'],
  [/\bgrave(?:r|st|ly)?\b/i, 'severe, severity'],
  [/\brungs?\b/i, 'level'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair'],
  [/\bheard\b/i, 'applies, takes precedence'],
  [/\bleads? nowhere\b/i, 'does not resolve'],
  [/\bwho(?:ever|soever)\b/i, 'the actor by its name'],
  [/^What\b/, 'the thing itself: a comment does not begin with "What"'],
];

/** Returns the comments of a file, each on one line. */
const commentsIn = (text: string): string[] =>
  [...text.matchAll(/\/\*\*?\s([\s\S]*?)\*\/|((?:^[\t ]*\/\/.*\n)+)|[\t ]\/\/ (.*)$/gm)]
    .map(([, block = '', lines = '', trailing = '']) => block + lines + trailing)
    .map((comment) =>
      comment
        .replaceAll(/^\s*(?:\*|\/\/)/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

const unplain = ({ file, text }: Source): string[] =>
  commentsIn(text).flatMap((comment) =>
    plainly
      .filter(([pattern]) => pattern.test(comment))
      .map(([, word]) => `${file}: "${comment.slice(0, 80)}"; write ${word}`),
  );

test('comments are in plain English', () => {
  const text = [
    '/** What is told of a page. */',
    'const plain = 1; // nothing to object to',
    '// The gravest',
    '// finding.',
    '/**',
    ' * Resolves when the scan',
    ' * has ended; mended URLs.',
    ' */',
  ].join('\n');
  assert.deepEqual(unplain({ file: 'a.ts', text }), [
    'a.ts: "What is told of a page."; write what happens: report, post, emit, show, distinguish',
    'a.ts: "What is told of a page."; write the thing itself: a comment does not begin with "What"',
    'a.ts: "The gravest finding."; write severe, severity',
    'a.ts: "Resolves when the scan has ended; mended URLs."; write repair',
  ]);
  const runner = { file: 'test/run.ts', text: textOf('test/run.ts') };
  const sources = [...sourcesIn('src'), ...sourcesIn('extension'), ...sourcesIn('test/support'), runner];
  assert.deepEqual(sources.flatMap(unplain), []);
});
