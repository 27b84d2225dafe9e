import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { XmlError } from '../../../src/payload/facts.ts';
import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { cases, findingsOf, url } from './cases.ts';

const drain = (tokens: Iterable<unknown>) => {
  for (const _ of tokens);
};

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (text: string) => url('image/svg+xml', text);
const inRoot = (content: string) => svg(`<svg ${ns}>${content}</svg>`);
/** The number of characters before the content. */
const { length: start } = `<svg ${ns}>`;
const reported = (written: string, code: string, args?: Record<string, string | number>) => ({
  written,
  // Another browser shows it.
  severity: code === 'in' ? ('warning' as const) : ('error' as const),
  messageId: `malformed-svg-${code}`,
  ...(args && { args }),
});

cases(
  'malformed-svg',
  {
    'an end in an attribute': reported(svg(`<svg ${ns}><path d="M0`), 'unclosed', { element: 'path' }),
    'an end in an element': reported(svg(`<svg ${ns}><g><path/>`), 'unclosed', { element: 'g' }),
    'an end in a comment': reported(svg(`<svg ${ns}><!-- `), 'unclosed', { element: 'svg' }),
    'an element that is not closed': reported(inRoot('<g>'), 'mismatched', {
      at: start + 3,
      found: 'svg',
      expected: 'g',
    }),
    'an attribute without quotes': reported(inRoot('<path fill=red />'), 'attribute', {
      at: start + 11,
      element: 'path',
    }),
    'an attribute twice': reported(inRoot('<path fill="red" fill="red"/>'), 'attribute', {
      at: start + 17,
      element: 'path',
    }),
    'a template’s attribute': reported(inRoot('<path @click="go"/>'), 'attribute'),
    'a "<" in a value': reported(inRoot('<path id="<"/>'), 'attribute', { at: start + 10, element: 'path' }),
    'markup in a value': reported(inRoot('<path id="<b>"/>'), 'attribute', {
      at: start + 10,
      element: 'path',
    }),
    'one attribute by two prefixes': reported(
      inRoot('<g xmlns:a="u" xmlns:b="u" a:k="1" b:k="2"/>'),
      'attribute',
      { at: start + 35, element: 'g' },
    ),
    'the prefix xml for another namespace': reported(inRoot('<g xmlns:xml="u"/>'), 'namespace', {
      at: start + 3,
      prefix: 'xml',
    }),
    'a prefix for no namespace': reported(inRoot('<g xmlns:a=""/>'), 'namespace', {
      at: start + 3,
      prefix: 'a',
    }),
    'a default namespace that is reserved': reported(
      inRoot('<g xmlns="http://www.w3.org/2000/xmlns/"/>'),
      'default-namespace',
      { at: start + 3 },
    ),
    'no element': reported(svg('<!-- none -->'), 'empty', {}),
    'xlink without its declaration': reported(inRoot('<use id=" xlink:href=" xlink:href="#a"/>'), 'prefix', {
      at: start + 23,
      prefix: 'xlink',
    }),
    'such a name in an entity': reported(
      svg(`<!DOCTYPE svg [<!ENTITY e "<g xlink:href=''/>">]><svg ${ns}>&e;</svg>`),
      'prefix',
      { at: 49 + start, prefix: 'xlink' },
    ),
    'two hyphens in a comment': reported(inRoot('<!-- a -- b -->'), 'syntax', { at: start + 7 }),
    'an end tag with a space before its name': reported(inRoot('<g></ g>'), 'syntax', { at: start + 5 }),
    'an element’s prefix': reported(inRoot('<a:b/>'), 'prefix', { at: start, prefix: 'a' }),
    'a reference of HTML': reported(inRoot('<text>a&nbsp;b</text>'), 'reference', {
      at: start + 7,
      reference: '&nbsp;',
    }),
    'an ampersand': reported(inRoot('<text id="a&b"/>'), 'reference', { at: start + 11, reference: '&' }),
    'an entity of an external subset': reported(
      svg(`<!DOCTYPE svg SYSTEM "a.dtd"><svg ${ns}><text>&a;</text></svg>`),
      'reference',
    ),
    'a reference to no character': reported(inRoot('<text>&#0;</text>'), 'reference'),
    'text after the root': reported(svg(`<svg ${ns}/>x`), 'outside', { at: start + 1 }),
    'an end tag too many': reported(svg(`<svg ${ns}></svg></svg>`), 'outside'),
    'a control character': reported(inRoot('<text>\u0001</text>'), 'syntax', { at: start + 6 }),
    'a declaration after a space': reported(svg(` <?xml version="1.0"?><svg ${ns}/>`), 'syntax', { at: 1 }),
    'a name that Chromium rejects, and one that Firefox rejects': reported(
      inRoot('<xml:g/><a:.b xmlns:a="u"/>'),
      'prefix',
      { at: start, prefix: 'xml' },
    ),
    'a name that Firefox rejects': reported(inRoot('<a:.b xmlns:a="u"/>'), 'in', {
      browser: 'Firefox',
      at: start,
    }),
    'identifiers that Chromium alone accepts': reported(
      svg(`<!DOCTYPE svg PUBLIC "a""b"><svg ${ns}/>`),
      'in',
      { browser: 'Firefox', at: 0 },
    ),
    'such a name in another root': reported(svg('<svg><a:.b xmlns:a="u"/></svg>'), 'root', {}),
    'no namespace': reported(svg('<svg viewBox="0 0 8 8"/>'), 'root', {}),
    'another namespace': reported(svg('<svg xmlns="https://www.w3.org/2000/svg"/>'), 'root'),
  },
  {
    'a well-formed one': { written: inRoot('<g><path d="M0 0h8"/></g>') },
    'a prefix for all elements': { written: svg('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>') },
    'a declared entity': {
      written: svg(`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${ns}><text>&a;</text></svg>`),
    },
    'an entity of XHTML': {
      written: svg(
        `<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.1//EN" "a.dtd"><svg ${ns}><text>&nbsp;</text></svg>`,
      ),
    },
    'a name that both accept': { written: inRoot('<a:b. xmlns:a="u"/>') },
    'a parameter entity': {
      written: svg(`<!DOCTYPE svg [<!ENTITY % a "<!ENTITY b 'c'>">%a;]><svg ${ns}>&b;</svg>`),
    },
    'two prefixes of two namespaces': { written: inRoot('<g xmlns:a="u" xmlns:b="v" a:k="1" b:k="2"/>') },
    'white space before the root': { written: svg(` <svg ${ns}/>`) },
  },
);

