import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Report } from '../../../src/report/report.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import type { RuleText } from '../../../src/report/sarif-rules.ts';
import { ruleDocs as rules } from '../../../src/rules/docs.ts';
import { checkSarif as check, githubLimits } from '../../support/sarif.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schema decides which values are valid
type Json = any;

const sarif = (reports: Report[], texts: readonly RuleText[] = rules): Json =>
  JSON.parse([...sarifOf(reports, { rules: texts, version: '1.2.3' })].join(''));

const uriOf = ({ physicalLocation }: Json): string => physicalLocation.artifactLocation.uri;
const fingerprintsOf = (log: Json): string[] =>
  log.runs[0].results.map(({ partialFingerprints }: Json) => partialFingerprints.primaryLocationLineHash);

test('a finding: its rule with help, where it stands, what it is about', () => {
  const frame = 'https://frame.example/';
  const given = dataUrl({
    occurrences: [
      occurrence(),
      occurrence({ frame, selector: '#b >>> img' }),
      occurrence({ selector: '#c' }),
    ],
    findings: [finding({ severity: 'info' })],
  });
  const log = sarif([report([given])]);
  check(log);
  const [run] = log.runs;
  const [result, inFrame] = run.results;
  assert.equal(run.results.length, 2);
  assert.deepEqual(
    [result.ruleId, result.level, result.message.text],
    ['disallowed-type', 'note', 'Disallowed.'],
  );
  const descriptor = run.tool.driver.rules[result.ruleIndex];
  const rule = rules.find(({ id }) => id === 'disallowed-type');
  assert.equal(descriptor.shortDescription.text, rule?.title);
  assert.ok(descriptor.help.text.includes(rule!.why) && descriptor.help.text.includes(rule!.fix));
  const placesOf = ({ locations }: Json) =>
    locations.map((each: Json) => [uriOf(each), each.logicalLocations[0].fullyQualifiedName]);
  assert.deepEqual(placesOf(result), [
    ['example.com', '#a'],
    ['example.com', '#c'],
  ]);
  assert.deepEqual(placesOf(inFrame), [['frame.example', '#b >>> img']]);
  const { dataUrl: about } = result.properties;
  assert.deepEqual([about.sha256, about.start, about.end, about.text], ['0'.repeat(64), 5, 14, 'image/png']);
  assert.deepEqual(run.artifacts[0].roles, ['analysisTarget']);
  assert.equal(run.artifacts[0].properties.url, 'https://example.com/');
});

