/** Descriptions of rules in SARIF, with their help, tags and ranks. */
import type { ReportingDescriptor } from 'sarif';
import { type Category, type Severity, severityNames } from '../vocabulary.ts';
import { isOfSecurity } from './report.ts';

/** A rule with its texts. */
export interface RuleText {
  id: string;
  category: Category;
  severity: Severity;
  effect: string;
  /** False if the effect also depends on a person, a browser or another program. Default: true */
  isCertain?: boolean;
  title: string;
  why: string;
  fix: string;
  source: { name: string; url: string };
  examples: { bad: string; good: string; language?: 'html' | 'css' | 'script' };
}

/** Escapes a sentence written by the project for Markdown. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');

const isAddress = (url: string): boolean => url.startsWith('https://');

/** The help for a rule in Markdown, with the fix and an example. */
function markdownHelp({ why, fix, source, examples: { bad, good, language = 'html' } }: RuleText): string {
  const fence = (code: string) => `\`\`\`${language === 'script' ? 'js' : language}\n${code}\n\`\`\``;
  return [
    escaped(why),
    `**Fix**: ${escaped(fix)}`,
    `Reported:\n\n${fence(bad)}`,
    `Correct:\n\n${fence(good)}`,
    // The project's own measurements are cited by name, without a URL.
    `Source: ${isAddress(source.url) ? `[${escaped(source.name)}](${source.url})` : escaped(source.name)}`,
  ].join('\n\n');
}

/**
 * The score by which code scanning ranks security rules: high from 7.0 on, medium from 4.0 on, otherwise low.
 * https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support#reportingdescriptor-object
 */
const securityScores: Readonly<Record<string, string>> = {
  'can-run': '8.0',
  deceives: '6.5',
  'not-allowed': '5.0',
};

/** The SARIF description of a rule. */
export function descriptorOf(rule: RuleText): ReportingDescriptor {
  const { id, category, severity, effect, isCertain = true, title, why, fix, source } = rule;
  const isSecurity = isOfSecurity(rule);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\n${fix}`, markdown: markdownHelp(rule) },
    ...(isAddress(source.url) && { helpUri: source.url }),
    defaultConfiguration: { level: severityNames[severity] },
    properties: {
      category,
      tags: [...new Set([category, ...(isSecurity ? ['security'] : []), effect])],
      precision: isCertain ? 'high' : 'medium',
      ...(isSecurity && { 'security-severity': securityScores[effect] ?? '3.0' }),
    },
  };
}
