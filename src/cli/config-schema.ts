/** The configuration file of a project, and its JSON Schema, which the package contains as `config.schema.json`. */
import { ruleSettings } from '../policy/policy.ts';
import { ruleDocs } from '../rules/docs.ts';
import { destinations, severities } from '../vocabulary.ts';

export const configName = 'data-url-inspector.json';

/** The members that only a project's configuration may contain, not the extension's policy. */
export const globMembers = ['include', 'exclude'] as const;

const listOf = (items: object, description: string) => ({ type: 'array', items, description });

const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** The JSON Schema (draft 7) that editors use to complete and check the file. */
export function configSchema(): object {
  const type = {
    pattern: {
      type: 'string',
      description: 'A media-type pattern: text/html, image/*, */*+xml or group:javascript.',
    },
    destinations: {
      ...listOf({ enum: destinations }, 'The uses of a data: URL. Default: all'),
      minItems: 1,
    },
  };
  const severity = { enum: severities, description: 'Default: error' };
  const part = {
    disallow: listOf(closed({ ...type, severity }, ['pattern']), 'Media types to disallow.'),
    allow: listOf(closed(type, ['pattern']), 'Exceptions to what is disallowed here or by default.'),
    rules: {
      ...closed(
        Object.fromEntries(ruleDocs.map(({ id, title }) => [id, { enum: ruleSettings, description: title }])),
      ),
      description: 'The severity of the findings of each rule.',
    },
  };
  const glob = { type: 'string', minLength: 1 };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Data URL Inspector',
    ...closed({
      $schema: { type: 'string' },
      version: { const: 1 },
      include: listOf(glob, 'Files to scan, as .gitignore patterns. Default: all'),
      exclude: listOf(glob, 'Files and folders not to scan, as .gitignore patterns.'),
      ...part,
      sites: {
        type: 'object',
        additionalProperties: closed(part),
        description:
          'Settings by the host of the page (example.com, *.example.com, example.com:8443) or file:.',
      },
      locked: { type: 'boolean', description: "Only for an administrator's policy." },
    }),
  };
}
