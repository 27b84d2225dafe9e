/** The entries that call the finders over files. */
import { contactFaults } from '../../../src/files/contact-faults.ts';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { type Entry, over } from './entry.ts';
import * as language from './grammars.ts';
import type { Grammar } from './patterns.ts';

const reading = (grammar: Grammar, kind: FileKind, name = ''): Entry[] =>
  over(grammar, {
    [`files/find-in-file.ts#findInFile ${kind} ${name}`.trimEnd()]: ({ text }) =>
      findInFile(kind, text, false, name),
  });

export const fileEntries = [
  ...reading(language.html, 'html'),
  ...reading(language.xml, 'xml'),
  ...reading(language.css, 'css'),
  ...reading(language.css, 'css', 'a.scss'),
  ...reading(language.script, 'script'),
  ...reading(language.json, 'json'),
  ...reading(language.prose, 'markdown'),
  ...reading(language.headers, 'mail'),
  ...reading(language.prose, 'text'),
  ...reading(language.headers, 'contact'),
  ...over(language.headers, { 'files/contact-faults.ts#contactFaults': ({ text }) => contactFaults(text) }),
  ...reading(language.prose, 'properties'),
  ...reading(language.prose, 'patch'),
  ...reading(language.html, 'html', 'a.php'),
  ...reading(language.html, 'html', 'a.svelte'),
  ...reading(language.html, 'html', 'a.cshtml'),
];
