/** Tests data: URLs in files: each one's line and column, element, name, destination, and written text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { readJsonFile } from '../../../src/files/json-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';

/**
 * Returns each URL as `line:column written place element name destination`, followed by `inert` if the URL is inert.
 */
function linesOf(kind: FileKind, text: string): string[] {
  const positionOf = positionsIn(text);
  return findInFile(kind, text).found.map(({ start, written, place, element, name, destination, inert }) => {
    const { line, column } = positionOf(start);
    const words = [written, place, element || '-', name || '-', destination, ...(inert ? ['inert'] : [])];
    return `${line}:${column} ${words.join(' ')}`;
  });
}

type Case = [title: string, kind: FileKind, text: string, lines: string[]];

const png = 'data:image/png;base64,iVBORw0KGgo=';
/** The same without its last group, and therefore without padding. */
const signature = png.slice(0, -4);
const escaped = `data:application/json,${encodeURIComponent('{"version":3}')}`;
const map = `data:application/json,{"version":3,"sources":["it's/a.ts"],"names":[],"mappings":"AAAA"}`;

const cases: Case[] = [
  [
    'addresses that were meant as data: URLs',
    'html',
    `<img src="${png.slice(5)}"><img src="/a/${png}"><img src="https://h.example/${png}"><a href="/?u=${png}">a</a>`,
    [
      `1:11 ${png.slice(5)} attribute img src image`,
      `1:52 /a/${png} attribute img src image`,
      `1:101 https://h.example/${png} attribute img src image`,
      `1:168 ${png} other-attribute a href none`,
    ],
  ],
  [
    'a scheme twice in comments',
    'html',
    `<!-- 'data:${png}' "data:data:${png}" user-data:${png} -->`,
    [
      `1:7 data:${png} comment - - none inert`,
      `1:49 data:data:${png} comment - - none inert`,
      `1:105 ${png} comment - - none inert`,
    ],
  ],
  [
    'source maps without data, but not mentions of them',
    'css',
    '/*# sourceMappingURL=data:application/json;base64, */ /* //# sourceMappingURL=data:application/json;base64, */',
    ['1:22 data:application/json;base64, comment - sourceMappingURL none inert'],
  ],
  [
    'source maps of scripts without data',
    'script',
    '// finds //# sourceMappingURL=data:application/json,\n`\n//# sourceMappingURL=data:application/json,\n`;\n//@ sourceMappingURL=data:application/json,',
    ['5:22 data:application/json, script - sourceMappingURL none'],
  ],
  [
    'JSON in source maps of scripts, up to the end of the comment',
    'script',
    [
      `//# sourceMappingURL=${map}\r`,
      `//@ sourceMappingURL=\t${map} `,
      `/*# sourceMappingURL=${map} */`,
      `//# sourceMappingURL=${encodeURI(map)}`,
      `//# sourceMappingURL=${map.replace('a.ts', 'a b.ts')} "${png}"`,
      `//# sourceMappingURL=${map.replace('{', '{ ')}`,
      `//# sourceMappingURL=${escaped} of a.ts`,
      `//# sourceMappingURL=${png}"; "`,
      `// like //# sourceMappingURL=${png}, "`,
    ].join('\n'),
    [
      `1:22 ${map} script - sourceMappingURL none`,
      `2:23 ${map} script - sourceMappingURL none`,
      `3:22 ${map} script - sourceMappingURL none`,
      `4:22 ${encodeURI(map)} script - sourceMappingURL none`,
      `5:114 ${png} comment - - none inert`,
      `7:22 ${escaped} script - sourceMappingURL none`,
      `8:22 ${png} script - sourceMappingURL none`,
      `9:30 ${png} script - sourceMappingURL none`,
    ],
  ],
  [
    'JSON in source maps of style sheets',
    'css',
    `/*# sourceMappingURL=${map}*/ /*# sourceMappingURL=${map} */ /*# sourceMappingURL=${map.replace(':3', ': 3')} */ /*# sourceMappingURL=${map.replace(':', ': ')} */`,
    [
      `1:22 ${map} comment - sourceMappingURL none inert`,
      `1:134 ${map} comment - sourceMappingURL none inert`,
    ],
  ],
  [
    'selectors: whole values of attributes, but not parts of values',
    'css',
    [
      ...['^', '*', '$', '~', '|'].map((sign) => `.a[xlink\\:href ${sign}= 'data:image/png;base64,' i] {}`),
      'b { &:not([src^="data:image/png;base64,iVBO"]) {} } @scope ([src^="data:,"]) {}',
      '[src="data:,a"] { --a: "data:,b"; --c: ^= "data:,d" }',
    ].join('\n'),
    [
      '7:7 data:,a text - - none inert',
      '7:25 data:,b text - --a none inert',
      '7:44 data:,d text - --c none inert',
    ],
  ],
  [
    'addresses in CSS that were meant as data: URLs',
    'css',
    `a{b:url(${png.slice(5)})}a{b:url(x/${png})}a{b:url(x.png)}`,
    [`1:9 ${png.slice(5)} stylesheet - b image`, `1:48 x/${png} stylesheet - b image`],
  ],
  ['an attribute', 'html', '<p>\n  <img src="data:,x">', ['2:13 data:,x attribute img src image']],
  ['CRLF', 'html', 'a\r\n<p>\r\n<img src=data:,x>', ['3:10 data:,x attribute img src image']],
  ['a lone CR', 'html', 'a\r<img src=data:,x>', ['2:10 data:,x attribute img src image']],
  [
    'wide characters before',
    'html',
    '<p title="𝒳é"><img src="data:,x">',
    ['1:26 data:,x attribute img src image'],
  ],
  [
    'space around the equals sign',
    'html',
    "<img src\n=\n' data:,x'>",
    ['3:3  data:,x attribute img src image'],
  ],
  [
    'character references before and within',
    'html',
    '<img alt="&amp;&amp;" src="&#100;ata:,&lt;b&gt;" data-x="data:,&copy;">',
    ['1:28 data:,<b> attribute img src image', '1:58 data:,© other-attribute img data-x none'],
  ],
  [
    'a srcset, each candidate at its own column',
    'html',
    '<img srcset="data:,a&amp;b 1x,\n data:,c 2x">',
    ['1:14 data:,a&b srcset img srcset image', '2:2 data:,c srcset img srcset image'],
  ],
  [
    'a style attribute with quotes as references',
    'html',
    '<p style="background:url(&quot;data:,x&quot;)">',
    ['1:32 data:,x style-attribute p style image'],
  ],
  [
    'a style element, its rules and its comment',
    'html',
    `<style>\n/* ${png} */\n@font-face { src: url(data:font/woff2,x) }\na { b: url("data:,\\79") }</style>`,
    [
      `2:4 ${png} comment style - none inert`,
      '3:23 data:font/woff2,x stylesheet style src font',
      '4:13 data:,y stylesheet style b image',
    ],
  ],
  [
    'a script, its string and its source map',
    'html',
    `<script>var a = "data:,\\x41";\n//# sourceMappingURL=${png}\n</script>`,
    ['1:18 data:,A script script - none', `2:22 ${png} script script sourceMappingURL none`],
  ],
  [
    'scripts of a page: a worker, an import, other data',
    'html',
    '<script>new Worker("data:text/javascript,1")</script>\n<script type=module>import "data:text/javascript,2"</script>\n' +
      '<script type=text/x-other>new Worker("data:text/javascript,3")</script>',
    [
      '1:21 data:text/javascript,1 script script - worker',
      '2:29 data:text/javascript,2 script script - script',
      '3:39 data:text/javascript,3 script script - none',
    ],
  ],
  [
    'imports with a type: data if the URL is JSON, or whatever it is for text',
    'script',
    `import(new URL('data:application/json,{}'), {with:{type:'json'}});\n` +
      `import(new URL('data:text/css,a').href, { with: { type: 'css' } });\n` +
      `import a from 'data:text/html,b' with { type: 'json' };\n` +
      `import c from 'data:text/x+json;charset=utf-8,{}' with { type: 'json' };\n` +
      `import(new URL('data:text/javascript,1')); f('a', { with: { type: 'json' } });\n` +
      `import t from 'data:text/plain,t' with { type: 'text' };`,
    [
      '1:17 data:application/json,{} script - - empty',
      '2:17 data:text/css,a script - - style',
      '3:16 data:text/html,b script - - script',
      '4:16 data:text/x+json;charset=utf-8,{} script - - empty',
      '5:17 data:text/javascript,1 script - - script',
      '6:16 data:text/plain,t script - - empty',
    ],
  ],
  [
    'an import map',
    'html',
    '<script type="importmap">{"imports":\n{"a": "data:text/javascript,1"}}</script>',
    ['2:8 data:text/javascript,1 script script importmap script'],
  ],
  [
    'noscript, template, declarative shadow tree, srcdoc',
    'html',
    '<noscript><img src=data:,a></noscript><template><img src=data:,b></template>\n' +
      '<div><template shadowrootmode=open><img src=data:,c></template></div>\n' +
      '<iframe srcdoc="<img src=&quot;data:,&amp;amp;&quot;>"></iframe>',
    [
      '1:20 data:,a attribute img src image inert',
      '1:58 data:,b attribute img src image inert',
      '2:45 data:,c attribute img src image',
      '3:32 data:,& attribute img src image',
    ],
  ],
  [
    'meta refresh, link, a download, SVG in HTML',
    'html',
    '<meta http-equiv=refresh content="0; url=data:,r"><link rel=icon href=data:,i><a download=f href=data:,d>\n' +
      '<svg><image xlink:href="data:,s"/><rect fill="url(data:,f)"/></svg>',
    [
      '1:42 data:,r meta-refresh meta content document',
      '1:71 data:,i attribute link href image',
      '1:98 data:,d attribute a href download',
      '2:25 data:,s attribute image xlink:href image',
      '2:51 data:,f attribute rect fill image',
    ],
  ],
  [
    'comments and running text',
    'html',
    `<!-- "${png}" -->\n<p>&lt;${png}&gt;`,
    [`1:7 ${png} comment - - none inert`, `2:8 ${png} text p - none inert`],
  ],
  [
    'an element that HTML repeats counts once',
    'html',
    '<a href=data:,x><div>1</a>2</div>',
    ['1:9 data:,x attribute a href document'],
  ],
  ['prose about data:', 'html', '<p>data: this, that</p><p title="data: yes, no">', []],
  [
    'XHTML: a script without content hides nothing',
    'xml',
    '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><script src="data:,a"/>\n<img src="data:,b"/></html>',
    ['2:57 data:,a attribute script src script', '3:11 data:,b attribute img src image'],
  ],
  [
    'XHTML: the document in a srcdoc is HTML',
    'xml',
    '<html xmlns="http://www.w3.org/1999/xhtml">\n<iframe srcdoc="&lt;img src=&quot;data:,&amp;amp;&quot;>"/></html>',
    ['2:35 data:,& attribute img src image'],
  ],
  [
    'SVG: href, style, CDATA, an instruction',
    'xml',
    `<?xml-stylesheet href="data:text/css,a"?><svg xmlns="http://www.w3.org/2000/svg">\n<style><![CDATA[a{b:url(data:,c)}]]></style>\n<image href="data:,&#x41;"/><use href='data:,u#a'/></svg>`,
    [
      '1:24 data:text/css,a attribute - href style',
      '2:25 data:,c stylesheet style b image',
      '3:14 data:,A attribute image href image',
      '3:40 data:,u#a attribute use href document',
    ],
  ],
  [
    'a style sheet',
    'css',
    '@import "data:text/css,a";\r\n.a { --x: url( data:,b ); content: "data:text/plain,c" }',
    [
      '1:10 data:text/css,a stylesheet - @import style',
      '2:16 data:,b stylesheet - --x image',
      '2:37 data:text/plain,c text - content none inert',
    ],
  ],
  [
    'a script: strings, templates, comments, joined pieces, patterns',
    'script',
    `const a = 'data:,\\u{61}\\x62';\nconst b = \`data:,c\`, c = \`<img src="${png}"> \${a}\`;\n` +
      `x = /data:,/; // ${png}\ny = "data:text/plain," + z; w = \`data:text/plain,\${z}\`;\nlet s: string = "data:,end"`,
    [
      '1:12 data:,ab script - - none',
      '2:12 data:,c script - - none',
      `2:37 ${png} script - - none`,
      `3:18 ${png} comment - - none inert`,
      '4:6 data:text/plain, script - - none',
      `4:34 data:text/plain,\${z} script - - none`,
      '5:18 data:,end script - - none',
    ],
  ],
  [
    'a script: imports, workers, requests by their destinations',
    'script',
    [
      'import "data:,a"; import a, { b } from /* x */ "data:,b"; export * from `data:,no`; export * from \'data:,c\';',
      'import s from "data:text/css,d" with { type: "css" }; const e = await import(`data:,e`);',
      'new Worker("data:,f", { type: "module" }); new self.SharedWorker(new URL("data:,g")); importScripts("data:,h");',
      'fetch("data:,i"); window.fetch ( "data:,j" ); fetch(new globalThis.URL("data:,k", base));',
      'new URL("data:,l"); cache.fetch("data:,m"); x.import("data:,n"); Worker("data:,o"); from = "data:,p";',
      'fetch("data:,q" + r); fetch(x, "data:,s"); new Worker.Other("data:,t"); fetch("see data:image/png;base64,AAAA");',
      'import u from "data:text/json,u" with { type: "json" }; import("data:text/json,v", { with: { type: "json" } }); import("data:,w", {});',
      'CSS.paintWorklet.addModule("data:,x"); addModule("data:,y");',
      'this.#fetch("data:,z"); this.#import("data:,a1"); window?.fetch("data:,b1"); fetch?.("data:,c1"); cache?.fetch("data:,d1");',
      'importScripts("/x", a + b[0], "data:,e1", `data:,f1`, "data:,g1"); fetch(a, "data:,h1"); importScripts(a, ["", "data:,i1"]);',
      `importScripts("/x", {a: 1, j: "data:,j1"}); importScripts(\`\${a, "data:,k1"}\`, f(a, "data:,l1")); x.importScripts(a, "data:,m1");`,
    ].join('\n'),
    [
      '1:9 data:,a script - - script',
      '1:49 data:,b script - - script',
      '1:74 data:,no script - - none',
      '1:100 data:,c script - - script',
      '2:16 data:text/css,d script - - style',
      '2:79 data:,e script - - script',
      '3:13 data:,f script - - worker',
      '3:75 data:,g script - - worker',
      '3:102 data:,h script - - script',
      '4:8 data:,i script - - empty',
      '4:35 data:,j script - - empty',
      '4:73 data:,k script - - empty',
      '5:10 data:,l script - - none',
      '5:34 data:,m script - - none',
      '5:55 data:,n script - - none',
      '5:74 data:,o script - - none',
      '5:93 data:,p script - - none',
      '6:8 data:,q script - - empty',
      '6:33 data:,s script - - none',
      '6:62 data:,t script - - none',
      '6:84 data:image/png;base64,AAAA script - - none',
      '7:16 data:text/json,u script - - empty',
      '7:65 data:text/json,v script - - empty',
      '7:121 data:,w script - - script',
      '8:29 data:,x script - - script',
      '8:51 data:,y script - - none',
      '9:14 data:,z script - - none',
      '9:39 data:,a1 script - - none',
      '9:66 data:,b1 script - - empty',
      '9:87 data:,c1 script - - empty',
      '9:113 data:,d1 script - - none',
      '10:32 data:,e1 script - - script',
      '10:44 data:,f1 script - - script',
      '10:56 data:,g1 script - - script',
      '10:78 data:,h1 script - - none',
      '10:113 data:,i1 script - - none',
      '11:32 data:,j1 script - - none',
      '11:66 data:,k1 script - - none',
      '11:85 data:,l1 script - - none',
      '11:118 data:,m1 script - - none',
    ],
  ],
  [
    'an apostrophe in JSX text',
    'script',
    `<p>don't</p>;\nconst a = "data:,x";`,
    ['2:12 data:,x script - - none'],
  ],
  [
    'JSON, its keys and escapes',
    'json',
    '{"a": [\n  {"icon": "data:image\\/png;base64,iVBORw0KGgo\\u003d"}], "b": "see data:, that"}',
    [`2:13 ${png} script - icon none`],
  ],
  [
    'character references: of markup in a string, but not of a string',
    'json',
    `{"a": "<img src=\\"data:image&#x2F;png;base64,iVBORw0KGgo&#x3D;\\">",\n"b": "data:image&#x2F;jpeg;base64,&#x2F;9j", "c": "<a href='data:,&quot;&lt;'>"}`,
    [
      `1:19 ${png} script - a none`,
      '2:7 data:image&#x2F;jpeg;base64,&#x2F;9j script - b none',
      '2:61 data:,"< script - c none',
    ],
  ],
  [
    'character references: none in code that only looks like an attribute',
    'json',
    [
      String.raw`{"a": "if (x <b) url = \"data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;\"",`,
      String.raw`"b": "List<string> s = \"data:image/svg+xml,&lt;svg onload=alert(1)&gt;\";",`,
      String.raw`"c": "<script>x = \"data:text/plain,a&amp;b\"</script>",`,
      String.raw`"d": "<style>src=\"data:text/plain,a&amp;b\"</style>",`,
      String.raw`"e": "<!-- <img src=\"data:text/plain,a&amp;b\"> -->",`,
      String.raw`"f": "if (x <b && src = \"data:text/plain,a&amp;b\") y > 1",`,
      String.raw`"g": "for (; i <n; i++) src = \"data:text/plain,a&amp;b\"",`,
      String.raw`"h": "<a>src=\"data:text/plain,a&amp;b\""}`,
    ].join('\n'),
    [
      '1:26 data:text/html,&lt;script&gt;alert(1)&lt;/script&gt; script - a none',
      '2:26 data:image/svg+xml,&lt;svg onload=alert(1)&gt; script - b none',
      '3:21 data:text/plain,a&amp;b script - c none',
      '4:20 data:text/plain,a&amp;b script - d none',
      '5:23 data:text/plain,a&amp;b script - e none',
      '6:27 data:text/plain,a&amp;b script - f none',
      '7:33 data:text/plain,a&amp;b script - g none',
      '8:16 data:text/plain,a&amp;b script - h none',
    ],
  ],
  [
    'character references: none after the type parameter of a function in a string',
    'script',
    `const code = 'function f<t>() { return url="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"; }'`,
    ['1:45 data:text/html,&lt;script&gt;alert(1)&lt;/script&gt; script - - none'],
  ],
  [
    'character references: the URL around an attribute of its data, and others beside it',
    'json',
    String.raw`{"a": "<b>f('data:text/html,<img src=\"data:image/png;base64,AA&amp;\">') <img src=\"data:,a&amp;b\" data-x=\"data:,c\">"}`,
    [
      `1:14 data:text/html,<img src="data:image/png;base64,AA&amp;"> script - a none`,
      '1:86 data:,a&b script - a none',
      '1:111 data:,c script - a none',
    ],
  ],
  [
    'character references: in styles, lists, values without quotes, noscript and a tag that another string continues',
    'json',
    [
      String.raw`{"a": "<i style=\"background:url(&quot;data:image/png;base64,AAAA&quot;)\">",`,
      String.raw`"b": "<img srcset=\"data:image/png;base64,AA&#61;&#61; 2x, data:,&lt; 3x\">",`,
      `"c": "<img src=data:image/png;base64,AA&#61;&#61;>",`,
      `"d": "<noscript><svg><image xlink:href='data:,&lt;'/></svg></noscript>",`,
      `"e": "<img (load)='x' src='data:,&lt;' alt='"}`,
    ].join('\n'),
    [
      '1:40 data:image/png;base64,AAAA script - a none',
      '2:21 data:image/png;base64,AA== script - b none',
      '2:60 data:,< script - b none',
      '3:16 data:image/png;base64,AA== script - c none',
      '4:41 data:,< script - d none',
      '5:28 data:,< script - e none',
    ],
  ],
  ['JSON with comments', 'json', '{ // note\n  "a": "data:,x" }', ['2:9 data:,x script - - none']],
  [
    'a source map: the sources, by their kinds',
    'json',
    '{"version":3,"mappings":"","sources":["a.css","b.js"],\n"sourcesContent":["a {\\n b: url(\\"data:,x\\") }","var a = \'data:,y\'"]}',
    ['2:35 data:,x stylesheet - b image inert', '2:59 data:,y script - - none inert'],
  ],
  [
    'Markdown: image, link, definition, autolink, HTML, code',
    'markdown',
    `# A\n![a](${png} "t") [b](<data:,b c>) <data:,auto>\n\n[c]: data:,def\n![c] <img src="data:,html">\n\n` +
      `\`![x](data:,code)\`\n\n\`\`\`html\n<img src="${png}">\n\`\`\`\n`,
    [
      `2:6 ${png} attribute img src image`,
      '2:51 data:,b c attribute a href document',
      '2:64 data:,auto attribute a href document',
      '4:6 data:,def attribute img src image',
      '5:16 data:,html attribute img src image',
      `10:11 ${png} text - - none inert`,
    ],
  ],
  [
    'mail: quoted-printable HTML',
    'mail',
    'Subject: a\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n' +
      'Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>=C3=A9<img src=3D"data:image/png;base=\r\n64,iVBORw0KGgo=3D">\r\n--b--\r\n',
    [`8:22 ${png} attribute img src image`],
  ],
  [
    'mail: text in base64',
    'mail',
    `MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n${btoa('<p><img src=data:,x></p>')}\n`,
    ['5:17 data:,x attribute img src image'],
  ],
  [
    'mail: external bodies (RFC 2017), whole, in parts, in a charset, nested, and in base64',
    'mail',
    'Content-Type: multipart/mixed; boundary="b"\n\n' +
      '--b\nContent-Type: message/external-body; access-type=URL;\n URL="data:text/html,\n  a%20b"\n\nContent-Type: text/html\n\n' +
      '--b\nContent-Type: message/external-body; access-type=URL;\n URL*0*=us-ascii\'\'data%3A,a; URL*1="b";\n URL*2*=%2520c\n\n\n' +
      `--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${btoa('Content-Type: message/external-body; access-type=url; url="data:,b"\n\n\n')}\n` +
      '--b\nContent-Type: message/external-body; access-type=URL; URL="https://h.example/"\n\nContent-Type: text/plain\n\n<data:,phantom>\n--b--\n',
    [
      '5:7 data:text/html,a%20b text - external-body none inert',
      '12:9 data:,ab%20c text - external-body none inert',
      '20:79 data:,b text - external-body none inert',
      '26:2 data:,phantom text - - none inert',
    ],
  ],
  [
    'mail: headers, a digest, and an unreadable type',
    'mail',
    'Subject: a\nList-Help: <data:,help>\nContent-Type: multipart/digest; boundary="b"\n\n' +
      '--b\n\nSubject: b\nContent-Type: text/html\n\n<img src=data:,x>\n' +
      '--b\n\nSubject: c\nContent-Type: html\n\nsee <data:,y>\n--b--\n',
    [
      '2:13 data:,help text - - none inert',
      '10:10 data:,x attribute img src image',
      '16:6 data:,y text - - none inert',
    ],
  ],
  [
    'URLs in the cells of a table',
    'text',
    `a|${png}|${png} |b\n${png}|data:,c|d\n"${png}|e" data:,f|g`,
    [
      `1:3 ${png} text - - none inert`,
      `1:38 ${png} text - - none inert`,
      `2:1 ${png} text - - none inert`,
      '2:36 data:,c text - - none inert',
      `3:2 ${png}|e text - - none inert`,
      '3:40 data:,f|g text - - none inert',
    ],
  ],
  [
    'base64 with "|" as an edge of a table, and as damage',
    'text',
    [
      ...[`a|${png}|b`, `a | ${png}|b`, `${png}|`, `${png}| b`, `${png}|b | c`],
      ...[`url=${signature}|b`, `${signature}|b c|d`, `x|y ${signature}|b`, `(${png}|)`],
      ...[`${png}|b`, `${signature}|${png}|`, `${signature}|data:,x`],
    ].join('\n'),
    [
      ...['1:3', '2:5', '3:1', '4:1', '5:1'].map((at) => `${at} ${png} text - - none inert`),
      ...['6:5', '7:1', '8:5'].map((at) => `${at} ${signature}|b text - - none inert`),
      `9:2 ${png}| text - - none inert`,
      `10:1 ${png} text - - none inert`,
      `11:1 ${signature} text - - none inert`,
      `11:32 ${png} text - - none inert`,
      `12:1 ${signature} text - - none inert`,
      '12:32 data:,x text - - none inert',
    ],
  ],
  [
    'many URLs in a row, each ended by "|"',
    'markdown',
    `|${png}`.repeat(400),
    Array.from({ length: 400 }, (_, n) => `1:${2 + n * (png.length + 1)} ${png} text body - none inert`),
  ],
  ['a log', 'text', `12:00 GET ${png} 200\nno: data: here, or there\n`, [`1:11 ${png} text - - none inert`]],
];

