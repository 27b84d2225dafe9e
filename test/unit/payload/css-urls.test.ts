import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeCssEscapes } from '../../../src/payload/css/css-tokens.ts';
import type { CssLocation, CssText, CssUrl } from '../../../src/payload/css/css-types.ts';
import { findCssUrls } from '../../../src/payload/css/css-urls.ts';
import { maxPreludeLength, maxRuleDepth } from '../../../src/payload/limits.ts';
import { mistakenSheets } from '../../support/dropped-css.ts';
import { isFull, runs } from '../../support/seed.ts';

type Named = Omit<CssUrl, 'start' | 'end' | keyof CssLocation>;
const urlsOf = (css: string): Named[] =>
  [...findCssUrls(css)]
    .filter((url) => url !== null)
    .map(({ start, end, rules, line, column, ...url }) => url);
/**
 * Returns `name=written` for each URL. The reason why a URL is dropped precedes it; its role follows it unless the URL
 * is a plain value.
 */
const urlsIn = (css: string): string[] =>
  urlsOf(css).map(({ written, name, role, dropped }) =>
    [dropped ? `${dropped.cause}!` : '', role === 'value' ? '' : `${role}:`, `${name}=${written}`].join(''),
  );

const groups: Record<string, [name: string, css: string, expected: string[]][]> = {
  'url tokens': [
    ['unquoted', 'a{background:url(data:,x)}', ['background=data:,x']],
    ['white space around', 'a{background:url( \t\n\f\r data:,x \n )}', ['background=data:,x']],
    ['any case', 'a{BACKGROUND:URL(DATA:,x)}', ['background=DATA:,x']],
    ['empty', 'a{b:url()}', ['b=']],
    ['only white space', 'a{b:url(  )}', ['b=']],
    ['a backslash at the end of the text', 'background:url(data:,x#\\', ['background=data:,x#\ufffd']],
    ['the same in a string', 'background:url("data:,x#\\', ['background=data:,x#']],
    ['a backslash at the end of a line', 'background:url(data:,x#\\\n', ['line-break!background=data:,x#']],
    ['double quotes', 'a{b:url("data:,(x)")}', ['b=data:,(x)']],
    ['single quotes', "a{b:url( 'data:,\"x' )}", ['b=data:,"x']],
    ['quoted with modifiers', 'a{b:url("data:,x" cross-origin(anonymous))}', ['b=data:,x']],
    ['an escaped name', 'a{b:u\\72l(data:,x)}', ['b=data:,x']],
    ['an escaped name with white space behind the escape', 'a{b:\\75 rl(data:,x)}', ['b=data:,x']],
    ['several in one value', 'a{b:url(1), url("2") , url(3)}', ['b=1', 'b=2', 'b=3']],
    ['no white space may stand before the parenthesis', 'a{b:url (data:,x)}', []],
    ['part of a longer name', 'a{b:xurl(data:,x)}', []],
    ['a unit is no function', 'a{b:2url(data:,x)}', []],
    ['a hash is no function', 'a{b:#url(data:,x)}', []],
    ['two hyphens are a name', 'a{b:--url(data:,x)}', []],
    ['comment marks inside', 'a{b:url(data:,/*x*/)}', ['b=data:,/*x*/']],
    ['semicolons and braces inside', 'a{b:url(data:image/svg+xml;x,{}[])}', ['b=data:image/svg+xml;x,{}[]']],
    ['a comment behind the parenthesis is text', 'a{b:url(/**/"x")}', ['quote!b=/**/"x"']],
  ],
  'strings behind a substitution': [
    ['a fallback of var()', 'a{b:image-set(var(--x, "data:,x") 1x)}', ['b=data:,x']],
    ['of var() in var()', 'a{b:image-set(var(--x, var(--y, "data:,x")) 1x)}', ['b=data:,x']],
    [
      'both branches of if()',
      'a{b:image-set(if(style(--x): "data:,1"; else: "data:,2"))}',
      ['b=data:,1', 'b=data:,2'],
    ],
    ['an argument', 'a{b:src(--f("data:,x"))}', ['b=data:,x']],
    ['what if() asks for is none', 'a{b:image-set(if(style(--x: "data:,decoy"): url(y)))}', ['b=y']],
    ['a type is none', 'a{b:image-set(url(y) type("data:,decoy"))}', ['b=y']],
    ['without a function that takes URLs there is none', 'a{b:var(--x, "data:,decoy")}', []],
  ],
  'functions of css-mixins-1': [
    ['a default', '@function --f(--x <url>: url(data:,x)) returns <url> {}', ['@function=data:,x']],
    ['a result', '@function --f() { result: url(data:,x) }', ['result=data:,x']],
    ['a local variable', '@function --f() { --x: url(data:,x); result: var(--x) }', ['--x=data:,x']],
  ],
  escapes: [
    ['hexadecimal', 'a{b:url(\\64 ata:,x)}', ['b=data:,x']],
    ['six digits need no white space', 'a{b:url(\\000064ata:,x)}', ['b=data:,x']],
    ['a seventh digit is text', 'a{b:url(\\00006411)}', ['b=d11']],
    ['one white space ends it, a second does not', 'a{b:"";c:url("\\64  x")}', ['c=d x']],
    ['a newline ends it', 'a{b:url(\\64\nata:,x)}', ['b=data:,x']],
    ['a CRLF ends it as one', 'a{b:url(\\64\r\nata:,x)}', ['b=data:,x']],
    ['a tab or form feed ends it', 'a{b:url(\\64\tx\\64\fx)}', ['b=dxdx']],
    ['any other character stands for itself', 'a{b:url(d\\:\\)\\(\\"\\ \\\\)}', ['b=d:)(" \\']],
    ['zero', 'a{b:url(\\0 x)}', ['b=\uFFFDx']],
    ['a surrogate', 'a{b:url(\\d800 x)}', ['b=\uFFFDx']],
    ['beyond Unicode', 'a{b:url(\\110000 x)}', ['b=\uFFFDx']],
    ['the last code point', 'a{b:url(\\10ffff x)}', ['b=\u{10FFFF}x']],
    ['beyond the BMP', 'a{b:url(\\1f600 x)}', ['b=\u{1F600}x']],
    ['an escaped character beyond the BMP', 'a{b:url(\\\u{1F600}x)}', ['b=\u{1F600}x']],
    ['in a string: an escaped quote', 'a{b:url("\\"")}', ['b="']],
    ['in a string: an escaped newline is nothing', 'a{b:url("da\\\nta:,x")}', ['b=data:,x']],
    ['in a string: an escaped CRLF is nothing', 'a{b:url("da\\\r\nta:,x")}', ['b=data:,x']],
    ['in a string: an escaped form feed is nothing', 'a{b:url("da\\\fta:,x")}', ['b=data:,x']],
    ['in a property', 'a{back\\67 round:url(x)}', ['background=x']],
    ['NUL', 'a{b:url(a\0b)}', ['b=a\uFFFDb']],
    ['NUL in a string', 'a{b:url("a\0b")}', ['b=a\uFFFDb']],
  ],
  'what is broken': [
    ['a quote in an unquoted URL', 'a{b:url(x"y);c:url(z)}', ['c=z', 'quote!b=x"y']],
    ['a parenthesis in an unquoted URL', 'a{b:url(x(y);c:url(z)}', ['c=z', 'parenthesis!b=x(y']],
    ['white space in an unquoted URL', 'a{b:url(x y);c:url(z)}', ['c=z', 'blank!b=x y']],
    ['a control character in an unquoted URL', 'a{b:url(x\u0001y);c:url(z)}', ['c=z', 'control!b=x\x01y']],
    ['DELETE in an unquoted URL', 'a{b:url(x\u007fy);c:url(z)}', ['c=z', 'control!b=x\x7fy']],
    [
      'a backslash before a newline in an unquoted URL',
      'a{b:url(x\\\ny);c:url(z)}',
      ['c=z', 'line-break!b=xy'],
    ],
    [
      'a bad URL eats an escaped parenthesis',
      'a{b:url(x"\\);c:url(y);d:url(z)}',
      ['d=z', 'quote!b=x");c:url(y'],
    ],
    ['a bad URL eats braces', 'a{b:url(x"};c{d:url(y)}', ['quote!b=x"};c{d:url(y']],
    [
      'a block in brackets is a part of the value',
      'a{b:url(x) [ { } ];c:url(y)} d{e:url(z)}',
      ['c=y', 'unclosed!b=x', 'e=z'],
    ],
    ['what follows the brackets, too', 'a{b:( { } ) url(x);c:url(y)}', ['c=y', 'unclosed!b=x']],
    ['a URL in such a block', 'a{b:[{c:url(x)}];d:url(y)}', ['d=y', 'unclosed!b=x']],
    [
      'an error in a block that is a value drops the whole value, but nothing after it',
      'a{b:{c:url(x);)} d:url(y)} e{--f:{g:url(z);)h:url(i)};j:url(k)}',
      ['d=y', 'stray!b=x', 'j=k', 'stray!--f=z', 'stray!--f=i'],
    ],
    [
      'what follows a bad URL in a custom property up to the semicolon',
      'a{--b:url(x";c:url(y) d{e:url(z)} f{g:url(1)};h:url(2)}',
      ['h=2', 'quote!--b=x";c:url(y', 'quote!--b=z', 'quote!--b=1'],
    ],
    [
      'a bracket in a selector that contains the block',
      'a({b:url(x)}) c{d:url(y)} e{f:url(z)}',
      ['unclosed!b=x', 'unclosed!d=y', 'f=z'],
    ],
    ['a newline ends a string, and the next quote begins one', 'a{b:("x\ny");c:url(z)}', ['line-break!c=z']],
    ['a newline in a string: the next line goes on', 'a{b:"x\n;c:url(z)}', ['c=z']],
    ['carriage return and form feed too', 'a{b:"x\r;c:url(y);d:"\f;e:url(z)}', ['c=y', 'e=z']],
    ['a string in quotes of the other kind', `a{b:"'";c:url(z)}`, ['c=z']],
  ],
  'the end of the text': [
    ['in an unquoted URL', 'a{b:url(data:,x', ['b=data:,x']],
    ['in white space behind an unquoted URL', 'a{b:url(data:,x  ', ['b=data:,x']],
    ['in a quoted URL', 'a{b:url("data:,x', ['b=data:,x']],
    ['behind a quoted URL', 'a{b:url("data:,x"', ['b=data:,x']],
    ['behind a backslash in a string', 'a{b:url("data:,x\\', ['b=data:,x']],
    ['in an escape', 'a{b:url(\\64', ['b=d']],
    ['in a bad URL', 'a{b:url(x y', ['blank!b=x y']],
    ['in a comment', 'a{b:url(x)/* url(y)', ['b=x']],
    ['behind a slash', 'a{b:url(x)}/', ['b=x']],
    ['in an at-rule', '@import "x', ['import:@import=x']],
    ['behind an at sign', '@', []],
    ['behind a name', 'a{b:url', []],
  ],
  comments: [
    ['hold no URL', '/* a{b:url(x)} */a{b:url(y)}', ['b=y']],
    ['end at the first mark', '/*/**/a{b:url(y)}/**/', ['b=y']],
    ['stand between property and colon', 'a{b/**/:/**/url(y)}', ['b=y']],
    ['stand between statement and name', 'a{/* x */b:url(y)}', ['b=y']],
    ['stand inside of a function', 'a{b:image-set(/*"x"*/"y"/**/1x)}', ['b=y']],
    ['hide no quote', `a{/* ' */b:url(y)/* " */}`, ['b=y']],
  ],
  'functions with strings': [
    ['image-set', 'a{b:image-set("x" 1x, url(y) 2x)}', ['b=x', 'b=y']],
    ['-webkit-image-set', 'a{b:-webkit-image-set("x" 1x)}', ['b=x']],
    ['type() inside is no URL', 'a{b:image-set("x" type("image/avif"))}', ['b=x']],
    ['src()', 'a{b:src("x")}', ['b=x']],
    ['image()', 'a{b:image(ltr "x", red)}', ['b=x']],
    ['in any case', 'a{b:Image-Set("x" 1x)}', ['b=x']],
    ['format() and tech() are none', '@font-face{src:url(x) format("woff2") tech("y")}', ['font:src=x']],
    ['nested in others', 'a{b:cross-fade(image-set("x" 1x), url(y))}', ['b=x', 'b=y']],
    ['in a parenthesis within', 'a{b:image-set(("x") 1x)}', []],
    ['attr() and var() are none', 'a{b:attr(x, "y") var(--z, "w")}', []],
    ['the default of var() may be', 'a{b:var(--z, url(w))}', ['b=w']],
    ['content is text', 'a::before{content:"data:,x"}', []],
    ['quotes are text', 'q{quotes:"data:,x" "data:,y"}', []],
  ],
  '@import': [
    ['a string', '@import "x";', ['import:@import=x']],
    ['a URL', "@import url(x);@import url('y');", ['import:@import=x', 'import:@import=y']],
    ['in any case', '@IMPORT "x";', ['import:@import=x']],
    ['with an escaped name', '@\\69mport "x";', ['import:@import=x']],
    [
      'with layer, supports and media',
      '@import "x" layer(a.b) supports(display:grid) print;',
      ['import:@import=x'],
    ],
    [
      'whose supports() names URLs',
      '@import url(x) supports(background:url(y)) screen;',
      ['import:@import=x'],
    ],
    ['a second string is no URL', '@import "x" "y";', ['import:@import=x']],
    ['a comment before it', '/**/@import/**/"x";', ['import:@import=x']],
    [
      'twice and then a rule',
      '@import "x";@import "y";a{b:url(z)}',
      ['import:@import=x', 'import:@import=y', 'b=z'],
    ],
    ['src()', '@import src("x");', ['import:@import=x']],
    [
      'with blocks and semicolons in its conditions',
      '@import "x" supports(--a:{b;c});@import url(y) (a:;),({}),all;d{e:url(z)}',
      ['import:@import=x', 'import:@import=y', 'e=z'],
    ],
  ],
  'other at-rules': [
    [
      '@font-face',
      '@font-face{font-family:"f";src:local("a"),url(x) format("woff2"),url("y")}',
      ['font:src=x', 'font:src=y'],
    ],
    ['src elsewhere is no font', 'a{src:url(x)}', ['src=x']],
    ['another descriptor of @font-face', '@font-face{b:url(x)}', ['b=x']],
    ['@font-face in @media', '@media print{@font-face{src:url(x)}}', ['font:src=x']],
    ['behind @font-face', '@font-face{src:url(x)}a{src:url(y)}', ['font:src=x', 'src=y']],
    ['@namespace', '@namespace url(x);@namespace a "y";', []],
    ['@supports', '@supports (background:url(x)){a{b:url(y)}}', ['b=y']],
    ['@charset', '@charset "x";a{b:url(y)}', ['b=y']],
    ['@document', '@document url(x){a{b:url(y)}}', ['b=y']],
    ['@media and @layer', '@layer a{@media print{a{b:url(x)}}}', ['b=x']],
    ['@property', '@property --a{syntax:"<url>";initial-value:url(x)}', ['initial-value=x']],
    ['@counter-style', '@counter-style a{symbols:url(x) "y"}', ['symbols=x']],
    ['@keyframes', '@keyframes a{from{b:url(x)}50%{b:url(y)}}', ['b=x', 'b=y']],
    ['@page', '@page :first{b:url(x);@top-left{b:url(y)}}', ['b=x', 'b=y']],
  ],
  'selectors and declarations': [
    ['an attribute selector', 'a[href="data:,x"]{b:url(y)}', ['b=y']],
    ['a URL in a selector', 'a[href=url(x)]{b:url(y)}', ['b=y']],
    ['a pseudo-class', 'a:not([src="x"]):is(b,c){b:url(y)}', ['b=y']],
    ['CDO and CDC', '<!-- a{b:url(x)} --> c{d:url(y)}', ['b=x', 'd=y']],
    ['CDC before a rule', '-->a{b:url(x)}', ['b=x']],
    ['custom properties, case kept', 'a{--Icon:url(x)}', ['--Icon=x']],
    ['a custom property with a block', 'a{--b:{c:url(x)};d:url(y)}', ['--b=x', 'd=y']],
    ['its value continues after the block', 'a{--b:{} c{d:url(x)}}e{f:url(y)}', ['--b=x', 'f=y']],
    ['a block of a fallback', 'a{b:url(x) var(--c,[{d;e}]);f:url(y)}', ['b=x', 'f=y']],
    [
      'a substitution in or after a block',
      'a{b:({x;var(--c)}) url(x);d:([{}]) url(y) var(--c)}',
      ['b=x', 'd=y'],
    ],
    ['!important', 'a{b:url(x)!important}', ['b=x']],
    ['a declaration without its colon', 'a{b url(x);c:url(y)}', ['c=y']],
    ['a colon without its property', 'a{:url(x);c:url(y)}', ['c=y']],
    [
      'blocks in brackets of selectors',
      'a:is(b,[{]}],{c:d;e}){f:url(1)} a{b:WHERE({c:d}) e{f:url(2)}.b:is({{}}){f:url(3)}g:url(4)}',
      ['f=1', 'f=2', 'f=3', 'g=4'],
    ],
    [
      'other errors in the list of a forgiving selector',
      'a:is(b,;){c:url(1)} a:is(b,]){c:url(2)} a:i\\73(b,"\n){c:url(3)} a:is({},;]){c:url(4)}',
      ['c=1', 'c=2', 'c=3', 'c=4'],
    ],
    [
      'blocks in brackets of conditions',
      '@media ({}),all{@supports not (a:{";}"};){b{@container (c:{}){d:url(1)}e:url(2)}}}',
      ['d=1', 'e=2'],
    ],
    ['and what surrounds the rule', '};a:is({}){b:url(1)} c:is({}){d:url(2)}', ['stray!b=1', 'd=2']],
    ['a comment between colon and block', 'a{b:/**/ {c:url(1)}d:url(2)}', ['b=1', 'd=2']],
    ['two colons before a block', 'a{b::{c:url(1)}d:url(2)}', ['c=1', 'd=2']],
    ['nesting', 'a{b:url(x);&:hover{b:url(y)}c:url(z)}', ['b=x', 'b=y', 'c=z']],
    ['nesting of a selector that looks like a declaration', 'a{b:hover{c:url(x)}}', ['c=x']],
    ['declarations alone, as in a style attribute', 'b:url(x);c:url(y)', ['b=x', 'c=y']],
    ['overridden declarations', 'a{b:url(x);b:url(y)}', ['b=x', 'b=y']],
    ['brackets that do not close', 'a{b:(((url(x)}c{d:url(y)}', ['unclosed!b=x', 'unclosed!d=y']],
    ['brackets that do not open', 'a{b:)]url(x)}}}c{d:url(y)}', ['stray!b=x', 'stray!d=y']],
    ['brackets that cross', 'a{b:([)]url(x)}c{d:url(y)}', ['stray!b=x', 'stray!d=y']],
    ['a semicolon within brackets', 'a{b:(;c:url(x))}', ['unclosed!b=x']],
    ['a hack with a character before the name', 'a{*b:url(x);c:url(y)}', ['c=y']],
    ['names beyond ASCII', 'a{\u00fc:url(x)}', ['\u00fc=x']],
    ['a BOM or nothing', '', []],
  ],
};

