/** Reads policies that people wrote, reports every mistake, and serializes policies. */

import { hasEnglish } from '../has-english.ts';
import { parsePattern } from '../mime/patterns.ts';
import {
  isObject,
  jsonText,
  type Path,
  type Position,
  pathText,
  placesOf,
  positionAt,
} from '../payload/json/json-places.ts';
import { clip } from '../truncate.ts';
import { destinations, severities } from '../vocabulary.ts';
import { ruleSettings, splitSite } from './policy.ts';
import type { AllowedType, DisallowedType, OwnPolicy, PolicyPart, RuleSetting } from './policy-types.ts';

/** The maximum port in the URL Standard: 16 bits. */
const maxPort = 65_535;

/** Maximum length, in code units, of a value that a message quotes. It must fit into a sentence. */
const maxQuotedLength = 60;

export const policyProblemCodes = [
  'not-json',
  'not-object',
  'not-list',
  'not-boolean',
  'unknown-member',
  'missing-pattern',
  'not-pattern',
  'not-destinations',
  'not-severity',
  'not-setting',
  'unknown-rule',
  'not-site',
  'unknown-version',
] as const;

export interface PolicyProblem {
  code: (typeof policyProblemCodes)[number];
  path: Path;
  /** The values in the message, by name. */
  args: Record<string, string>;
  /** One sentence, with the path of the value. */
  message: string;
  /** Present only if the policy was read from text. */
  position?: Position;
}

export interface ReadOptions {
  /** Ids of all rules; if absent, any id is accepted. */
  rules?: readonly string[];
  /** More top-level members, which the caller reads. */
  others?: readonly string[];
}

/** The valid entries of a policy, and the problems of all others. */
export interface ReadPolicy {
  policy: OwnPolicy;
  problems: PolicyProblem[];
}

type ReportProblem = (
  code: PolicyProblem['code'],
  path: Path,
  says: string,
  args?: Record<string, string>,
) => void;

/** A value of the policy in a message: truncated, and on one line. */
const quoted = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return clip(text, maxQuotedLength);
};

const listed = (members: readonly string[]): string =>
  members.length < 2 ? members.join('') : `${members.slice(0, -1).join(', ')} and ${members.at(-1)}`;

/** Reports unknown members. A misspelled member would otherwise have no effect. */
function checkMembers(value: object, known: readonly string[], path: Path, report: ReportProblem): void {
  for (const member of Object.keys(value)) {
    if (known.includes(member)) continue;
    const args = { member: quoted(member), members: known.join(', ') };
    const says = hasEnglish && `is not a known member here; known are ${listed(known)}`;
    report('unknown-member', [...path, member], says, args);
  }
}

/**
 * Reads an entry about a media type.
 *
 * @returns null for an invalid entry, whose error has been reported
 */
function readType(
  value: unknown,
  path: Path,
  withSeverity: boolean,
  report: ReportProblem,
): DisallowedType | null {
  if (!isObject(value)) {
    report(
      'not-object',
      path,
      hasEnglish && `must be an object such as {"pattern": "text/html"}, not ${quoted(value)}`,
    );
    return null;
  }
  checkMembers(value, ['pattern', 'destinations', ...(withSeverity ? ['severity'] : [])], path, report);
  const { pattern, destinations: where, severity } = value;
  if (pattern === undefined) {
    report('missing-pattern', path, hasEnglish && 'has no "pattern"');
    return null;
  }
  if (typeof pattern !== 'string' || !parsePattern(pattern)) {
    const examples = hasEnglish && '"text/html", "image/*" or "group:javascript"';
    const says = hasEnglish && `${quoted(pattern)} is not a media-type pattern such as ${examples}`;
    report('not-pattern', [...path, 'pattern'], says, { pattern: quoted(pattern) });
    return null;
  }
  const type: DisallowedType = { pattern: pattern.trim().toLowerCase() };
  if (where !== undefined) {
    const isOne = (each: unknown) => (destinations as readonly unknown[]).includes(each);
    if (!Array.isArray(where) || where.length === 0 || !where.every(isOne)) {
      const says = hasEnglish && `must be a list of destinations, which are ${listed(destinations)}`;
      report('not-destinations', [...path, 'destinations'], says, { destinations: destinations.join(', ') });
      return null;
    }
    type.destinations = [...new Set(where)];
  }
  if (withSeverity && severity !== undefined) {
    const known = severities.find((each) => each === severity);
    if (known) type.severity = known;
    else {
      const says =
        hasEnglish && `must be ${listed(severities).replace(' and ', ' or ')}, not ${quoted(severity)}`;
      report('not-severity', [...path, 'severity'], says);
    }
  }
  return type;
}

function readTypes(
  value: unknown,
  path: Path,
  withSeverity: boolean,
  report: ReportProblem,
): DisallowedType[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    report('not-list', path, hasEnglish && `must be a list, not ${quoted(value)}`);
    return undefined;
  }
  return value.flatMap((each, n) => readType(each, [...path, n], withSeverity, report) ?? []);
}

