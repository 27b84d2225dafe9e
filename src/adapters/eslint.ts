/**
 * The package's entry `data-url-inspector/eslint`: a plugin for ESLint's flat configuration, with the same rules as
 * `scan`. Each rule reports its findings at their positions in the file.
 */
import type { ESLint, Linter, Rule } from 'eslint';
import { packageVersion } from '../cli/project.ts';
import { kindOfName } from '../files/file-kind.ts';
import { type RuleDocs, ruleDocs } from '../rules/docs.ts';
import { lintTextNow } from './lint-now.ts';
import {
  helpOf,
  type LintFinding,
  type ProjectPolicy,
  plugin as pluginName,
  policyIn,
  SetupError,
  settingsBy,
} from './linters.ts';

/** The findings of each file, stored so that all rules share one scan. */
const scanned = new WeakMap<object, { settings: object; findings: LintFinding[] }>();

function findingsIn({ sourceCode, filename, settings }: Rule.RuleContext): LintFinding[] {
  const known = scanned.get(sourceCode);
  if (known?.settings === settings) return known.findings;
  // If ESLint has parsed a file as a script, and its name doesn't show another kind, the file counts as a script.
  const isScript = sourceCode.ast.type === 'Program' && kindOfName(filename) === null;
  const findings = lintTextNow(sourceCode.text, {
    name: filename,
    policy: policyIn(ownIn(settings[pluginName]), `settings["${pluginName}"]`),
    ...(isScript && { kind: 'script' }),
  });
  scanned.set(sourceCode, { settings, findings });
  return findings;
}

/** The policy in the settings, which is JSON text (written by `recommended`) or an object from a configuration. */
const ownIn = (setting: unknown): unknown =>
  typeof setting === 'string' ? (JSON.parse(setting) ?? undefined) : setting;

const ruleOf = (rule: RuleDocs): Rule.RuleModule => ({
  meta: {
    type: 'problem',
    docs: { description: rule.title, url: helpOf(rule) },
    fixable: 'code',
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    if (!sourceCode) throw new SetupError(`${pluginName}/eslint needs ESLint 8.40 or newer.`);
    // The rule runs at the root node, whose type depends on the language.
    return { [sourceCode.ast.type]: () => report(rule.id, context) };
  },
});

function report(id: string, context: Rule.RuleContext): void {
  const positionOf = (index: number) => context.sourceCode.getLocFromIndex(index);
  for (const { rule, message, start, end, fix } of findingsIn(context)) {
    if (rule !== id) continue;
    context.report({
      loc: { start: positionOf(start), end: positionOf(end) },
      message,
      ...(fix && { fix: (fixer) => fixer.replaceTextRange([fix.start, fix.end], fix.text) }),
    });
  }
}

const plugin = {
  meta: { name: pluginName, version: packageVersion() },
  rules: Object.fromEntries(ruleDocs.map((rule) => [rule.id, ruleOf(rule)])),
  configs: {
    get recommended(): Linter.Config {
      return recommended();
    },
  },
} satisfies ESLint.Plugin;

export default plugin;

/**
 * Makes an ESLint configuration that contains every rule, at the severity that the policy or the default sets. Notes
 * become warnings.
 *
 * @param policy for example the content of `data-url-inspector.json`. Default: the extension's policy
 * @returns the configuration
 * @throws for a mistake in the policy
 */
export function recommended(policy?: ProjectPolicy): Linter.Config {
  const levels = { off: 'off', error: 'error', warning: 'warn', info: 'warn' } as const;
  return {
    name: `${pluginName}/recommended`,
    plugins: { [pluginName]: plugin },
    rules: settingsBy(policyIn(policy, 'recommended'), levels),
    // The value is JSON text, because ESLint merges the settings of configurations, which would mix two policies.
    settings: { [pluginName]: JSON.stringify(policy ?? null) },
  };
}
