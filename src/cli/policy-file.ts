/** The policy file that `--policy` of `scan` and `inspect` names. */

import { readFile } from 'node:fs/promises';
import { closestMatch } from 'leven';
import type { OwnPolicy } from '../policy/policy-types.ts';
import { parsePolicy } from '../policy/read-policy.ts';
import { ruleIds } from '../rules/index.ts';
import { reasonOf } from './scan-folders.ts';

/** An error in a policy file, in one sentence. */
export class PolicyFileError extends Error {
  override name = 'PolicyFileError';
}

/** Reads a policy file; every mistake in it is an error, since the faulty entry would have no effect. */
export async function readPolicyFile(file: string): Promise<OwnPolicy> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyFileError(`${file}: ${reasonOf(error)}`);
  });
  const { policy, problems } = parsePolicy(text, { rules: ruleIds() });
  const [problem] = problems;
  if (!problem) return policy;
  const rule = problem.code === 'unknown-rule' ? String(problem.path.at(-1)) : null;
  const nearest = rule === null ? undefined : closestMatch(rule, ruleIds(), { maxDistance: 3 });
  const guess = nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
  const { line, column } = problem.position ?? { line: 1, column: 1 };
  throw new PolicyFileError(`${file}:${line}:${column}: ${problem.message}${guess}`);
}
