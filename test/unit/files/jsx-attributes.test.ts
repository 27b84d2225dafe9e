/** Tests data: URLs in attributes of JSX: their character references must mean what they mean to a compiler. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as esbuild from 'esbuild';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { scanText } from '../../../src/files/scan-text.ts';

/** The text between the quotation marks, and the text before the quotation marks. */
const front = 'const x = <i a="';
const jsx = (content: string): string => `${front}${content}" />;`;

/** The value of the attribute after compilation. */
async function compiled(source: string): Promise<string> {
  const { code } = await esbuild.transform(source, { loader: 'jsx', jsxFactory: 'valueOf' });
  return new Function('valueOf', `${code} return x;`)((_: string, { a }: { a: string }) => a);
}

const foundIn = (text: string): string[] =>
  findInFile('script', text).found.map(({ start, end, written }) => `${start}-${end} ${written}`);

const references = (
  'amp lt gt quot apos nbsp eacute yuml lang rang hellip euro alpha Omega thetasym there4 frac12 ETH THORN sup sup2 ' +
  'AMP LT QUOT COPY colon comma num percnt Tab NewLine check excl semi sol plus constructor toString __proto__'
).split(' ');

test('character references have the values that a compiler gives them', async () => {
  const others =
    '&#38; &#x26; &#X26; &#38 &amp &#128; &#0; &#xD83D;&#xDE00; &#x1F600; &#; &#x; &; \\n \\ &é;';
  const value = `data:text/plain,${references.map((name) => `&${name};`).join(' ')} ${others} &amp;amp;.`;
  const source = jsx(value);
  const expected = await compiled(source);
  assert.deepEqual(foundIn(source), [`${front.length}-${front.length + value.length} ${expected}`]);
});

test('base64 on several lines is one value', async () => {
  const digits = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  for (const value of [
    `data:image/gif;base64,${digits.slice(0, 20)}\n  ${digits.slice(20, 50)}\n  ${digits.slice(50)}`,
    `data:image/gif;base64,\n${digits}\n`,
    `data:image/gif;base64,${digits}\n`,
  ])
    for (const end of ['" />;', '" b="c"/>;', '" {...{}}/>;', '"></i>;']) {
      const source = `${front}${value}${end}`;
      assert.deepEqual(foundIn(source), [
        `${front.length}-${front.length + value.length} ${await compiled(source)}`,
      ]);
    }
  // The engine's stack is too small for all of these lines.
  const long = `${front}data:image/gif;base64,${'A'.repeat(76).concat('\n').repeat(300_000)}"/>;\nb = "${url}";`;
  assert.equal(foundIn(long).length, 2);
  const cut = `a="data:image/gif;base64,${digits.slice(0, 20)}\naLongNameOfSomething="b";`;
  assert.deepEqual(foundIn(cut), [`3-45 data:image/gif;base64,${digits.slice(0, 20)}`]);
});

describe('an edit leaves the other characters of the compiled value as they are', () => {
  for (const [title, value, fixed] of [
    ['no references', `data:text/plain;utf8,a`, 'data:text/plain;charset=utf-8,a'],
    ['references that only HTML has', 'data:text/plain;utf8,&colon;a', null],
    [
      'a reference twice',
      `data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><text>a &amp;lt; b 50%</text></svg>`,
      null,
    ],
    [
      'a reference before the cause',
      `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text fill='#f00'>&amp;amp;</text></svg>`,
      null,
    ],
  ] as const)
    test(title, async () => {
      const source = jsx(value);
      const { findings } = await scanText(source, { name: 'a.jsx' });
      assert.ok(findings.length > 0);
      for (const { fix } of findings) {
        if (fixed !== null) assert.ok(fix);
        if (!fix) continue;
        const before = await compiled(source);
        const edited = source.slice(0, fix.start) + fix.text + source.slice(fix.end);
        const [start, end] = [fix.start - front.length, fix.end - front.length];
        assert.equal(await compiled(edited), before.slice(0, start) + fix.text + before.slice(end));
        if (fixed !== null) assert.equal(await compiled(edited), fixed);
        else assert.ok(!value.includes('&amp;'));
      }
    });
});

test('sound markup with references has no findings', async () => {
  const svg = `&lt;svg xmlns='http://www.w3.org/2000/svg'/&gt;`;
  for (const value of [svg, '%3Csvg xmlns=&quot;http://www.w3.org/2000/svg&quot;/%3E'])
    for (const name of ['a.jsx', 'a.tsx', 'a.js']) {
      const { findings } = await scanText(`${jsx(`data:image/svg+xml,${value}`)}`, { name });
      assert.deepEqual(findings, []);
    }
});

const url = 'data:text/plain,a&amp;b';
const decoded = 'data:text/plain,a&b';

describe('references are decoded in attributes', () => {
  for (const text of [
    `return <img alt="" src='${url}'/>`,
    `<A.b-c:d {...x} e={f(<g h={"}"}/>, {i: {}})} j src="${url}">k</A.b-c:d>`,
    `<a>Text <img\n  src="${url}"\n/></a>`,
    `<a>Text <img src="${url}"></img></a>`,
    `x = a ? <img\nsrc="${url}"\n>b</img> : c`,
    `<A b={x => <img src="${url}" />} c />`,
    `<feImage in="a" href="${url}" /* c */ />`,
    `if (a <b) <img src="${url}" />`,
  ])
    test(text, () => {
      const start = text.indexOf(url);
      assert.deepEqual(foundIn(text), [`${start}-${start + url.length} ${decoded}`]);
    });
});

describe('references are not decoded elsewhere', () => {
  for (const text of [
    `<img src={"${url}"} />`,
    `a <b\nc = "${url}"\nd > e`,
    `a <b && c > "${url}"`,
    `type A<B = "${url}"> = B`,
    `type A<B extends string = "${url}"> = B`,
    `function f<const A = "${url}">() {}`,
    `const a = "${url}"`,
  ])
    test(text, () => {
      const start = text.indexOf(url);
      assert.deepEqual(foundIn(text), [`${start}-${start + url.length} ${url}`]);
    });
});
