/** Tests placeholders in files: which URLs are templates, and which of their findings apply. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { kindOfFile } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { placedInFile, reportedIn } from '../../../src/files/findings-in-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';
import { reportOfFile } from '../../../src/files/report-of-file.ts';
import { mayOpen, templateSyntaxOf } from '../../../src/files/template-syntaxes.ts';
import { textParts } from '../../../src/files/text-file.ts';
import { emptyPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import type { Report } from '../../../src/report/report.ts';
import { runs } from '../../support/seed.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the script must contain this text literally
const inserted = '${b}';
const policy = mergePolicies({ user: emptyPolicy }, 'file:');

const foundIn = (name: string, text: string) => findInFile(kindOfFile(name, text), text, false, name);

async function reportIn(name: string, text: string): Promise<Report> {
  const { found, facts } = foundIn(name, text);
  const positionOf = positionsIn(text);
  const located = found.map((each) => ({ found: each, ...positionOf(each.start), source: '' }));
  return reportOfFile({ path: name, located, facts, positionOf, unreachable: [], policy, start: 0 });
}

/**
 * Returns `column state` for each URL, followed by the placeholders of a template and by the rules of severe findings.
 */
async function linesOf(name: string, text: string): Promise<string[]> {
  const report = await reportIn(name, text);
  return report.dataUrls
    .flatMap(({ occurrences, findings }) => {
      const rules = findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule);
      return occurrences.map(({ column = 0, state, placeholders = [] }) => {
        const spans = placeholders.map(({ start, end }) => `${start}-${end}`);
        const what = state?.kind === 'template' ? `template ${spans.join(' ')}` : 'whole';
        return { column, line: [column, what, ...rules].join(' ') };
      });
    })
    .sort((a, b) => a.column - b.column)
    .map(({ line }) => line);
}

