/** Scans the examples of rules as files: the rule must report the bad example and not the good one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';
import { type Located, reportOfFile } from '../../../src/files/report-of-file.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import { judgePage } from '../../../src/rules/index.ts';
import type { RuleExamples } from '../../../src/rules/texts.ts';

/** Returns the rules that report something in a text. */
async function rulesIn(id: string, example: string, { language = 'html', left }: RuleExamples) {
  const text = example.replaceAll('…', left?.text.repeat(left.times) ?? '…');
  const { found, facts } = findInFile(language, text, id === 'bare-base64');
  const positionOf = positionsIn(text);
  const located = found.map(
    ({ start, end, ...own }): Located => ({
      ...{ found: own, ...positionOf(start) },
      source: text.slice(start, end),
    }),
  );
  const given = { path: 'https://example.com/', policy: defaultPolicy, unreachable: [], start: 0 };
  const { page, findings, dataUrls } = await reportOfFile({ ...given, located, facts, positionOf });
  if (id === 'unused') {
    // Only a browser can observe that a URL is unused.
    for (const each of dataUrls.flatMap(({ occurrences }) => occurrences))
      each.state = { kind: 'not-requested', by: 'seen', reason: 'unused' };
    findings.push(...judgePage({ page, dataUrls, csp: [], policy: defaultPolicy }));
  }
  return [...findings, ...dataUrls.flatMap((each) => each.findings)].map(({ rule }) => rule);
}

for (const { id, examples } of ruleDocs)
  test(id, async () => {
    const bad = await rulesIn(id, examples.bad, examples);
    assert.ok(bad.includes(id), `the bad example is reported by: ${bad.join(', ') || 'none'}`);
    const good = await rulesIn(id, examples.good, examples);
    assert.ok(!good.includes(id), `the good example is reported, too: ${good.join(', ')}`);
  });
