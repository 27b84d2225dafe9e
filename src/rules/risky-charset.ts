import { hasEnglish } from '../has-english.ts';
import { isRiskyCharset } from '../mime/charset.ts';
import { encodingOf } from '../mime/encodings.ts';
import { textIn } from '../outcome/predict-outcome.ts';
import { rule, verdict } from './rule.ts';

/** Whether an encoding, by its name in the Encoding Standard, hides ASCII text. */
const isHidden = (encoding: string): boolean => encoding === 'replacement' || isRiskyCharset(encoding);

/** Whether browsers have no decoder for a charset: they read UTF-7 as windows-1252, and of ISO-2022-KR nothing. */
const isUndecoded = (charset: string): boolean => (encodingOf(charset) ?? 'replacement') === 'replacement';

export const riskyCharset = rule({
  id: 'risky-charset',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Charset that hides text',
    why: 'Filters that search for ASCII text miss scripts encoded in UTF-7, ISO-2022-JP, or UTF-16.',
    fix: 'Encode the text as UTF-8.',
    source: {
      name: 'Encoding Standard, Security background',
      url: 'https://encoding.spec.whatwg.org/#security-background',
    },
    messages: {
      'risky-charset': 'Risky charset "{charset}": filters may see different text than browsers do.',
      'risky-charset-undecoded':
        'Risky charset "{charset}": browsers don\'t decode it, but other programs may.',
    },
    examples: {
      bad: '<iframe src="data:text/html;charset=utf-7,+ADw-script+AD4-start()+ADw-/script+AD4-"></iframe>',
      good: '<iframe src="data:text/html;charset=utf-8,Hello"></iframe>',
    },
  },
  check(subject) {
    const { declared, used } = subject.inspection.charset;
    // A charset is meaningful only for text.
    if (used === null) return [];
    // An encoding that the text itself declares is equally risky, but UTF-16 with a byte order mark is obvious.
    const bom = textIn(subject.inspection)?.bom;
    const isDeclared = declared !== null && isRiskyCharset(declared);
    if (!isDeclared && (bom || !isHidden(used))) return [];
    const charset = (isDeclared ? declared : used).slice(0, 100);
    return [
      verdict(subject, isUndecoded(charset) ? 'risky-charset-undecoded' : 'risky-charset', { charset }),
    ];
  },
});