const cases: [name: string, text: string, lines: string[]][] = [
  ['a.md', '```js\na = "data:image/png;base64," + b\n```', ['6 template 22-22']],
  ['a.txt', `A: 'data:image/svg+xlm,' & B(1)`, ['5 template 19-19']],
  ['a.txt', '"data:image/png;base64,". Then "data:image/gif;base64," &amp; c', ['2 whole', '33 whole']],
  [
    'a.js',
    `a = "${gif.replace('/gif', '')}"; b = "data:image;base64," + c`,
    ['6 whole damaged-url', '88 template 18-18'],
  ],
  ['a.js', 'a = "data:image/gif;base64,R0lG" + "ODlh" + b', ['6 template 30-30']],
  ['a.js', '//# sourceMappingURL=data:application/json;base64,', ['22 whole']],
  ['a.ts', 'a()\r//# sourceMappingURL=data:application/json;base64, \r', ['22 whole']],
  ['a.js', 'a = "\\n//# sourceMappingURL=data:application/json;base64," + b', ['29 template 29-29']],
  ['a.html', '<script>/*# sourceMappingURL=data:application/json,*/</script>', ['30 whole']],
  ['a.html', '<script>//# sourceMappingURL=data:application/json,</script>', ['30 whole']],
  ['a.md', "`url(data:image/svg+xml,%3Csvg a='b'%3E)`", ['6 template 25-25']],
  // Documentation may quote interpolated literals of C# and Python.
  [
    'a.html',
    '<p>$<b class="c">&quot;data:image/png;base64,{A( b )}&quot;</b> &quot;data:image/png;base64,{b}&quot;',
    ['24 template 22-30', '71 whole'],
  ],
  [
    'a.json',
    '{"a":"f\\"data:image/png;base64,{b}\\"","f":"data:image/png;base64,{b}"}',
    ['10 template 22-25', '44 whole'],
  ],
  // Literals that the language concatenates.
  ['a.py', 'a = (f"data:{b};"\n  f"base64,{c}")', ['8 template 5-8 16-19']],
  ['a.py', 'a = ("data:{};"\n  "base64,{}").format(b, c)', ['7 template 5-7 15-17']],
  ['a.py', `a = ('data:%s;'\n  'base64,%s' % (b, c))`, ['7 template 5-7 15-17']],
  ['a.py', 'a = ("data:image/png;"\n  f"base64,{b}")', ['7 template 22-25']],
  ['a.py', 'a = ["data:text/css,a{b}", f"{c}"]', ['7 whole']],
  ['a.py', `a = ("${gif}" "data:text/css,a{b}")`, ['7 whole', '88 whole']],
  ['a.rb', 'a = "data:image/png;base64,%<b>s"; c = "data:text/plain,%<b"', ['6 template 22-27', '41 whole']],
  ['a.cpp', 'a("data:%1;base64,%2").arg(b)', ['4 template 5-7 15-17']],
  ['a.cpp', 'a("data:text/plain,%2"); b("data:image/png;base64,AAAAAA%3D")', ['4 whole', '29 whole']],
  ['a.py', 'a = "data:image/png;base64,AAA%3"', ['6 whole']],
  ['a.c', 'printf("data:image/png;base64,%.*s", a, b)', ['9 template 22-26']],
  [
    'a.cpp',
    'a("data:image/png;base64,AAAAAA%3"); b("data:text/css,a{width:50%.5s}")',
    ['4 whole', '41 whole'],
  ],
  ['a.ps1', '"data:text/plain,a`nb"; "c`nd"', ['2 whole']],
  ['a.md', 'See `data:image/png;base64,` and `b`', ['6 whole']],
  ['a.swift', 'a = #"data:image/png;base64,\\#(b)"#', ['7 template 22-27']],
  ['a.ps1', '"data:image/png;base64,{0}" -f $a', ['2 template 22-25']],
  ['a.yml', 'a: data:image/png;base64,$(B_C)\nd: data:text/javascript,$(e)', ['4 template 22-28', '4 whole']],
  ['a.tf', 'a = join("", ["data:image/png;base64,", b])', ['16 template 22-22']],
  // Strings in the tags of templates.
  ['a.twig', '{% set a = "data:image/png;base64," ~ b %}', ['13 template 22-22']],
  ['a.liquid', '{% assign a = "data:image/png;base64," | append: b %}', ['16 template 22-22']],
  ['a.hbs', '{{#with (concat "data:image/png;base64," b)}}{{/with}}', ['18 template 22-22']],
  ['a.html', `<p>{{ "${gif}" }} "data:image/png;base64,"`, ['8 whole', '92 whole']],
  ['a.html', `<p>{{ a }} "data:image/png;base64,"`, ['13 whole']],
  ['a.html', `<a b="#{'data:image/png;base64,'.concat(c)}">`, ['10 template 22-22']],
  ['a.html', `<img th:src="'data:image/png;base64,' + \${a}">`, ['15 template 22-22']],
  ['a.html', `<img data-th-src="@{'data:image/png;base64,' + \${a}}">`, ['22 template 22-22']],
  ['a.html', `<img this="'data:image/png;base64,' + a">`, ['13 whole']],
  // A "?>" in a literal or a block comment does not end PHP code, but in a one-line comment it does.
  [
    'a.php',
    `<?php a('<?xml ?>', "\\"?>"); /* ?> */ # it's\n b("\\"<img src=\\"${gif}\\">"); // ' ?><img src="${gif}">`,
    ['18 whole', '120 whole'],
  ],
  ['a.html', '<img src="data:image/png;base64,{{ x("a") }}">', ['11 template 22-34']],
  ['a.html', '<img src=data:image/png;base64,{{x}}{{y}}>', ['10 template 22-32']],
  [
    'a.html',
    `<style>a { b: url('data:image/png;base64," ~ c | d("'") ~ "') }</style>`,
    ['20 template 22-40'],
  ],
  ['a.html', '<img src="data:{{m}};base64,{{b}}">', ['11 template 5-10 18-23']],
  ['a.html', `<img src="data:image/png;base64,[[${inserted}]]">`, ['11 template 22-30']],
  ['a.html', '<img src="data:application/json,[[1,[true]]]">', ['11 whole']],
  ['a.html', '<img src="data:image/png;base64,%s">', ['11 template 22-24']],
  ['a.html', `<img src="{{ x or '${gif}' }}">`, ['20 whole']],
  ['a.html', `<script>a("data:text/javascript,\`${inserted}\`")</script>`, ['12 whole']],
  ['a.html', `<script>a=\`data:image/svg+xml,\${b ? \`c\` : "d"}\`</script>`, ['12 template 19-35']],
  ['a.html', '<iframe src="data:text/html,{{x}}<script>b()</script>">', ['14 template 15-20 active-content']],
  ['a.html', '<img src="data:image/png;base64,*{{x}}">', ['11 template 23-28 invalid-data-url']],
  ['a.html', '<img src="data:image/png;base64,AAAAA{{x}}">', ['11 template 27-32']],
  ['a.html', '<img src="data:image/png{{x}}">', ['11 template 14-19']],
  ['a.html', '<img src="data:image/svg;base64,{{x}}">', ['11 template 22-27 wrong-type']],
  ['a.html', '<img src="data:application/svg+xml,{{x}}">', ['11 template 25-30 wrong-type']],
  ['a.html', '<img src="data:image/svg{{x}};base64,{{y}}">', ['11 template 14-19 27-32']],
  ['a.html', '<img src="data:application/mp4;base64,{{x}}">', ['11 template 28-33']],
  ['a.php', '<?php a("<img src=\\"data:image/png;base64,".$x."\\">") ?>', ['21 template 22-22']],
  ['a.php', `<?php $a = 'data:image/svg+xml,<svg>' . $b; $c = '${gif}';`, ['13 template 24-24', '51 whole']],
  ['a.php', '<img src="data:image/png;base64,<?= a("b>") ?>">', ['11 template 22-36']],
  ['a.php', "<?php preg_match('/^data:image\\/(\\w+);base64,/', $s) ?>", []],
  ['a.svelte', '<img src="data:image/png;base64,{b}">', ['11 template 22-25']],
  ['a.html', '<img src="data:image/png;base64,{b}">', ['11 whole damaged-url']],
  ['a.cshtml', '<img src="data:@A.B;base64,@C.D(E[0])">', ['11 template 5-9 17-27']],
  ['a.vm', '<img src="data:image/png;base64,$!{b}">', ['11 template 22-27']],
  [
    'a.vue',
    `<img :src="'data:image/png;base64,' + b"><img :src="'${gif}'">`,
    ['13 template 22-22', '54 whole'],
  ],
  ['a.html', '<img data-src="data:image/png;base64,">', ['16 whole']],
  ['a.js.erb', 'a = "data:image/png;base64,<%= b %>"', ['6 template 22-30']],
  ['a.scss', `.a { b: url("data:image/svg+xml,<svg fill='#{fn("a")}'/>") }`, ['14 template 30-40']],
  [
    'a.scss',
    `.a { b: url("data:image/svg+xml,<svg a='#{$b}' fill='#fff'/>") }`,
    ['14 template 27-32 syntax'],
  ],
  ['a.scss', `.a { b: url("data:image/svg+xml,<svg fill='#fff'/>") }`, ['14 whole syntax']],
  ['a.scss', `$a: "data:image/svg+xml,%3Csvg%20a%3D%22#000%22%2F%3E"`, ['6 template 35-39']],
  ['a.css', `a { b: "data:image/svg+xml,%3Csvg%20a%3D%22#000%22%2F%3E" }`, ['9 whole']],
  ['a.scss', '.a { b: url("data:image/svg+xml;base64," + $c) }', ['14 template 26-26']],
  ['a.scss', '@mixin a($b) { c: url(data:image/png;base64,#{$b}); } }', ['23 template 22-27']],
  ['a.less', `.a { b: url("data:image/svg+xml,%3Csvg fill='@{c}'/%3E") }`, ['14 template 32-36']],
  ['a.py', 'a = f"data:{m};base64,{b.c(d)}"', ['7 template 5-8 16-24']],
  ['a.py', "a = 'data:text/css,b{color:red}'", ['6 whole']],
  ['a.py.j2', 'a = "data:image/png;base64," + b', ['6 template 22-22']],
  ['a.py', 'a = "data:image/png;base64," + b', ['6 template 22-22']],
  ['a.css.j2', `{% if a %} b { c: d; {% endif %} } .e { f: url(${gif}) }`, ['48 whole']],
  [
    'a.map',
    `{"version":3,"sources":["a.py?1"],"sourcesContent":["a = f'data:{m},b'"],"mappings":""}`,
    ['60 template 5-8'],
  ],
  ['a.kt', 'val a = "data:image/png;base64,$b"', ['10 template 22-24']],
  ['a.jl', 'a = "data:image/png;base64,$b"', ['6 template 22-24']],
  ['a.zig', 'const a = print("data:image/png;base64,{s}", .{b});', ['18 template 22-25']],
  ['a.nim', 'let a = fmt"data:image/png;base64,{b}"', ['13 template 22-25']],
  ['a.ml', 'let a = "data:image/png;base64," ^ b', ['10 template 22-22']],
  ['a.swift', 'let a = "data:image/png;base64,\\(b.c("d"))"', ['10 template 22-33']],
  ['a.cpp', 'char* a = "data:image/png;base64," B;', ['12 template 22-22']],
  [
    'a.js',
    `a = "data:image/png;base64,"; b = "${gif}"; /^data:image\\/(png);base64,/`,
    ['6 template 22-22', '36 whole'],
  ],
  ['a.js', `a = 'data:image/png;base64,${inserted}'`, ['6 whole']],
  ['a.js', `a = '<img src="data:image/png;base64,${inserted}">'`, ['16 template 22-26']],
  ['a.js', `a = 'data:image/png;base64,{{b}}'`, ['6 template 22-27']],
  ['a.js', `a.replace('%3Csvg', 'data:image/svg+xml,%3Csvg a')`, ['22 template 27-27']],
  ['a.js', `a('data:image/svg+xml,%3Csvg/%3E')`, ['4 whole']],
  ['a.js.j2', `a = 'data:image/png;base64,${inserted}'`, ['6 template 22-26']],
  ['a.js', `a = \`data:${inserted};base64,${inserted}\``, ['6 template 5-9 17-21']],
  ['a.js', `a = \`data:image/${inserted};base64,${inserted}\``, ['6 template 11-15 23-27']],
  ['a.py', 'a = "data:text/plain,x" + b; c = "data:text/plain,x"', ['6 template 17-17', '35 whole']],
  ['a.js', 'a = "data:image/png;base64," + "%%".repeat(3)', ['6 template 22-22']],
  ['a.js', 'a = "data:image/png;base64," + "b"[0]', ['6 template 22-22']],
  ['a.js', 'a = "data:text/html," + "<script>b()</script>".length', ['6 template 15-15']],
  ['a.js', 'throw Error("cannot use url(data:image/svg+xml,%3Csvg xmlns=x) here")', ['29 template 25-25']],
  ['a.js', 'a = "Example: background: url(data:image/png;base64, iVBOR) or so"', []],
  [
    'a.html',
    '<img src="{% if a %}data:image/png;base64,{{ a }}{% else %}/x.png{% endif %}">',
    ['21 template 22-39 45-56'],
  ],
  ['a.html', `<img src="{{'data:image/png;base64,' + a}}">`, []],
  ['a.html', '<img src="{{ a }}data:image/png;base64,b">', ['18 whole']],
  ['a.svelte', `<img src={\`data:image/png;base64,${inserted}\`}>`, ['12 template 22-26']],
  ['a.astro', '<img src={"data:image/png;base64," + a}>', ['12 template 22-22']],
  ['a.astro', '<img src={"data:image/png;base64,QUJD" + a}>', ['12 template 26-26']],
  ['a.astro', '<img src={"data:image/png;base64,QUJD"}>', ['12 whole']],
  ['a.cshtml', `<img src="@F("${gif}")">`, ['15 whole']],
  ['a.cshtml', '<img src="@F(@"data:image/gif;base64,{0}", b)">', ['16 template 22-25']],
  ['a.cshtml', `<img src='@F("data:image/gif;base64," + b)'>`, ['15 template 22-22']],
  ['a.cshtml', '<img src="@F($@"data:image/gif;base64,{b}")">', ['17 template 22-25']],
  ['a.blade.php', '<img src="{{ "data:image/gif;base64,".b() }}">', ['15 template 22-22']],
  ['a.blade.php', `<img src="{{'data:image/gif;base64,'.b()}}">`, ['14 template 22-22']],
  ['a.php', `<?php $a = '<img src="data:image/gif;base64, ' . $b . '">';`, ['23 template 23-33']],
  ['a.py', `a = "<img src='data:image/gif;base64," + b + "'>"`, ['16 template 22-27']],
  ['a.py', `a = ('<img src="data:image/gif;base64,', b, '">')`, ['17 template 22-27']],
  ['a.py', `a = '<img src="data:image/gif;base64,' + b + 'QUJD' + c + '">'`, ['16 template 22-27 31-36']],
  ['a.js', `a = \`data:image/gif;base64,\${b("c", d)}*\``, ['6 template 22-34']],
  ['a.py', `a = "data:image/gif;base64,b'QUJD'"`, ['6 whole']],
  ['a.sol', 'encode("data:image/gif;base64,", b)', ['9 template 22-22']],
  ['a.js', `a = '<img src="data:image/gif;base64, ' + b + '">'`, ['16 template 23-23']],
  ['a.js', `a.indexOf('<img src="data:image/gif;base64,')`, []],
  ['a.js', 'const a = "data:image/gif;base64,";\nb(a + "R0lG" + "*" + c)', ['12 template 22-22']],
  ['a.js', `const a = "data:image/gif;base64," + "${gif.slice(22)}"; b(a)`, ['12 whole']],
  ['a.js', 'const a = "data:image/gif;base64," + b; c(a + "QUJD")', ['12 template 22-22']],
  ['a.js', "const a = 'data:image/gif;base64,'.length;\nb(a + ' units')", ['12 template 22-22']],
  ['a.js', "const a = 'data:image/gif;base64,' === b.slice(0, 22);\nc(a + ' is it')", ['12 template 22-22']],
  ['a.js', `a = "url(data:image/gif;base64, " + b + ")";`, ['10 template 22-22']],
  ['a.js', `a = "data:image/gif;base64" + "," + b`, ['6 template 22-22']],
  ['a.js', 'a = "data:image/gif;base64" + b', []],
  ['a.js', 'a = "data:undefined" + b', ['6 whole damaged-url']],
  ['a.js', `a = 'data:text/html;base64;charset=utf-8' + ',' + b`, []],
  ['a.java', 'a = "data:image/gif;base64"; // or data:image/png;base64', []],
  ['a.html', `<img src="{{ a("${gif}") }}">`, ['17 whole']],
  ['a.less', '.a { b: url("@{c}data:image/png;base64,d") }', []],
  ['a.scss', '.a { b: url($c+"data:image/png;base64,d") }', []],
  ['a.json', '{"a":"data:image/png;base64,"}', ['7 whole']],
  ['a.yml', 'a: "data:image/png;base64,{{ b }}"', ['5 template 22-29']],
  ['a.yml', 'a: >-\n  data:image/png;base64, {{ b "c" }}\n', ['3 template 23-34']],
  ['a.yml', 'a: data:image/png;base64,QUJD {{ b }}', ['4 whole']],
  [
    'a.md',
    `* b:\n\n      \`\`\`php\n      $a = '<img src="data:image/gif;base64,' . b($c) . '">';\n`,
    ['23 template 22-35'],
  ],
  ['a.md', `\`\`\`js\nconst b = '${gif}'.split(',')[1]\n\`\`\``, ['12 whole']],
  ['a.md', `See "${gif}". Image(s) follow.`, ['6 whole']],
  ['a.yml', 'a: data:image/png;base64, {{ b }}', ['4 template 23-30']],
  ['a.yml', `a: data:image/png;base64, ${inserted}`, ['4 template 23-27']],
  ['a.md', `\`\`\`a\`\`\`\n\n<img src="data:image/gif;base64,' . b($c) . '">`, ['11 whole invalid-data-url']],
  // One cause has one severity, whether or not a data: URL remains.
  ['a.json', `{"a":"${gif.replace('image/gif;', '')}"}`, ['7 whole damaged-url']],
  ['a.json', `{"a":"${gif.replace(';base64', '')}"}`, ['7 whole damaged-url']],
  ['a.json', `{"a":"data:${gif}"}`, ['7 whole damaged-url']],
  ['a.json', `{"a":"data:image/gif;base64,${gif}"}`, ['7 whole damaged-url']],
  // Braces in JSON, style sheets and scripts are not placeholders, unlike those in formatted literals.
  ['a.js', 'fetch("data:application/json,{}")', ['8 whole']],
  ['a.js', 'new Worker("data:text/javascript,onmessage=()=>{}")', ['13 whole disallowed-type']],
  ['a.js', 'a = "data:text/html,<style>body{margin:0}</style>"', ['6 whole']],
  ['a.tsx', 'a = "data:application/json,{}"', ['6 whole']],
  ['a.svelte', '<script>a = "data:application/json,{}"</script>', ['14 whole']],
  ['a.js', 'prettier.format("data:text/css,a{b}")', ['18 whole']],
  ['a.js', `a = "data:image/png;base64,{b}"`, ['6 template 22-25']],
  ['a.js', `a = "data:text/plain,{b}".replace("{b}", c)`, ['6 template 16-19']],
  ['a.py', 'a = "data:text/css,b{opacity:0}"', ['6 whole']],
  ['a.py', 'a = "data:application/json,{}"', ['6 whole']],
  ['a.py', 'a = "data:application/json,{}"\nb = a.format(c)', ['6 template 22-24']],
  ['a.py', 'a = "data:application/json,{}".format(b)', ['6 template 22-24']],
  ['a.py', "a = ('data:text/css,{}'\n     'b').format(c)", ['7 template 14-16']],
  ['a.py', `a = rf'<a href="data:text/css,{b}">'`, ['17 template 14-17']],
  ['a.py', `a = f'''\n<a href="data:text/css,{b}">\n'''`, ['10 template 14-17']],
  ['a.rs', 'let a = format!("data:text/css,{b}");', ['18 template 14-17']],
  ['a.rs', 'let a = f("data:text/css,{b}");', ['12 whole']],
  ['a.rs', 'write!(\n  f, "data:text/css,{}", b)', ['7 template 14-16']],
  ['a.cs', 'var a = $"data:text/css,{b}";', ['11 template 14-17']],
  ['a.cs', 'var a = $@"data:text/css,{b.C(d)}";', ['12 template 14-22']],
  ['a.cs', 'const string A = "data:text/css,{0}"; string.Format(A, b)', ['19 template 14-17']],
  ['a.java', 'MessageFormat.format("data:text/css,{0}", b)', ['23 template 14-17']],
  ['a.java', 'log.info("data:text/css,{}", b)', ['11 template 14-16']],
  ['a.cpp', 'fmt::format("data:text/css,{}", b)', ['14 template 14-16']],
  // Percent signs in style sheets, and percent signs that enclose variables.
  [
    'a.html',
    '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'><style>@keyframes r{0%{opacity:0}}</style></svg>">',
    ['11 whole'],
  ],
  ['a.rb', 'a = "data:text/css,@keyframes b{0%{opacity:0}}"', ['6 whole']],
  ['a.rb', 'a = format("data:text/css,%{b}", b: c)', ['13 template 14-18']],
  ['a.conf', 'a "data:text/css,%{ENV:b}"', ['4 template 14-22']],
  ['a.html', '<img src="data:image/png;base64,%{b}">', ['11 template 22-26']],
  ['a.py', 'a = "data:%{x},%{y}"', ['6 template 5-9 10-14']],
  ['a.py', 'a = "data:,b%20%{c}"', ['6 template 10-14']],
  ['a.css', 'a{b:url("data:image/svg+xml,<svg><style>%{c}</style></svg>")}', ['10 template 31-35']],
  ['a.html', '<a href="data:text/plain,%zz%4">', ['10 whole']],
  ['a.bat', 'start "data:text/plain,%zz%4"', ['8 template 16-20']],
  ['a.html', '<a href="data:text/plain,100%OFF%">', ['10 whole']],
  ['a.html', '<a href="data:text/plain,%PUBLIC_URL%">', ['10 template 16-28']],
  ['a.html', '<img src="data:image/png;base64,%image%">', ['11 template 22-29']],
  // URLs that end within a literal.
  [
    'a.js',
    `a = 'b{c:url("data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>")}'`,
    ['15 whole'],
  ],
  ['a.js', `a = 'b{c:url("data:image/png;base64,")}'`, ['15 whole']],
  ['a.js', `a = "b{c:url(\\"data:image/png;base64,\\")}"`, ['16 whole']],
  ['a.js', `a = '<img alt="" src="data:image/png;base64,">'`, ['23 whole']],
  ['a.js', `a = b<c.d; e = "data:image/png;base64,"`, ['17 template 22-22']],
  ['a.js', `a = 'b{c:url("data:image/png;base64,' + d + '")}'`, ['15 template 22-22']],
  ['a.js', `a({ b: c, url: url("data:image/png;base64," + d) })`, ['21 template 22-22']],
  // URLs without data, either whole or continued by the code.
  ['a.js', 'fetch("data:,")', ['8 whole']],
  ['a.js', 'a.href = "data:,"', ['11 whole']],
  ['a.js', 'a.href = "data:,"\nb()', ['11 whole']],
  ['a.js', 'window.open("data:text/html,");', ['14 whole']],
  ['a.js', 'window.open("data:text/html," + a);', ['14 template 15-15']],
  ['a.js', 'a.href = "data:text/html,"\n  + b', ['11 template 15-15']],
  ['a.js', 'a.href = "data:text/csv,"; a.href += b', ['11 template 14-14']],
  ['a.js', 'a.href = "data:image/png;base64,"', ['11 template 22-22']],
  ['a.js', 'const a = "data:text/html,"', ['12 template 15-15']],
];