const dropped: typeof groups = {
  'unquoted URLs': [
    ['a blank', 'a{b:url(data:,x y)}', ['blank 7-8 1:16 data:,x y']],
    ['a quote', "a{b:url(data:,x'y')}", ["quote 7-8 1:16 data:,x'y'"]],
    ['parentheses', 'a{b:url(data:,rotate(45))}', ['parenthesis 12-13 1:21 data:,rotate(45)']],
    ['a tab, and parentheses behind it', 'a{b:url(data:,x\tr(4))}', ['blank 7-8 1:16 data:,x\tr(4)']],
    ['lines', 'a{b:url(\n data:,x\n  y\n)}', ['line-break 7-8 2:9 data:,x\n  y\n']],
    ['a parenthesis that no other closes', 'a{b:url(data:,x(y)}', ['parenthesis 7-8 1:16 data:,x(y']],
    ['an escape before the place', 'a{b:url(\\64 ata:,x y)}', ['blank 7-8 1:19 data:,x y']],
    ['one of two', 'a{b:url(1),url(2 3)}', ['blank 0-1 1:17 1', 'blank 1-2 1:17 2 3']],
    ['in a custom property', 'a{--b:url(1 2)}', ['blank 1-2 1:12 1 2']],
    ['in image-set()', 'a{b:image-set(url(1 2) 1x)}', ['blank 1-2 1:20 1 2']],
    ['in an import', '@import url(1 2);a{b:url(3)}', ['blank 1-2 1:14 1 2']],
    ['in a style attribute', 'b:url(1 2);c:url(3)', ['blank 1-2 1:8 1 2']],
    ['none at the end', 'b:url(1', []],
  ],
  strings: [
    ['a line break', 'a{b:url("x\ny")}', ['line-break 1-2 1:11 x\ny']],
    [
      'what follows it',
      'a{b:url("x\ny")}\nc{d:url(z)}',
      ['line-break 1-2 1:11 x\ny', 'line-break 0-1 1:11 z'],
    ],
    [
      'a line break, and a space before the parenthesis',
      'a{b:url("x\ny" )}c{d:url(\'z\' )}',
      ['line-break 1-2 1:11 x\ny', 'line-break 0-1 1:11 z'],
    ],
    ['a line break in image-set()', "a{b:image-set('x\ny' 1x)}", ['line-break 1-2 1:17 x\ny']],
    ['none with a backslash', 'a{b:url("x\\\ny")}', []],
    ['no quote at the end', 'a{b:url("x);\nc:d}', ['unclosed-string 0-1 1:13 x']],
    [
      'no quote before other rules',
      'a{b:url("x)}c{d:url(y)}\ne{f:url("z")}',
      ['unclosed-string 0-1 1:24 x', 'unclosed-string 0-1 1:24 y', 'unclosed-string 0-1 1:24 z'],
    ],
    [
      'a parenthesis in the rest of the string',
      'a{b:url("x) );\nc:url(y)}',
      ['unclosed-string 0-1 1:15 x', 'unclosed-string 0-1 1:15 y'],
    ],
    ['neither quote nor parenthesis', 'a{b:url("x}c{d:e}\nf{g:h}', ['unclosed-string 0-7 1:18 x}c{d:e']],
    ['a hash behind the string', 'a{b:url("x"#y)}', ['after-string 0-1 1:12 x']],
    [
      'a string behind the string',
      'a{b:url("x" "y")}',
      ['after-string 0-1 1:13 x', 'after-string 0-1 1:13 y'],
    ],
    ['none for a modifier', 'a{b:url("x" y z(1))}', []],
    ['none in a custom property', 'a{--b:url("x"#y)}', []],
    ['none beside a substitution', 'a{b:url("x"#y) var(--c)}', []],
    ['none at the end', 'b:url("x', []],
    ['a line that does not go on', 'a{b:url("x\\\ny\nz")}', ['line-break 2-3 2:2 xy\nz']],
  ],
  cursors: [
    ['without a keyword', 'a{cursor:url(x)}', ['no-keyword 0-1 1:16 x']],
    ['with a position only', 'a{CURSOR:url(x) 1 2;b:c}', ['no-keyword 0-1 1:20 x']],
    ['none with a keyword', 'a{cursor:url(x),url(y) 1 2,-webkit-grab !important}', []],
    ['none with a substitution', 'a{cursor:url(x) var(--y)}', []],
    ['none with a keyword that ends with an escape', 'a{cursor:url(x),hel\\70 ;cursor:url(y),aut\\o}', []],
    ['none with white space after the keyword', `a{cursor:url(x),auto${' '.repeat(200)}}`, []],
    ['with an escaped digit only', 'a{cursor:url(x),\\37}', ['no-keyword 0-1 1:20 x']],
  ],
  brackets: [
    ['one that is not closed', 'a{b:f(url(x)}c{d:url(y)}', ['unclosed 0-1 1:13 x', 'unclosed 0-1 1:13 y']],
    ['until a later one closes it', 'a{b:f(}c{d:url(x)}e:)}f{g:url(y)}', ['unclosed 0-1 1:7 x']],
    ['the rest of the declaration', 'a{b:f(})url(x);c:url(y)}d{e:url(z)}', ['unclosed 0-1 1:7 x']],
    ['one that is not opened', 'a{b:url(x)) c;d:url(y)}', ['stray 0-1 1:11 x']],
    ['a brace', 'a{}} b{c:url(x)} d{e:url(y)}', ['stray 0-1 1:4 x']],
    ['a semicolon between rules', 'a{};b{c:url(x)} d{e:url(y)}', ['stray 0-1 1:4 x']],
    ['a brace in a style attribute', 'b:url(x)};c:url(y)', ['stray 0-1 1:9 x']],
    ['in a selector', 'a){b:url(x)}', ['stray 0-1 1:2 x']],
    ['a block in a selector that may not contain blocks', 'a:not({}){b:url(x)}', ['unclosed 0-1 1:7 x']],
    ['a rule within a declaration', 'a{b:url(x) c{d:url(y)}}', ['brace 0-1 1:13 y', 'brace 0-1 1:13 x']],
    ['none at the end', 'b:f(url(x)', []],
  ],
  fallbacks: [
    ['a sound declaration', 'a{b:url(1 2);b:c}', ['blank 1-2 1:10 1 2 (fallback)']],
    ['the same before it', 'a{b:c;b:url(1 2)}', ['blank 1-2 1:14 1 2 (fallback)']],
    ['another source of a font', '@font-face{src:url(1 2),url(3)}', ['blank 1-2 1:21 1 2 (fallback)']],
    ['none in another property', 'a{b:url(1 2);c:d}', ['blank 1-2 1:10 1 2']],
    ['none in another rule', 'a{b:url(1 2)}a{b:d}', ['blank 1-2 1:10 1 2']],
    ['none in a nested rule', 'a{b:url(1 2);&:hover{b:d}}', ['blank 1-2 1:10 1 2']],
    ['none that is dropped', 'a{b:url(1 2);b:d)}', ['blank 1-2 1:10 1 2']],
  ],
};

