import { browsers } from '../mime/documents.ts';
import { outcomeOf } from '../outcome/outcome-of.ts';
import type { Destination } from '../vocabulary.ts';
import { isUsedAs, type Rule, type Subject, type Verdict, verdict } from './rule.ts';

const players: readonly Destination[] = ['audio', 'video'];

/** Chromium refuses the URL wherever it stands, for its charset. */
function ofCharset(subject: Subject): Verdict[] {
  const own = subject.inspection.engines?.find(({ fact }) => fact === 'charset-not-token');
  if (own === undefined || !subject.occurrences.some(({ destination }) => destination !== 'none')) return [];
  return [
    verdict(subject, 'unloadable-charset', { browser: own.browser }, { start: own.start, end: own.end }),
  ];
}

/** Neither browser applies it, but in a document in quirks mode. */
function ofStyle(subject: Subject): Verdict[] {
  if (!isUsedAs(subject, 'style')) return [];
  const { inspection } = subject;
  const isRefused = browsers.every(
    (browser) => outcomeOf(inspection, 'style', { browser, isQuirky: false }).reason === 'not-a-style-sheet',
  );
  return isRefused ? [verdict(subject, 'unloadable-style', { type: inspection.essence ?? '' })] : [];
}

/** Chromium plays sound and film under its media types alone. */
function ofPlayer(subject: Subject): Verdict[] {
  const { inspection } = subject;
  const used = players.find((destination) => isUsedAs(subject, destination));
  const { reason } = used ? outcomeOf(inspection, used, { browser: 'Chromium' }) : {};
  return reason === 'not-a-media-type'
    ? [verdict(subject, 'unloadable-media', { browser: 'Chromium', type: inspection.essence ?? '' })]
    : [];
}

/** A browser does not load it where it stands, though it is a data: URL by the standards. */
export const unloadable: Rule = {
  id: 'unloadable',
  category: 'correctness',
  severity: 'warning',
  title: 'A browser does not load it.',
  why: 'The URL follows the standards, but a browser refuses it where it stands: for a charset in quotes, for a style sheet without its type, for sound or film without a media type. docs/conformance.md has what was measured.',
  fix: 'Declare the type that the destination needs, and write the charset without quotes and spaces.',
  messageIds: ['unloadable-charset', 'unloadable-style', 'unloadable-media'],
  check: (subject) => [...ofCharset(subject), ...ofStyle(subject), ...ofPlayer(subject)].slice(0, 1),
};
