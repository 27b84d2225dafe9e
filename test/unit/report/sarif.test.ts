import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/report/report.ts';
import { type RuleText, sarifOf } from '../../../src/report/sarif.ts';
import { rules } from '../../../src/rules/index.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

// biome-ignore lint/suspicious/noExplicitAny: what it is, the test finds out
type Json = any;

const sarif = (reports: Report[], texts: readonly RuleText[] = rules): Json =>
  JSON.parse([...sarifOf(reports, { rules: texts, version: '1.2.3' })].join(''));

const distinct = (values: Json): void => {
  assert.equal(
    new Set(values.map((value: Json) => JSON.stringify(value))).size,
    values.length,
    'items are unique',
  );
};
const isText = (value: unknown): void => assert.equal(typeof value, 'string');
const oneOf = (value: unknown, ...all: unknown[]): void => assert.ok(all.includes(value), String(value));
const only = (value: Json, ...members: string[]): void =>
  assert.deepEqual(
    Object.keys(value).filter((name) => !members.includes(name)),
    [],
  );

/**
 * What SARIF 2.1.0 demands of the objects that we write: sections 3.13 to 3.52, and its schema's
 * restrictions.
 */
function check(log: Json): void {
  only(log, '$schema', 'version', 'runs');
  assert.match(log.$schema, /^https:\/\/.*sarif-schema-2\.1\.0\.json$/);
  assert.equal(log.version, '2.1.0');
  for (const run of log.runs) checkRun(run);
}

function checkRun(run: Json): void {
  only(run, 'tool', 'columnKind', 'invocations', 'properties', 'results', 'artifacts');
  const { driver } = run.tool;
  isText(driver.name);
  isText(driver.version);
  oneOf(run.columnKind, 'utf16CodeUnits', 'unicodeCodePoints');
  distinct(driver.rules);
  for (const rule of driver.rules) {
    only(rule, 'id', 'shortDescription', 'fullDescription', 'help', 'defaultConfiguration', 'properties');
    isText(rule.id);
    for (const text of [rule.shortDescription, rule.fullDescription, rule.help]) isText(text.text);
    oneOf(rule.defaultConfiguration.level, 'none', 'note', 'warning', 'error');
    distinct(rule.properties.tags);
  }
  for (const { executionSuccessful, toolExecutionNotifications } of run.invocations) {
    assert.equal(typeof executionSuccessful, 'boolean');
    for (const { message } of toolExecutionNotifications) isText(message.text);
  }
  distinct(run.artifacts);
  for (const [n, artifact] of run.artifacts.entries()) checkArtifact(artifact, n);
  for (const result of run.results) checkResult(result, run);
}

function checkArtifact(artifact: Json, n: number): void {
  only(artifact, 'location', 'roles', 'description', 'parentIndex', 'hashes', 'properties');
  if (artifact.location) checkArtifactLocation(artifact.location, n + 1);
  if ('parentIndex' in artifact) assert.ok(artifact.parentIndex! >= 0 && artifact.parentIndex! < n);
  if (artifact.roles) distinct(artifact.roles);
  for (const value of Object.values(artifact.hashes ?? {})) isText(value);
}

function checkArtifactLocation(location: Json, artifacts: number): void {
  only(location, 'uri', 'index');
  assert.ok('uri' in location || 'index' in location);
  // RFC 3986's characters alone.
  if ('uri' in location) {
    assert.match(location.uri, /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i);
    assert.match(location.uri, /^[^#]*(?:#[^#]*)?$/);
  }
  if ('index' in location) assert.ok(location.index! >= 0 && location.index! < artifacts);
}

function checkResult(result: Json, run: Json): void {
  isText(result.message.text);
  oneOf(result.level, 'none', 'note', 'warning', 'error');
  isText(result.ruleId);
  if ('ruleIndex' in result) assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
  for (const value of Object.values(result.partialFingerprints)) isText(value);
  for (const location of [...result.locations, ...(result.relatedLocations ?? [])]) {
    only(location, 'id', 'message', 'physicalLocation', 'logicalLocations');
    const { artifactLocation, region } = location.physicalLocation;
    checkArtifactLocation(artifactLocation, run.artifacts.length);
    if (region) {
      only(region, 'charOffset', 'charLength', 'snippet');
      assert.ok(Number.isInteger(region.charOffset) && region.charOffset! >= 0);
      assert.ok(Number.isInteger(region.charLength) && region.charLength! >= 0);
      if (region.snippet) isText(region.snippet.text);
    }
    for (const { fullyQualifiedName } of location.logicalLocations ?? []) isText(fullyQualifiedName);
  }
}

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
  const log = sarif([
    report([dataUrl({ findings: [finding({ message })] })], {
      unreachable: [{ kind: 'frame', url, reason: 'not-loaded' }],
    }),
  ]);
  const [run] = log.runs;
  assert.equal(run.results[0].message.text, 'See \\[the fix](https://evil.example/) \\u{202e}[1]');
  const [notification] = run.invocations[0].toolExecutionNotifications;
  assert.match(notification.message.text, /example\/\\\[x\]\(javascript:0\)/);
});