/** Texts for which other rules report findings instead. */
const others = {
  'another type': url('application/xml', '<a>'),
  'a body that a fragment cuts off': `data:image/svg+xml,<svg ${ns}><path fill="#f00" d="M0 0h8"/></svg>`,
  'no SVG at all': url('image/svg+xml', 'This is not an image.'),
  'no body': 'data:image/svg+xml,',
};
for (const [name, written] of Object.entries(others))
  test(`not malformed: ${name}`, async () => {
    const rules = (await findingsOf(written, ['image'])).map(({ rule }) => rule);
    assert.ok(rules.length > 0 && !rules.includes('malformed-svg'), rules.join());
  });

/**
 * Declarations, with the error that browsers report: its code, its position, and the browser if only one reports it.
 */
const declared: Record<string, [content: string, expected: string | null]> = {
  '<!ATTLIST svg a CDATA "&e;"><!ENTITY e "x">': ['', 'reference 38 &e;'],
  '<!ATTLIST g a CDATA #FIXED "&e;"><!ENTITY e "x">': ['', 'reference 43 &e;'],
  '<!ATTLIST svg a (x|y) "&e;">': ['', 'reference 38 &e;'],
  '<!ENTITY % p SYSTEM "q">%p;<!ATTLIST svg a CDATA "&e;">': ['', 'reference 65 &e; Chromium'],
  '<!ATTLIST svg a CDATA "& e">': ['', 'reference 38 &'],
  '<!ATTLIST svg a CDATA "&#0;">': ['', 'reference 38 &#0;'],
  '<!ATTLIST svg a CDATA "\u0001">': ['', 'syntax 38'],
  '<!ENTITY e "x"><!ATTLIST svg a CDATA "&e;&lt;&#65;">': ['', null],
  '<!ATTLIST svg a CDATA "<">': ['', 'attribute 38 Firefox'],
  '<!ENTITY e "&#60;"><!ATTLIST g a CDATA "&e;">': ['', 'reference 55 &e; Firefox'],
  '<!ENTITY e "&f;"><!ATTLIST g a CDATA "&e;">': ['', 'reference 53 &e; Firefox'],
  '<!ENTITY e SYSTEM "x"><!ATTLIST g a CDATA "&e;">': ['', 'reference 58 &e; Firefox'],
  '<!ELEMENT svg (g)?*>': ['', 'syntax 15 Firefox'],
  '<!ELEMENT svg (g|h,i)>': ['', 'syntax 15 Firefox'],
  '<!ELEMENT svg (g|id(h))>': ['', 'syntax 15 Firefox'],
  '<!ELEMENT svg (#PCDATA|g)>': ['', 'syntax 15 Firefox'],
  '<!ELEMENT svg ((g|h)+,(i,j)?)*><!ELEMENT g ( #PCDATA | h )*>': ['', null],
  '<!ELEMENT svg (g|<h)>': ['', 'syntax 15'],
  '<!ATTLIST svg a CDATA"x">': ['', 'syntax 15 Firefox'],
  '<!ATTLIST svg a (b,c) "b">': ['', 'syntax 15 Firefox'],
  '<!ATTLIST svg a FOO "b">': ['', 'syntax 15 Firefox'],
  '<!ATTLIST svg a NMTOKENS #REQUIRED b ( c | 1 ) "c" d NOTATION (n) #IMPLIED>': ['', null],
  '<!NOTATION n SYSTEM a>': ['', 'syntax 15 Firefox'],
  '<!NOTATION n PUBLIC "a"><!NOTATION m SYSTEM "b">': ['', null],
  '<!ENTITY e SYM "x">': ['', 'syntax 15 Firefox'],
  '<!ENTITY e FOO "x">': ['', 'syntax 15'],
  '<!ENTITY e SYSTEM "x" NDATA>': ['', 'syntax 15 Firefox'],
  '<!ENTITY e "a&b">': ['', 'syntax 15 Firefox'],
  '<!ENTITY % p "x"><!ENTITY e "%p;">': ['', 'syntax 32 Firefox'],
  '<!ENTITY e "%p;">': ['', 'syntax 15'],
  '%p;': ['', 'reference 15 %p; Chromium'],
  '<!ENTITY e PUBLIC "a" "b" NDATA n><!ENTITY % p SYSTEM "c"><!ENTITY f "&g; &#x41;">': ['', null],
  '\f': ['', 'syntax 15'],
  '<!ENTITY e "<g>">': ['&e;</g>', 'reference 74 &e; Firefox'],
  '<!ENTITY e "</g>">': ['<g>&e;', 'reference 78 &e; Firefox'],
  '<!ENTITY e "</g><g>">': ['<g>&e;</g>', 'reference 81 &e; Firefox'],
  '<!ENTITY f "</g>"><!ENTITY e "<g>&f;">': ['&e;', 'reference 95 &f; Firefox'],
  '<!ENTITY e "<g><path/></g>">': ['&e;', null],
  '<!ENTITY e "<!-- ">': ['&e; -->', null],
  '<!ENTITY e "<g ">': ['&e; />', null],
  '<!ENTITY e SYSTEM "x" NDATA n>': ['&e;', 'reference 87 &e; Firefox'],
  '<!ENTITY e SYSTEM "y" NDATA n><!ENTITY f "a&e;">': ['&f;', 'reference 105 &e; Firefox'],
  '<!ENTITY e SYSTEM "z" NDATA n>': ['', null],
  '<!ENTITY e SYSTEM "x">': ['&e;', null],
  '<!ENTITY a:b "x">': ['', 'syntax 24 Firefox'],
  '<!ENTITY :b "x">': ['', 'syntax 24 Firefox'],
  '<!ENTITY % a:b "x">': ['', 'syntax 26 Firefox'],
  '<!ENTITY a SYSTEM "x" NDATA a:b>': ['', 'syntax 36 Firefox'],
  '<!NOTATION a:b SYSTEM "x">': ['', 'syntax 26 Firefox'],
  '<!ELEMENT a:b:c ANY>': ['', 'syntax 25 Firefox'],
  '<!ELEMENT a:b ANY>': ['', null],
  '<!ATTLIST a:b c:d CDATA "x">': ['', null],
  '<!ATTLIST \u{10000} b CDATA "x">': ['', 'syntax 25 Firefox'],
  '<!ATTLIST a b:c:d CDATA "x">': ['', 'syntax 27'],
  '<![INCLUDE[<!ENTITY a "b">]]>': ['', 'syntax 15'],
  '<?a:b c?>': ['', 'syntax 17 Firefox'],
  '<!ENTITY e "&nbsp;">': ['&e;', 'reference 77 &nbsp;'],
  '<!ENTITY e "]]&#62;">': ['&e;', 'syntax 78 ]]>'],
};
/** The last error of a document with a declaration, and with this content. */
function lastError(declaration: string, content: string): string | null {
  let found: string | null = null;
  const onError = ({ code, at, name, browser }: XmlError) => {
    found = [code, at, name, browser ?? ''].filter((each) => each !== '').join(' ');
  };
  drain(tokensOf(`<!DOCTYPE svg [${declaration}]><svg ${ns}>${content}</svg>`, 'xml', { onError }));
  return found;
}