test('rules have ranks for code scanning, a source, and help with an example', () => {
  const [run] = sarif([]).runs;
  const byId = new Map<string, Json>(run.tool.driver.rules.map((each: Json) => [each.id, each]));
  assert.equal(byId.size, rules.length);
  for (const { id, category, source, fix } of rules) {
    const { properties, helpUri, help } = byId.get(id);
    const isSecurity = category === 'security' || category === 'policy';
    assert.equal(helpUri, source.url.startsWith('https://') ? source.url : undefined);
    assert.equal(properties.tags.includes('security'), isSecurity, id);
    assert.equal('security-severity' in properties, isSecurity, id);
    if (isSecurity) assert.match(properties['security-severity'], /^[1-9]\.\d$/);
    assert.match(properties.precision, /^(?:high|medium)$/);
    assert.match(help.markdown, /\n\nReported:\n\n```(?:html|css|js)\n/);
    assert.ok(help.markdown.replaceAll('\\', '').includes(fix.replaceAll('\\', '')), id);
  }
  const score = (id: string) => Number(byId.get(id).properties['security-severity']);
  assert.ok(score('active-content') > 7 && score('disallowed-type') < 7 && score('external-references') < 4);
});

test('addresses of pages have no scheme, paths of files are relative to the repository', () => {
  const cases: [address: string, uri: string][] = [
    ['https://example.com/', 'example.com'],
    ['http://me:secret@127.0.0.1:8080/a/b.html?c=d#e', '127.0.0.1%3A8080/a/b.html%3Fc=d%23e'],
    ['file:///srv/a%20b.html', 'srv/a%20b.html'],
    ['about:srcdoc', 'about%3Asrcdoc'],
    ['https://例え.jp/é', 'xn--r8jz45g.jp/%C3%A9'],
  ];
  for (const [frame, uri] of cases) {
    const log = sarif([report([dataUrl({ occurrences: [occurrence({ frame })], findings: [finding()] })])]);
    check(log);
    const { artifactLocation } = log.runs[0].results[0].locations[0].physicalLocation;
    assert.deepEqual([artifactLocation.uri, artifactLocation.uriBaseId], [uri, 'PAGES']);
  }
  for (const [file, uri] of [
    ['src/a, b.css', 'src/a,%20b.css'],
    ['100%41.html', '100%2541.html'],
    ['c:d#e?.txt', 'c%3Ad%23e%3F.txt'],
  ] as const) {
    const one = dataUrl({ occurrences: [occurrence({ frame: file, file, line: 3, column: 7 })] });
    const page = { url: file, title: '', frames: 1 };
    const log = sarif([report([{ ...one, findings: [finding()] }], { page, findings: [finding()] })]);
    check(log);
    assert.deepEqual(
      log.runs[0].results.map(({ locations: [{ physicalLocation }] }: Json) => [
        physicalLocation.artifactLocation,
        physicalLocation.region,
      ]),
      [
        [
          { uri, uriBaseId: '%SRCROOT%', index: 0 },
          { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
        ],
        [
          { uri, uriBaseId: '%SRCROOT%', index: 0 },
          { startLine: 3, startColumn: 7, endLine: 3, endColumn: 8 },
        ],
      ],
    );
  }
});

test('what stands in CSS has its rule, and in a file the line there', () => {
  const inCss = {
    place: 'stylesheet',
    name: 'background',
    selector: '#sheet',
    line: 12,
    column: 40,
  } as const;
  const log = sarif([
    report([
      dataUrl({
        findings: [finding()],
        occurrences: [
          occurrence({
            ...inCss,
            sheet: 'https://example.com/a.css',
            rule: '.a\u202e',
            conditions: ['@media print'],
          }),
          occurrence({ ...inCss, rule: '.b' }),
        ],
      }),
    ]),
  ]);
  check(log);
  const [inFile, inline] = log.runs[0].results.map(({ locations }: Json) => locations[0]);
  assert.equal(uriOf(inFile), 'example.com/a.css');
  assert.deepEqual(inFile.physicalLocation.region, {
    startLine: 12,
    startColumn: 40,
    endLine: 12,
    endColumn: 41,
  });
  assert.deepEqual(inFile.logicalLocations[1], {
    name: '.a\\u{202e}',
    fullyQualifiedName: '@media print › .a\\u{202e}',
    kind: 'rule',
  });
  // A line number in a style element is not a line number in the document.
  assert.equal(uriOf(inline), 'example.com');
  assert.equal(inline.physicalLocation.region.startLine, 1);
  assert.deepEqual(inline.properties, { position: { startLine: 12, startColumn: 40 } });
});

test('a line of a file has a result of its own; the fingerprint does not move with the line', () => {
  const at = (line: number, column = 1) => occurrence({ frame: 'a.css', file: 'a.css', line, column });
  const page = { url: 'a.css', title: '', frames: 1 };
  const logOf = (...occurrences: ReturnType<typeof at>[]) =>
    sarif([report([dataUrl({ occurrences, findings: [finding()] })], { page })]);
  const before = logOf(at(1), at(1, 30), at(5));
  check(before);
  assert.deepEqual(
    before.runs[0].results.map(({ locations }: Json) =>
      locations.map(({ physicalLocation: { region } }: Json) => `${region.startLine}:${region.startColumn}`),
    ),
    [['1:1', '1:30'], ['5:1']],
  );
  const [first, second] = fingerprintsOf(before);
  assert.deepEqual([first?.split(':')[0], second], [second?.split(':')[0], first?.replace(/1$/, '2')]);
  assert.deepEqual(fingerprintsOf(logOf(at(101), at(101, 30), at(205))), [first, second]);
  const other = dataUrl({ sha256: '9'.repeat(64), occurrences: [at(1)], findings: [finding()] });
  assert.notEqual(fingerprintsOf(sarif([report([other], { page })]))[0], first);
});

test('beyond the head there is no text, and it never runs over it', () => {
  const head = 'data:,'.padEnd(100, 'x');
  const findings = [finding({ start: 200, end: 300 }), finding({ start: 90, end: 5000 })];
  const log = sarif([report([dataUrl({ head, length: 6000, findings })])]);
  check(log);
  assert.deepEqual(
    log.runs[0].results.map(({ properties: { dataUrl: about } }: Json) => [
      about.start,
      about.end,
      about.text,
    ]),
    [
      [200, 300, undefined],
      [90, 5000, 'x'.repeat(10)],
    ],
  );
});

test('nested ones stand at the places of the one around them, and name it', () => {
  const inner = dataUrl({ sha256: '2'.repeat(64), occurrences: [], findings: [finding()] });
  const log = sarif([report([dataUrl({ nested: [inner] })])]);
  check(log);
  const [{ locations, properties }] = log.runs[0].results;
  assert.equal(uriOf(locations[0]), 'example.com');
  assert.deepEqual([properties.dataUrl.sha256, properties.dataUrl.within], ['2'.repeat(64), '0'.repeat(64)]);
});

test('several pages are one run, the most severe first, with what was not looked into', () => {
  const unreachable = [
    { kind: 'frame' as const, url: 'https://other.example/', reason: 'cross-origin' as const },
  ];
  const of = (severity: 'error' | 'warning' | 'info') =>
    dataUrl({ findings: [finding({ severity, message: severity })] });
  const log = sarif([
    report([of('info'), of('warning')], {
      findings: [finding({ rule: 'unheard-of', severity: 'warning' })],
      unreachable,
    }),
    report([of('error')], { page: { url: '', title: '', frames: 1 } }),
  ]);
  check(log);
  const [run] = log.runs;
  assert.equal(log.runs.length, 1);
  assert.deepEqual(
    run.results.map(({ level, ruleId }: Json) => [level, ruleId]),
    [
      ['error', 'disallowed-type'],
      ['warning', 'unheard-of'],
      ['warning', 'disallowed-type'],
      ['note', 'disallowed-type'],
    ],
  );
  assert.ok(!('ruleIndex' in run.results[1]));
  const [notification] = run.invocations[0].toolExecutionNotifications;
  assert.match(notification.message.text, /frame https:\/\/other\.example\/ \(cross-origin\)/);
});

describe('what a page writes gives a valid log', () => {
  const urls = [
    'no URL',
    'https://example.com/ä b?"<>`',
    `data:text/html,${'%41'.repeat(5000)}`,
    'about:srcdoc',
    'https://a.example/[x]{y}|z^#a#b%',
    'http://[::1]/[',
    '#a#b',
  ];
  for (const text of [...hostile, ...urls]) {
    test(JSON.stringify(text.slice(0, 40)), () => {
      const given = dataUrl({
        head: text,
        mimeType: text,
        findings: [finding({ message: text, start: 0, end: text.length })],
        occurrences: [occurrence({ frame: text, element: text, name: text, selector: text })],
      });
      const log = sarif([report([given], { page: { url: text, title: text, frames: 1 } })]);
      check(log);
      assert.ok(JSON.stringify(log).isWellFormed());
    });
  }
});

test('20,000 data: URLs, in parts', () => {
  const parts = [...sarifOf([report(many(20_000))], { rules, version: '1.2.3' })];
  assert.ok(parts.every((part) => part.length < 100_000));
});

describe('the limits of code scanning', () => {
  /**
   * Returns the log, and the statements about omitted parts that `onLeftOut` received. The log must contain these, too.
   */
  function limited(reports: Report[], sizeOf?: (text: string) => number): { log: Json; said: string[] } {
    const said: string[] = [];
    const onLeftOut = (sentence: string): void => void said.push(sentence);
    const options = { rules, version: '1.2.3', onLeftOut, ...(sizeOf && { sizeOf }) };
    const log = JSON.parse([...sarifOf(reports, options)].join(''));
    check(log);
    const texts = log.runs[0].invocations[0].toolExecutionNotifications.map(
      ({ message }: Json) => message.text,
    );
    assert.deepEqual(
      texts.filter((text: string) => text.startsWith('Omitted')),
      said,
    );
    return { log, said };
  }
  const compressed = (text: string): number => deflateRawSync(text).length;

  test('25,000 results: the least severe go', () => {
    const given = many(25_010);
    const [last] = given.slice(-1);
    last!.findings = [finding({ severity: 'warning' })];
    const { log, said } = limited([report(given, { findings: [finding({ severity: 'info' })] })], compressed);
    const { results } = log.runs[0];
    assert.equal(results.length, 25_000);
    assert.ok(results.every(({ level }: Json) => level === 'error'));
    assert.deepEqual(said, [
      'Omitted 11 of the least severe results to stay within the limits of code scanning.',
    ]);
  });

  test('1,000 locations a result', () => {
    const occurrences = Array.from({ length: 5000 }, () => occurrence());
    const { log, said } = limited([report([dataUrl({ occurrences, findings: [finding()] })])]);
    const [result] = log.runs[0].results;
    assert.deepEqual([result.locations.length, result.properties.occurrences], [1000, 5000]);
    assert.deepEqual(said, ['Omitted 4,000 further locations to stay within the limits of code scanning.']);
  });

  test('10 MB compressed, also of what cannot be compressed', () => {
    const noise = (n: number): string => createHash('sha512').update(String(n)).digest('base64').repeat(2);
    const given = Array.from({ length: 4000 }, (_, n) =>
      dataUrl({
        sha256: n.toString(16).padStart(64, '0'),
        findings: [finding({ message: noise(n) })],
        occurrences: Array.from({ length: 40 }, (_, m) => occurrence({ selector: noise(40 * n + m) })),
      }),
    );
    const { log, said } = limited([report(given)], compressed);
    const size = gzipSync(JSON.stringify(log)).length;
    assert.ok(size > 7_000_000, `${size} bytes`);
    assert.match(said[0] ?? '', /^Omitted [\d,]+ of the least severe results /);
    // Without `sizeOf`, the limit applies to the size in bytes.
    assert.ok(JSON.stringify(limited([report(given)]).log).length < 10_000_000);
  });

  test('1,000 parts that were not looked into', () => {
    const unreachable = Array.from({ length: 1003 }, (_, n) => ({
      ...{ kind: 'frame' as const, url: `https://a.example/${n}`, reason: 'cross-origin' as const },
    }));
    const { said } = limited([report([], { unreachable })]);
    assert.deepEqual(said, ["Omitted 3 parts that weren't scanned in full."]);
  });

  test('each limit is held: a log beyond it fails', () => {
    const log = sarif([report([dataUrl({ findings: [finding()] })])]);
    const broken: ((run: Json, log: Json) => void)[] = [
      (_run, all) => (all.version = '2.0.0'),
      (run, all) => (all.runs = Array(21).fill(run)),
      (run) => (run.results = Array(25_001).fill(run.results[0])),
      (run) => (run.tool.driver.rules = Array(25_001).fill(run.tool.driver.rules[0])),
      (run) => (run.tool.extensions = Array(101).fill({})),
      (run) => (run.results[0].codeFlows = Array(10_001).fill({})),
      (run) => (run.results[0].locations = []),
      (run) => (run.results[0].locations = Array(1001).fill(run.results[0].locations[0])),
      (run) => (run.tool.driver.rules[0].properties.tags = Array(21).fill('x')),
      (run) => (run.tool.driver.rules[0].shortDescription.text = 'x'.repeat(1025)),
      (run) => (run.tool.driver.name = ''),
      (run) => (run.results[0].message.text = ''),
      (run) => (run.results[0].locations[0].physicalLocation.artifactLocation.uri = 'https://example.com/'),
      (run) => (run.results[0].locations[0].physicalLocation.region = {}),
      (run) => (run.results[0].partialFingerprints = {}),
      (run) => run.results.push({ ...run.results[0], level: 'note' }, run.results[0]),
      (run) =>
        (run.properties = {
          noise: Array.from({ length: 200_000 }, (_, n) =>
            createHash('sha512').update(String(n)).digest('base64'),
          ),
        }),
    ];
    const exceeded = new Set<string>();
    for (const breakIt of broken) {
      const copy = structuredClone(log);
      breakIt(copy.runs[0], copy);
      const names = Object.entries(githubLimits).filter(([, isKept]) => !isKept(copy));
      assert.ok(names.length > 0, String(breakIt));
      for (const [name] of names) exceeded.add(name);
    }
    assert.deepEqual([...exceeded].sort(), Object.keys(githubLimits).sort());
  });
});

test('what a page wrote makes no link in a message, and turns no text', () => {
  const message = 'See [the fix](https://evil.example/) \u202e[1]';
  const url = 'https://a.example/[x](javascript:0)';
  const head = 'data:text/html,[a\\]b](https://evil.example/)\\[c](https://evil.example/)\u009b';
  const log = sarif([
    report([dataUrl({ head, findings: [finding({ message })] })], {
      unreachable: [{ kind: 'frame', url, reason: 'not-loaded' }],
    }),
  ]);
  const [run] = log.runs;
  assert.equal(run.results[0].message.text, 'See [the fix]\\u{28}https://evil.example/) \\u{202e}[1]');
  assert.doesNotMatch(run.results[0].properties.dataUrl.head, /\]\(|\p{Cc}/u);
  const [notification] = run.invocations[0].toolExecutionNotifications;
  assert.match(notification.message.text, /example\/\[x\]\\u\{28\}javascript:0\)/);
});
