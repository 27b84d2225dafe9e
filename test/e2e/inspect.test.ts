/** Runs `npm run inspect` as a person does, and checks its output and its exit code. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { WithWhatIf } from '../../src/cli/report-table.ts';
import type { Report } from '../../src/report/report.ts';
import {
  compiled,
  type EndedCommand,
  endOf,
  fromSource,
  reportsIn,
  runCommand,
  runProcess,
  startCommand,
} from '../support/command.ts';
import { own } from '../support/owned.ts';
import { checkSarif } from '../support/sarif.ts';
import { isFew, testInFull } from '../support/seed.ts';
import { type Served, serve } from '../support/serve.ts';

const run = (...args: string[]): Promise<EndedCommand> => runProcess(folder, ['inspect', ...args]);

interface SarifResult {
  locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }];
}

const reportsOf = ({ stdout }: EndedCommand): Report[] => JSON.parse(stdout);
const headsOf = (report: Report | undefined): string[] =>
  (report?.dataUrls ?? []).map(({ head }) => head).sort();

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const bad = 'data:image/png;base64,AA*A';
const drawing = (n: number) =>
  `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='0' height='${n}'/%3E">`;
let folder: string;
let server: Served;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-test-'));
  const write = (name: string, html: string) => writeFile(path.join(folder, name), html);
  await write(
    'good.html',
    `<title>Good</title><img id="a" src="${gif}"><img src="${gif}"><a href="data:,x">x</a>`,
  );
  await write(
    'bad.html',
    `<title>Bad</title><iframe src="data:text/html,%3Cp%3Ex"></iframe><img src="${bad}">`,
  );
  await write(
    'script.html',
    `<img src="data:,still"><script>document.write('<img src="dat' + 'a:,written">')</script>`,
  );
  await write(
    'sizeless.html',
    `<title>Sizeless</title>${Array.from({ length: 30 }, (_, n) => drawing(n)).join('')}`,
  );
  await mkdir(path.join(folder, 'lines'));
  await write('lines/sheet 1.css', `@media all {\n b { background: url(${gif}) } }`);
  await write(
    'lines/page.html',
    `<!doctype html>\n<link rel=stylesheet href="sheet%201.css">\n<style>\n p { background: url(data:,x) }\n</style>
<p><img src="${bad}">\n<img\n src="${bad}"><template>\n<img src="data:,t"></template><script>
document.body.append(Object.assign(new Image(), { src: 'data:,made' }))</script>`,
  );
  const blocking = (url: string) =>
    `const ask = new XMLHttpRequest(); ask.open('GET', '${url}', false); ask.send();`;
  server = await serve({
    routes: {
      '/frames': '',
      '/inner': '<img src="data:,inner">',
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<title>Endless</title><img src="data:,x">');
        return undefined;
      },
      '/silent': () => undefined,
      '/policy': {
        headers: {
          'content-type': 'text/html',
          'content-security-policy': "default-src 'self'; img-src 'self'",
        },
        body: '<img src="data:,x">',
      },
      '/to-policy': { status: 302, headers: { location: '/policy' } },
      '/missing': { status: 404, body: '<title>Missing</title><img src="data:,missing">' },
      '/document': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n' },
      '/next': `<script>document.write('<img src="data:,' + (sessionStorage.left ?? 'clean') + name + '">')</script>`,
      // The page blocks its process with a request, which, unlike a loop, uses no processor time.
      '/busy': `<img src="data:,busy"><script>onload = () => { ${blocking('/late')} }</script>`,
      '/late': (_request, response) => {
        setTimeout(() => response.end(), 4000);
        return undefined;
      },
      '/hangs': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.write(
          `<title>Hangs</title><img src="data:,hangs"><p style="background: url(data:,styled)"><script>${blocking('/silent')}</script>`,
        );
        return undefined;
      },
    },
  });
  server.routes.set('/frames', `<img src="data:,outer"><iframe src="${server.otherOrigin}/inner"></iframe>`);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a loopback port on which nothing listens. */
const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as { port: number };
      listener.close(() => resolve(port));
    });
  });

const keysOf = (value: object): string[] => Object.keys(value).sort();
const sorted = (names: string): string[] => names.split(' ').sort();