for (const [title, kind, text, lines] of cases)
  test(`${kind}: ${title}`, () => assert.deepEqual(linesOf(kind, text), lines));

const bare = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const ofPng = `data:image/png;base64,${bare}`;
const inMail = 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n';

/** Bare base64 in a text of each kind, and the `line:column` of each occurrence. */
const bareCases: [kind: FileKind, text: string, places: string[]][] = [
  [
    'html',
    `<img src="${ofPng}">\n<p data-x="${bare}">${bare}<script>a = '${bare}'`,
    ['2:12', '2:58', '2:115'],
  ],
  ['xml', `<a b="${bare}"/>\n<!-- ${ofPng} -->`, ['1:7']],
  ['css', `a { b: url(${ofPng}) }\n/* ${bare} */`, ['2:4']],
  ['script', `f("${bare}", \`${bare}\`, "${ofPng}")`, ['1:4', '1:52']],
  ['json', `{\n"é": "${bare}", "url": "${ofPng}"}`, ['2:7']],
  ['markdown', `![](${ofPng})\n\n    ${bare}`, ['3:5']],
  ['mail', `${inMail}${bare}\r\n`, []],
  ['mail', `Subject: x\r\n\r\nsee ${bare}\r\n`, ['3:5']],
  ['text', `icon ${bare}\n${ofPng}`, ['1:6']],
  ['text', bare, ['1:1']],
];

