/**
 * Implements `npm run untranslated [-- language]`: lists the texts that are not translated yet or whose English text
 * has changed since. For a given language, lists them as messages to fill in.
 */

import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { root } from '../../src/cli/project.ts';
import { englishMessages, gapText, languagesIn, toTranslate, translationsIn } from './locales.ts';

const untranslatedCommandLine = commandLine({
  purpose: 'Lists the texts that are not translated yet, or whose English has changed since.',
  usage: ['[LANGUAGE]'],
  operands: { LANGUAGE: 'Prints the English of these texts, to be translated and put into its file' },
  options: {},
  exitCodes: { 0: 'Listed', 2: 'An argument is wrong' },
  examples: [
    ['', 'Lists them for every language.'],
    ['fr > french.json', 'Writes what is to be translated into French to a file.'],
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
      (each) => gapText(each, translationsIn(root, each), english) ?? `${each}: complete`,
    );
    process.stdout.write(`${gaps.join('\n')}\n`);
    return;
  }
  const texts = toTranslate(language, translationsIn(root, language), english);
  process.stdout.write(`${JSON.stringify(texts, null, 2)}\n`);
}

main();