function readRules(
  value: unknown,
  path: Path,
  known: readonly string[] | undefined,
  report: ReportProblem,
): Record<string, RuleSetting> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    report(
      'not-object',
      path,
      hasEnglish && `must be an object such as {"disallowed-type": "warning"}, not ${quoted(value)}`,
    );
    return undefined;
  }
  const read: [string, RuleSetting][] = [];
  for (const [rule, setting] of Object.entries(value)) {
    const at = [...path, rule];
    const is = ruleSettings.find((each) => each === setting);
    if (!/^[a-z][a-z0-9-]*$/.test(rule) || known?.includes(rule) === false) {
      report('unknown-rule', at, hasEnglish && `there is no rule ${quoted(rule)}`, { rule: quoted(rule) });
    } else if (!is) {
      report(
        'not-setting',
        at,
        hasEnglish && `must be ${listed(ruleSettings).replace(' and ', ' or ')}, not ${quoted(setting)}`,
      );
    } else read.push([rule, is]);
  }
  return Object.fromEntries(read);
}

const partMembers = ['disallow', 'allow', 'rules'] as const;

function readPart(
  value: Record<string, unknown>,
  path: Path,
  options: ReadOptions,
  report: ReportProblem,
): PolicyPart {
  const disallow = readTypes(value.disallow, [...path, 'disallow'], true, report);
  const allow: AllowedType[] | undefined = readTypes(value.allow, [...path, 'allow'], false, report);
  const rules = readRules(value.rules, [...path, 'rules'], options.rules, report);
  return { ...(disallow && { disallow }), ...(allow && { allow }), ...(rules && { rules }) };
}

/** Whether a text is `file:`, or a host (`example.com`), possibly with its subdomains (`*.example.com`) or a port. */
export function isSite(site: string): boolean {
  if (site === 'file:') return true;
  const { host: written, port } = splitSite(site);
  const host = written.replace(/^\*\./, '');
  const isPort = port === '' || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= maxPort);
  return isPort && !host.includes('*') && URL.parse(`http://${host}/`)?.hostname === host;
}

function readSites(
  value: unknown,
  options: ReadOptions,
  report: ReportProblem,
): Record<string, PolicyPart> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    report(
      'not-object',
      ['sites'],
      hasEnglish && `must be an object such as {"example.com": {}}, not ${quoted(value)}`,
    );
    return undefined;
  }
  const read: [string, PolicyPart][] = [];
  for (const [site, part] of Object.entries(value)) {
    const path = ['sites', site];
    if (!isSite(site)) {
      const says =
        hasEnglish &&
        `${quoted(site)} is not a site such as "example.com", "*.example.com", "example.com:8443" or "file:"`;
      report('not-site', path, says, { site: quoted(site) });
    } else if (!isObject(part))
      report('not-object', path, hasEnglish && `must be an object, not ${quoted(part)}`);
    else {
      checkMembers(part, partMembers, path, report);
      read.push([site, readPart(part, path, options, report)]);
    }
  }
  return Object.fromEntries(read);
}

/** Reads a policy from parsed JSON or a browser's storage. */
export function readPolicy(value: unknown, options: ReadOptions = {}): ReadPolicy {
  const problems: PolicyProblem[] = [];
  const report: ReportProblem = (code, path, says, args = {}) => {
    const message = hasEnglish && `${path.length === 0 ? 'the policy' : pathText(path)}: ${says}`;
    problems.push({ code, path, args, message });
  };
  if (!isObject(value)) {
    report('not-object', [], hasEnglish && `must be an object, not ${quoted(value)}`);
    return { policy: { version: 1 }, problems };
  }
  const { others = [] } = options;
  checkMembers(value, ['version', ...partMembers, 'sites', 'locked', ...others], [], report);
  const { version, locked } = value;
  if (version !== undefined && version !== 1) {
    report('unknown-version', ['version'], hasEnglish && `must be 1, not ${quoted(version)}`);
  }
  if (locked !== undefined && typeof locked !== 'boolean') {
    report('not-boolean', ['locked'], hasEnglish && `must be true or false, not ${quoted(locked)}`);
  }
  const part = readPart(value, [], options, report);
  const sites = readSites(value.sites, options, report);
  const policy: OwnPolicy = {
    version: 1,
    ...part,
    ...(sites && { sites }),
    ...(locked === true && { locked }),
  };
  return { policy, problems };
}

/** Reads the text of a policy file. Each problem contains its position. */
export function parsePolicy(text: string, options: ReadOptions = {}): ReadPolicy {
  const json = jsonText(text);
  const places = placesOf(json);
  if (!places.ok) {
    const position = positionAt(json, places.at);
    const problem: PolicyProblem = {
      code: 'not-json',
      path: [],
      args: {},
      message: hasEnglish && 'the policy: this is not JSON',
      position,
    };
    return { policy: { version: 1 }, problems: [problem] };
  }
  const { policy, problems } = readPolicy(JSON.parse(json), options);
  return {
    policy,
    problems: problems.map((problem) => ({
      ...problem,
      position: positionAt(json, places.at(problem.path)),
    })),
  };
}

/** The text of a policy file. */
export const serializePolicy = (policy: OwnPolicy): string => `${JSON.stringify(policy, null, 2)}\n`;