for (const [kind, text, places] of bareCases)
  test(`${kind}: base64 alone, only where it is asked for`, () => {
    const positionOf = positionsIn(text);
    const all = findInFile(kind, text, true).found;
    const assumed = all.filter(({ assumed }) => assumed === 'type');
    assert.deepEqual(
      assumed.map(({ start }) => `${positionOf(start).line}:${positionOf(start).column}`),
      places,
    );
    for (const { written, start, end, destination, inert } of assumed)
      assert.deepEqual([written, text.slice(start, end), destination, inert], [ofPng, bare, 'none', true]);
    assert.deepEqual(
      all.filter(({ assumed }) => !assumed),
      findInFile(kind, text).found,
    );
  });

const cutOut: [title: string, html: string, expected: string[]][] = [
  [
    'in CSS',
    `<p>\n<p style="background:url("data:image/svg+xml,%3CSVG viewBox='0 0 9 9'%3E")">`,
    [
      "2:27 data:image/svg+xml,%3CSVG viewBox='0 0 9 9'%3E style-attribute p style image",
      'attribute at 2:26',
    ],
  ],
  [
    'single quotes, and ">" in the URL',
    "<p style='a:url( 'data:,<b>\"x\"')'>",
    ['1:19 data:,<b>"x" style-attribute p style image', 'attribute at 1:18'],
  ],
  ['JSON', '<p data-x="{"a":"data:,x"}">', ['1:18 data:,x attribute p data-x none', 'attribute at 1:17']],
  ['a script', '<p onclick="x="data:,x"">', ['1:16 data:,x attribute p onclick none', 'attribute at 1:15']],
  [
    'no other quote',
    '<p style="a:url("data:,x)>',
    ['1:18 data:,x)> style-attribute p style image', 'attribute at 1:17'],
  ],
  ['whole attributes', '<p class="a"data:,x title="a="x data:y>', []],
];

