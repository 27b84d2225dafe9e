/**
 * The requirements of SARIF 2.1.0 for the objects that we write: sections 3.13 to 3.58, and its schema's restrictions.
 * The schema itself cannot be distributed here; this is stricter, as it also rejects members that are not listed.
 */
import assert from 'node:assert/strict';

// biome-ignore lint/suspicious/noExplicitAny: what it is, the test finds out
type Json = any;

/** JSON Schema's uniqueItems. */
const distinct = (values: Json): void => {
  assert.ok(Array.isArray(values));
  assert.equal(new Set(values.map((value) => JSON.stringify(value))).size, values.length, 'items are unique');
};
const isText = (value: unknown): void => assert.equal(typeof value, 'string');
const isCount = (value: unknown): void =>
  assert.ok(Number.isInteger(value) && Number(value) >= 0, `${value}`);
const isIndex = (value: unknown, length: number): void => {
  isCount(value);
  assert.ok(Number(value) < length, `${value} of ${length}`);
};
const oneOf = (value: unknown, ...all: unknown[]): void => assert.ok(all.includes(value), String(value));

/** An object with these members, those with a final star optionally, and no others. */
function members(value: Json, ...names: string[]): void {
  const known = new Set(names.map((name) => name.replace('*', '')));
  assert.deepEqual(
    Object.keys(value).filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => !name.endsWith('*') && value[name] === undefined),
    [],
    'is there',
  );
}

/** The format "uri-reference": only RFC 3986's characters, and at most one fragment. */
function isUri(value: unknown): void {
  isText(value);
  assert.match(String(value), /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i);
  assert.match(String(value), /^[^#]*(?:#[^#]*)?$/);
}

function isMessage(message: Json): void {
  members(message, 'text');
  isText(message.text);
  assert.notEqual(message.text, '');
}

const levels = ['none', 'note', 'warning', 'error'];

/** Fails where a log is not SARIF 2.1.0, or has members that we do not write. */
export function checkSarif(log: Json): void {
  members(log, '$schema', 'version', 'runs');
  isUri(log.$schema);
  assert.match(log.$schema, /^https:\/\/.*sarif-schema-2\.1\.0\.json$/);
  assert.equal(log.version, '2.1.0');
  assert.ok(Array.isArray(log.runs));
  for (const run of log.runs) checkRun(run);
}

function checkRun(run: Json): void {
  members(run, 'tool', 'columnKind', 'invocations', 'properties', 'results', 'artifacts');
  members(run.tool, 'driver');
  const { driver } = run.tool;
  members(driver, 'name', 'version', 'rules');
  isText(driver.name);
  isText(driver.version);
  oneOf(run.columnKind, 'utf16CodeUnits', 'unicodeCodePoints');
  distinct(driver.rules.map(({ id }: Json) => id));
  for (const rule of driver.rules) checkRule(rule);
  for (const invocation of run.invocations) checkInvocation(invocation);
  distinct(run.artifacts);
  for (const [n, artifact] of run.artifacts.entries()) checkArtifact(artifact, n);
  for (const result of run.results) checkResult(result, run);
}

function checkRule(rule: Json): void {
  members(rule, 'id', 'shortDescription', 'fullDescription', 'help', 'defaultConfiguration', 'properties');
  isText(rule.id);
  for (const text of [rule.shortDescription, rule.fullDescription, rule.help]) isMessage(text);
  members(rule.defaultConfiguration, 'level');
  oneOf(rule.defaultConfiguration.level, ...levels);
  distinct(rule.properties.tags);
}

function checkInvocation(invocation: Json): void {
  members(invocation, 'executionSuccessful', 'toolExecutionNotifications');
  assert.equal(typeof invocation.executionSuccessful, 'boolean');
  for (const notification of invocation.toolExecutionNotifications) {
    members(notification, 'level', 'message', 'descriptor');
    oneOf(notification.level, ...levels);
    isMessage(notification.message);
    members(notification.descriptor, 'id');
    isText(notification.descriptor.id);
  }
}

function checkArtifact(artifact: Json, n: number): void {
  members(artifact, 'location*', 'roles*', 'description*', 'parentIndex*', 'hashes*', 'properties*');
  if (artifact.location) checkArtifactLocation(artifact.location, n + 1);
  if (artifact.description) isMessage(artifact.description);
  // Its parent comes before it.
  if ('parentIndex' in artifact) isIndex(artifact.parentIndex, n);
  if (artifact.roles) {
    distinct(artifact.roles);
    for (const role of artifact.roles) oneOf(role, 'analysisTarget');
  }
  for (const value of Object.values(artifact.hashes ?? {})) isText(value);
}

function checkArtifactLocation(location: Json, artifacts: number): void {
  members(location, 'uri*', 'index*');
  assert.ok('uri' in location || 'index' in location);
  if ('uri' in location) isUri(location.uri);
  if ('index' in location) isIndex(location.index, artifacts);
}

function checkResult(result: Json, run: Json): void {
  const optional = ['ruleIndex*', 'relatedLocations*'];
  members(
    result,
    'ruleId',
    'level',
    'message',
    'locations',
    'partialFingerprints',
    'properties',
    ...optional,
  );
  isMessage(result.message);
  oneOf(result.level, ...levels);
  isText(result.ruleId);
  if ('ruleIndex' in result) {
    isIndex(result.ruleIndex, run.tool.driver.rules.length);
    assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
  }
  for (const value of Object.values(result.partialFingerprints)) isText(value);
  for (const location of result.locations) checkLocation(location, run.artifacts.length);
  for (const location of result.relatedLocations ?? []) {
    isCount(location.id);
    checkLocation(location, run.artifacts.length);
  }
}

function checkLocation(location: Json, artifacts: number): void {
  members(location, 'physicalLocation', 'id*', 'message*', 'logicalLocations*', 'properties*');
  if (location.message) isMessage(location.message);
  members(location.physicalLocation, 'artifactLocation', 'region*');
  const { artifactLocation, region } = location.physicalLocation;
  checkArtifactLocation(artifactLocation, artifacts);
  if (region) {
    if ('startLine' in region) {
      // A place in a style sheet, counted from 1.
      members(region, 'startLine', 'startColumn*');
      assert.ok(Object.values(region).every((each) => Number.isInteger(each) && Number(each) >= 1));
      checkLogical(location);
      return;
    }
    // A part of a URL, counted from 0.
    members(region, 'charOffset', 'charLength', 'snippet*');
    isCount(region.charOffset);
    isCount(region.charLength);
    if (region.snippet) isMessage(region.snippet);
  }
  checkLogical(location);
}

function checkLogical(location: Json): void {
  for (const logical of location.logicalLocations ?? []) {
    members(logical, 'name', 'fullyQualifiedName', 'kind');
    for (const value of Object.values(logical)) isText(value);
  }
}
