/** The policy file that `--policy` of `scan` and `inspect` names. */

import { readFile } from 'node:fs/promises';
import type { OwnPolicy } from '../policy/policy-types.ts';
import { parsePolicy } from '../policy/read-policy.ts';
import { ruleIds } from '../rules/index.ts';

/** An error in a policy file, in one sentence. */
export class PolicyFileError extends Error {
  override name = 'PolicyFileError';
}

/** Reads a policy file; every mistake in it is an error, since the faulty entry would have no effect. */
export async function readPolicyFile(file: string): Promise<OwnPolicy> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyFileError(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
  });
  const { policy, problems } = parsePolicy(text, { rules: ruleIds() });
  const [problem] = problems;
  if (!problem) return policy;
  const { line, column } = problem.position ?? { line: 1, column: 1 };
  throw new PolicyFileError(`${file}:${line}:${column}: ${problem.message}`);
}