for (const [title, text, expected] of cutOut)
  test(`a URL that a quote has cut out of an attribute: ${title}`, () => {
    const positionOf = positionsIn(text);
    const drops = findInFile('html', text).found.flatMap(({ dropped }) => dropped ?? []);
    const places = drops.map(({ cause, at }) => `${cause} at ${Object.values(positionOf(at)).join(':')}`);
    assert.deepEqual([...linesOf('html', text), ...places], expected);
  });

test('a scheme twice in a literal of code', () => {
  const { found } = findInFile('html', `<?php $a = 'data:${png}'; ?>`, false, 'a.php');
  assert.deepEqual(
    found.map(({ written, start, end }) => [written, start, end]),
    [[`data:${png}`, 12, 17 + png.length]],
  );
});

test('a quoted URL before a comment with an apostrophe opens no string', () => {
  for (const quote of ['"', "'"]) {
    const text = `a{b:url(${quote}${png}${quote})} // don't\nc{d:url(${png})}`;
    const { found } = findInFile('css', text, false, 'a.scss');
    assert.deepEqual(
      found.map(({ written, dropped }) => [written, dropped]),
      [
        [png, undefined],
        [png, undefined],
      ],
    );
  }
});

test('a line break in a URL begins at its first code unit', () => {
  for (const lineBreak of ['\n', '\r\n', '\r'])
    for (const [kind, before, after] of [
      ['css', 'a{b:url("', '")}'],
      ['html', '<style>a{b:url("', '")}</style>'],
      ['html', `<p style='b:url("`, `")'>`],
    ] as const) {
      const { found } = findInFile(kind, `${before}${png}${lineBreak}AA==${after}`, false);
      const [at] = found.map(({ dropped }) => dropped?.at);
      assert.equal(at, before.length + png.length, JSON.stringify([before, lineBreak]));
    }
});