let plainRun: Promise<EndedCommand> | null = null;
const plainPages = (): string[] =>
  // Only tests that belong to a full run use the other pages.
  isFew
    ? ['good.html', 'bad.html']
    : [
        // This is the first page of its tab.
        server.url('/next'),
        ...['good.html', 'bad.html', 'lines/page.html', 'script.html', 'sizeless.html'],
        ...['/frames', '/to-policy', '/busy'].map((at) => server.url(at)),
      ];

/**
 * Runs the command once for all pages that need no other options. A full run starts the command from the source, as a
 * person does. Other runs use the compiled command and the built extension, because start.test.ts already runs the
 * command from the source.
 */
const plain = (): Promise<EndedCommand> => {
  plainRun ??= (isFew ? compiled() : Promise.resolve(fromSource)).then((program) =>
    endOf(startCommand(program, folder, ['inspect', '--json', '--offline', ...plainPages()])),
  );
  return plainRun;
};

/** Returns the Report of one of the pages that need no other options. */
const plainReport = async (page: string): Promise<Report> =>
  reportsOf(await plain())[plainPages().indexOf(page)] ?? assert.fail(`no Report of ${page}`);

const reasonsOf = ({ said }: EndedCommand): string[] =>
  said.filter((line) => !line.startsWith('Inspecting '));

