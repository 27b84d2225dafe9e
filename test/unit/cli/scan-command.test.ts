/** Runs `npm run scan` as a person does: its output and exit code, with good and bad files. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, open, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { positionsIn } from '../../../src/files/line-positions.ts';
import type { Report } from '../../../src/report/report.ts';
import {
  compiled,
  type EndedCommand,
  endOf,
  fromSource,
  reportsIn,
  runCommand,
  runProcess,
  startCommand,
} from '../../support/command.ts';
import { checkSarif } from '../../support/sarif.ts';
import { testInFull } from '../../support/seed.ts';

let folder: string;
const bad = 'data:image/png;base64,AA*A';
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const jxl = 'data:image/jxl;base64,/woAEBBQXAgIAgEALABLGIsVwklBHkAUAA==';

const write = async (files: Record<string, string | Uint8Array>): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
};

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-scan-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const scan = (args: string[], input: string | Uint8Array = ''): Promise<EndedCommand> =>
  runCommand(folder, ['scan', ...args], input);

const reportsOf = ({ stdout }: EndedCommand): Report[] => JSON.parse(stdout);

interface SarifResult {
  ruleId: string;
  message: { text: string };
  locations: [{ physicalLocation: { region: { startLine: number; startColumn: number } } }];
}

interface SarifReplacement {
  deletedRegion: { startColumn: number; endColumn: number };
  insertedContent?: { text: string };
}

/** Returns the position and head of every occurrence, as `file:line:column head`. */
const placesOf = (ended: EndedCommand): string[] =>
  reportsOf(ended).flatMap(({ dataUrls }) =>
    dataUrls.flatMap(({ head, occurrences }) =>
      occurrences.map(({ frame, line, column }) => `${frame}:${line}:${column} ${head}`),
    ),
  );