test('slashes in base64 on a line of its own begin no comment', () => {
  for (const quote of ['', '"', "'"]) {
    const url = 'data:image/png;base64,\n  AAAA//8AAA==';
    const { found } = findInFile('css', `a{b:url( ${quote}${url}${quote} )}// url(${png})`, false, 'a.scss');
    assert.deepEqual(
      found.map(({ written, dropped }) => [written.trim(), dropped?.cause]),
      [
        [url, 'line-break'],
        [png, undefined],
      ],
    );
  }
  const url = 'data:image/png;base64,AAAA\n  //8AAA==';
  const { found } = findInFile('css', `a{b:url(${url})}// url(${png})`, false, 'a.less');
  assert.deepEqual(
    found.map(({ written, place }) => [written, place]),
    [
      [url, 'stylesheet'],
      [png, 'comment'],
    ],
  );
});

test('quotes after other text in an unquoted url(), which only Less compiles', () => {
  const foundIn = (name: string) =>
    findInFile('css', `a{b:url(~"${png}")}c{d:url(~'${png}' )}`, false, name).found.map(
      ({ written, start, end, dropped }) => [start, end, written === png, dropped?.cause],
    );
  const [length, second] = [png.length, png.length + 23];
  const places = (cause: string | undefined) => [
    [10, 10 + length, true, cause],
    [second, second + length, true, cause],
  ];
  assert.deepEqual(foundIn('a.css'), places('quote'));
  assert.deepEqual(foundIn('a.less'), places(undefined));
  assert.deepEqual(foundIn('a.less.erb'), places(undefined));
  for (const name of ['a.scss', 'a.sss', 'a.styl', 'a.pcss', 'a.css.erb'])
    assert.deepEqual(foundIn(name), places('quote'), name);
});

