import { mayBeBase64 } from '../data-url/lints/index.ts';
import { hasEnglish } from '../has-english.ts';
import { isInGroup } from '../mime/mime-type.ts';
import { formatOf, isSameType } from '../payload/formats.ts';
import { isNamedByExtension } from '../payload/misspelled-type.ts';
import { isDangerous, isInBox, isMedia, isMisspelling, isSvg, isUndeclared, mismatch } from './mismatch.ts';
import { isCutByFragment, isUsedAs, rule, type Subject, verdict } from './rule.ts';
import { gif } from './texts.ts';

/**
 * Minimum size, in bytes, of a body that is reported because its type is unknown. Shorter ones are placeholders, except
 * raster images that an image element displays.
 */
const shortest = 16;

/** The position of the type in the written URL. */
function placeOfType({ inspection: { head } }: Subject): { start: number; end: number } {
  return { start: head.indexOf(':') + 1, end: head.search(/[;,]|$/) };
}

const unshown = { effect: 'not-shown', isCertain: false, isRefusal: true } as const;

export const wrongType = rule({
  id: 'wrong-type',
  category: 'correctness',
  effect: 'advice',
  texts: hasEnglish && {
    title: 'Wrong media type',
    why: 'Browsers detect the type of most images and fonts, but other programs and servers trust the declared type.',
    fix: 'Declare the real type, or repair the bytes.',
    source: {
      name: 'MIME Sniffing Standard §8',
      url: 'https://mimesniff.spec.whatwg.org/#context-specific-sniffing',
    },
    messages: {
      'wrong-type': 'Declared as {declared}, detected as {detected}.',
      'wrong-type-misspelled': "{declared} isn't a registered type. Did you mean {detected}?",
      'wrong-type-undeclared':
        'No valid type is declared, so browsers assume {declared}. Detected: {detected}.',
      'wrong-type-unknown': "The first bytes don't match {declared}, the declared type.",
      'wrong-type-json': 'Invalid JSON at character {at} in content declared as {declared}.',
    },
    examples: {
      bad: `<img src="data:image/png;base64,${gif}">`,
      good: `<img src="data:image/gif;base64,${gif}">`,
    },
  },
  // The finding that a player rejects the type is more specific than this one.
  yieldsTo: (subject) => [
    'damaged-url',
    ...(isUsedAs(subject, 'audio', 'video') ? ['unloadable'] : []),
    // Base64 that is not decoded, and a body that a fragment cuts off, explain bytes without a recognizable type.
    ...(isCutByFragment(subject.inspection) ||
    subject.inspection.payload?.lints.some(({ code }) => mayBeBase64(code))
      ? ['syntax']
      : []),
  ],
  check(subject) {
    const { declared, detected } = subject;
    const { size, payload } = subject.inspection;
    if (declared === null || !payload || payload.encodedAs) return [];
    const { essence } = declared;
    const args = { declared: essence, detected: detected?.essence ?? '' };
    if (isNamedByExtension(essence) && isSameType(essence, args.detected))
      return [verdict(subject, 'wrong-type-misspelled', args, placeOfType(subject))];
    const types = mismatch(subject);
    // Browsers don't detect SVG. Only its declared type makes it a picture.
    const isHidden = detected !== null && isSvg(detected) && !isSvg(declared) && isUsedAs(subject, 'image');
    if (types && isMisspelling(types))
      return [
        verdict(subject, 'wrong-type-misspelled', args, {
          ...placeOfType(subject),
          ...(isSvg(types.detected) && unshown),
        }),
      ];
    if ((types || isHidden) && isUndeclared(subject))
      return [verdict(subject, 'wrong-type-undeclared', args, isHidden ? unshown : {})];
    if (types && (isDangerous(declared, types.detected) || isInBox(declared, types.detected))) return [];
    // A picture that is declared as a font is not shown. If it is declared as another kind of picture, browsers show it
    // by its detected type, except that Chromium shows only SVG as SVG.
    const isMissed =
      isHidden ||
      (types &&
        isMedia(declared) &&
        (isInGroup(declared, 'image') !== isInGroup(types.detected, 'image') ||
          (isSvg(declared) && isUsedAs(subject, 'image'))));
    if (types || isHidden) return [verdict(subject, 'wrong-type', args, isMissed ? unshown : {})];
    const { facts } = payload;
    if (
      size !== 0 &&
      isInGroup(declared, 'json') &&
      facts?.kind === 'json' &&
      !facts.valid &&
      facts.errorAt !== null
    ) {
      return [verdict(subject, 'wrong-type-json', { declared: essence, at: facts.errorAt }, unshown)];
    }
    // The root element may be in a part that was not read.
    if (facts?.kind === 'markup' && facts.unfollowed.length > 0) return [];
    const least = isUsedAs(subject, 'image') && !isSvg(declared) ? 1 : shortest;
    if (detected !== null || (size ?? 0) < least || !formatOf(essence)?.isSigned) return [];
    return [verdict(subject, 'wrong-type-unknown', { declared: essence }, unshown)];
  },
});
