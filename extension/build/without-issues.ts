/**
 * Removes the descriptions of valibot's issues from the extension, which only checks whether messages are valid. As a
 * result, the contents of a hostile message are never put into a description.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The replacements for the bodies of the functions that describe issues. */
const bodies = {
  _addIssue: 'if (context.kind === "schema") dataset.typed = false; (dataset.issues ??= []).push({});',
  _joinExpects: '',
  _standardSchema: 'return schema;',
  _stringify: '',
};

export const withoutIssues: Plugin = {
  name: 'without-issues',
  setup(build) {
    build.onLoad({ filter: /[\\/]valibot[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
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
