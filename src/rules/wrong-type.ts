import { isSameType } from '../mime/aliases.ts';
import { isInGroup } from '../mime/mime-type.ts';
import { isUsedAs, type Rule, verdict } from './rule.ts';
import { isDangerous, isInBox, isMedia, mismatch } from './type-mismatch.ts';

/** Formats that always begin with a signature: a file without it has another type. */
const marked = [
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/svg+xml', 'image/x-icon'],
  ...[
    'image/avif',
    'image/jxl',
    'font/woff',
    'font/woff2',
    'font/otf',
    'font/ttf',
    'application/pdf',
    'application/zip',
  ],
];

/** Bytes below which content is a placeholder, not a file. */
const shortest = 16;

export const wrongType: Rule = {
  id: 'wrong-type',
  category: 'correctness',
  severity: 'info',
  messageIds: ['wrong-type', 'wrong-type-unknown', 'wrong-type-json'],
  // The finding that a player rejects the type is more specific.
  yieldsTo: (subject) => (isUsedAs(subject, 'audio', 'video') ? ['unloadable'] : []),
  check(subject) {
    const { declared, detected } = subject;
    const { size, payload } = subject.inspection;
    if (declared === null || !payload || payload.encodedAs) return [];
    const { essence } = declared;
    const types = mismatch(subject);
    if (types) {
      if (isDangerous(types.declared, types.detected) || isInBox(types.declared, types.detected)) return [];
      const args = { declared: essence, detected: types.detected.essence };
      // A picture that is declared as a font is shown nowhere.
      const same = isInGroup(types.declared, 'image') === isInGroup(types.detected, 'image');
      return [
        verdict(subject, 'wrong-type', args, { severity: same || !isMedia(declared) ? 'info' : 'warning' }),
      ];
    }
    const { facts } = payload;
    if (isInGroup(declared, 'json') && facts?.kind === 'json' && !facts.valid && facts.errorAt !== null) {
      const args = { declared: essence, at: facts.errorAt };
      return [verdict(subject, 'wrong-type-json', args, { severity: 'warning' })];
    }
    if (detected !== null || (size ?? 0) < shortest || !marked.some((type) => isSameType(type, essence)))
      return [];
    return [verdict(subject, 'wrong-type-unknown', { declared: essence }, { severity: 'warning' })];
  },
};
