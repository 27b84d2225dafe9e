import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/report/report.ts';
import { type RuleText, sarifOf } from '../../../src/report/sarif.ts';
import { ruleDocs as rules } from '../../../src/rules/docs.ts';
import { checkSarif as check } from '../../support/sarif.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

// biome-ignore lint/suspicious/noExplicitAny: what it is, the test finds out
type Json = any;

const sarif = (reports: Report[], texts: readonly RuleText[] = rules): Json =>
  JSON.parse([...sarifOf(reports, { rules: texts, version: '1.2.3' })].join(''));

test('a finding: its rule with help, where it stands, the region of the URL', () => {
  const frame = 'https://frame.example/';
  const given = dataUrl({
    occurrences: [occurrence(), occurrence({ frame, selector: '#b >>> img' })],
    findings: [finding({ severity: 'info' })],
  });
  const log = sarif([report([given])]);
  check(log);
  const [run] = log.runs;
  const [result] = run.results;
  assert.equal(run.results.length, 1);
  assert.deepEqual(
    [result.ruleId, result.level, result.message.text],
    ['disallowed-type', 'note', 'Disallowed.'],
  );
  const descriptor = run.tool.driver.rules[result.ruleIndex];
  const rule = rules.find(({ id }) => id === 'disallowed-type');
  assert.equal(descriptor.shortDescription.text, rule?.title);
  assert.ok(descriptor.help.text.includes(rule!.why) && descriptor.help.text.includes(rule!.fix));
  assert.deepEqual(
    result.locations.map(({ physicalLocation, logicalLocations }: Json) => [
      physicalLocation.artifactLocation.uri,
      logicalLocations[0].fullyQualifiedName,
    ]),
    [
      ['https://example.com/', '#a'],
      [frame, '#b >>> img'],
    ],
  );
  const [related] = result.relatedLocations;
  assert.deepEqual(related.physicalLocation.region, {
    charOffset: 5,
    charLength: 9,
    snippet: { text: 'image/png' },
  });
  const artifact = run.artifacts[related.physicalLocation.artifactLocation.index];
  assert.equal(artifact.hashes['sha-256'], '0'.repeat(64));
  assert.equal(run.artifacts[artifact.parentIndex].location.uri, 'https://example.com/');
  assert.deepEqual(run.artifacts[0].roles, ['analysisTarget']);
  assert.deepEqual(result.partialFingerprints, { 'dataUrlSha256/v1': '0'.repeat(64) });
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
  const [run] = log.runs;
  const [inFile, inline] = run.results[0].locations;
  assert.equal(inFile.physicalLocation.artifactLocation.uri, 'https://example.com/a.css');
  assert.deepEqual(inFile.physicalLocation.region, { startLine: 12, startColumn: 40 });
  assert.deepEqual(inFile.logicalLocations[1], {
    name: '.a\\u{202e}',
    fullyQualifiedName: '@media print › .a\\u{202e}',
    kind: 'rule',
  });
  // A line of a style element is none of the document's.
  assert.equal(inline.physicalLocation.artifactLocation.uri, 'https://example.com/');
  assert.equal(inline.physicalLocation.region, undefined);
  assert.deepEqual(inline.properties, { position: { startLine: 12, startColumn: 40 } });
});

test('beyond the head there is no snippet, and one never runs over it', () => {
  const head = 'data:,'.padEnd(100, 'x');
  const findings = [finding({ start: 200, end: 300 }), finding({ start: 90, end: 5000 })];
  const log = sarif([report([dataUrl({ head, length: 6000, findings })])]);
  check(log);
  const regions = log.runs[0].results.map(
    ({ relatedLocations }: Json) => relatedLocations[0].physicalLocation.region,
  );
  assert.deepEqual(regions, [
    { charOffset: 200, charLength: 100 },
    { charOffset: 90, charLength: 4910, snippet: { text: 'x'.repeat(10) } },
  ]);
});

test('nested ones stand in the artifact of the one around them, at its places', () => {
  const inner = dataUrl({ sha256: '2'.repeat(64), occurrences: [], findings: [finding()] });
  const log = sarif([report([dataUrl({ nested: [inner, inner] })])]);
  check(log);
  const [run] = log.runs;
  const [result] = run.results;
  assert.equal(result.locations.length, 1);
  const { index } = result.relatedLocations[0].physicalLocation.artifactLocation;
  const outer = run.artifacts[run.artifacts[index].parentIndex];
  assert.equal(outer.hashes['sha-256'], '0'.repeat(64));
});

test('findings on the page, what was not looked into, rules that nobody describes, several pages', () => {
  const unreachable = [{ kind: 'frame' as const, url: 'https://other.example/', reason: 'cross-origin' }];
  const log = sarif([
    report([], { findings: [finding({ rule: 'unheard-of' })], unreachable }),
    report([dataUrl()], { page: { url: '', title: '', frames: 1 } }),
  ]);
  check(log);
  const [first, second] = log.runs;
  assert.equal(first.results[0].ruleId, 'unheard-of');
  assert.ok(!('ruleIndex' in first.results[0]));
  const [notification] = first.invocations[0].toolExecutionNotifications;
  assert.match(notification.message.text, /frame https:\/\/other\.example\/ \(cross-origin\)/);
  assert.deepEqual(second.results, []);
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

test('20,000 data: URLs, in parts; very many places of one', () => {
  const parts = [...sarifOf([report(many(20_000))], { rules, version: '1.2.3' })];
  assert.ok(parts.every((part) => part.length < 100_000));
  const log = JSON.parse(parts.join(''));
  assert.equal(log.runs[0].results.length, 20_000);
  assert.equal(log.runs[0].artifacts.length, 20_001);
  const occurrences = Array.from({ length: 5000 }, () => occurrence());
  const [result] = sarif([report([dataUrl({ occurrences, findings: [finding()] })])]).runs[0].results;
  assert.deepEqual([result.locations.length, result.properties.occurrences], [1000, 5000]);
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
  assert.doesNotMatch(run.artifacts[1].description.text, /\]\(|\p{Cc}/u);
  const [notification] = run.invocations[0].toolExecutionNotifications;
  assert.match(notification.message.text, /example\/\[x\]\\u\{28\}javascript:0\)/);
});