describe('placeholders', () => {
  for (const [name, text, lines] of cases)
    test(`${name}: ${text}`, async () => assert.deepEqual(await linesOf(name, text), lines));

  test('a URL with placeholders keeps its text, position and identity', async () => {
    const text = '<p>\n<img alt="{{ a }}" src="data:image/png;base64,{{ b }}&#65;">';
    const [found] = foundIn('a.html', text).found;
    assert.equal(found?.written, 'data:image/png;base64,{{ b }}A');
    assert.equal(text.slice(found?.start, found?.end), 'data:image/png;base64,{{ b }}&#65;');
  });

  test('text without placeholders is searched as it is', () => {
    const text = `{{ ${gif} }} <% ${gif} %>`;
    assert.deepEqual(
      foundIn('a.txt', text).found.map(({ start }) => start),
      textParts(text).map(({ start }) => start),
    );
  });

  test('a finding of a whole URL is not placed at a template with the same text', async () => {
    const report = await reportIn(
      'a.js',
      `a = 'b{c:url("data:image/png;base64,")}'; d = "data:image/png;base64," + e`,
    );
    const reported = reportedIn(report, [...placedInFile(report, policy)]);
    assert.deepEqual(
      reported.map(({ column, message }) => `${column} ${message.slice(0, 10)}`),
      ['15 Empty body'],
    );
  });

  test('openings without an end take no time', { timeout: 20_000 }, () => {
    for (const open of ['{{', '${', '<?php ', '{', '@a(', '#{', '[[a'])
      foundIn('a.svelte', `<img src="data:,${open.repeat(200_000)}`);
  });
});

