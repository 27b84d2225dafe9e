import { hasEnglish } from '../has-english.ts';
import { isInGroup, parseMimeType } from '../mime/mime-type.ts';
import { rule, verdict } from './rule.ts';
import { gif } from './texts.ts';

/** Maximum number of bytes that careless programs leave after a picture. More bytes may hide something. */
const careless = 64;

export const trailingBytes = rule({
  id: 'trailing-bytes',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: "Data after the file's end",
    why: 'Most viewers ignore trailing data, which can hide content and makes every copy larger.',
    fix: 'Re-encode the file, or remove the data after its end.',
    source: { name: 'MITRE ATT&CK, T1027.003', url: 'https://attack.mitre.org/techniques/T1027/003/' },
    messages: {
      'trailing-bytes':
        '{size} of data after the end of the file, starting at byte {offset}. Most viewers ignore this data.',
      'trailing-type':
        '{type} ({size}) after the end of the file, starting at byte {offset}. Most viewers ignore this data.',
    },
    examples: {
      bad: '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAO3Bhc3N3b3JkOiBodW50ZXIy">',
      good: `<img src="data:image/gif;base64,${gif}">`,
    },
  },
  yieldsTo: () => ['polyglot'],
  check(subject) {
    const trailing = subject.inspection.payload?.trailing;
    if (!trailing || trailing.blank) return [];
    const { offset, size } = trailing;
    if (trailing.type === null) {
      return [
        verdict(subject, 'trailing-bytes', { offset, size }, size < careless ? { effect: 'advice' } : {}),
      ];
    }
    // Cameras append a second picture to a photo.
    const type = parseMimeType(trailing.type);
    const isPicture = type !== null && isInGroup(type, 'image');
    return [
      verdict(
        subject,
        'trailing-type',
        { offset, size, type: trailing.type },
        isPicture ? { effect: 'advice' } : { isCertain: true },
      ),
    ];
  },
});
