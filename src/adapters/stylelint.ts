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

/** The text that contains a style sheet, and the range of the sheet in it. */
interface Sheet {
  text: string;
  start: number;
  end: number;
  /** Whether the text is a file of another kind, such as HTML, of which the sheet is an element or an attribute. */
  isPart: boolean;
}

/** The style sheet of a tree; null if the tree has no source. */
function sheetOf({ source }: Root): Sheet | null {
  if (!source) return null;
  const { css, document: text = css } = source.input;
  const isPart = text !== css;
  // Syntaxes for other kinds of files count positions in the whole file.
  const start = isPart ? (source.start?.offset ?? 0) : 0;
  return { text, start, end: start + css.length, isPart };
}

/** The findings of each file, which all rules with the same policy, and all style sheets in the file, share. */
const scanned = new WeakMap<object, Map<string, Promise<LintFinding[]>>>();

/** The findings in a style sheet, with positions in the sheet's text. */
async function findingsIn(
  root: Root,
  { text, start: from, end: to, isPart }: Sheet,
  policy: unknown,
  where: string,
): Promise<LintFinding[]> {
  // Documents of some syntaxes are not parents.
  const { document } = root as { document?: object };
  const file = document ?? root.parent ?? root;
  const byPolicy = scanned.get(file) ?? new Map<string, Promise<LintFinding[]>>();
  scanned.set(file, byPolicy);
  const key = JSON.stringify(policy) ?? '';
  const options = { name: root.source?.input.file ?? '', policy: policyIn(policy, where) };
  const findings = byPolicy.get(key) ?? lintText(text, isPart ? options : { ...options, kind: 'css' });
  byPolicy.set(key, findings);
  return (await findings).filter(({ start, end }) => start >= from && end <= to);
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
 * Converts an edit of the file's text to an edit of its tree. Returns null if the edit spans several nodes or
 * another fix has changed the node.
 */
function fixIn(root: Root, text: string, edit: Edit): { node: Node; apply(): void } | null {
  let fix: ReturnType<typeof fixIn> = null;
  root.walk((node) => {
    const from = node.source?.start?.offset;
    if (from === undefined || from > edit.start || node.type === 'comment') return;
    const property = properties[node.type];
    const now = writtenIn(node, property);
    const known = changed.get(node);
    const { written, edits } = known?.now === now ? known : { written: now, edits: [] };
    const at = from + lengthBefore(node);
    if (edit.start < at || edit.end > at + written.length || !text.startsWith(written, at)) return;
    const own = { start: edit.start - at, end: edit.end - at, text: edit.text };
    fix = {
      node,
      apply() {
        // The same fix may belong to several findings.
        const others = edits.filter(({ start }) => start !== own.start);
        const all = [...others, own].sort((a, b) => a.start - b.start);
        const edited = applyEdits(written, all);
        Object.assign(node, { [property]: edited });
        changed.set(node, { written, now: edited, edits: all });
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

/**
 * Stylelint counts each finding of a rule as potentially fixable if this is `true`, but only some of them are. A fix
 * needs any value that isn't falsy.
 */
const someFixable = 'some' as unknown as boolean;

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
    const sheet = sheetOf(root);
    if (!isRight || !sheet) return;
    const isSet = (secondary?.severity ?? result.stylelint.config?.defaultSeverity) !== undefined;
    for (const finding of await findingsIn(root, sheet, secondary?.policy, ruleName)) {
      if (finding.rule !== rule.id) continue;
      const { message, severity } = finding;
      const [index, endIndex] = [finding.start - sheet.start, finding.end - sheet.start];
      const fix = finding.fix && fixIn(root, sheet.text, finding.fix);
      utils.report({
        ...{ ruleName, result, node: root, message, index, endIndex },
        ...(!isSet && { severity: severities[severity] }),
        ...(fix && { fix }),
      });
    }
  };
  const meta = { url: helpOf(rule), fixable: someFixable };
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
