/** The code that the adapters for linters share: the rules, the policy, and the findings of a text. */
import { globMembers } from '../cli/config-schema.ts';
import { type ScanTextOptions, scanText, type TextFinding } from '../files/scan-text.ts';
import { defaultPolicy, mergePolicies } from '../policy/policy.ts';
import type { OwnPolicy, Policy, RuleSetting } from '../policy/policy-types.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { printable } from '../report/printable.ts';
import { descriptorOf } from '../report/sarif-rules.ts';
import { type RuleDocs, ruleDocs } from '../rules/docs.ts';
import { ruleIds } from '../rules/index.ts';

/** The name of the plugin, which is also the part before the slash in the names of its rules. */
export const plugin = 'data-url-inspector';

/** Thrown for a mistake in the setup. Linters print the stack of an error, so the stack contains only the message. */
export class SetupError extends Error {
  override name = 'SetupError';

  constructor(sentence: string) {
    super(sentence);
    this.stack = sentence;
  }
}

/** The name of a rule in a linter. */
export const nameOf = (id: string): string => `${plugin}/${id}`;

/** The URL of the rule's documentation; '' if there is no single source. */
export const helpOf = (rule: RuleDocs): string => descriptorOf(rule).helpUri ?? '';

/** The policy of a project: the content of a `data-url-inspector.json` that doesn't select files. */
export type ProjectPolicy = Partial<OwnPolicy> & { $schema?: string };

/**
 * Parses a configuration's policy, and applies it to files.
 *
 * @param where the position in the configuration, for the message
 * @throws {SetupError} for the first mistake
 */
export function policyIn(own: unknown, where: string): Policy {
  if (own === undefined) return defaultPolicy;
  const { policy, problems } = readPolicy(own, { rules: ruleIds(), others: ['$schema', ...globMembers] });
  const [problem] = problems;
  const glob = globMembers.find((member) => Object.hasOwn(Object(own), member));
  if (glob) throw new SetupError(`${where}: remove "${glob}": the linter's configuration selects the files.`);
  if (problem) throw new SetupError(`${where}: ${problem.message}.`);
  return mergePolicies({ user: policy }, 'file:');
}

/** The linter's setting for each rule under a policy, keyed by the rule's name in the linter. */
export const settingsBy = <Level>(
  { rules }: Policy,
  levels: Record<RuleSetting, Level>,
): Record<string, Level> =>
  Object.fromEntries(ruleDocs.map(({ id, severity }) => [nameOf(id), levels[rules[id] ?? severity]]));

/** A finding as a linter reports it. */
export type LintFinding = Pick<TextFinding, 'rule' | 'severity' | 'message' | 'start' | 'end' | 'fix'>;

/** Finds the problems in a text, and makes them safe to print. Omits findings that a comment in the text suppresses. */
export async function lintText(text: string, options: ScanTextOptions): Promise<LintFinding[]> {
  const { findings } = await scanText(text, options);
  const distinct = new Map<string, LintFinding>();
  for (const { rule, severity, message, start, end, fix, suppression } of findings) {
    // A data: URL in the body of another often causes the same finding as the other.
    const key = JSON.stringify([rule, message, start]);
    if (suppression !== undefined || distinct.has(key)) continue;
    const common = { rule, severity, message: printable(message), start, end };
    distinct.set(key, { ...common, ...(fix && { fix }) });
  }
  return [...distinct.values()];
}