for (const [group, cases] of Object.entries(dropped)) {
  describe(`what browsers drop: ${group}`, () => {
    for (const [name, css, expected] of cases) {
      test(name, () => {
        const drops = urlsOf(css).flatMap(({ written, dropped }) => {
          if (!dropped) return [];
          const { cause, start, end, line, column, hasFallback } = dropped;
          const place = `${cause} ${start}-${end} ${line}:${column} ${written}`;
          return [hasFallback ? `${place} (fallback)` : place];
        });
        assert.deepEqual(drops, expected);
      });
    }
  });
}

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    for (const [name, css, expected] of cases) {
      test(name, () => assert.deepEqual(urlsIn(css), expected));
    }
  });
}

test('a font is known by what its rule declares, wherever it stands in the rule', () => {
  const faces: [css: string, face: string | undefined][] = [
    ['@font-face{font-family:Inter;font-weight:700;font-style:italic;src:url(a)}', 'Inter 700 italic'],
    [
      '@font-face{src:url(a);font-style:normal;font-weight:400;font-family:"Font \\41wesome"}',
      'Font Awesome',
    ],
    ["@font-face{src:url(a) format('woff');font-family:'a;b'}", 'a;b'],
    ['@media all{@font-face{src:url(a);font-weight:100 900', '100 900'],
    ['@font-face{src:url(a)}', ''],
    ['@font-face{font-family:A}@font-face{src:url(a)}', ''],
    ['a{font-family:A;src:url(a)}', undefined],
    [`@font-face{font-family:${'x'.repeat(1000)};src:url(a)}`, 'x'.repeat(100)],
  ];
  for (const [css, face] of faces) {
    assert.deepEqual(
      urlsOf(css).map((url) => url.face),
      [face],
      css,
    );
  }
});

