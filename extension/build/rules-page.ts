/**
 * Implements a part of `npm run reference`: makes docs/rules.md, with a section for each rule, from the rules' own
 * texts and examples.
 */

import { otherForm, type RuleDocs, ruleDocs } from '../../src/rules/docs.ts';
import { categories } from '../../src/vocabulary.ts';

export const rulesPage = 'docs/rules.md';

const severityNames = { error: 'error', warning: 'warning', info: 'note' };

function sectionOf({ id, title, severity, why, fix, source, messages, examples }: RuleDocs): string {
  const { bad, good, language = 'html' } = examples;
  const code = (text: string) => `\`\`\`${language === 'script' ? 'js' : language}\n${text}\n\`\`\``;
  const url = source.url.replace(/^docs\//, '');
  return [
    `### ${id}`,
    `**${title}.** ${why} Source: [${source.name}](${url}).`,
    `What to do: ${fix}`,
    `Default severity: ${severityNames[severity]}.`,
    `Reported:\n\n${code(bad)}`,
    `Better:\n\n${code(good)}`,
    `Messages:\n\n${Object.values(messages)
      .map((each) => `- ${otherForm(each)}`)
      .join('\n')}`,
  ].join('\n\n');
}

/** The whole page, as Markdown. */
export function rulesMarkdown(): string {
  const parts = categories.map((category) => {
    const rules = ruleDocs.filter((rule) => rule.category === category);
    const name = `${category.charAt(0).toUpperCase()}${category.slice(1)}`;
    return [`## ${name}`, ...rules.map(sectionOf)].join('\n\n');
  });
  const start =
    'Each rule can be turned off or given another severity: for all sites or one site in Settings, for a build in the [policy](policy.md). In a message `{name}` stands for a value; `…` in an example stands for data that is left out. `npm run reference` writes this page.';
  return `${['# Rules', start, ...parts].join('\n\n')}\n`;
}
