/**
 * Every function on hostile text. What is linear takes less than a second; what takes but a tenth of a nanosecond for
 * each pair of code units takes more than three. Counted is this process's own time, whatever else runs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkData, readExternalBody, writeExternalBody } from '../../../src/mime/external-body.ts';
import { compare } from '../../../src/uri/compare.ts';
import { delimit } from '../../../src/uri/delimit.ts';
import { validate } from '../../../src/uri/grammar.ts';
import { misleading, withoutPassword } from '../../../src/uri/misleading.ts';
import { normalizeScheme } from '../../../src/uri/normalize.ts';
import { resolutionDifferences } from '../../../src/uri/resolve-differences.ts';

const length = 1 << 18;
const mostMicroseconds = 2_500_000;
const pieces = [
  ...[
    ';',
    '%',
    ',',
    '=',
    ':',
    '/',
    '.',
    '@',
    '-',
    '\n',
    '"',
    '<',
    '(',
    '\\',
    '&',
    '[',
    '0',
    '\ud83d',
    'é',
    '\0',
    ' ',
  ],
  ...[
    '/.',
    '/..',
    '../',
    '%41',
    '-\n',
    '=\n',
    '> ',
    'a:',
    'a:b,',
    'data:',
    'data:e,',
    'data:,',
    '"http://a',
    '\\"http://a',
  ],
  ...[
    '<http://a',
    "'data:,",
    'URL:',
    'url(data:,',
    '&quot;data:,',
    'data:html,<a',
    'src="data:,',
    '"data:,a" + ',
    'a=b;',
  ],
  ...[
    'd\n',
    'd\t ',
    '"d" + ',
    '"da" +\n"',
    'da\nta:',
    '&#100;',
    'data&colon;',
    '\\64 ',
    '"\\x64ata:,a',
    'url(\\64 ata:,',
    '<a b=&#100;ata:,',
    '"data:\n',
    '"data:,a"\n',
  ],
];
const entity = 'Content-Type: message/external-body; access-type=URL; URL="data:,';

const functions: Record<string, (text: string) => unknown> = {
  validate: (text) => validate(text),
  normalize: (text) => [
    normalizeScheme(text),
    normalizeScheme(`http://a/${text}`),
    normalizeScheme(`http://${text}`),
  ],
  compare: (text) => compare(`data:,${text}`, `data:,${text}x`),
  resolve: (text) => [
    resolutionDifferences(text, 'http://a/b'),
    resolutionDifferences('x', `http://a/${text}`),
  ],
  delimit: (text) => [delimit(text), delimit(`<a href="data:,${text}`)],
  misleading: (text) => [
    misleading(`http://${text}@1`),
    misleading(`http://${text}`),
    withoutPassword(`//${text}`),
  ],
  externalBody: (text) => {
    for (const before of ['', entity, `${entity}"\n\n`, 'Content-Type: a/b; c=']) {
      const result = readExternalBody(before + text);
      if (result.ok) checkData(result);
    }
    return writeExternalBody(`data:,${text}`);
  },
};

for (const [name, run] of Object.entries(functions)) {
  test(`${name}: a quarter of a million code units of each of ${pieces.length} pieces`, () => {
    for (const piece of pieces) {
      const text = piece.repeat(length / piece.length);
      const start = process.cpuUsage();
      run(text);
      const { user, system } = process.cpuUsage(start);
      assert.ok(user + system < mostMicroseconds, `${JSON.stringify(piece)} took ${user + system} µs`);
    }
  });
}
