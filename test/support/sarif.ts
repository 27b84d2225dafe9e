/**
 * Checks that SARIF is acceptable to services: against the official schema and the documented limits of GitHub's code
 * scanning.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import Ajv from 'ajv';

// biome-ignore lint/suspicious/noExplicitAny: the schema decides which values are valid
type Json = any;

const require = createRequire(import.meta.url);
const jsonOf = (name: string): Json => JSON.parse(readFileSync(require.resolve(name), 'utf8'));

const ajv = new Ajv({ schemaId: 'auto', meta: false, format: 'full', allErrors: false });
ajv.addMetaSchema(jsonOf('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(jsonOf('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

const resultsOf = (log: Json): Json[] => log.runs.flatMap(({ results }: Json) => results);
const rulesOf = (log: Json): Json[] => log.runs.flatMap(({ tool }: Json) => tool.driver.rules);
const locationsOf = (log: Json): Json[] => resultsOf(log).flatMap(({ locations }) => locations);
const uriOf = ({ physicalLocation }: Json): unknown => physicalLocation.artifactLocation.uri;
const sizesOf = (log: Json, list: (result: Json) => Json[] | undefined): number[] =>
  resultsOf(log).map((result) => list(result)?.length ?? 0);
const isText = (value: unknown, max = Number.POSITIVE_INFINITY): boolean =>
  typeof value === 'string' && value !== '' && value.length <= max;
const isLine = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1;

/**
 * The documented limits, each as a function that returns true if a log respects it:
 * https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 */
export const githubLimits: Record<string, (log: Json) => boolean> = {
  'version 2.1.0, and the address of its schema': ({ version, $schema }) =>
    version === '2.1.0' && /^https:\/\/.*sarif-schema-2\.1\.0\.json$/.test($schema),
  '10 MB compressed': (log) => gzipSync(JSON.stringify(log)).length <= 10_000_000,
  '20 runs': ({ runs }) => runs.length <= 20,
  '25,000 results a run': ({ runs }) => runs.every(({ results }: Json) => results.length <= 25_000),
  '25,000 rules a run': ({ runs }) => runs.every(({ tool }: Json) => tool.driver.rules.length <= 25_000),
  '100 extensions of the tool': ({ runs }) =>
    runs.every(({ tool }: Json) => (tool.extensions ?? []).length <= 100),
  '10,000 locations of thread flows': (log) =>
    sizesOf(log, ({ codeFlows }) => codeFlows).every((count) => count <= 10_000),
  '1,000 locations a result, at least one': (log) =>
    sizesOf(log, ({ locations }) => locations).every((count) => count >= 1 && count <= 1000),
  '20 tags a rule, of which 10 are shown': (log) =>
    rulesOf(log).every(({ properties }) => properties.tags.length <= 10),
  'a rule has an id, a help text, and descriptions of 1,024 characters': (log) =>
    rulesOf(log).every(
      ({ id, shortDescription, fullDescription, help }) =>
        isText(id) &&
        isText(help.text) &&
        isText(shortDescription.text, 1024) &&
        isText(fullDescription.text, 1024),
    ),
  'a name of the tool': ({ runs }) => runs.every(({ tool }: Json) => isText(tool.driver.name)),
  'a message for each result': (log) => resultsOf(log).every(({ message }) => isText(message.text)),
  'a URI for each location, relative or of a file': (log) =>
    locationsOf(log).every(
      (location) => isText(uriOf(location)) && !/^(?!file:)[a-z][a-z0-9+.-]*:/i.test(String(uriOf(location))),
    ),
  'a line and a column, from 1, for the beginning and the end of each location': (log) =>
    locationsOf(log).every(({ physicalLocation: { region } }) =>
      [region.startLine, region.startColumn, region.endLine, region.endColumn].every(isLine),
    ),
  'a fingerprint for each result': (log) =>
    resultsOf(log).every(({ partialFingerprints }) =>
      /^[0-9a-f]{16}:[1-9]\d*$/.test(partialFingerprints.primaryLocationLineHash),
    ),
  'the most severe first, as only 5,000 are shown': (log) => {
    const ranks = resultsOf(log).map(({ level }) => ['error', 'warning', 'note'].indexOf(level));
    return ranks.every((rank, at) => rank >= 0 && rank >= (ranks[at - 1] ?? 0));
  },
};

/** Fails if a log is not SARIF 2.1.0, or if GitHub's code scanning would reject the log or a part of it. */
export function checkSarif(log: Json): void {
  const isValid = validate(log);
  assert.ok(isValid, ajv.errorsText(validate.errors));
  for (const [name, isKept] of Object.entries(githubLimits)) assert.ok(isKept(log), name);
  for (const { tool, results, artifacts } of log.runs) {
    for (const { ruleId, ruleIndex, locations } of results) {
      if (ruleIndex !== undefined) assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      for (const { physicalLocation } of locations) {
        const { index, ...own } = physicalLocation.artifactLocation;
        assert.deepEqual(artifacts[index].location, own);
      }
    }
  }
}
