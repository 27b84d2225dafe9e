/** The English messages of the extension must follow the style rules that a program can check. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { englishMessages, languagesIn, messagesFor } from '../../extension/build/locales.ts';
import { root } from '../../src/cli/project.ts';
import { ruleDocs } from '../../src/rules/docs.ts';
import type { Message } from '../../src/texts/locale-file.ts';

const english = Object.entries(englishMessages(root));

/** Returns the keys of the messages with a fault. */
const faulty = (hasFault: (text: string, message: Message, key: string) => boolean): string[] =>
  english
    .filter(([key, message]) => hasFault(message.message, message, key))
    .map(([key, { message }]) => `${key}: ${message}`);

/** Words for which there is a standard term, and that term. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bplaces?\b/i, 'occurrence'],
  [/\bread again\b|\blook(?:ed|s)? into\b/i, 'rescan, parse, decode, or examine'],
  [/\bas written\b/i, 'raw URL'],
  [/\bby its bytes\b|\bwhat (?:it is|the bytes are)\b/i, 'detected type'],
  [/\bunpack(?:ed|s)?\b|\bundone (?:in|by)\b/i, 'decode or decompress'],
  [/\bmend(?:ed|s)?\b/i, 'repaired'],
  [/\bbehind\b/i, 'after'],
  [/\bgrav(?:e|est)\b/i, 'severe'],
  [/\bheard\b|\bholds\b/i, 'applies, or takes precedence'],
  [/\bleads nowhere\b/i, "doesn't resolve"],
  [/\bloaded scripts\b/i, 'external scripts'],
  [/\brung\b/i, 'level'],
  [/\bwhole page:/i, 'page findings'],
  [/\bask the server\b/i, 'fetch CSP header'],
  [/\bis like that\b/i, 'matching'],
  [/\b(?:nobody|whoever|someone|somebody)\b/i, 'the person or thing itself'],
  [/\b(?:came|went|come and go)\b/i, 'added, removed, or changed'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b)/i, "isn't a"],
  [/\b(?:colour|behaviour|licence|e-mail|whilst)\b/i, 'the spelling of the United States'],
];

test('no message has a word for which there is a standard term', () => {
  const found = words.flatMap(([word, term]) =>
    faulty((text) => word.test(text.replace(/\$\w+\$/g, ''))).map((each) => `${each} (write: ${term})`),
  );
  assert.deepEqual(found, []);
});

test('no sentence has more than 20 words, or begins with "What"', () => {
  const sentences = (text: string) => text.replaceAll('data:', 'data').split(/(?<=[.?!])\s|: /);
  assert.deepEqual(
    faulty((text) => sentences(text).some((sentence) => sentence.split(/\s+/).length > 20)),
    [],
  );
  const question = /^What to do:$/;
  assert.deepEqual(
    faulty((text) => sentences(text).some((each) => /^What\b/.test(each)) && !question.test(text)),
    [],
  );
});

test('quotes are curly, ellipses follow at once, and no number stands behind a noun and a colon', () => {
  // These quotation marks belong to CSS, not to the sentence.
  assert.deepEqual(
    faulty((text) => /["']/.test(text.replace('url("…")', ''))),
    [],
  );
  assert.deepEqual(
    faulty((text) => / …(?! )/.test(text)),
    [],
  );
  assert.deepEqual(
    faulty((text) => /: \$COUNT\$$/.test(text)),
    [],
  );
  assert.deepEqual(
    faulty((text) => /\b1 \w+s\b/.test(text)),
    [],
  );
});

test('every message has a description; its placeholders have examples, and the order of the text', () => {
  assert.deepEqual(
    faulty((_, { description }) => !description),
    [],
  );
  assert.deepEqual(
    faulty((_, { placeholders = {} }) => Object.values(placeholders).some(({ example }) => !example)),
    [],
  );
  assert.deepEqual(
    faulty((text, { placeholders = {} }) => {
      const used = [...text.matchAll(/\$(\w+)\$/g)].map(([, name = '']) => name.toLowerCase());
      return `${[...new Set(used)]}` !== `${Object.keys(placeholders)}`;
    }),
    [],
  );
});

test('titles of rules are noun phrases of at most six words, without a full stop', () => {
  for (const { title } of ruleDocs) {
    assert.ok(title.split(' ').length <= 6, title);
    assert.doesNotMatch(title, /[.!?]$|\b(?:is|are|has|can|may|does|do)\b/i);
  }
});

/** The number of characters that fit, for each statement in a message's description about the available width. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/\bVery narrow\.$/, 14],
  [/\bNarrow\.$/, 20],
  [/\bShort\.$/, 32],
];

test('texts in narrow places fit, in every language', () => {
  const texts = languagesIn(root).map((language) => [language, messagesFor(root, language)] as const);
  for (const [key, { description = '' }] of english)
    for (const [place, width] of widths) {
      if (!place.test(description)) continue;
      for (const [language, messages] of texts) {
        const text = messages[key]?.message ?? '';
        assert.ok(text.length <= width, `${language}, ${key}: "${text}" has more than ${width} characters`);
      }
    }
});

test('no unit follows a figure that has one, in any language', () => {
  const bytes =
    /\$(?:SIZE|PACKED|READ|WASTED|COST|WINDOW|GZIPPED\w*)\$\s?(?:bytes?|octets?|バイト|字节|بايت)/i;
  const times = /\$MILLISECONDS\$\s?(?:m?s\b|ミリ秒|毫秒|مللي|ميلي)/i;
  for (const language of languagesIn(root))
    for (const [key, { message }] of Object.entries(messagesFor(root, language))) {
      if (!key.startsWith('finding_')) continue;
      assert.doesNotMatch(message, bytes, `${language}, ${key}`);
      assert.doesNotMatch(message, times, `${language}, ${key}`);
    }
});
