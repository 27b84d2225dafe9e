import { isInGroup, parseMimeType } from '../mime/mime-type.ts';
import { type Rule, verdict } from './rule.ts';

/** Careless programs leave fewer bytes than this after a picture; more may hide something. */
const careless = 64;

export const trailingBytes: Rule = {
  id: 'trailing-bytes',
  category: 'security',
  severity: 'warning',
  messageIds: ['trailing-bytes', 'trailing-type'],
  yieldsTo: () => ['polyglot'],
  check(subject) {
    const trailing = subject.inspection.payload?.trailing;
    if (!trailing || trailing.blank) return [];
    const { offset, size } = trailing;
    if (trailing.type === null) {
      return [
        verdict(
          subject,
          'trailing-bytes',
          { offset, size },
          { severity: size < careless ? 'info' : 'warning' },
        ),
      ];
    }
    // Cameras append a second picture.
    const type = parseMimeType(trailing.type);
    const severity = type !== null && isInGroup(type, 'image') ? 'info' : 'error';
    return [verdict(subject, 'trailing-type', { offset, size, type: trailing.type }, { severity })];
  },
};
