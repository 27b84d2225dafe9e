/**
 * The package's entry `data-url-inspector/stylelint`: a plugin for Stylelint, with the same rules as `scan`. Each
 * rule reports its findings at their positions in the style sheet.
 */
import { createRequire } from 'node:module';
import type { Config, Plugin, PublicApi, RuleBase } from 'stylelint';
import { applyEdits, type Edit } from '../data-url/lints/index.ts';
import { type RuleDocs, ruleDocs } from '../rules/docs.ts';
import type { Severity } from '../vocabulary.ts';
import {
  helpOf,
  type LintFinding,
  lintText,
  nameOf,
  type ProjectPolicy,
  plugin as pluginName,
  policyIn,
  SetupError,
  settingsBy,
} from './linters.ts';

type Root = Parameters<ReturnType<RuleBase>>[0];
type Node = Root['nodes'][number];

/** The oldest major version of Stylelint with the positions, fixes, and severities that this plugin needs. */
const oldest = 17;

/**
 * Loads Stylelint.
 *
 * @throws {SetupError} if Stylelint isn't installed or is too old
 */
async function stylelint(): Promise<PublicApi> {
  const needs = `${pluginName}/stylelint needs Stylelint ${oldest} or newer`;
  const version = installedVersion();
  if (version === null) throw new SetupError(`${needs}: run "npm install --save-dev stylelint".`);
  if (Number.parseInt(version, 10) < oldest) throw new SetupError(`${needs}; this is ${version}.`);
  return (await import('stylelint')).default;
}

function installedVersion(): string | null {
  try {
    return createRequire(import.meta.url)('stylelint/package.json').version;
  } catch {
    return null;
  }
}

/** The findings of each style sheet, which all rules with the same policy share. */
const scanned = new WeakMap<Root, Map<string, Promise<LintFinding[]>>>();

function findingsIn(root: Root, css: string, policy: unknown, where: string): Promise<LintFinding[]> {
  const byPolicy = scanned.get(root) ?? new Map<string, Promise<LintFinding[]>>();
  scanned.set(root, byPolicy);
  const key = JSON.stringify(policy) ?? '';
  const name = root.source?.input.file ?? '';
  const findings = byPolicy.get(key) ?? lintText(css, { kind: 'css', name, policy: policyIn(policy, where) });
  byPolicy.set(key, findings);
  return findings;
}

/** The property of each kind of node whose text can contain a URL. */
const properties = { decl: 'value', atrule: 'params', rule: 'selector' } as const;

type Property = (typeof properties)[keyof typeof properties];

/** The source text of a node's property, including comments. */
function writtenIn(node: Node, property: Property): string {
  const { raws, [property]: value = '' } = node as Partial<Record<Property, string>> & {
    raws: Partial<Record<Property, { value: string; raw: string }>>;
  };
  return raws[property]?.value === value ? raws[property].raw : value;
}

/** The length, in code units, of the part of a node before its text. */
function lengthBefore(node: Node): number {
  if (node.type === 'decl') return node.prop.length + (node.raws.between ?? '').length;
  return node.type === 'atrule' ? 1 + node.name.length + (node.raws.afterName ?? '').length : 0;
}

/** For each node that fixes have changed: the original text, the current text, and the edits so far. */
const changed = new WeakMap<Node, { written: string; now: string; edits: Edit[] }>();

/**
 * Converts an edit of the style sheet's text to an edit of its tree. Returns null if the edit spans several nodes or
 * another fix has changed the node.
 */
function fixIn(root: Root, css: string, edit: Edit): { node: Node; apply(): void } | null {
  let fix: ReturnType<typeof fixIn> = null;
  root.walk((node) => {
    const from = node.source?.start?.offset;
    if (from === undefined || from > edit.start || node.type === 'comment') return;
    const property = properties[node.type];
    const now = writtenIn(node, property);
    const known = changed.get(node);
    const { written, edits } = known?.now === now ? known : { written: now, edits: [] };
    const at = from + lengthBefore(node);
    if (edit.start < at || edit.end > at + written.length || !css.startsWith(written, at)) return;
    const own = { start: edit.start - at, end: edit.end - at, text: edit.text };
    fix = {
      node,
      apply() {
        // The same fix may belong to several findings.
        const others = edits.filter(({ start }) => start !== own.start);
        const all = [...others, own].sort((a, b) => a.start - b.start);
        const text = applyEdits(written, all);
        Object.assign(node, { [property]: text });
        changed.set(node, { written, now: text, edits: all });
      },
    };
    return false;
  });
  return fix;
}

/** Maps severities to those of Stylelint, which has none for notes. */
const severities = { error: 'error', warning: 'warning', info: 'warning' } as const satisfies Record<
  Severity,
  string
>;

function ruleOf(rule: RuleDocs): Plugin {
  const ruleName = nameOf(rule.id);
  const check: RuleBase = (primary, secondary) => async (root, result) => {
    const { utils } = await stylelint();
    const isRight = utils.validateOptions(
      result,
      ruleName,
      { actual: primary, possible: [true] },
      { actual: secondary, possible: { policy: [() => true] }, optional: true },
    );
    const css = root.source?.input.css;
    if (!isRight || css === undefined) return;
    const isSet = (secondary?.severity ?? result.stylelint.config?.defaultSeverity) !== undefined;
    for (const finding of await findingsIn(root, css, secondary?.policy, ruleName)) {
      if (finding.rule !== rule.id) continue;
      const { message, start, end, severity } = finding;
      const fix = finding.fix && fixIn(root, css, finding.fix);
      utils.report({
        ...{ ruleName, result, node: root, message, index: start, endIndex: end },
        ...(!isSet && { severity: severities[severity] }),
        ...(fix && { fix }),
      });
    }
  };
  const meta = { url: helpOf(rule), fixable: true };
  return { ruleName, rule: Object.assign(check, { ruleName, messages: { rejected: rule.title }, meta }) };
}

const plugins: Plugin[] = ruleDocs.map(ruleOf);

export default plugins;

/**
 * Makes a Stylelint configuration that contains every rule. The policy or the default sets the severity of each
 * finding. Notes become warnings.
 *
 * @param policy for example the content of `data-url-inspector.json`. Default: the extension's policy
 * @returns the configuration
 * @throws for a mistake in the policy
 */
export function recommended(policy?: ProjectPolicy): Config {
  const on = policy ? [true, { policy }] : true;
  const levels = { off: null, error: on, warning: on, info: on };
  return { plugins, rules: settingsBy(policyIn(policy, 'recommended'), levels) };
}
