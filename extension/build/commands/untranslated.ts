/**
 * `npm run untranslated [-- language]`: lists the texts that are not translated yet; for one language as messages to
 * fill in.
 */
import { root } from '../build.ts';
import { englishMessages, gapText, languagesIn, missingMessages, readMessages } from '../locales.ts';

function main([language, ...more]: string[]): number {
  const english = englishMessages(root);
  const others = languagesIn(root).filter((each) => each !== 'en');
  if (language === undefined) {
    const gaps = others.map(
      (each) => gapText(each, readMessages(root, each), english) ?? `${each}: complete`,
    );
    process.stdout.write(`${gaps.join('\n')}\n`);
    return 0;
  }
  if (!others.includes(language) || more.length > 0) {
    process.stderr.write(`untranslated: name one language; there are ${others.join(', ')}\n`);
    return 2;
  }
  const missing = missingMessages(language, readMessages(root, language), english);
  process.stdout.write(`${JSON.stringify(missing, null, 2)}\n`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