test('quotes after text from which an engine computes the URL, or that has escapes', () => {
  const dropsIn = (name: string, before: string) =>
    findInFile('css', `a{b:url(${before}"${png}")}`, false, name).found.map(({ dropped }) => dropped?.cause);
  assert.deepEqual(dropsIn('a.css.erb', 'x'), ['quote']);
  assert.deepEqual(dropsIn('a.css.j2', '{{x}}'), []);
  assert.deepEqual(dropsIn('a.scss', '$x+'), []);
  assert.deepEqual(dropsIn('a.css', '\\7e'), []);
});

test('the style sheet of a component, in its language', () => {
  const dropsIn = (language: string) =>
    findInFile(
      'html',
      `<style lang=${language}>a{b:url(~"${png}")} // "\nc{d:url(${png})}</style>`,
    ).found.map(({ written, dropped }) => [written === png, dropped?.cause]);
  assert.deepEqual(dropsIn('less'), [
    [true, undefined],
    [true, undefined],
  ]);
  assert.deepEqual(dropsIn('stylus'), [
    [true, 'quote'],
    [true, undefined],
  ]);
});

test('fences in Markdown end with themselves, or with the quote or item around them', () => {
  const picture = `![a](${png})`;
  const placesIn = (text: string) =>
    findInFile('markdown', text).found.map(({ element, place }) => element || place);
  for (const before of [
    '```\n- ```\n```\n',
    '```md\n1. a\n\n    ```\n    b\n    ```\n```\n',
    '```diff\n- ```\n+ ```js\n a\n```\n',
    '> ```\n> a\n',
    '- ```\n  a\n\nb\n',
    '1. > - ```\n   > b\n',
    '\t```\n',
    '- a\n\n  ```\n  b\n  ```\n',
    '-\ta\n\n\t```\n\tb\n\t```\n',
    '~~~~\n```\n~~~~\n',
  ])
    assert.deepEqual(placesIn(`${before}\n${picture}`), ['img'], before);
  for (const before of [
    '```\n- ```\n',
    '> ```\n> ',
    '- a\n\n      ```\n\n      ',
    '* > ~~~\n  > ```\n  > ',
    '1. ```\n\n   ',
  ])
    assert.deepEqual(placesIn(before + picture), ['text'], before);
});

test('a Markdown link with whitespace in its URL is none', () => {
  const text =
    '![a](data:image/svg+xml,<svg a="(b)"/>)\n[b](data:,c "d") [e](data:image/png;base64,AA\nAA)\n' +
    '[f](data: no URL) [g](data:,h\n\ni) [j](data:,k [l](data:,m n)';
  const drops = findInFile('markdown', text).found.flatMap(({ written, start, element, dropped }) =>
    dropped ? [`${start} ${element} ${written} ${dropped.cause} at ${dropped.at}`] : [],
  );
  assert.deepEqual(drops, [
    '5 img data:image/svg+xml,<svg a="(b)"/> link at 28',
    '61 a data:image/png;base64,AA\nAA link at 85',
    '140 a data:,m n link at 147',
  ]);
});

test('selectors as browsers have them: of elements in templates, shadow trees, noscript and frames', () => {
  const html =
    '<!doctype html><template><p></p><img src=data:,a></template><div id=x><template shadowrootmode=closed>' +
    '<b></b><img src=data:,b></template><img src=data:,c></div><noscript><i></i><img src=data:,d></noscript>' +
    '<iframe srcdoc="<p><img src=data:,e>"></iframe>';
  assert.deepEqual(
    findInFile('html', html).found.map(({ selector }) => selector),
    [
      ':root > head:nth-child(1) > template:nth-child(1) >>> img:nth-child(2):not(* > *)',
      '#x >>> :host > img:nth-child(2)',
      '#x > img:nth-child(1)',
      ':root > body:nth-child(2) > noscript:nth-child(2)',
      ':root > body:nth-child(2) > iframe:nth-child(3) >>> :root > body:nth-child(2) > p:nth-child(1) > img:nth-child(1)',
    ],
  );
});

