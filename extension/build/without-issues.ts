/**
 * Removes the descriptions and paths of valibot's issues from the extension, which only checks whether messages are
 * valid. As a result, the contents of a hostile message are never put into a description.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Matches the members of schemas that only issues and asynchronous schemas need. */
const members = /^\t+(?:reference: \w+|expects: .*|async: false|message: message\$1),\n/gm;

/** Matches the code that adds a step to the path of each issue, and collects the issues, which are only counted as any. */
const paths =
  /^(\t+)const pathItem = \{\n(?:\1\t.*\n)+\1\};\n\1for \(const issue of \w+\.issues\) \{\n(?:\1\t.*\n)+\1\}\n/gm;

/** The replacements for the bodies of the functions that describe issues, or find the language of descriptions. */
const bodies = {
  _addIssue: 'if (context.kind === "schema") dataset.typed = false; (dataset.issues ??= []).push({});',
  _joinExpects: '',
  _standardSchema: 'return schema;',
  _stringify: '',
  getGlobalConfig: 'return {};',
};

export const withoutIssues: Plugin = {
  name: 'without-issues',
  setup(build) {
    build.onLoad({ filter: /[\\/]valibot[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const pattern of [members, paths]) {
        if (contents.search(pattern) < 0) throw new Error(`valibot contains no ${pattern}`);
        contents = contents.replace(pattern, '');
      }
      for (const [name, body] of Object.entries(bodies)) {
        const before = contents;
        contents = before.replace(
          new RegExp(`(\\nfunction ${name}\\(.*\\{\\n)[^]*?\\n\\}\\n`),
          `$1${body}}\n`,
        );
        if (contents === before) throw new Error(`valibot has no function ${name}`);
      }
      return { contents };
    });
  },
};