test('a string that an odd quote begins may hold rules', () => {
  const drops = (css: string) =>
    [...findCssUrls(css)].flatMap((url) => {
      if (!url?.dropped) return [];
      const { written, name, dropped, start, end, line, column } = url;
      assert.equal(css.slice(start, end), written);
      return `${dropped.cause} ${name}=${written} ${line}:${column}`;
    });
  const textsIn = (css: string) => {
    const texts: string[] = [];
    for (const _ of findCssUrls(css, ({ text, dropped }) => texts.push(`${dropped?.cause}: ${text}`)));
    return texts;
  };
  // A quote before the parenthesis that ends a bad url token (4.3.14) does not begin a string.
  assert.deepEqual(textsIn("a{b:url(it's x)} c{d:url(y)}"), []);
  assert.deepEqual(drops("a{b:url(r(45)' x)} c{d:url(y)}\n"), [
    'parenthesis d=y 1:28',
    "parenthesis b=r(45)' x 1:9",
  ]);
  assert.deepEqual(drops('a{content:"url(y)}\n'), ['line-break content=y 1:16']);
  assert.deepEqual(textsIn('a{content:"data:,y\n}'), ['line-break: data:,y']);
  assert.deepEqual(textsIn('a{content:"x\n}'), ['undefined: x']);
  // The end of a sheet closes everything that is open (4.3.5), but a string without its end quote is probably a
  // mistake.
  assert.deepEqual(drops('a{content:"x}b{c:url(y)}\\\nd{e:url(z)}'), [
    'unclosed-string c=y 1:22',
    'unclosed-string e=z 2:9',
  ]);
  assert.deepEqual(textsIn('a{content:"data:,y'), ['undefined: data:,y']);
  // Only the last string shows that the number of quotes is odd. The other "strings" are actually the text between
  // strings.
  assert.deepEqual(drops("a{b:'x}c{d:url(y)}e{f:'z'}g{h:url(i)}"), [
    'unclosed-string d=y 1:16',
    'unclosed-string h=i 1:35',
  ]);
  assert.deepEqual(drops("a{b:'{x:url(y)}'}"), []);
  assert.deepEqual(textsIn("a{b:'{x:url(y)}'}"), ['undefined: {x:url(y)}']);
});

