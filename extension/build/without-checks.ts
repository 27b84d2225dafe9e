/**
 * Removes the checks of arguments from the extension, because the compiler has checked all of its calls to the library.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Matches the lines and methods of SHA-256 that nothing needs. */
const needless =
  /^ *(?:a(?:bytes|exists|output)\(|(?:let )?processed = |if \(processed\)|if \(len % 4.*\n|this\.(?:roundClean|destroy|finished)\b|(?:canXOF|finished|destroyed) = ).*$|^ {4}(?:_?clone|roundClean|destroy).*\{$[\s\S]*?^ {4}\}$/gm;

export const withoutChecks: Plugin = {
  name: 'without-checks',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]url-text\.ts$/ }, () => ({
      contents: [
        'export const urlText = (url) => url.href ?? url;',
        'export const checkText = (text) => text;',
        'export const checkObject = (value) => value;',
        'export const checkList = checkObject;',
        'export const checkName = checkObject;',
      ].join('\n'),
    }));
    // SHA-256 checks its own state and arguments, too, can be cloned, and erases what it hashed, which nothing needs.
    build.onLoad({ filter: /[\\/]@noble[\\/]hashes[\\/](?:_md|sha2)\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(needless, '');
      if (contents === text) throw new Error(`${path} no longer contains what the extension leaves out`);
      return { contents };
    });
  },
};
