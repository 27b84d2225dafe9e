/** The texts about data: URLs that surfaces and the HTML report share. */
import { bytesText } from '../format-numbers.ts';
import { type Language, snake } from '../language.ts';
import type { Inspection } from '../report/report.ts';
import { type CommandReason, isPageReason, type UnreachableReason } from '../report/unreachable-reasons.ts';
import { visibleText } from '../report/visible-text.ts';
import { directionsOf } from './direction.ts';
import { findingTextsOf } from './finding-text.ts';
import { rowNamesOf } from './row-name.ts';
import { stateTextsOf } from './state-text.ts';

export type Texts = ReturnType<typeof textsOf>;

export function textsOf(language: Language) {
  const { locale, message } = language;
  /** Bytes in the user's language, by powers of 1000 as is usual. */
  const formatBytes = (bytes: number): string => bytesText(bytes, locale());
  // A format takes longer to make than to use.
  let moments: Intl.DateTimeFormat | undefined;

  return {
    ...language,
    ...directionsOf(language),
    ...findingTextsOf(language),
    ...rowNamesOf(language),
    ...stateTextsOf(language),
    formatBytes,

    /** Date and time of day, from milliseconds since 1970. */
    formatMoment(at: number): string {
      moments ??= new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
      return moments.format(at);
    },

    /** The charset, safe to show: as declared, as browsers use it for text, or both if they differ. */
    charsetText({ charset }: Pick<Inspection, 'charset'>): string {
      const { declared, used, isInherited = false } = charset;
      if (used !== null && isInherited) return message('charsetInherited', used);
      if (declared === null) return used ?? message('noCharset');
      const shown = visibleText(declared);
      return used !== null && used.toLowerCase() !== declared.toLowerCase() ? `${shown} → ${used}` : shown;
    },

    /** The bytes that the fix of a rule saves or moves to files; empty where it does neither. */
    gainText: ({ saved, moved }: { saved: number; moved: number }): string =>
      [
        ...(saved > 0 ? [message('saves', formatBytes(saved))] : []),
        ...(moved > 0 ? [message('moves', formatBytes(moved))] : []),
      ].join(' · '),

    /** Why a part of the page was not scanned. The commands have reasons of their own, in English, such as those of files. */
    reasonText: (reason: UnreachableReason | CommandReason): string =>
      isPageReason(reason) ? message(`reason_${snake(reason)}`) : visibleText(reason),
  };
}