describe('npm run scan', { concurrency: 2 }, () => {
  test('errors say what to do', async () => {
    await write({ 'wrong/policy.json': '{"rules":{"activ-content":"off"}}', 'wrong/a.txt': 'data:,x' });
    const page = await scan(['https://example.com/']);
    assert.match(page.said.join(), /a web address\. Use "inspect" for pages/);
    const rule = await scan(['--policy', 'wrong/policy.json', 'wrong/a.txt']);
    assert.match(rule.said.join(), /Did you mean "active-content"\?/);
    const dir = await scan(['--policy', 'wrong', 'wrong/a.txt']);
    assert.match(dir.said.join(), /wrong: a folder, not a file/);
    assert.deepEqual([page.code, rule.code, dir.code], [2, 2, 2]);
  });

  test('a line for each finding, the sum on standard error, 1 for an error', async () => {
    await write({ 'lines/a.html': `<p>\n<img src="${bad}">`, 'lines/b.css': `a { b: url(${gif}) }` });
    const { code, stdout, said } = await scan(['lines']);
    assert.match(
      stdout,
      /^lines\/a\.html:2:11 error \S.+ invalid-data-url\n {2}At character 25 of the URL\.\n$/,
    );
    assert.deepEqual(said, ['2 data: URLs (2 occurrences) in 2 of 2 files: 1 error.']);
    assert.equal(code, 1);
    assert.equal((await scan(['--fail-on', 'never', 'lines'])).code, 0);
    const same = await endOf(startCommand(fromSource, folder, ['scan', 'lines']));
    assert.deepEqual(same, { code, stdout, said });
  });

  test('after a finding: its position, and the repair, or how to print it', async () => {
    const svg = (text: string) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>${text}</svg>`;
    const rect = "<rect fill='#f00' width='9' height='9'/>";
    const long = rect.repeat(9);
    const unknown = gif.replace(';base64', ';charset=utf-9');
    await write({
      'repairs/a.html': `<img src="${gif.replace(';base64', '')}">\n<img src="${svg(rect)}">`,
      'repairs/b.html': `<img src="${svg(`&lt;  \u200b${rect}`)}">\n<img src="${svg(long)}"><img src="${unknown}">`,
      'repairs/c.js': `load("${gif.replace(';base64', '').replaceAll('/', '\\/')}")`,
    });
    const { stdout } = await scan(['repairs']);
    const red = "<rect fill='%23f00' width='9' height='9'/>";
    const marked = `At character 15 of the URL. Repair: ";base64" added. Repaired: ${gif}`;
    assert.deepEqual(stdout.match(/(?<=^ {2}).+/gm), [
      marked,
      `At character 72 of the URL. Repair: "#" → "%23". Repaired: ${svg(red)}`,
      `At character 76 of the URL. Repair: "#" → "%23". Repaired: ${svg(`<  %E2%80%8B${red}`)}`,
      'At character 72 of the URL. Repair: 9 × "#" → "%23". scan --repairs prints the repaired URL.',
      `At character 29 of the URL. Repair: ";charset=utf-9" → ";base64". Dropped: "charset=utf-9" (no such encoding). Repaired: ${gif}`,
      marked,
    ]);
    assert.deepEqual((await scan(['--repairs', 'repairs'])).stdout.trimEnd().split('\n'), [
      `repairs/a.html:1:11 ${gif}`,
      `repairs/a.html:2:11 ${svg(red)}`,
      `repairs/b.html:1:11 ${svg(`<  %E2%80%8B${red}`)}`,
      `repairs/b.html:2:11 ${svg(long.replaceAll('#', '%23'))}`,
      `repairs/b.html:2:448 ${gif}`,
      `repairs/c.js:1:7 ${gif}`,
    ]);
    assert.equal((await scan(['--github', 'repairs'])).stdout.match(/ Repair: /g)?.length, 6);
    assert.doesNotMatch((await scan(['--ndjson', 'repairs'])).stdout, /"lost"/);
  });

  test('no line shows a part of a password', async () => {
    const url = 'data:text/plain,http://u:%%zzsecret%%1b[x@h.example/';
    await write({ 'password/a.html': `<p title="${url}">` });
    for (const format of ['--lines', '--github']) {
      const { stdout } = await scan([format, '--fail-on', 'never', 'password']);
      assert.match(stdout, /scan --repairs prints the repaired URL/);
      assert.doesNotMatch(stdout, /zzsecret/);
    }
  });

  test('the URL of an external body that must be quoted', async () => {
    const mail = (url: string) =>
      `Content-Type: message/external-body; access-type=URL;\n URL=${url}\n\nContent-Type: text/plain\n\n`;
    const url = 'data:text/plain;charset=utf-8,x';
    await write({
      'external/a.eml': mail(url),
      'external/b.eml': mail(`"${url}"`),
      'external/c.eml': mail('data:,x'),
    });
    const { stdout, said } = await scan(['external']);
    assert.match(stdout, /^external\/a\.eml:2:6 info Unquoted URL, cut off by ";"\..+ invalid-data-url\n$/);
    assert.deepEqual(
      said.slice(0, -1).map((line) => line.slice(0, 80)),
      ['a', 'c'].map((name) =>
        `external/${name}.eml: line 2, column 6: the URL of an external body must be quoted: URL="data:…"`.slice(
          0,
          80,
        ),
      ),
    );
    const [report] = reportsOf(await scan(['--json', 'external/a.eml']));
    assert.ok(!('isUnquoted' in (report?.dataUrls[0]?.occurrences[0] ?? {})));
  });

  test('mistakes around data: URLs in contacts and calendars are named with their lines', async () => {
    await write({
      'contact/a.vcf': `BEGIN:VCARD\r\nLOGO;ENCODING=b:${gif}\r\nPHOTO:${gif.slice(0, 50)}\r\n${gif.slice(50)}\r\nEND:VCARD\r\n`,
      'contact/b.ics': 'BEGIN:VCALENDAR\r\nATTACH:data:text/plain\\,a\r\nEND:VCALENDAR\r\n',
      'contact/c.vcf': `BEGIN:VCARD\r\nPHOTO:${gif.slice(0, 50)}\r\n ${gif.slice(50)}\r\nEND:VCARD\r\n`,
    });
    const { said } = await scan(['--fail-on', 'never', 'contact']);
    assert.deepEqual(
      said.slice(0, -1).map((line) => line.split(/,| is declared|: write/)[0]),
      [
        'contact/a.vcf: line 4: looks like the rest of the URL in the line before; such a line begins with a space or a tab (RFC 6350',
        'contact/a.vcf: line 2: the value',
        'contact/b.ics: line 2: a URI has no backslashes',
      ],
    );
  });

  test('every format has the line and the column', async () => {
    await write({ 'formats/a, b.html': `<p>\n<img src="${bad}"><img src="${gif}">` });
    const file = 'formats/a, b.html';
    const [report] = reportsOf(await scan(['--json', file]));
    assert.equal(report?.page.url, file);
    assert.deepEqual(placesOf(await scan(['--json', 'formats'])), [
      `${file}:2:11 ${bad}`,
      `${file}:2:49 ${gif}`,
    ]);
    const lines = reportsIn((await scan(['--ndjson', file, '-'], gif)).stdout);
    assert.deepEqual(
      lines.map(({ page }) => page.url),
      [file, '-'],
    );
    const { stdout: github } = await scan(['--github', file]);
    assert.match(github, /^::error file=formats\/a%2C b\.html,line=2,col=11,title=invalid-data-url::\S/);
    const log = JSON.parse((await scan(['--sarif', file])).stdout);
    const { physicalLocation } = log.runs[0].results[0].locations[0];
    checkSarif(log);
    assert.deepEqual(physicalLocation.region, { startLine: 2, startColumn: 11, endLine: 2, endColumn: 37 });
    assert.equal(physicalLocation.artifactLocation.uri, 'formats/a,%20b.html');
    assert.match((await scan(['--markdown', file])).stdout, /`formats\/a, b\.html:2:49`/);
    const { stdout: html } = await scan(['--html', file]);
    assert.doesNotMatch(html, /\$[A-Z]+\$/, 'an argument that is not filled in');
    assert.match(html, /^<!doctype html>/i);
    assert.ok(html.includes('a, b.html:2:11'), 'the position');
  });

  test('SARIF has paths from the working directory, whatever they are named by', async () => {
    await write({ 'sarif/a.html': `<img src="${bad}">` });
    await symlink('a.html', path.join(folder, 'sarif/link.html'));
    const outside = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-outside-'));
    const names = ['./sarif/a.html', path.join(folder, 'sarif/../sarif/a.html'), 'sarif/link.html'];
    await writeFile(path.join(outside, 'b.txt'), bad);
    for (const [name, uri] of [
      ...names.map((each) => [each, 'sarif/a.html'] as const),
      ['-', '-'],
      [path.join(outside, 'b.txt'), pathToFileURL(path.join(await realpath(outside), 'b.txt')).href],
    ] as const) {
      const log = JSON.parse((await scan(['--sarif', name], bad)).stdout);
      checkSarif(log);
      assert.equal(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, uri, name);
    }
    await rm(outside, { recursive: true, force: true });
  });

  testInFull('paths for GitHub are those of the repository, in SARIF and in annotations', async () => {
    await write({ 'workspace/part/a.html': `<img src="${bad}">` });
    const run = async (GITHUB_WORKSPACE: string, form: string) => {
      const args = ['scan', form, 'a.html', 'none.html'];
      const at = path.join(folder, 'workspace/part');
      return (await endOf(startCommand(await compiled(), at, args, { GITHUB_WORKSPACE }))).stdout;
    };
    const repository = path.join(folder, 'workspace');
    assert.deepEqual((await run(repository, '--github')).match(/(?<=file=)[^,]+/g), [
      'part/a.html',
      'part/none.html',
    ]);
    const uris = ({ runs }: { runs: [{ artifacts: { location: { uri: string } }[] }] }) =>
      runs[0].artifacts.map(({ location }) => location.uri);
    assert.deepEqual(uris(JSON.parse(await run(repository, '--sarif'))), ['part/a.html', 'part/none.html']);
    assert.deepEqual(uris(JSON.parse(await run('', '--sarif'))), ['a.html', 'none.html']);
  });

  test('annotations: as many as GitHub shows, the others in the log, and their number', async () => {
    const wrong = (count: number) => `<img src="${bad}">\n`.repeat(count);
    await write({ 'many/a.html': wrong(10), 'many/b.html': wrong(13) });
    const lines = (await scan(['--github', 'many'])).stdout.trimEnd().split('\n');
    assert.equal(lines.filter((line) => line.startsWith('::error file=many/a.html,')).length, 10);
    assert.deepEqual(
      [lines[10], lines[12]].map((line) => line?.slice(0, 25)),
      ['also many/b.html:1:11 err', 'also many/b.html:2:11 err'],
    );
    assert.equal(
      lines.at(-1),
      '::notice title=data%3A URLs::GitHub shows 10 annotations of a kind for each step. The log has 13 more errors.',
    );
    assert.equal(lines.length, 37);
    assert.doesNotMatch((await scan(['--github', 'many/a.html'])).stdout, /notice/);
  });

  test('annotations are text, whatever a file is called', async () => {
    const name = 'named/::set-env\u202e\u2028\u001b##[group]%.html';
    await write({ [name]: `<img src="${bad}">\n`.repeat(11) });
    const lines = (await scan(['--github', 'named'])).stdout.trimEnd().split('\n');
    assert.match(
      lines[0] ?? '',
      /^::error file=named\/%3A%3Aset-env\\u\{202e\}\\u\{2028\}\\u\{1b\}##\[group\]%25\.html,line=1,/,
    );
    assert.match(
      lines[10] ?? '',
      /^also named\/::set-env\\u\{202e\}\\u\{2028\}\\u\{1b\}#\\u\{23\}\[group\]%\.html:11:11 /,
    );
  });

  test('a list of files, one a line or separated by NUL, in a file or on standard input', async () => {
    const names = ['listed/a\nb.txt', 'listed/-', 'listed/sub/c.txt'];
    await write(Object.fromEntries(names.map((name) => [name, gif])));
    await write({ 'listed/d.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]) });
    const list = ['listed/sub', ...names, 'listed/d.png', 'listed/-', ''].join('\0');
    const urlsOf = (ended: EndedCommand) => reportsOf(ended).map(({ page }) => page.url);
    const all = await scan(['--json', '--files-from', '-'], list);
    // A picture in the list of files is not an error, and a repeated name counts only once.
    assert.deepEqual([all.code, urlsOf(all)], [0, ['listed/sub/c.txt', names[0], names[1], names[2]]]);
    await write({ 'listed/list': '\ufefflisted/-\r\n\r\nlisted/none\n' });
    const lines = await scan(['--json', '--files-from', 'listed/list', names[2] as string]);
    assert.deepEqual(urlsOf(lines), [names[2], 'listed/-', 'listed/none']);
    assert.deepEqual([lines.code, lines.said[0]], [2, 'listed/none: no such file or folder']);
    for (const [args, says] of [
      [['--files-from', '-'], '-: no file in this list'],
      [['--files-from', 'listed/nothing'], 'listed/nothing: no such file or folder'],
      [['--files-from', '-', '-'], '--files-from - and the operand "-" both read standard input'],
    ] as const) {
      const refused = await scan([...args]);
      assert.deepEqual([refused.code, refused.said], [2, [`scan: ${says}`]]);
    }
  });

  test('globs choose files of folders, of lists, and of arguments', async () => {
    const css = `a { b: url(${gif}) }`;
    await write({
      ...{ 'globs/a.css': css, 'globs/a.txt': gif, 'globs/sub/b.css': css },
      ...{ 'globs/vendor/c.css': css, 'globs/sub/vendor/d.css': css },
    });
    const chosen = async (...args: string[]) =>
      reportsOf(await scan(['--json', ...args])).map(({ page }) => page.url.replace('globs/', ''));
    assert.deepEqual(await chosen('--include', '*.css', '--exclude', 'vendor/', 'globs'), [
      'a.css',
      'sub/b.css',
    ]);
    assert.deepEqual(await chosen('--exclude', '/globs/vendor', '--exclude', 'globs/sub/b.*', 'globs'), [
      ...['a.css', 'a.txt', 'sub/vendor/d.css'],
    ]);
    assert.deepEqual(await chosen('--include', 'globs/sub/', 'globs', 'globs/a.css'), [
      ...['sub/b.css', 'sub/vendor/d.css'],
    ]);
    const absolute = path.join(folder, 'globs');
    assert.deepEqual(await chosen('--include', '/globs/a.*', '--exclude', '*.txt', absolute), [
      path.join(folder, 'a.css'),
    ]);
    // A Git hook may name files that are excluded.
    const none = await scan(['--exclude', '*.css', 'globs/a.css']);
    assert.deepEqual([none.code, none.said], [0, ['No data: URLs in 0 files.']]);
    const mistyped = await scan(['--include', '*.csss', 'globs']);
    assert.deepEqual(
      [mistyped.code, mistyped.said[0]],
      [2, 'globs: no file in this folder, or all are ignored (--no-ignore scans them), or left out by globs'],
    );
    for (const [glob, says] of [
      ['*.{css,scss}', ".gitignore syntax doesn't support {a,b}; write a pattern for each"],
      ['!a', 'begins with "!"'],
      ['[a', "a bracket isn't closed"],
      ['a\\', 'ends with a backslash'],
      [' ', 'blank'],
    ]) {
      const refused = await scan(['--exclude', String(glob), 'globs']);
      assert.deepEqual([refused.code, refused.said], [2, [`scan: "${glob}" is not a glob: ${says}`]]);
    }
  });

  test('SARIF marks the beginning of the URL in its line, and has the repair as a fix', async () => {
    const broken = gif.replace(',', ' ,').replace(';base64', ';bas64');
    await write({
      'fixes/a.html': `<img src="${broken}"><img src="${broken}">\n<img src="${broken.replace('/', '&#x2F;')}">`,
      'fixes/b.html': `<img src="data:image/png;base64,\nAA*A">`,
    });
    const log = JSON.parse((await scan(['--sarif', '--fail-on', 'never', 'fixes'])).stdout);
    checkSarif(log);
    const { results } = log.runs[0];
    const fixed = results.filter(({ fixes }: { fixes?: unknown }) => fixes);
    assert.deepEqual(
      fixed.map(({ locations }: SarifResult) => locations.length),
      [2],
    );
    const { region } = fixed[0].locations[0].physicalLocation;
    assert.deepEqual([region.startColumn, region.endColumn], [11, 11 + Math.min(100, broken.length)]);
    const [{ artifactChanges }] = fixed[0].fixes;
    assert.equal(artifactChanges[0].artifactLocation.uri, 'fixes/a.html');
    const line = `<img src="${broken}"><img src="${broken}">`;
    const repaired = artifactChanges[0].replacements
      .toReversed()
      .reduce(
        (text: string, { deletedRegion: at, insertedContent }: SarifReplacement) =>
          text.slice(0, at.startColumn - 1) + (insertedContent?.text ?? '') + text.slice(at.endColumn - 1),
        line,
      );
    assert.equal(repaired, line.replaceAll(broken, gif));
    const cut = results.find((each: SarifResult) => JSON.stringify(each.locations).includes('fixes/b.html'));
    assert.equal(cut.locations[0].physicalLocation.region.endColumn, 11 + 'data:image/png;base64,'.length);
  });

  test('SARIF reports a finding where it is true, as the lines do', async () => {
    await write({ 'use/a.html': '<!-- data:text/html,x -->\n<iframe src="data:text/html,x"></iframe>' });
    const { stdout } = await scan(['--fail-on', 'never', 'use/a.html']);
    const lines = stdout.split('\n').filter((line) => line.includes(' error '));
    const { results } = JSON.parse((await scan(['--sarif', 'use/a.html'])).stdout).runs[0];
    assert.deepEqual(
      results
        .filter(({ level }: { level: string }) => level === 'error')
        .map(({ locations: [{ physicalLocation }], message, ruleId }: SarifResult) => {
          const { startLine, startColumn } = physicalLocation.region;
          return `use/a.html:${startLine}:${startColumn} error ${message.text} ${ruleId}`;
        }),
      lines,
    );
    assert.match(lines.join('\n'), /^use\/a\.html:2:14 error \S.+ disallowed-type$/);
  });

  test('--bare: base64 without "data:" in every format, with its place', async () => {
    const [, base64 = ''] = gif.split(',');
    await write({
      'bare/a.js': `// icon\nf("${base64}", "${gif}")`,
      'bare/b.log': `\n ${base64} ${'A'.repeat(80)}`,
    });
    const places = ['bare/a.js:2:4', 'bare/b.log:2:2'];
    const message = 'Base64 without a data: URL (detected type: image/gif).';
    const { stdout } = await scan(['--bare', 'bare']);
    assert.equal(stdout, places.map((place) => `${place} info ${message} bare-base64\n`).join(''));
    assert.equal((await scan(['bare'])).stdout, '');
    assert.deepEqual(placesOf(await scan(['--json', 'bare'])), [`bare/a.js:2:64 ${gif}`]);
    const [report, log] = reportsOf(await scan(['--bare', '--json', 'bare']));
    assert.deepEqual(
      [report, log].map((each) =>
        each?.dataUrls[0]?.occurrences.map(({ assumed, column }) => [assumed, column]),
      ),
      [
        [
          ['type', 4],
          [undefined, 64],
        ],
        [['type', 2]],
      ],
    );
    for (const format of ['--ndjson', '--sarif', '--github'])
      assert.match((await scan(['--bare', format, 'bare'])).stdout, /bare-base64/, format);
    for (const format of ['--markdown', '--html'])
      assert.match((await scan(['--bare', format, 'bare/b.log'])).stdout, /b\.log:2:2/, format);
  });

  test('the HTML shows raster images alone, once for all files, and none that the policy disallows', async () => {
    const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'.replaceAll('"', "'");
    await write({
      'html/a.html': `<img src="${gif}"><img src="${svg}">`,
      'html/b.css': `a{b:url(${gif})} i{b:url(${jxl})}`,
      'html/policy.json': '{"version":1,"disallow":[{"pattern":"image/gif"},{"pattern":"image/jxl"}]}',
    });
    const picturesOf = ({ stdout }: EndedCommand) =>
      stdout.match(/data:image\/[a-z+]+;base64,[\w+/=]+/g) ?? [];
    const { stdout } = await scan(['--html', 'html']);
    assert.ok(stdout.includes('html/a.html and 1 more file'), 'both files');
    assert.deepEqual([...new Set(picturesOf({ code: 0, stdout, said: [] }))], [gif, jxl]);
    assert.ok(!stdout.includes('src="data:image/svg'), 'no SVG');
    const without = await scan(['--html', '--policy', 'html/policy.json', 'html']);
    assert.equal(without.stdout.includes('src="data:image'), false);
  });

  test('both engines’ predictions are the state; where they differ each is named', async () => {
    await write({
      'state/a.html': `<img src="${gif}"><img src="${bad}"><iframe src="data:text/html,x"></iframe><iframe src="data:image/jxl,x"></iframe>`,
    });
    const [report] = reportsOf(await scan(['--json', 'state/a.html']));
    const states = report?.dataUrls.map(({ occurrences }) => occurrences[0]?.state);
    assert.deepEqual(
      states?.map((state) => [state?.kind, state?.by]),
      [
        ['loaded', 'predicted'],
        ['refused', 'predicted'],
        ['loaded', 'predicted'],
        ['unknown', 'predicted'],
      ],
    );
    assert.deepEqual(states?.[3]?.engines, [
      { browser: 'Chromium', kind: 'loaded' },
      { browser: 'Firefox', kind: 'download', reason: 'not-shown' },
    ]);
    const { stdout } = await scan(['--markdown', 'state/a.html']);
    assert.ok(stdout.includes('Chromium: loaded, Firefox: download'), stdout);
  });

  test('a finding on the page’s own policy stands at that', async () => {
    const csp = '<meta http-equiv="Content-Security-Policy"';
    await write({ 'csp/a.html': `<title>x</title>\n${csp}\n content="script-src data:"><p>` });
    const { stdout } = await scan(['csp/a.html']);
    assert.match(stdout, /^csp\/a\.html:3:11 error .+ csp-allows-data\n$/);
    const [report] = reportsOf(await scan(['--json', 'csp/a.html']));
    assert.deepEqual(
      report?.findings.map(({ line, column }) => [line, column]),
      [[3, 11]],
    );
  });

  test('a policy, and a mistake in it', async () => {
    await write({
      'policy/a.html': `<img src="${gif}">`,
      'policy/no-gif.json': '{"version":1,"disallow":[{"pattern":"image/gif"}]}',
      'policy/wrong.json': '{"version":1,"disallow":[{"pattern":"gif"}]}',
    });
    const { code, stdout } = await scan(['--policy', 'policy/no-gif.json', 'policy/a.html']);
    assert.match(stdout, /^policy\/a\.html:1:11 error .+ disallowed-type\n$/);
    assert.equal(code, 1);
    const wrong = await scan(['--policy', 'policy/wrong.json', 'policy/a.html']);
    assert.match(wrong.said[0] ?? '', /^scan: policy\/wrong\.json:1:\d+: /);
    assert.equal(wrong.code, 2);
  });

  test('.gitignore, .git, node_modules, SARIF; what is named is scanned all the same', async () => {
    await write({
      'ignored/.git/config': gif,
      'ignored/.gitignore': 'dist/\n*.log\n!kept.log\n',
      'ignored/dist/a.css': `a{b:url(${gif})}`,
      'ignored/node_modules/a.css': `a{b:url(${gif})}`,
      'ignored/src/.gitignore': '/only-here.css\n',
      'ignored/src/only-here.css': `a{b:url(${gif})}`,
      'ignored/src/deep/only-here.css': `a{b:url(${gif})}`,
      'ignored/a.log': gif,
      'ignored/kept.log': gif,
      'ignored/data-urls.sarif': JSON.stringify({ snippet: gif }),
    });
    const files = async (...args: string[]) =>
      reportsOf(await scan(['--json', ...args])).map(({ page }) => page.url);
    assert.deepEqual(await files('ignored'), ['ignored/kept.log', 'ignored/src/deep/only-here.css']);
    assert.deepEqual(await files('ignored/src'), ['ignored/src/deep/only-here.css']);
    assert.deepEqual(await files('ignored/dist/', 'ignored/a.log'), ['ignored/dist/a.css', 'ignored/a.log']);
    assert.equal((await files('--no-ignore', 'ignored')).length, 6);
  });

  test('a file of a folder is listed for its policy alone', async () => {
    const policy = '<meta http-equiv=Content-Security-Policy content="script-src data:">';
    await write({ 'policies/a.html': `<!doctype html>${policy}`, 'policies/b.html': '<p>data:' });
    const { code, stdout } = await scan(['policies']);
    assert.match(stdout, /^policies\/a\.html:1:\d+ error .* csp-allows-data\n$/);
    assert.equal(code, 1);
  });

  test('links in circles end, and a folder that is linked twice counts once', async () => {
    await write({ 'links/a/a.txt': gif });
    await symlink('..', path.join(folder, 'links/a/up'));
    await symlink('a', path.join(folder, 'links/b'));
    await symlink('self', path.join(folder, 'links/self'));
    await symlink('nowhere', path.join(folder, 'links/dead'));
    const ended = await scan(['--json', 'links']);
    assert.deepEqual(placesOf(ended), [`links/a/a.txt:1:1 ${gif}`]);
    assert.match(ended.said[0] ?? '', /^links\/self: circular symbolic links$/);
    assert.equal(ended.code, 2);
  });

  test('what cannot be read is a line each, and the rest goes on', async () => {
    await write({ 'unread/a.html': `<img src="${gif}">`, 'unread/secret/b.html': '' });
    await chmod(path.join(folder, 'unread/secret'), 0);
    const isRoot = process.getuid?.() === 0;
    const ended = await scan(['--json', 'unread/missing.html', 'unread']);
    await chmod(path.join(folder, 'unread/secret'), 0o700);
    assert.deepEqual(placesOf(ended), [`unread/a.html:1:11 ${gif}`]);
    assert.equal(ended.said[0], 'unread/missing.html: no such file or folder');
    if (!isRoot) assert.equal(ended.said[1], 'unread/secret: permission denied');
    assert.equal(ended.code, 2);
  });

  test('a directive that is ignored, and its effect in each browser', async () => {
    const csp = '<meta http-equiv="Content-Security-Policy"';
    await write({ 'csp/a.html': `${csp} content="img-src data: \u00e9; img-src 'none'"><img src="${gif}">` });
    const { stdout } = await scan(['csp/a.html']);
    assert.match(stdout, /^csp\/a\.html:1:53 warning Browsers ignore img-src .+ csp-ignored-directive$/m);
    const [report] = reportsOf(await scan(['--json', 'csp/a.html']));
    assert.deepEqual(report?.dataUrls[0]?.occurrences[0]?.state?.engines, [
      { browser: 'Chromium', kind: 'loaded' },
      { browser: 'Firefox', kind: 'blocked' },
    ]);
  });

  test('what could not be scanned is an entry of every form, and exit code 2', async () => {
    await write({
      'failed/a.html': `<img src="${gif}">`,
      'failed/picture.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
      'failed/document.pdf': Buffer.from('%PDF-1.4\n\xb5\x01\xed\xfb', 'latin1'),
      'failed/images/picture.png': Buffer.from('iVBORw0KGgoAAAAN', 'base64'),
      'hidden/.git/config': '',
      'hidden/.gitignore': '*',
      'hidden/a.html': `<img src="${gif}">`,
    });
    await mkdir(path.join(folder, 'failed/empty'));
    for (const [name, reason] of [
      ['failed/missing.html', 'no such file or folder'],
      ['failed/picture.png', 'not text but image/png'],
      ['failed/document.pdf', 'not text but application/pdf'],
      ['failed/empty', 'no file in this folder, or all are ignored (--no-ignore scans them)'],
      ['hidden', 'no file in this folder, or all are ignored (--no-ignore scans them)'],
    ] as const) {
      const run = (...form: string[]) => scan([...form, name, 'failed/a.html']);
      const json = await run('--json');
      assert.deepEqual([json.code, json.said[0]], [2, `${name}: ${reason}`]);
      const [failed, scanned] = reportsOf(json);
      assert.deepEqual(failed?.unreachable, [{ kind: 'page', url: name, reason }]);
      assert.equal(scanned?.dataUrls.length, 1);
      assert.match((await run()).stdout, new RegExp(`^${name}:1:1 error Not scanned: .+ not-scanned\n`));
      assert.match((await run('--github')).stdout, new RegExp(`^::error file=${name},line=1,`));
      assert.equal(reportsIn((await run('--ndjson')).stdout).length, 2);
      const log = JSON.parse((await run('--sarif')).stdout);
      checkSarif(log);
      const [{ executionSuccessful, toolExecutionNotifications }] = log.runs[0].invocations;
      assert.equal(executionSuccessful, false);
      assert.equal(toolExecutionNotifications[0].message.text, `Not scanned: page ${name} (${reason})`);
      assert.match((await run('--markdown')).stdout, new RegExp(`\`${name}\`[\\s\\S]+1 part wasn't scanned`));
      assert.ok((await run('--html')).stdout.includes(reason));
    }
    const nothing = await scan(['failed/images']);
    assert.deepEqual([nothing.code, nothing.said[0]], [2, 'scan: nothing was scanned']);
  });

  test('files that are not what their name says', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
    await write({
      'names/error.js': `<!doctype html>\n<title>404</title><img src="${gif}">`,
      'names/picture.html': png,
      'names/picture.png': png,
      'names/no-extension': `<!DOCTYPE html><img src='${gif}'>`,
      'names/list.json': `not JSON, but "${gif}"`,
    });
    const ended = await scan(['--json', 'names']);
    assert.deepEqual(placesOf(ended), [
      `names/error.js:2:29 ${gif}`,
      `names/list.json:1:16 ${gif}`,
      `names/no-extension:1:26 ${gif}`,
    ]);
    assert.deepEqual(ended.said.slice(0, -1), ['names/picture.html: not text but image/png; not scanned']);
    assert.equal(ended.code, 0);
  });

  test('UTF-16, byte order marks, invalid UTF-8, declared encodings', async () => {
    const page = `<p>é\r\n<img src="${gif}">`;
    await write({
      'encodings/bom.html': `\ufeff<img src="${gif}">`,
      'encodings/invalid.css': Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(`a{b:url(${gif})}`)]),
      'encodings/latin1.html': Buffer.from(page, 'latin1'),
      'encodings/utf16be.html': Buffer.from(`\ufeff${page}`, 'utf16le').swap16(),
      'encodings/utf16le.txt': Buffer.from(`\ufeffé ${gif}`, 'utf16le'),
    });
    const ended = await scan(['--json', 'encodings']);
    assert.deepEqual(placesOf(ended), [
      `encodings/bom.html:1:11 ${gif}`,
      `encodings/invalid.css:2:9 ${gif}`,
      `encodings/latin1.html:2:11 ${gif}`,
      `encodings/utf16be.html:2:11 ${gif}`,
      `encodings/utf16le.txt:1:3 ${gif}`,
    ]);
    assert.deepEqual(ended.said.slice(0, -1), [
      'encodings/invalid.css: not valid UTF-8; decoded with U+FFFD for invalid bytes',
      'encodings/latin1.html: not valid UTF-8; decoded as windows-1252',
    ]);
    // Without a byte order mark, the file contains too few zero bytes for its encoding to be detected.
    await write({
      'doubtful.txt': Buffer.from(`${'漢'.repeat(2000)}${gif}`, 'utf16le'),
      'unmarked.txt': Buffer.from(`${'漢'.repeat(200)}${gif}`, 'utf16le'),
    });
    const doubtful = await scan(['doubtful.txt']);
    assert.deepEqual([doubtful.code, doubtful.said[0]], [2, 'doubtful.txt: not text']);
    const unmarked = await scan(['--json', 'unmarked.txt']);
    assert.deepEqual(placesOf(unmarked), [`unmarked.txt:1:201 ${gif}`]);
  });

  test('encodings that a comment names, or that no browser reads', async () => {
    const utf32 = Buffer.from(Array.from(`<img src="${gif}">`, (c) => [c.charCodeAt(0), 0, 0, 0]).flat());
    await write({
      'declared/a.py': Buffer.from(
        `#!/usr/bin/python\n# -*- coding: latin-1 -*-\na = "data:,\xe9"`,
        'latin1',
      ),
      'declared/b.rb': Buffer.from(`# encoding: shift_jis\na = "data:,\x83\x5c"`, 'latin1'),
      'declared/c.properties': Buffer.from(`a=data:,\xe9`, 'latin1'),
      'declared/d.html': utf32,
      'declared/e.html': Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32]),
      'declared/f.xml': Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]),
      'declared/g.py': 'a = "Accept-Encoding: gzip, data:,é"',
    });
    const ended = await scan(['--json', 'declared']);
    assert.deepEqual(placesOf(ended), [
      'declared/a.py:3:6 data:,é',
      'declared/b.rb:2:6 data:,ソ',
      'declared/c.properties:1:3 data:,é',
      'declared/g.py:1:29 data:,é',
    ]);
    assert.deepEqual(ended.said.slice(0, -1), [
      'declared/c.properties: not valid UTF-8; decoded as windows-1252',
      'declared/d.html: UTF-32, which browsers do not read',
      'declared/e.html: UTF-32, which browsers do not read',
      'declared/f.xml: EBCDIC, which browsers do not read',
    ]);
    assert.equal(ended.code, 2);
  });

  test('standard input, by its content; with nothing in it a line says so', async () => {
    assert.deepEqual(
      placesOf(
        await runProcess(
          folder,
          ['scan', '--json', '-'],
          `\n<svg xmlns="http://www.w3.org/2000/svg"><image href="${gif}"/></svg>`,
        ),
      ),
      [`-:2:54 ${gif}`],
    );
    // Within a folder, "-" is the name of a file.
    await write({ 'dash/-': gif });
    const dash = await runCommand(path.join(folder, 'dash'), ['scan', '--json', '.'], 'data:,input');
    assert.deepEqual(placesOf(dash), [`-:1:1 ${gif}`]);
    const empty = await runProcess(folder, ['scan', '-']);
    assert.deepEqual(empty, {
      code: 2,
      stdout: '-:1:1 error Not scanned: standard input is empty. not-scanned\n',
      said: ['-: standard input is empty', 'No data: URLs in 0 files.'],
    });
  });

  test('arguments that are wrong are one line, and help is help', async () => {
    for (const [args, reason] of [
      [[], /^scan: no file to scan\. --help/],
      [['--jsn', 'a'], /^scan: unknown option "--jsn"\. Did you mean "--json"\?/],
      [['--json', '--sarif', 'a'], /^scan: --json or --sarif, not both$/],
      [['--fail-on', 'info', 'a'], /^scan: --fail-on needs "error", "warning" or "never", not "info"$/],
    ] as const) {
      const { code, stdout, said } = await scan([...args]);
      assert.match(said[0] ?? '', reason);
      assert.deepEqual([code, stdout, said.length], [2, '', 1]);
    }
    const help = await scan(['--help']);
    assert.match(help.stdout, /^Finds data: URLs in files[\s\S]+--github/);
    assert.deepEqual([help.code, help.said], [0, []]);
    const version = await scan(['--version']);
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
    assert.deepEqual([version.code, version.said], [0, []]);
  });

  test('a line of 300 MB is read in little memory, and what stands at its end is found', async () => {
    const file = await open(path.join(folder, 'long.log'), 'w');
    const piece = Buffer.alloc(10_000_000, 'x y: z, ');
    for (let n = 0; n < 30; n++) await file.write(piece);
    await file.write(` ${gif}\n`);
    await file.close();
    const ended = await runProcess(folder, ['scan', '--json', 'long.log']);
    await rm(path.join(folder, 'long.log'));
    assert.equal(ended.code, 0);
    assert.deepEqual(placesOf(ended), [`long.log:1:300000002 ${gif}`]);
  });

  testInFull(
    'a long text of characters of all lengths: every place, in all encodings that text has',
    async () => {
      const line = (n: number): string => `${'aé漢𝒳'.repeat(n % 37)}${n % 900 === 5 ? ` "${gif}" ` : ''}`;
      const ends = ['\n', '\r\n', '\r'];
      const text = Array.from({ length: 9000 }, (_, n) => `${line(n)}${ends[n % 3]}`)
        .join('')
        .repeat(3);
      const positionOf = positionsIn(text);
      const places = Array.from(text.matchAll(/data:/g), ({ index }) => {
        const { line, column } = positionOf(index);
        return `:${line}:${column} ${gif}`;
      });
      assert.equal(places.length, 30);
      await write({
        'long/utf8.log': text,
        'long/utf8-bom.log': `\ufeff${text}`,
        'long/utf16.log': Buffer.from(`\ufeff${text}`, 'utf16le'),
      });
      for (const name of ['utf8', 'utf8-bom', 'utf16']) {
        const ended = await scan(['--json', `long/${name}.log`]);
        assert.deepEqual(
          placesOf(ended),
          places.map((place) => `long/${name}.log${place}`),
        );
        assert.equal(ended.said.length, 1);
      }
    },
  );

  test('a reader that leaves ends the scan without a word', async () => {
    await write(
      Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`pipe/${n}.html`, `<img src="${bad}">`])),
    );
    for (const program of [fromSource, await compiled()]) {
      const child = startCommand(program, folder, ['scan', 'pipe']);
      child.stdout.once('data', () => child.stdout.destroy());
      const { code, said } = await endOf(child);
      const others = said.filter((line) => !/^\d+ data: URLs \(/.test(line));
      assert.ok(!/EPIPE|Error|at /.test(others.join('\n')), others.join('\n'));
      assert.equal(code, 1);
    }
  });

  test('Ctrl+C leaves complete lines, and an array that can be read', async () => {
    await write(
      Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`stop/${n}.html`, `<img src="${bad}">`])),
    );
    for (const format of ['--ndjson', '--json']) {
      // The wrapper passes the signal on.
      const child = startCommand(fromSource, folder, ['scan', format, 'stop']);
      let seen = '';
      child.stdout.on('data', (data) => {
        seen += data;
        // A Report begins after the bracket of the array, or after the line of the run.
        if (seen.includes('\n{') && !child.killed) child.kill('SIGINT');
      });
      const { code, stdout } = await endOf(child);
      assert.equal(code, 130);
      const reports = format === '--json' ? JSON.parse(stdout) : reportsIn(stdout);
      assert.doesNotMatch(stdout, /"kind":"end"/);
      assert.ok(reports.length > 0 && reports.length < 2000, `${reports.length} Reports`);
    }
  });
});