const quoted = fc
  .tuple(
    fc.constantFrom('"', "'"),
    fc.array(
      fc.constantFrom('{', '}', '}c{d:', 'e:', ';', '(', ')', '@f ', "it's", '""', 'url(data:,x)', ' ', '/*'),
      { maxLength: 6 },
    ),
  )
  .map(([quote, parts]) => quote + parts.join('').replaceAll(quote, `\\${quote}`) + quote);
const soundValue = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: quoted },
      quoted.map((each) => `url(${each})`),
      fc.constantFrom('attr(x)', ' x', ' /* " */', ', ', 'url(data:,y)'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => `content:${parts.join('')}`);
const soundSheet = fc
  .array(
    fc.oneof(
      fc.array(soundValue, { minLength: 1, maxLength: 3 }).map((each) => `a{${each.join(';')}}`),
      soundValue.map((each) => `@media all{a{b:c}d{${each};}}`),
      quoted.map((each) => `@import ${each};`),
      quoted.map((each) => `[a=${each}]{b:c}`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((rules) => rules.join(''));
const faults = [
  'b{c:"never',
  "b{c:'never\n}",
  'b["never',
  'b{c:d}"never',
  '@import "never',
  '@import url("never\n);',
  'b{c:url(data:,x y)}',
  'b{c:url("never\n)}',
  'b{c:f(}d{e:url(data:,z)}',
  '}b{c:url(data:,z)}',
  ')b{c:url(data:,z)}',
];

test('what stands before a fault is never called dropped', () => {
  fc.assert(
    fc.property(soundSheet, fc.constantFrom(...faults), (before, fault) => {
      const css = before + fault;
      const wrong = (each: { start: number; dropped?: object } | null) =>
        each?.dropped && each.start < before.length;
      const texts: CssText[] = [];
      const urls = [...findCssUrls(css, (text) => texts.push(text), true)];
      assert.deepEqual([...urls, ...texts].filter(wrong), [], css);
    }),
    runs(20_000),
  );
});

test('a value begins after its colon, even if a block in it has other declarations', () => {
  const css = 'a{--x:({c:url(1)}) url(2);d:url(3)}';
  assert.deepEqual(
    [...findCssUrls(css)].map((url) => url?.value && css.slice(url.value.start, url.value.end)),
    ['({c:url(1)}) url(2)', '({c:url(1)}) url(2)', 'url(3)'],
  );
});

test('outside of rules, a custom property is a selector', () => {
  const urls = [...findCssUrls('--a:{b:url(x)} c{d:url(y)}', undefined, true)];
  assert.deepEqual(
    urls.map((url) => url?.name),
    ['b', 'd'],
  );
});

test('text that is not a URL is reported as text', () => {
  const css =
    '/* x */@namespace url(ns);@supports (background:url(s)){a[href="sel\\65 ctor"]{content:"text";b:url(y)}}@import "i" "j";';
  const texts: string[] = [];
  for (const _ of findCssUrls(css, ({ kind, text, name }) => texts.push(`${kind} ${name}=${text}`)));
  assert.deepEqual(texts, [
    'comment = x ',
    'string @namespace=ns',
    'string @supports=s',
    'string =selector',
    'string content=text',
    'string @import =j',
  ]);
});

test('a caller may pause within a long token', () => {
  const long = 'x'.repeat(1_000_000);
  const lengths = [...findCssUrls(`a{b:url(${long})}`)].map((url) => url?.written.length ?? null);
  const at = lengths.indexOf(1_000_000);
  assert.ok(at >= 1_000_000 / (1 << 17), `${at} times`);
  assert.ok(lengths.every((each, n) => each === null || n === at));
});

test('a caller may pause among declarations and rules, every few thousand code units', () => {
  const css = 'a{b:c;d:e}'.repeat(2000);
  const pauses = [...findCssUrls(css)].filter((each) => each === null).length;
  assert.ok(pauses >= css.length / 8192, `${pauses} times in ${css.length} code units`);
});

test('escapes are undone by themselves too', () => {
  assert.equal(decodeCssEscapes('plain'), 'plain');
  assert.equal(decodeCssEscapes('\\41\\42 \\43\r\nD'), 'ABCD');
  assert.equal(decodeCssEscapes('a\\'), 'a\ufffd');
});

const fragments = [
  ...[
    '\\',
    '"',
    "'",
    '/*',
    '*/',
    'url(',
    'URL( "',
    ')',
    '(',
    '{',
    '}',
    '[',
    ']',
    ';',
    ':',
    ',',
    '@import ',
    '@font-face',
  ],
  ...[
    'src',
    'image-set(',
    '--x',
    'b',
    '<!--',
    '-->',
    '#',
    '2',
    '.',
    '-',
    '\n',
    '\r\n',
    '\f',
    ' ',
    '\t',
    '\0',
    '\u007f',
    '\\64 ',
  ],
  ...['\\\n', 'data:,x', '\u00e9', '\u{1F600}', '\ud800', '!important', '&', '@', '%'],
];
const arbitraryCss = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, fc.string({ unit: 'binary' })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

test('it never throws and always ends, whatever the text', () => {
  fc.assert(
    fc.property(arbitraryCss, (css) => {
      for (const url of findCssUrls(css)) {
        if (url === null) continue;
        assert.ok(url.written.length <= css.length);
        assert.ok(url.name !== '');
        assert.ok(!url.written.includes('\0'));
      }
    }),
    runs(5000),
  );
});

test('each URL has the rules around it, from the outermost', () => {
  const rulesIn = (css: string) => [...findCssUrls(css)].flatMap((url) => (url ? [url.rules] : []));
  const cases: [string, string[][]][] = [
    ['background:url(x)', [[]]],
    ['a{b:url(x)} c , d{b:url(y)}', [['a'], ['c , d']]],
    ['/* x */ a /* y */ b{c:url(x)}', [['a /* y */ b']]],
    [
      '@media print{@layer x{a{b:url(x)}c{d:url(y)}}}',
      [
        ['@media print', '@layer x', 'a'],
        ['@media print', '@layer x', 'c'],
      ],
    ],
    ['a{b:url(x);&:hover{c:url(y)}d:url(z)}', [['a'], ['a', '&:hover'], ['a']]],
    ['@font-face{src:url(x);b:url(y)}', [['@font-face'], ['@font-face']]],
    ['@keyframes k{50%{b:url(x)}}', [['@keyframes k', '50%']]],
    ['@import "x";a[b="{"]{c:url(y)}', [[], ['a[b="{"]']]],
    ['a{b:url(x)}}c{d:url(y)}', [['a'], ['c']]],
    ['<!-- a{b:url(x)} -->', [['a']]],
    // A brace within parentheses does not end a block.
    [
      '@media print{a{b:f(}});c:url(x)}d{e:url(y)}}',
      [
        ['@media print', 'a'],
        ['@media print', 'd'],
      ],
    ],
  ];
  for (const [css, expected] of cases) assert.deepEqual(rulesIn(css), expected, css);
  const [deep] = rulesIn(`${'a{'.repeat(50)}b{c:url(x)`);
  assert.deepEqual(deep, [...Array(maxRuleDepth - 1).fill('a'), 'b']);
  const [long = []] = rulesIn(`${'a,'.repeat(maxPreludeLength)}a{b:url(x)}`);
  assert.equal(long[0]?.length, maxPreludeLength);
  assert.ok(long[0]?.endsWith('…'));
});

/** Returns the line and column of a position, both counted from 1. */
function lineAndColumn(text: string, at: number): [line: number, column: number] {
  const lines = text.slice(0, at).split(/\r\n|\r(?!\n)|\n/);
  return [lines.length, (lines.at(-1) ?? '').length + 1];
}

test('each URL and string has its line and column', () => {
  const gaps = fc
    .array(fc.constantFrom('\n', '\r\n', '\r', '\f', ' ', '\t', '/*\r\n*/', '/* \u{1F600}\r */'), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''));
  const values = fc.constantFrom(
    'url(data:,x)',
    'url( \r\n"da\\\r\nta:,\u{1F600}")',
    'url(\\64 ata:,\\\n)',
    "url('\\\f\\\r\\64\r\nata:,x')",
    'image-set("data:,x" 1x, "data:,y" 2x)',
    '"text"',
    'url(x y)',
  );
  const rules = fc.constantFrom('.\u{1F600}', '@media\r\nprint{b', '@font-face', '\\64\r\n c');
  const statement = fc
    .tuple(
      gaps,
      rules,
      gaps,
      fc.array(fc.tuple(fc.constantFrom('b', 'src', '--c'), gaps, values), { maxLength: 4 }),
    )
    .map(
      ([before, rule, gap, declarations]) =>
        `${before}${rule}{${gap}${declarations.map(([name, space, value]) => `${name}:${space}${value};`).join(gap)}}`,
    );
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 6 }), arbitraryCss, (statements, end) => {
      const css = statements.join('') + end;
      const found: Pick<CssText, 'line' | 'column' | 'start'>[] = [];
      for (const url of findCssUrls(css, (text) => text.kind === 'string' && found.push(text)))
        if (url) found.push(url);
      for (const { line, column, start } of found)
        assert.deepEqual([line, column], lineAndColumn(css, start));
    }),
    runs(2000),
  );
});