for (const [declaration, [content, expected]] of Object.entries(declared))
  test(`${declaration} and ${content || 'nothing'}`, () => {
    assert.equal(lastError(declaration, content), expected);
  });

test('declarations of any length are read, and checked up to a million characters', () => {
  assert.equal(lastError(`<!ELEMENT svg (g${'|g'.repeat(1000)},h)>`, ''), 'syntax 15 Firefox');
  for (const each of ['|g'.repeat(2_000_000), '|g'.repeat(500)])
    for (const model of [
      `ELEMENT svg (#PCDATA${each})*`,
      `ELEMENT svg (g${each})`,
      `ATTLIST svg a (g${each}) "g"`,
    ])
      assert.equal(lastError(`<!${model}>`, ''), null);
});

test('Firefox alone removes spaces from a namespace that is declared as a token', async () => {
  const token = svg('<!DOCTYPE svg [<!ATTLIST svg xmlns NMTOKEN " http://www.w3.org/2000/svg ">]><svg/>');
  const found = (await findingsOf(token, ['image'])).map(({ rule }) => rule);
  assert.ok(!found.includes('malformed-svg'), found.join());
  const text = svg('<!DOCTYPE svg [<!ATTLIST svg xmlns CDATA " http://www.w3.org/2000/svg ">]><svg/>');
  const [root] = await findingsOf(text, ['image']);
  assert.equal(root?.messageId, 'malformed-svg-root');
});

/** Declarations for which other rules also report findings. */
for (const [declaration, code] of [
  ['<!ENTITY a "&a;">', 'reference'],
  ['<!ENTITY a "&b;">', 'reference'],
  ['<!ENTITY a "&#38;">', 'reference'],
  ['<!ENTITY a "& b">', 'reference'],
  ['<!ENTITY a"b">', 'syntax'],
  ['<!ENTITY a "100%">', 'syntax'],
  ['<!ENTITY 1 "b">', 'syntax'],
  ['<!-- a -- b -->', 'syntax'],
])
  test(`malformed: ${declaration}`, async () => {
    const written = svg(`<!DOCTYPE svg [${declaration}]><svg ${ns}>&a;</svg>`);
    const found = (await findingsOf(written, ['image'])).map(({ messageId }) => messageId);
    assert.ok(found.includes(`malformed-svg-${code}`), found.join());
  });
