/** The texts for the stores and the documents must match the manifest. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { languagesIn } from '../../extension/build/locales.ts';
import { root } from '../../src/cli/project.ts';
import { jsonOf, projectFiles, textOf } from './sources.ts';

const { permissions }: { permissions: string[] } = jsonOf('manifest.json');

/** Returns the text under a heading. */
function section(file: string, heading: string): string {
  const [, text = ''] = textOf(file).split(`\n## ${heading}\n`);
  return text.split('\n## ', 1)[0]?.trim() ?? '';
}

for (const language of languagesIn(root)) {
  test(`the listing of ${language}: the name and summary of the extension, as long as the stores allow`, () => {
    const texts: Record<string, { message: string }> = jsonOf(`extension/_locales/${language}/messages.json`);
    const listing = `docs/store/listing.${language}.md`;
    assert.equal(section(listing, 'Name'), texts.extensionName?.message);
    assert.equal(section(listing, 'Summary'), texts.extensionDescription?.message);
    assert.ok(section(listing, 'Summary').length <= 132);
    // The limit is low enough even for a language that needs fewer characters than English.
    assert.ok(section(listing, 'Description').length > 500);
  });
}

test('every permission has its reason where people and reviewers look', () => {
  for (const file of ['README.md', 'SECURITY.md', 'docs/store/review.md']) {
    const missing = permissions.filter((name) => !new RegExp(`(?:\`|\\*\\*)${name}\\b`).test(textOf(file)));
    assert.deepEqual(missing, [], file);
  }
});

test('what the documents link to and name is there', () => {
  const missing = projectFiles()
    .filter((file) => file.endsWith('.md') && !file.startsWith('test/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .filter(([, target = '']) => !existsSync(path.join(root, path.dirname(file), target)))
        .map(([, target]) => `${file}: ${target}`),
    );
  assert.deepEqual(missing, []);
});