test('the quick test passes over no beginning of a placeholder', () => {
  const quick = new RegExp(mayOpen, 'y');
  const parts = [
    ...[
      '{',
      '}',
      '%',
      '$',
      '!',
      '"',
      "'",
      '~',
      ' ',
      '\n',
      '<',
      '?',
      'php',
      '=',
      '#',
      '@',
      '[',
      '(',
      ')',
      ':',
      '\\',
      '`',
    ],
    ...[
      'a',
      'A',
      'F',
      'd',
      's',
      'foo',
      'FOO',
      'json',
      'true',
      '1',
      '10',
      '41',
      'a:',
      '>',
      '-',
      '.',
      '_',
      '&',
      'q',
    ],
  ];
  const names = 'html py bat cpp yml swift sh php vue css blade.php cshtml cfm svelte js cs vm rs'.split(' ');
  const begun = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.string({ unit: fc.constantFrom(...parts), minLength: 4, maxLength: 12 }),
      (name, text) => {
        for (const { 0: whole, index } of text.matchAll(templateSyntaxOf(`a.${name}`).open)) {
          begun.add(whole.slice(0, 2));
          quick.lastIndex = index;
          assert.ok(quick.test(text), `${name}: ${JSON.stringify(text)} at ${index}`);
        }
      },
    ),
    runs(20_000, 5000),
  );
  assert.ok(begun.size > 20, `${begun.size} beginnings`);
});