describe('quoted-printable that the header of a message does not declare', () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const encoded = `${gif.slice(0, 40)}=\r\n${gif.slice(40).replaceAll('=', '=3D')}`;
  const mail = (encoding: string, body: string, type = 'text/html') =>
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`;
  const image = (url: string) => `<p>\r\n<img src=3D"${url}">`;
  const read = (text: string, kind: 'mail' | 'html' = 'mail') => {
    const { found, facts } = findInFile(kind, text);
    const urls = found.map(({ start, end, element, written, meant }) => ({
      ...{ source: text.slice(start, end), element, written, meant },
    }));
    return { urls, notes: facts.mail };
  };

  test('damages a URL, which is found as a whole, in the first part that is noted', () => {
    for (const encoding of ['7bit', '8bit', 'binary', '', '"7bit"', '8bit (all)'])
      for (const after of ['', '=\r\n']) {
        const text = mail(encoding, image(encoded + after));
        assert.deepEqual(read(text), {
          urls: [{ source: encoded, element: 'img', written: encoded, meant: true }],
          notes: { undeclared: text.indexOf('<p>') },
        });
      }
    const part = `--b\n${mail('7bit', image(encoded))}`;
    const { urls, notes } = read(`Content-Type: multipart/mixed; boundary=b\n\n${part}${part}--b--`);
    assert.equal(urls.length, 2);
    assert.ok((notes?.undeclared ?? 0) < part.length);
  });

  test('may be in lower case, or in a page that was saved from a message', () => {
    const lower = encoded.replaceAll('=3D', '=3d');
    const inLower = mail('7bit', image(lower).replace('=3D', '=3d'));
    assert.deepEqual(read(inLower), {
      urls: [{ source: lower, element: 'img', written: lower, meant: true }],
      notes: { undeclared: inLower.indexOf('<p>') },
    });
    const title = '<title>a=20b</title>';
    assert.deepEqual(read(title + image(encoded), 'html'), {
      urls: [{ source: encoded, element: 'img', written: encoded, meant: true }],
      notes: { undeclared: 0 },
    });
    assert.equal(findInFile('html', title + image(encoded)).facts.title, 'a=20b');
    for (const page of [
      `${image(encoded)}<a href="x">`,
      `<img src="${gif}">`,
      `${image(encoded)}${'a'.repeat(77)}`,
    ])
      assert.equal(read(page, 'html').notes, undefined, page);
  });

  test('stays in a URL that it does not damage', () => {
    const written = (body: string, type?: string) => {
      const { urls, notes } = read(mail('7bit', body, type));
      for (const url of urls) assert.equal(url.source, url.written);
      return [...urls.map((url) => url.written), notes?.undeclared !== undefined];
    };
    assert.deepEqual(written(image('data:,a=\r\nb')), ['data:,a=\r\nb', true]);
    assert.deepEqual(written(`${image('data:,a=3Db=\r\n')}`), ['data:,a=3Db', true]);
    assert.deepEqual(written('data:text/html,x=22data:,a=3Db=22'), [
      'data:text/html,x=22data:,a=3Db=22',
      false,
    ]);
    for (const url of ['data:text/plain,a=20b', 'data:text/plain,a=3Db=20c', 'data:text/plain,a=3D=\r\nb'])
      assert.deepEqual(written(`equals is =3D here; a =20, test ${url} and`, 'text/plain'), [url, true]);
  });

  test('is not noted without a data: URL that it changes, or if too little suggests it', () => {
    for (const [body, urls] of [
      [`${image('https://h.example/a=\r\nb')}`, []],
      [`${image('cid:a=20b')}<p>data:text/html,x</p>`, ['data:text/html,x']],
      ['The server logged a=3Db for that request. See data:text/html,x', ['data:text/html,x']],
      ['<img src="data:,x">', ['data:,x']],
    ] as const) {
      const { urls: found, notes } = read(mail('7bit', body));
      assert.deepEqual([found.map(({ written }) => written), notes], [urls, {}]);
    }
    assert.deepEqual(read(mail('7bit', 'See data:text/html,a=3Db and c=3Dd.', 'text/plain')).notes, {});
    for (const other of ['<a href="x">', '=', '='.repeat(77), 'a'.repeat(77)])
      assert.deepEqual(read(mail('7bit', `${image(encoded)}a${other}b`)).notes, {}, other);
    assert.deepEqual(read(mail('x-uuencode', image(encoded))).notes, {});
  });

  test('is decoded if the header declares it in any form', () => {
    for (const quote of ['', '"'])
      for (const after of ['', ' ', ';', ' ; a=b', ' (RFC 2045)', '(a(b)c);', ' (a', '\r\n\t(a)'])
        for (const before of ['', '(b; "c) '])
          assert.deepEqual(
            read(mail(`${before}${quote}Quoted-Printable${quote}${after}`, image(encoded))),
            { urls: [{ source: encoded, element: 'img', written: gif, meant: undefined }], notes: {} },
            before + quote + after,
          );
    for (const encoding of ['"base64"', 'base64;', 'Base64 (RFC 2045)'])
      assert.deepEqual(
        read(mail(encoding, btoa('<img src=data:,x>'))).urls.map(({ written }) => written),
        ['data:,x'],
        encoding,
      );
  });
});

describe('an external body whose URL must be quoted', () => {
  const read = (parameter: string, type = 'message/external-body') => {
    const text = `Subject: x\nContent-Type: ${type}; access-type=URL;\n ${parameter}\n\nContent-Type: text/plain\n\n`;
    const { found, facts } = findInFile('mail', text);
    return { urls: found.map(({ written, isUnquoted }) => [written, isUnquoted]), notes: facts.mail, text };
  };

  test('is noted, and marked where ";" cuts it off', () => {
    for (const [parameter, written, isUnquoted] of [
      ['URL=data:text/plain;charset=utf-8,x', 'data:text/plain', true],
      ['url = (a) data:text/plain;charset=utf-8,x', 'data:text/plain', true],
      ['URL=data:,hello', 'data:,hello', undefined],
      ['URL=data:text/plain', 'data:text/plain', undefined],
    ] as const) {
      const { urls, notes, text } = read(parameter);
      assert.deepEqual(urls, [[written, isUnquoted]], parameter);
      assert.deepEqual(notes, { unquoted: text.indexOf('data:') });
    }
  });

  test('is not one that is quoted, in another parameter or another type', () => {
    for (const { urls, notes } of [
      read('URL="data:text/plain;charset=utf-8,x"'),
      read('URL=cid; name=data:text/plain;charset=utf-8,x'),
      read('URL=data:text/plain;charset=utf-8,x', 'text/plain'),
    ]) {
      assert.deepEqual(notes, {});
      assert.deepEqual(urls[0]?.[1], undefined);
    }
  });
});

describe('the parts of a message that are beyond a limit', () => {
  const part = '--b\n\na\n';
  const picture = '--b\nContent-Type: image/png\n\na\n';
  const multipart = 'Content-Type: multipart/mixed; boundary="b"\n\n';
  const notesOf = (text: string) => findInFile('mail', text).facts.mail;
  /** Boundaries of nested multiparts must not begin with each other. */
  const nest = (depth: number, inner: string): string =>
    depth === 0
      ? inner
      : `Content-Type: multipart/mixed; boundary="${depth}b"\n\n--${depth}b\n${nest(depth - 1, inner)}\n--${depth}b--\n`;

  test('are noted once for each limit', () => {
    const many = `${multipart}${part.repeat(1500)}--b--`;
    const tooMany = many.indexOf('--b') + part.length * 999 + 4;
    assert.deepEqual(notesOf(many), { tooMany });
    const nested = 'Content-Type: message/rfc822\n\n';
    assert.deepEqual(notesOf(nested.repeat(9)), { tooDeep: nested.length * 8 });
    const texts = nest(8, 'Content-Type: text/html\n\na\n--1b\n\nb');
    assert.deepEqual(notesOf(texts), { tooDeep: texts.indexOf('Content-Type: text/html') });
  });

  test('are not noted if they would not have been scanned', () => {
    assert.deepEqual(notesOf(`${multipart}${part.repeat(999)}${picture.repeat(9)}--b--`), {});
    const last = `${multipart}${part.repeat(999)}${picture.repeat(9)}${part}--b--`;
    assert.deepEqual(notesOf(last), { tooMany: last.lastIndexOf(part) + 4 });
    const file = 'Content-Type: application/pdf\n\na\n--1b\nContent-Type: image/png\n\nb';
    for (const depth of [7, 8]) assert.deepEqual(notesOf(nest(depth, file)), {});
    const url = file.replace('pdf', 'pdf; url="data:,x"');
    assert.deepEqual(Object.keys(notesOf(nest(8, url)) ?? {}), ['tooDeep']);
    for (const inner of ['multipart/mixed', 'message/rfc822'])
      assert.deepEqual(Object.keys(notesOf(nest(8, `Content-Type: ${inner}\n\na`)) ?? {}), ['tooDeep']);
  });
});

test('a value of a style property that browsers drop in any case is more than a quotation', () => {
  const broken = "url(data:image/svg+xml,<svg a='b'/>)";
  const isMeant = (text: string) =>
    findInFile('script', text).found.map(({ meant, dropped }) => {
      assert.equal(meant, undefined);
      return [dropped?.cause, dropped?.isMeant];
    });
  for (const before of [
    'a = { backgroundImage: ',
    'a = { b,\n  WebkitMaskImage: ',
    'a.style.maskImage = ',
    'a = {"cursor":',
    "a = { 'background-image': ",
    "a = { b, ['-webkit-mask-image']: ",
    "a.style['background-image'] = ",
    'a.style["list-style"]=',
    "a.style.setProperty('background-image', ",
    'a.setProperty(\n  "clip-path",\n  ',
  ])
    assert.deepEqual(isMeant(`${before}"${broken}";`), [['blank', true]], before);
  for (const before of [
    ...['a = ', 'expect(backgroundImage).toBe(', 'myCursor(', 'image: '],
    ...['a = b ? cursor : ', 'a = b ? [c, cursor] : ', 'a = b ? c.cursor : ', "a = b ? d['mask'] : "],
    ...['switch (a) { case cursor: ', 'const filter = ', 'let a, mask = ', '[cursor = ', 'a.cursor == '],
    ...["a.getProperty('mask', ", 'a = { myCursor: ', 'a = { b, ...cursor, c: '],
  ])
    assert.deepEqual(isMeant(`${before}"${broken}"`), [['blank', undefined]], before);
  for (const before of ['Usage: ', 'b { mask: ', 'mask: b; mask: '])
    assert.deepEqual(isMeant(`a = { filter: "${before}${broken}" }`), [['blank', undefined]], before);
  assert.deepEqual(isMeant('a.cursor = "url(data:image/svg+xml,a" + b'), [[undefined, undefined]]);
  assert.deepEqual(isMeant(`a.cursor = "url(\\"data:image/svg+xml,<svg a='b'/>\\")"`), [
    [undefined, undefined],
  ]);
});

test('a string contains a URL whose parameters are in other quotation marks', () => {
  const urls = (text: string) => findInFile('script', text).found.map(({ written }) => written);
  const values = ['"utf-8"', '"a; b,c"', "'utf-8'", '""', 'utf-8;a="b"', '"b";a=b'];
  for (const value of values)
    for (const end of [',a', ';base64,YQ==', ',<p title="a">']) {
      const url = `data:text/html;charset=${value}${end}`;
      assert.deepEqual(urls(`a = \`${url}\``), [url]);
      assert.deepEqual(urls(`a = ${JSON.stringify(url)}`), [url]);
      assert.deepEqual(
        readJsonFile(JSON.stringify([url]))?.parts.map(({ written }) => written),
        [url],
      );
    }
  assert.deepEqual(urls(`a = 'data:text/html;charset="utf-8'`), []);
  assert.deepEqual(urls(`a = 'data:text/html;charset="utf-8"'`), []);
});

test('parameters in quotation marks take no time', { timeout: 20_000 }, () => {
  for (const next of [';a="b"', ';a="', `;a='`, ';a=b', ';a', '"'])
    findInFile('json', JSON.stringify(Array(9).fill(`data:a/b${next.repeat(100_000)}`)));
});
