/** The examples of rules, read as files: the rule reports the bad one and not the good one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';
import { type Located, reportOfFile } from '../../../src/files/report-of-file.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import type { RuleExamples } from '../../../src/rules/texts.ts';

/** The rules that report something in a text. */
async function rulesIn(example: string, { language = 'html', left }: RuleExamples, isBare: boolean) {
  const text = example.replaceAll('…', left?.text.repeat(left.times) ?? '…');
  const { found, facts } = findInFile(language, text, isBare);
  const positionOf = positionsIn(text);
  const located = found.map(
    ({ start, end, ...own }): Located => ({
      ...{ found: own, ...positionOf(start) },
      source: text.slice(start, end),
    }),
  );
  const given = { path: 'https://example.com/', policy: defaultPolicy, unreachable: [], start: 0 };
  const { findings, dataUrls } = await reportOfFile({ ...given, located, facts, positionOf });
  return [...findings, ...dataUrls.flatMap((each) => each.findings)].map(({ rule }) => rule);
}

for (const { id, examples } of ruleDocs)
  test(id, async () => {
    const isBare = id === 'bare-base64';
    const bad = await rulesIn(examples.bad, examples, isBare);
    assert.ok(bad.includes(id), `the bad example is reported by: ${bad.join(', ') || 'none'}`);
    const good = await rulesIn(examples.good, examples, isBare);
    assert.ok(!good.includes(id), `the good example is reported, too: ${good.join(', ')}`);
  });
