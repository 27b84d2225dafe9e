/** Tests the files of `../shared/cases/scan`, for which the correct results of each data: URL are given. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { scanFile } from '../../../src/cli/scan-file.ts';
import { placedInFile, reportedIn } from '../../../src/files/findings-in-file.ts';
import { emptyPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';

interface Expected {
  line: number;
  column: number;
  kind: 'data-url' | 'template' | 'dropped' | 'malformed' | 'none';
  essence?: string;
  size?: number;
  why: string;
  anyPosition?: boolean;
  notDetected?: string;
  notState?: string;
}
interface FileCase {
  args?: string[];
  exit?: number;
  occurrences: Expected[];
}

const folder = sharedFolder('cases/scan');
const policy = mergePolicies({ user: emptyPolicy }, 'file:');
const ofSyntax = ['invalid-data-url', 'syntax', 'dropped-css'];

async function listed(file: string, { args = [] }: FileCase) {
  const isBare = args.includes('--bare');
  const options = { policy, isNamed: true, isBare, note: () => undefined };
  const report = await scanFile(path.join(folder as string, file), options);
  assert.ok(report);
  const reported = reportedIn(report, [...placedInFile(report, policy)]);
  const all = report.dataUrls.flatMap((dataUrl) =>
    dataUrl.occurrences.map(({ line, column, state }) => {
      const findings = reported.filter((each) => each.line === line && each.column === column);
      return { line, column, state, dataUrl, findings };
    }),
  );
  return { all, reported };
}

type Listed = Awaited<ReturnType<typeof listed>>['all'][number];

function check(expected: Expected, found: readonly Listed[]): void {
  const [first] = found;
  const severe = found.flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'info'));
  const said = severe.map(({ rule, message }) => `${rule}: ${message}`).join('\n');
  switch (expected.kind) {
    case 'none':
      assert.equal(found.length, 0, 'listed');
      break;
    case 'template':
      assert.equal(said, '');
      assert.ok(found.every(({ state }) => state?.kind === 'template'));
      break;
    case 'malformed':
      assert.equal(found.length, 1);
      assert.notEqual(said, '');
      break;
    case 'dropped':
      assert.equal(found.length, 1);
      assert.ok(severe.some(({ severity }) => severity === 'error'));
      break;
    case 'data-url':
      assert.equal(found.length, 1, 'listed once');
      assert.equal(first?.dataUrl.essence, expected.essence);
      if (expected.size !== undefined) assert.equal(first?.dataUrl.size, expected.size);
      if (expected.notDetected) assert.notEqual(first?.dataUrl.detectedType, expected.notDetected);
      if (expected.notState) assert.notEqual(first?.state?.kind, expected.notState);
      assert.deepEqual(
        severe.filter(({ rule, severity }) => severity === 'error' && ofSyntax.includes(rule)),
        [],
      );
  }
}

const cases: Record<string, FileCase> = folder ? readJson(folder, 'expected.json') : {};
for (const [file, expected] of Object.entries(cases))
  test(`cases/scan/${file}`, async () => {
    const { all, reported } = await listed(file, expected);
    const isAt = (each: Listed, { line, column }: Expected) => each.line === line && each.column === column;
    const known = new Set<Listed>();
    for (const one of expected.occurrences) {
      const found = all.filter(
        (each) => isAt(each, one) || (one.anyPosition && each.dataUrl.essence === one.essence),
      );
      for (const each of found) known.add(each);
      try {
        check(one, found);
      } catch (error) {
        throw new Error(`${one.line}:${one.column} ${one.kind}, ${one.why}: ${(error as Error).message}`);
      }
    }
    // If the command may also report a file as unreadable, no results are given for it.
    if (expected.exit === 2) return;
    const others = all.filter((each) => !known.has(each));
    assert.deepEqual(
      others.map(({ line, column, dataUrl }) => `${line}:${column} ${dataUrl.head.slice(0, 40)}`),
      [],
      'nothing else is listed',
    );
    if (expected.exit === 0)
      assert.deepEqual(
        reported.filter(({ severity }) => severity === 'error'),
        [],
      );
  });
