/**
 * Reads the file that `--policy` of `scan` and `inspect` names or, by default, the project's configuration: a policy,
 * with globs for the files that `scan` reads.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject, jsonText, type Position, placesOf, positionAt } from '../payload/json/json-places.ts';
import type { OwnPolicy } from '../policy/policy-types.ts';
import { parsePolicy } from '../policy/read-policy.ts';
import { ruleIds } from '../rules/index.ts';
import { globProblem } from './chosen-files.ts';
import { configName, globMembers } from './config-schema.ts';
import { didYouMean } from './did-you-mean.ts';
import { foldersAround } from './scan-folders.ts';
import { type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** Thrown for an error in a policy file; the message is one sentence. */
export class PolicyFileError extends Error {
  override name = 'PolicyFileError';
}

export interface Config {
  policy: OwnPolicy;
  /** Patterns like those of `--include` and `--exclude`, relative to `folder`. */
  include: string[];
  exclude: string[];
  folder: string;
}

/**
 * Reads the named file or, by default, the nearest `data-url-inspector.json`: in the working directory, or in a parent
 * folder inside the same repository.
 *
 * @param isSought whether to look for a file if none is named
 * @returns null if there is no file
 * @throws PolicyFileError for every mistake, because a faulty entry would silently have no effect
 */
export async function readConfig(
  named: string | null,
  isSought: boolean,
  { cwd }: Shell,
): Promise<Config | null> {
  const file = named ?? (isSought ? configAround(path.resolve(cwd)) : null);
  if (file === null) return null;
  const text = await readFile(systemPath(file, cwd), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyFileError(`${file}: ${reasonOf(error)}`);
  });
  const refuse = ({ line, column }: Position, says: string): never => {
    throw new PolicyFileError(`${file}:${line}:${column}: ${says}`);
  };
  const { policy, problems } = parsePolicy(text, { rules: ruleIds(), others: ['$schema', ...globMembers] });
  const [problem] = problems;
  if (problem) {
    const guess = problem.code === 'unknown-rule' ? didYouMean(String(problem.path.at(-1)), ruleIds()) : '';
    refuse(problem.position ?? { line: 1, column: 1 }, `${problem.message}${guess && `.${guess}`}`);
  }
  const json = jsonText(text);
  const value: unknown = JSON.parse(json);
  const places = placesOf(json);
  const globsOf = (member: (typeof globMembers)[number]): string[] => {
    const globs = isObject(value) ? (value[member] ?? []) : [];
    const at = (...steps: number[]) => positionAt(json, places.ok ? places.at([member, ...steps]) : 0);
    if (!Array.isArray(globs)) return refuse(at(), `${member}: must be a list of globs`);
    for (const [n, glob] of globs.entries()) {
      const wrong = typeof glob === 'string' ? globProblem(glob) : 'not a text';
      if (wrong !== null) refuse(at(n), `${member}[${n}]: not a glob: ${wrong}`);
    }
    return globs;
  };
  return {
    policy,
    include: globsOf('include'),
    exclude: globsOf('exclude'),
    folder: path.dirname(path.resolve(cwd, file)),
  };
}

function configAround(folder: string): string | null {
  const files = [folder, ...foldersAround(folder).toReversed()].map((each) => path.join(each, configName));
  const found = files.find((file) => existsSync(file));
  return found === undefined ? null : path.relative(folder, found);
}
