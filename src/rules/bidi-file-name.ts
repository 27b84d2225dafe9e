import { hasEnglish } from '../has-english.ts';
import type { MimeType } from '../mime/mime-type.ts';
import { type BidiFileName, bidiFileNameIn } from '../payload/bidi-name.ts';
import type { Occurrence } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { rule, verdict } from './rule.ts';

/**
 * The first reordered name in parameters that contain a file name. URL parsing has escaped non-ASCII characters in
 * them.
 */
function inParameters(declared: MimeType | null): BidiFileName | null {
  for (const [name, value] of declared?.parameters ?? []) {
    const found = /^(?:file)?name\*?$/.test(name) ? atOnce(bidiFileNameIn(unescaped(value))) : null;
    if (found) return found;
  }
  return null;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The first reordered name in the `download` attributes of links. */
function inDownloads(occurrences: readonly Occurrence[]): BidiFileName | null {
  for (const name of new Set(occurrences.map(({ fileName }) => fileName))) {
    const found = name === undefined ? null : atOnce(bidiFileNameIn(name));
    if (found) return found;
  }
  return null;
}

export const bidiFileName = rule({
  id: 'bidi-file-name',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Disguised file name',
    why: "Bidirectional control characters reorder letters on screen, so a program's name can look like photoexe.jpg.",
    fix: "Remove the bidirectional control characters from the file name, or don't open the file.",
    source: { name: 'Unicode UAX #9', url: 'https://www.unicode.org/reports/tr9/' },
    messages: {
      'bidi-file-name':
        'Disguised file extension .{ending}: the name {name} contains bidirectional control characters.',
    },
    examples: {
      bad: '<img src="data:text/plain;charset=utf-8,photo%E2%80%AEgpj.exe">',
      good: '<img src="data:text/plain;charset=utf-8,photo.jpg">',
    },
  },
  check(subject) {
    const { inspection, occurrences, declared } = subject;
    const found = inParameters(declared) ?? inspection.payload?.bidiFileName ?? inDownloads(occurrences);
    return found ? [verdict(subject, 'bidi-file-name', { name: found.name, ending: found.ending })] : [];
  },
});