describe('npm run inspect', { concurrency: 2 }, () => {
  test('--json prints an array of Reports in the form of the design, and nothing else', async () => {
    const ended = await plain();
    assert.deepEqual([ended.code, reasonsOf(ended)], [1, []]);
    assert.equal(ended.stdout, `${JSON.stringify(JSON.parse(ended.stdout), null, 2)}\n`);
    const reports = reportsOf(ended);
    assert.equal(reports.length, plainPages().length);
    for (const report of reports) {
      assert.deepEqual(keysOf(report), sorted('version page unreachable timing totals dataUrls findings'));
      assert.equal(report.version, 2);
      assert.deepEqual(
        keysOf(report.page).filter((key) => key !== 'requested'),
        sorted('url title frames'),
      );
      assert.deepEqual(keysOf(report.timing), sorted('scanMs longestTaskMs totalMs'));
      assert.deepEqual(
        keysOf(report.totals),
        sorted('dataUrls occurrences cost size copiesCost unusedCost savings findings'),
      );
      assert.deepEqual(keysOf(report.totals.findings), sorted('error warning info'));
      for (const item of report.unreachable) assert.deepEqual(keysOf(item), sorted('kind url reason'));
      assert.ok(report.dataUrls.length > 0);
      for (const url of report.dataUrls) {
        assert.deepEqual(
          keysOf(url).filter((key) => key !== 'requests' && key !== 'name'),
          sorted(
            'sha256 length head mimeType essence charset encoding size bodySha256 detectedType problem disallowed occurrences findings nested',
          ),
        );
        assert.deepEqual(keysOf(url.charset), sorted('declared used'));
        if (url.problem) assert.deepEqual(keysOf(url.problem), sorted('code args message start end'));
        if (url.disallowed) assert.deepEqual(keysOf(url.disallowed), sorted('pattern destination type by'));
        assert.ok(url.occurrences.length > 0);
        for (const place of url.occurrences) {
          assert.deepEqual(
            keysOf(place).filter(
              (key) =>
                !['label', 'rule', 'conditions', 'sheet', 'file', 'line', 'column', 'use'].includes(key),
            ),
            sorted('frame place element name selector destination inert cost state'),
          );
        }
        for (const finding of url.findings) {
          assert.deepEqual(
            keysOf(finding),
            sorted('rule severity category effect messageId args message start end help'),
          );
        }
      }
    }
    const good = await plainReport('good.html');
    assert.equal(good.page.title, 'Good');
    assert.deepEqual(headsOf(good), ['data:,x', gif]);
    assert.equal(good.totals.occurrences, 3);
    const { page, dataUrls } = await plainReport('bad.html');
    assert.equal(page.title, 'Bad');
    assert.ok(dataUrls.some(({ problem }) => problem?.code === 'base64-character'));
    assert.ok(dataUrls.some(({ disallowed }) => disallowed?.pattern === 'text/html'));
  });

  testInFull('a table, and 0 when nothing is wrong; --zip saves all bodies beside it', async () => {
    const { code, stdout, said } = await run('--zip', 'bodies.zip', '--offline', 'good.html');
    assert.equal(code, 0, said.join('\n'));
    assert.match(stdout, /^Good \(good\.html\)$/m);
    assert.match(stdout, /^type +cost +size +charset +occurrences +flags +head$/m);
    assert.match(stdout, /^image\/gif +156 bytes +42 bytes +– +2 +– +data:image\/gif/m);
    assert.match(stdout, /^2 data: URLs \(3 occurrences\)/m);
    const zip = await readFile(path.join(folder, 'bodies.zip'), 'latin1');
    assert.ok(zip.startsWith('PK\x03\x04') && zip.includes('GIF89a'));
    const names = [...zip.matchAll(/bodies\/\d{5}-[0-9a-f]{12}\.(?:gif|txt)|index\.(?:json|csv)/g)];
    assert.ok(names.length >= 8, names.join());
  });

  testInFull('the policy that the server sends is reported unchanged, without another request', async () => {
    const report = await plainReport(server.url('/to-policy'));
    assert.deepEqual(
      report.findings.map(({ messageId, args }) => [messageId, args.addition]),
      [['csp-blocks', "img-src 'self' data:"]],
    );
    assert.deepEqual(report.unreachable, []);
    const pages = server.requests.filter((request) => request.includes('policy'));
    assert.deepEqual(pages, ['/to-policy', '/policy']);
  });

  testInFull('--csp keeps the scripts of a saved page still; --csv: a line for each place', async () => {
    assert.deepEqual(headsOf(await plainReport('script.html')), ['data:,still', 'data:,written']);
    const { code, stdout, said } = await run(
      ...['--csv', '--offline', '--csp', "script-src 'none'", 'script.html', 'good.html'],
    );
    assert.equal(code, 0, said.join('\n'));
    const lines = stdout.split('\r\n');
    assert.match(lines[0] ?? '', /^"page","sha256",/);
    assert.deepEqual([lines.length, lines.at(-1)], [6, '']);
    assert.equal(lines.filter((line) => line.includes('"image/gif"')).length, 2);
    assert.equal(lines.filter((line) => line.includes('"data:,still"')).length, 1);
    assert.ok(!stdout.includes('data:,written'));
  });

  testInFull('--csp-what-if: what a policy would break, in JSON', async () => {
    const ran = await run('--json', '--offline', '--csp-what-if', "img-src 'self'", 'good.html');
    const [report] = reportsOf(ran) as (Report & WithWhatIf)[];
    const { uses = [], additions = [] } = report?.cspWhatIf ?? {};
    assert.deepEqual(
      uses.map(({ destination, decision, dataUrls }) => [destination, decision, dataUrls.length]),
      [
        ['image', 'blocks', 1],
        ['document', 'allows', 1],
      ],
    );
    assert.deepEqual(additions, [{ policy: null, directives: ["img-src 'self' data:"] }]);
  });

  testInFull(
    '--grant: iframes of other sites are scanned with all hosts, and listed as unreachable with just the active tab',
    async () => {
      const all = await plainReport(server.url('/frames'));
      assert.deepEqual(headsOf(all), ['data:,inner', 'data:,outer']);
      assert.deepEqual(all.unreachable, []);
      const active = await run('--json', '--offline', '--grant', 'active', server.url('/frames'));
      assert.deepEqual(headsOf(reportsOf(active)[0]), ['data:,outer']);
      assert.deepEqual(reportsOf(active)[0]?.unreachable, [
        { kind: 'frame', url: `${server.otherOrigin}/inner`, reason: 'cross-origin' },
      ]);
    },
  );

  testInFull(
    'what cannot be inspected, or not as a whole: a line each, 2 at the end, the others are inspected',
    async () => {
      const closed = `http://127.0.0.1:${await closedPort()}/`;
      const [endless, silent, hangs] = ['/endless', '/silent', '/hangs'].map((address) =>
        server.url(address),
      );
      const ended = await run(
        ...['--json', '--offline', '--timeout', '1500'],
        ...['absent.html', closed, 'http://', `${endless}`, `${silent}`, `${hangs}`],
      );
      assert.equal(ended.code, 2);
      const reasons = reasonsOf(ended);
      assert.deepEqual(reasons.slice(0, -1), [
        'absent.html: no such file',
        `${closed}: cannot be reached (ERR_CONNECTION_REFUSED)`,
        'http://: not a valid URL',
        `${endless}: still loading after 1.5 sec; inspected the loaded part`,
        `${silent}: did not begin to load within 1.5 sec`,
      ]);
      assert.match(reasons.at(-1) ?? '', /not scanned within 1.5 sec; scanned the HTML source instead$/);
      const [loading, hanging, ...others] = reportsOf(ended);
      assert.deepEqual(others, []);
      // The page is scanned as far as it has loaded.
      assert.deepEqual(headsOf(loading), ['data:,x']);
      assert.deepEqual(loading?.unreachable, [{ kind: 'page', url: endless, reason: 'still-loading' }]);
      // If a page never responds, its source is scanned as far as it has arrived.
      assert.deepEqual(headsOf(hanging), ['data:,hangs', 'data:,styled']);
      assert.equal(hanging?.page.title, 'Hangs');
      assert.deepEqual(hanging?.unreachable, [
        { kind: 'page', url: hangs, reason: 'still-loading' },
        { kind: 'page', url: hangs, reason: 'no-answer' },
      ]);
    },
  );

  testInFull('an error status and a PDF are not what was asked for: a line each, and 2', async () => {
    const [missing = '', pdf = ''] = ['/missing', '/document'].map((address) => server.url(address));
    const ended = await run('--json', '--offline', missing, pdf);
    assert.equal(ended.code, 2);
    assert.deepEqual(reasonsOf(ended), [
      `${missing}: the server answered with status 404; inspected its response`,
      `${pdf}: a PDF, whose contents are not scanned`,
    ]);
    assert.deepEqual(
      reportsOf(ended).map((report) => [headsOf(report), report.unreachable]),
      [
        [['data:,missing'], [{ kind: 'page', url: missing, reason: 'http-error' }]],
        [[], [{ kind: 'page', url: pdf, reason: 'pdf' }]],
      ],
    );
  });

  testInFull(
    'a page of which a part does not answer in time is inspected as far as it was scanned, and named',
    async () => {
      // The page receives its sheet. The extension, which fetches the sheet again, gets no response.
      let isSent = false;
      server.routes.set('/once.css', (_request, response) => {
        if (isSent) return undefined;
        isSent = true;
        response.writeHead(200, { 'content-type': 'text/css', 'cache-control': 'no-store' });
        return response.end('p { background: url(data:,in-sheet) }') && undefined;
      });
      const sheet = `<link rel="stylesheet" href="${server.otherOrigin}/once.css">`;
      server.routes.set('/partly', `<title>Partly</title>${sheet}<img src="data:,seen">`);
      const ended = await run('--json', '--timeout', '5000', server.url('/partly'));
      assert.equal(ended.code, 2, ended.said.join('\n'));
      const [report] = reportsOf(ended);
      assert.deepEqual(headsOf(report), ['data:,seen']);
      assert.ok(
        report?.unreachable.some(({ kind, reason }) => kind === 'page' && reason === 'still-loading'),
      );
      assert.match(ended.said.at(-1) ?? '', /partly: .*inspected the .* part/);
    },
  );

  testInFull('a page that is busy for a while is asked again until it answers', async () => {
    assert.deepEqual(headsOf(await plainReport(server.url('/busy'))), ['data:,busy']);
  });

  testInFull('a page leaves nothing to the next one in its tab', async () => {
    server.routes.set('/leaves', {
      headers: { 'content-type': 'text/html', 'content-security-policy': "img-src 'none'" },
      body: "<title>First</title><img src='data:,own'><script>name = 'left'; sessionStorage.left = 'left'</script>",
    });
    server.routes.set('/stays', '<script>onpagehide = () => { for (;;); }</script><img src="data:,stays">');
    const next = server.url('/next');
    const alone = await plainReport(next);
    const pages = [server.url('/leaves'), next, server.url('/stays'), `${next}?2`];
    const [first, second, , last] = reportsOf(
      await run('--json', '--offline', '--fail-on', 'never', ...pages),
    );
    assert.deepEqual(headsOf(alone), ['data:,clean']);
    assert.equal(first?.dataUrls[0]?.occurrences[0]?.state?.kind, 'blocked');
    assert.deepEqual({ ...second, timing: null }, { ...alone, timing: null });
    assert.deepEqual(headsOf(last), ['data:,clean']);
  });

  testInFull(
    'pages from standard input, several at a time, one Report a line; a second run goes on from there',
    async () => {
      const names = ['good.html', 'bad.html', 'sizeless.html', 'chrome://crash', server.url('/to-inner')];
      server.routes.set('/to-inner', { status: 302, headers: { location: '/inner' } });
      const input = `${names.join('\n')}\n\r\n  \n./good.html\ngood.html\r\n`;
      const flags = ['inspect', '--ndjson', '--offline', '--fail-on', 'never', '--jobs', '3'];
      const first = await runProcess(folder, [...flags, '-'], input);
      assert.equal(first.code, 2, first.said.join('\n'));
      const [header = '', ...lines] = first.stdout.split('\n');
      assert.equal(lines.pop(), '');
      const { run } = JSON.parse(header);
      assert.deepEqual(JSON.parse(lines.pop() ?? ''), { kind: 'end', run, reports: 5, failures: 1 });
      const nameOf = (line: string): string => {
        const { page }: Report = JSON.parse(line);
        return page.requested ?? page.url;
      };
      const wanted = ['./good.html', 'bad.html', 'good.html', server.url('/to-inner'), 'sizeless.html'];
      assert.deepEqual(lines.map(nameOf).sort(), wanted.sort());
      assert.deepEqual(reasonsOf(first), ["chrome://crash: extensions can't scan pages of the browser"]);
      // The scan must wait for images that take a moment to decode, so that two runs have the same output.
      const sizeless: Report = JSON.parse(lines.find((line) => nameOf(line) === 'sizeless.html') ?? '');
      const states = sizeless.dataUrls.flatMap(({ occurrences }) =>
        occurrences.map(({ state }) => state?.by),
      );
      assert.deepEqual(states, Array(30).fill('seen'));
      assert.ok(!JSON.stringify(sizeless).includes('"pending"'));
      assert.deepEqual(
        { ...sizeless, run: null, timing: null },
        { ...(await plainReport('sizeless.html')), run: null, timing: null },
      );
      // The last line is cut off, as if the disk were full.
      const kept = [header, ...lines.slice(0, 3), lines[3]?.slice(0, 40)].join('\n');
      await writeFile(path.join(folder, 'earlier.ndjson'), kept);
      const second = await runProcess(folder, [...flags, '--resume', 'earlier.ndjson', '-'], input);
      const added = second.stdout.split('\n').filter(Boolean);
      assert.deepEqual(added.slice(1, -1).map(nameOf).sort(), lines.slice(3).map(nameOf).sort());
      assert.deepEqual(JSON.parse(added[0] ?? '').continues, [run]);
    },
  );

  testInFull(
    'a browser that ends is started again, and the pages that it had open are inspected',
    async () => {
      const child = startCommand(await compiled(), folder, ['inspect', '--ndjson', server.url('/ends')]);
      let isEnded = false;
      server.routes.set('/ends', () => {
        if (isEnded) return '<img src="data:,after">';
        isEnded = true;
        const own = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
        for (const pid of own.match(/\d+/g) ?? []) process.kill(Number(pid), 'SIGKILL');
        return '';
      });
      const ended = await endOf(child);
      assert.ok(isEnded);
      assert.deepEqual(
        [ended.code, ended.said.slice(1)],
        [0, ['The browser ended unexpectedly. A new one is started.']],
      );
      assert.deepEqual(reportsIn(ended.stdout).map(headsOf), [['data:,after']]);
    },
  );

  testInFull('output that cannot be written ends the command; a reader that leaves does, too', async () => {
    const pages = ['good.html', 'bad.html', './good.html', './bad.html', 'script.html', './script.html'];
    const [program = '', ...rest] = [
      process.execPath,
      ...(await compiled()),
      'inspect',
      '--ndjson',
      '--offline',
    ];
    for (const [line, code, last] of [
      [
        '"$@" > /dev/full',
        2,
        'inspect: cannot write to standard output: ENOSPC: no space left on device, write',
      ],
      ['{ "$@"; echo "code $?" >&2; } | head -1', 0, 'code 0'],
    ] as const) {
      const child = own(
        spawn('sh', ['-c', line, 'sh', program, ...rest, '--fail-on', 'never', ...pages], {
          cwd: folder,
          stdio: ['pipe', 'pipe', 'pipe'],
        }),
      );
      const ended = await endOf(child);
      assert.equal(ended.code, code);
      assert.equal(ended.said.at(-1), last);
      const begun = ended.said.filter((each) => each.startsWith('Inspecting ')).length;
      assert.ok(begun < pages.length, `${begun} of ${pages.length} pages`);
    }
  });

  testInFull('--html: the report as the inspector tab saves it', async () => {
    const { code, stdout, said } = await run('--html', '--offline', 'bad.html');
    assert.equal(code, 1, said.join('\n'));
    assert.match(stdout, /^<!DOCTYPE html>/);
    assert.match(stdout, /2 data: URLs<\/h1>/);
    assert.match(stdout, /<\/html>\n$/);
  });

  testInFull('--sarif: one run for all pages, rules with their help', async () => {
    const { code, stdout, said } = await run('--sarif', '--offline', 'lines/page.html', 'bad.html');
    assert.equal(code, 1, said.join('\n'));
    const log = JSON.parse(stdout);
    checkSarif(log);
    assert.equal(log.runs.length, 1);
    const [{ results, tool }] = log.runs;
    const ruleIds = results.map(({ ruleId }: { ruleId: string }) => ruleId);
    assert.ok(ruleIds.includes('invalid-data-url'), ruleIds.join());
    assert.ok(tool.driver.rules.every(({ help }: { help: { text: string } }) => help.text !== ''));
    const errors: SarifResult[] = results.filter(({ level }: { level: string }) => level === 'error');
    const places = errors.map(({ locations: [{ physicalLocation }] }) => [
      physicalLocation.artifactLocation.uri,
      physicalLocation.region.startLine,
    ]);
    assert.deepEqual(
      places.filter(([uri]) => uri !== 'bad.html'),
      [
        ['lines/page.html', 6],
        ['lines/page.html', 8],
      ],
    );
    assert.ok(places.length > 2, 'of bad.html, too');
  });

  testInFull(
    'a file has its own path, and each place of it the line and column that scan reports',
    async () => {
      const report = await plainReport('lines/page.html');
      assert.equal(report.page.url, 'lines/page.html');
      const places = report.dataUrls.flatMap(({ head, occurrences }) =>
        occurrences.map(({ file, line, column, place }) => `${file}:${line}:${column} ${place} ${head}`),
      );
      assert.deepEqual(places.sort(), [
        'lines/page.html:10:57 script data:,made',
        'lines/page.html:4:22 stylesheet data:,x',
        `lines/page.html:6:14 attribute ${bad}`,
        `lines/page.html:8:7 attribute ${bad}`,
        'lines/page.html:9:11 attribute data:,t',
        `lines/sheet 1.css:2:22 stylesheet ${gif}`,
        // This element was inserted by a script.
        'undefined:undefined:undefined attribute data:,made',
      ]);
    },
  );

  testInFull('a baseline and a budget hold for pages, too; --markdown', async () => {
    await mkdir(path.join(folder, 'checks'));
    const page = (more: string) =>
      writeFile(path.join(folder, 'checks/a.html'), `<img src="data:,x">${more}`);
    await page(`<img src="${bad}"><embed src="${bad}">`);
    const flags = ['--offline', '--baseline', 'checks/known.json'];
    const made = await run(...flags, '--update-baseline', 'checks/a.html');
    assert.equal(made.code, 0, made.said.join('\n'));
    const known = await readFile(path.join(folder, 'checks/known.json'), 'utf8');
    assert.match(
      known,
      /^\{"file":"a\.html","rule":"invalid-data-url","destination":"image","url":"[0-9a-f]{64}","count":1\}/m,
    );
    // One URL has moved, one is fixed, and one is new. The cost of the known one still exceeds the budget.
    await writeFile(path.join(folder, 'checks/budget.json'), '{"url": 20}');
    await page(`<p><img id="moved" src="${bad}"><iframe src="data:text/html,x"></iframe>`);
    const { code, stdout, said } = await run(
      ...[...flags, '--markdown', '--fail-on', 'never', '--budget', 'checks/budget.json', 'checks/a.html'],
    );
    // Only the budget makes the run fail.
    assert.equal(code, 1);
    assert.ok(said.includes('fixed: a.html: invalid-data-url (embed)'), said.join('\n'));
    assert.ok(!said.includes('fixed: a.html: invalid-data-url (image)'), said.join('\n'));
    const sum = said.find((line) => line.startsWith('Baseline: '));
    assert.match(sum ?? '', /^Baseline: \d+ known findings?, [1-9]\d* new, [1-9]\d* fixed\./);
    assert.equal(
      said.at(-1),
      'over budget: url: 26 bytes, 6 over 20 (1 over); largest: checks/a.html:1:44 invalid (26), checks/a.html:1:85 text/html (16), checks/a.html:1:11 text/plain (7)',
    );
    // The Markdown form is meant for people.
    assert.match(stdout, /^# data: URLs of `.+`\n\n`checks\/a\.html`\n/);
    assert.match(stdout, /^\| Media type \| Cost /m);
    const wrong = await run('--baseline', 'checks/budget.json', 'checks/a.html');
    assert.deepEqual([wrong.code, wrong.stdout, wrong.said.length], [2, '', 1]);
  });

  testInFull(
    '--policy: the file decides what is disallowed and which rules are heard; --fail-on what is a failure',
    async () => {
      const policy = {
        version: 1,
        allow: [{ pattern: 'text/html', destinations: ['iframe'] }],
        disallow: [{ pattern: 'image/gif', severity: 'warning' }],
        rules: { 'invalid-data-url': 'info' },
      };
      await writeFile(path.join(folder, 'policy.json'), JSON.stringify(policy));
      const judged = await run(
        ...[
          '--json',
          '--offline',
          '--policy',
          'policy.json',
          '--fail-on',
          'warning',
          'good.html',
          'bad.html',
        ],
      );
      // A warning makes the run fail, even without an error.
      assert.equal(judged.code, 1);
      assert.deepEqual(
        reportsOf(judged).map(({ totals }) => totals.findings.error),
        [0, 0],
      );
      const disallowed = reportsOf(judged).map(({ dataUrls }) =>
        dataUrls.flatMap((url) =>
          url.disallowed ? [`${url.disallowed.pattern} by ${url.disallowed.by}`] : [],
        ),
      );
      assert.deepEqual(disallowed, [['image/gif by user'], []]);
      const invalid = reportsOf(judged)[1]?.dataUrls.flatMap(({ findings }) =>
        findings.filter(({ rule }) => rule === 'invalid-data-url'),
      );
      assert.deepEqual(
        invalid?.map(({ severity }) => severity),
        ['info'],
      );
    },
  );

  for (const [file, text, says] of [
    ['member.json', '{\n  "alow": []\n}', /^inspect: member\.json:2:11: alow: is not a known member/],
    [
      'rule.json',
      '{"rules": {"unheard-of": "off"}}',
      /^inspect: rule\.json:1:26: rules\["unheard-of"\]: there is no rule/,
    ],
    ['cut.json', '{', /^inspect: cut\.json:1:2: the policy: this is not JSON$/],
    ['absent.json', null, /^inspect: absent\.json: no such file or folder$/],
  ] as const) {
    testInFull(`a policy file with a mistake is one line with its position, and 2: ${file}`, async () => {
      if (text !== null) await writeFile(path.join(folder, file), text);
      const { code, stdout, said } = await runCommand(folder, ['inspect', '--policy', file, 'good.html']);
      assert.deepEqual([code, stdout, said.length], [2, '', 1], said.join('\n'));
      assert.match(said[0] ?? '', says);
    });
  }

  for (const args of [
    // test/unit/cli/inspect-arguments.test.ts tests all other arguments.
    ['--colour', 'good.html'],
    ['--ndjson', '--resume', 'absent.ndjson', 'good.html'],
  ]) {
    test(`wrong arguments are one line, and 2: ${args.join(' ')}`, async () => {
      const { code, stdout, said } = await runCommand(folder, ['inspect', ...args]);
      assert.deepEqual([code, stdout, said.length], [2, '', 1]);
      assert.match(said[0] ?? '', /^inspect: /);
    });
  }
});