test('each data: URL of a sheet with one mistake is listed once, with its place and that of the mistake', () => {
  fc.assert(
    fc.property(mistakenSheets, (css) => {
      const texts: CssText[] = [];
      const urls = [...findCssUrls(css, (text) => texts.push(text), true)].filter((url) => url !== null);
      for (const [n, { written, start, end, line, column, dropped }] of urls.entries()) {
        assert.equal(written, decodeCssEscapes(css.slice(start, end)));
        assert.deepEqual([line, column], lineAndColumn(css, start));
        assert.ok(urls.every((other, at) => at === n || other.end <= start || other.start >= end));
        if (!dropped) continue;
        assert.deepEqual([dropped.line, dropped.column], lineAndColumn(css, dropped.at));
        assert.ok(dropped.start <= dropped.end && dropped.end <= written.length + 1);
      }
      // An extra or missing quote turns the text between strings into strings.
      const soundStrings = /(["'])(?:data:,m\d+e|a b|y)\1|\/\* ", \*\//g;
      if (/["']/.test(css.replaceAll(soundStrings, ''))) return;
      for (const { index, 0: before } of css.matchAll(/(?<![\w-])url\(\s*["']?(?=data:,m)/g)) {
        const at = index + before.length;
        const holds = ({ start, end }: { start: number; end: number }) => start <= at && at + 7 <= end;
        assert.ok(urls.some(holds) || texts.some(holds), `nothing at ${at} of ${css}`);
      }
    }),
    runs(5000),
  );
});

test('a declaration behind any closed rule is found', () => {
  const closed = fc.constantFrom(
    'a{b:url(x y)}',
    '@media print{}',
    '/* " */',
    'a{b:"\n}',
    'a{b:([}',
    '@import "q";',
    'a{}',
  );
  fc.assert(
    fc.property(fc.array(closed, { maxLength: 8 }), (parts) => {
      assert.match(urlsIn(`${parts.join('')}last{last:url(found)}`).join('\n'), /last=found$/m);
    }),
    runs(100),
  );
});

/** Tests for each piece that parsing `size` code units, made of repetitions of the piece, ends. */
function readsToTheEnd(pieces: string[], size: number): void {
  for (const piece of pieces) {
    test(JSON.stringify(piece), () => {
      let count = 0;
      for (const _ of findCssUrls(piece.repeat(size / piece.length))) count++;
      assert.ok(count <= 2 * size);
    });
  }
}

describe('megabytes of one thing come to an end', () => {
  readsToTheEnd(['\\', '"', '/*', 'url(', '{', '('], isFull ? 5_000_000 : 1_000_000);
});

describe('so do others', () => {
  readsToTheEnd(
    [
      '[',
      '}',
      '\n',
      '"\n',
      'url("',
      'url( ',
      'url(\\',
      '@import "',
      '-',
      '#',
      '\\\n"',
      "'\\",
      'a:',
      'a(}',
      '([{',
    ],
    isFull ? 2_000_000 : 400_000,
  );
});
