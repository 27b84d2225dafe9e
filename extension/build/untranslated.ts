/**
 * `npm run untranslated [-- language]`: lists the texts that are not translated yet; for one language as messages to
 * fill in.
 */

import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { root } from '../../src/cli/project.ts';
import { englishMessages, gapText, languagesIn, missingMessages, readMessages } from './locales.ts';

const untranslatedCommandLine = commandLine({
  purpose: 'Lists the texts that are not translated yet.',
  usage: ['[LANGUAGE]'],
  operands: { LANGUAGE: 'Prints the texts that this language lacks, as messages to fill in' },
  options: {},
  exitCodes: { 0: 'Listed', 2: 'An argument is wrong' },
  examples: [
    ['', 'Lists the gaps of every language.'],
    ['fr > missing.json', 'Writes what French lacks to a file.'],
  ],
});

function main(): void {
  const english = englishMessages(root);
  const others = languagesIn(root).filter((each) => each !== 'en');
  const { operands } = processArguments(untranslatedCommandLine, 'untranslated', ([first, ...more]) => {
    if (more.length > 0 || (first !== undefined && !others.includes(first)))
      throw new ArgumentError(`name one language: ${others.join(', ')}`);
  });
  const [language] = operands;
  if (language === undefined) {
    const gaps = others.map(
      (each) => gapText(each, readMessages(root, each), english) ?? `${each}: complete`,
    );
    process.stdout.write(`${gaps.join('\n')}\n`);
    return;
  }
  const missing = missingMessages(language, readMessages(root, language), english);
  process.stdout.write(`${JSON.stringify(missing, null, 2)}\n`);
}

main();
