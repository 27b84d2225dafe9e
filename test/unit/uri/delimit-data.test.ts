/** Skipping other URLs before a data: URL must not change the result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { delimit, delimitData } from '../../../src/uri/delimit.ts';
import { runs } from '../../support/seed.ts';

const pieces = [
  ...[
    'data:,x',
    'data:image/png;base64,AAAA',
    'data:text/html,<p>',
    '\\u0064ata:,y',
    '&#100;ata:,z',
    'da\nta:,w',
  ],
  ...[
    'https://example.com/a',
    'http://a:80/b?c=d:e',
    'mailto:a@example.com',
    'urn:a:b',
    'URL: ',
    'x:y',
    'tel:+1',
    ':',
  ],
  ...[
    '"',
    "'",
    '`',
    '\\"',
    '&quot;',
    '&lt;',
    '&gt;',
    '<',
    '>',
    '(',
    ')',
    'url(',
    '<a href="',
    '<img src=',
    '“',
    '”',
  ],
  ...[
    ' ',
    '\n',
    '\n\n',
    '\t',
    '=\n',
    '=3D',
    '\\',
    ',',
    '> ',
    '\n> ',
    'a',
    'Content-Transfer-Encoding: quoted-printable\n',
  ],
];
const isData = ({ text }: { text: string }) =>
  /^[\0- ]*d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/i.test(text);

test('the same data: URLs as among all references', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (all) => {
      const text = all.join('');
      assert.deepEqual(delimitData(text).filter(isData), delimit(text).filter(isData), JSON.stringify(text));
    }),
    runs(20_000),
  );
});

test('a reference that reaches far is not passed over', () => {
  const far = `<https://example.com/${'a b '.repeat(1000)}data:,x> data:,y`;
  assert.deepEqual(delimitData(far).filter(isData), delimit(far).filter(isData));
});
