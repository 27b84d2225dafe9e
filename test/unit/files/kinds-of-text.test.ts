/**
 * Tests files whose lines are folded, escaped or marked, and texts that only resemble data: URLs or other kinds of
 * text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfFile } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';

const body = 'iVBORw0KGgoAAAANSUhEUgAAAAE=';
const png = `data:image/png;base64,${body}`;
const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const encoded = Buffer.from(`a{b:url(${png})}`).toString('base64');

const cases: [name: string, text: string, lines: string[]][] = [
  ['a.vcf', `PHOTO:data:image/p\r\n ng;base64,${body}\r\n`, [`1:7 ${png}`]],
  ['a.vcf', `PHOTO:data:image/png\\;base64\\,${body}\n`, [`1:7 ${png}`]],
  [
    'a.vcf',
    `PHOTO;VALUE=URL;ENCODING=QUOTED-PRINTABLE:data:image/p=\r\nng;base64=2C${body.replace('=', '=3D')}\r\n`,
    [`1:43 ${png}`],
  ],
  [
    'a.vcf',
    `A;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:d=61ta:,=E9=FC\nB:data:,=41\n`,
    ['1:39 data:,éü', '2:3 data:,=41'],
  ],
  [
    'a.scss',
    `// see a/*.css\nb { c: url(${png}) } // "${png}\n/* // */ d { e: url(//f/*); g: url("//h/*") }`,
    [`2:12 ${png}`, `2:70 ${png}`],
  ],
  ['a.css', `a { b: url(${png}) } // it's\nc { d: url(${png}) }`, [`1:12 ${png}`, `2:12 ${png}`]],
  ['a.ics', `ATTACH:da\n\tta:image/png;base64,${body}\n`, [`1:8 ${png}`]],
  ['contact', `BEGIN:VCARD\nPHOTO:data:image/p\n ng;base64,${body}\n`, [`2:7 ${png}`]],
  ['a.properties', `a=data\\:image/png;base64,\\\n  ${body}\n`, [`1:3 ${png}`]],
  ['a.patch', `@@ -1 +1 @@\n-a: "${png}"\n+${png}\n`, [`2:6 ${png}`, `3:2 ${png}`]],
  ['a.yaml', `a: data:image/png;base64, ${body}\nb: 1`, [`1:4 data:image/png;base64, ${body}`]],
  ['a.yaml', 'a: data:image/png;base64, is a prefix', ['1:4 data:image/png;base64,']],
  ['a.yaml', "a: 'user-data://a/b'\nb: user-data:,c data://d/e,f", ['2:9 data:,c', '2:17 data://d/e,f']],
  ['a.adoc', `image::${png}[Logo]`, [`1:8 ${png}`]],
  [
    'a.log',
    `${png}:1 GET ${png} failed\n    at f (${png}:3:15)`,
    [`1:1 ${png}`, `1:${png.length + 8} ${png}`, `2:11 ${png}`],
  ],
  ['a.adoc', `image:${png}[alt,20]\nlink:${png}[a,window=_blank]`, [`1:7 ${png}`, `2:6 ${png}`]],
  ['a.adoc', `+${png}+\n\`++${png}++\``, [`1:2 ${png}`, `2:4 ${png}`]],
  ['a.adoc', '__data:,a__ data:,b_ _data:,c', ['1:3 data:,a', '1:13 data:,b_', '1:23 data:,c']],
  ['log', `[12:00] src=${png} x`, [`1:13 ${png}`]],
  ['flake', `{\n  a = "${png}";\n}`, [`2:8 ${png}`]],
  ['README', `[![a](${png})](b)`, [`1:7 ${png}`]],
  ['a.md', `![a \\] [b](c)](data:,(d(e)),f<g)`, ['1:16 data:,(d(e)),f<g']],
  ['a.md', `![a](data:text/plain,b c)`, ['1:6 data:text/plain,b c']],
  ['a.md', `![a][R]\n\n> [r]: data:,b "c"`, ['3:8 data:,b']],
  ['a.md', `![a][r] ![b](<${png}>)\n\n[r]: <${png}>`, [`1:15 ${png}`, `3:7 ${png}`]],
  ['a.json', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([png]) }) }), [`1:21 ${png}`]],
  ['a.json', '{"a":"data:null","b":"data:[object Object]"}', ['1:7 data:null', '1:23 data:[object Object]']],
  ['a.json', '{"a":"data:null and void","b":"data: base64 is a code"}', []],
  [
    'a.js',
    `a = "data:${png}"; b = "data:image/png;base64:${body}"; c = ["data:image/png;base64", b].join()`,
    [`1:6 data:${png}`, `1:69 data:image/png;base64:${body}`],
  ],
  ['a.har', `{"content":{"text":"${encoded}","encoding":"base64","mimeType":"text/css"}}`, [`1:31 ${png}`]],
  ['a.har', `{"content":{"text":"${encoded}","encoding":"base64","mimeType":"font/woff"}}`, []],
  ['a.html', `<p style="a:url("${png}")">`, [`1:18 ${png}`]],
  ['a.js', 'a = "data:image;base64,R0lGODlh"', ['1:6 data:image;base64,R0lGODlh']],
  [
    'a.js',
    `a.style.mask = "url(data:image/svg+xml,<svg a='(b)'/>)"; b = 'c: url(data:,d)'`,
    ["1:21 data:image/svg+xml,<svg a='(b)'/>", '1:70 data:,d'],
  ],
  [
    'a.js',
    `a = "data:image/png;base64," +\n  "${body.slice(0, 8)}" + '${body.slice(8)}'; b = "data:,c" + "data:,d"`,
    [`1:6 ${png}`, '2:45 data:,c', '2:57 data:,d'],
  ],
  ['a.js', `a = 'data:text/html;base64;charset=utf-8'; b = 'data:text/html;base64;charset'`, []],
  ['a.js', `a = 'data:base64&encoding=utf8'; b = 'data:;base64;encoding=utf8'`, []],
  ['a.js', `a = 'data:image/png&#59;base64&#44;${body}'`, [`1:6 data:image/png&#59;base64&#44;${body}`]],
  ['a.js.erb', `a = "${png}"`, [`1:6 ${png}`]],
  [
    'a.user.js',
    `// @name data:,a "b"\n// @icon   data:image/svg+xml,<svg a='b c'/> \n//@require data:,d();e("f")\r\n// @resource g data:,h i\n// @see data:,j k`,
    ["2:12 data:image/svg+xml,<svg a='b c'/>", '3:12 data:,d();e("f")', '4:16 data:,h i'],
  ],
  [
    'a.js',
    `a = "data:image/svg+xml;utf8.<svg a='b'/>"; b = "data:image/png%3Bbase64%2C${body}"; c = "data:image/svg+xml;d"`,
    ["1:6 data:image/svg+xml;utf8.<svg a='b'/>", `1:50 data:image/png%3Bbase64%2C${body}`],
  ],
  [
    'a.log',
    `open data: image/png;a=b;base64, ${body} in data: image/png;base64,${body}\ndata: image/png;base64,${body}`,
    [`1:6 data: image/png;a=b;base64, ${body}`, `1:${38 + body.length} data: image/png;base64,${body}`],
  ],
  ['a.yaml', `a:\n  - data: image/png;base64,${body}`, []],
  ['a.log', 'GET data:,hello: net::ERR_INVALID_URL', ['1:5 data:,hello']],
  // A query may contain several URLs, and a link in Markdown may enclose an image.
  [
    'a.md',
    `[![a](https://h.example/?l=${png}&m=${gif}&c=1)](https://h.example/) [![a](//h.example/?l=${png})](/b)`,
    [`1:28 ${png}`, `1:81 ${gif}`, `1:171 ${png}`],
  ],
  [
    'a.js',
    `a = '//h.example/?l=${png}&m=${gif}' // ?l=${png}&amp;m=${gif}`,
    [
      `1:21 ${png}`,
      `1:${24 + png.length} ${gif}`,
      `1:${32 + png.length + gif.length} ${png}`,
      `1:${39 + 2 * png.length + gif.length} ${gif}`,
    ],
  ],
  ['a.rst', `https://h.example/?l=${png}&m=${gif}&c=1`, [`1:22 ${png}`, `1:${25 + png.length} ${gif}`]],
  [
    'a.md',
    `\`{&quot;a&quot;:&quot;${png}&quot;,&#34;b&#34;:&#34;${gif}&#34;}\` (see ${png}), ${png}&b`,
    [`1:23 ${png}`, `1:97 ${gif}`, `1:152 ${png}`, `1:205 ${png}&b`],
  ],
  ['a.js', `a = "b '${png})' c" /* "${png})" */`, [`1:9 ${png})`, `1:69 ${png})`]],
  ['a.md', `|a|b|\n|-|-|\n|${png}|${gif}|`, [`3:2 ${png}`, `3:53 ${gif}`]],
  // Other quotation marks are part of the data, and so are references in base64.
  [
    'a.json',
    '{"a":"&quot;data:text/html,&lt;script&gt;a(&apos;&apos;)&lt;/script&gt;&quot;"}',
    ['1:13 data:text/html,&lt;script&gt;a(&apos;&apos;)&lt;/script&gt;'],
  ],
  [
    'a.js',
    `"<a href='//h/?u=data:text/html;base64,PHNj&#43;cmlwdD4=&v=1'>"`,
    ['1:18 data:text/html;base64,PHNj&#43;cmlwdD4='],
  ],
  // If the end of a string is missing in a message, the next quotation mark belongs to another string.
  ['a.log', `a="${png.slice(0, 40)} at b:3\nc="${gif}"\n`, [`1:4 ${png.slice(0, 40)}`, `2:4 ${gif}`]],
  ['a.log', `{"a":"${png.slice(0, 40)}\n{"b":"c"}`, [`1:7 ${png.slice(0, 40)}`]],
  ['a.log', `a="${png.slice(0, 40)}\n${png.slice(40)}" (b)\n`, [`1:4 ${png}`]],
  ['a.log', `> a="${png.slice(0, 40)}\n> ${png.slice(40)}" (b)\n`, [`1:6 ${png}`]],
  // In their messages, browsers put markup into quotation marks that the markup itself may contain.
  [
    'a.log',
    `the image 'data:image/svg+xml,%3Csvg a='b' c='d'%3E%3C/svg%3E' and 'data:text/html,<p a='b'>' c`,
    ["1:12 data:image/svg+xml,%3Csvg a='b' c='d'%3E%3C/svg%3E", "1:69 data:text/html,<p a='b'>"],
  ],
  ['a.md', `Use "data:image/svg+xml,%3Csvg a="b"/%3E" here`, ['1:6 data:image/svg+xml,%3Csvg a="b"/%3E']],
  [
    'a.rb',
    `a = 'data:image/svg+xml,%3Csvg a='.concat(b)+'%3E' + 'data:image/svg+xml,%3Csvg a=' + b + '%3E'`,
    ['1:6 data:image/svg+xml,%3Csvg a=', '1:55 data:image/svg+xml,%3Csvg a='],
  ],
  // Names in a program and types that a comment mentions are not data: URLs.
  ['a.ex', '<<data::binary, 3, 4>> Vec<data::Item, data::Other>', []],
  [
    'a.py',
    '# image from data:image/png URI\na = "data:image/png"; data:image/png\n# (data:image/* only)',
    ['2:6 data:image/png', '2:23 data:image/png'],
  ],
  [
    'a.log',
    'GET data:image/png net::ERR_INVALID_URL\na: data:image/png base64,A',
    ['1:5 data:image/png', '2:4 data:image/png'],
  ],
  ['a.conf', 'img-src data:,blob:; a data:,b; media-src data:, blob:', ['1:24 data:,b', '1:43 data:,']],
];

for (const [name, text, lines] of cases)
  test(`${name}: ${text.slice(0, 60)}`, () => {
    const positionOf = positionsIn(text);
    const { found } = findInFile(kindOfFile(name, text), text, false, name);
    const listed = found.map(({ start, written }) => {
      const { line, column } = positionOf(start);
      return `${line}:${column} ${written}`;
    });
    assert.deepEqual(listed, lines);
  });
