/**
 * The name of a data: URL for display, in the page's own words. The page may be hostile: its words prove nothing about
 * the data: URL, and characters that hide or reorder text are removed.
 */
import { invisible } from '../invisible.ts';
import { clip } from '../truncate.ts';
import type { Label, Occurrence } from '../vocabulary.ts';
import { maxNameLength } from './limits.ts';
import type { DataUrl, Name } from './report.ts';

/** Reduces a text to one line of limited length, without invisible characters. */
export const plainText = (text: string): string =>
  clip(
    text
      .slice(0, 4 * maxNameLength)
      .replaceAll(invisible, (run) => (/\s/.test(run) ? ' ' : ''))
      .trim(),
    maxNameLength,
  );

/** Matches the id at the end of a selector. */
const ownId = /(?:^|[ >])(#[^\s>:]+)$/;

/** Whether a rule can serve as a name; keyframes and at-rules cannot. */
const isNaming = (rule: string): boolean => !/^(?:@|from$|to$|[\d.]+%)/i.test(rule);

/**
 * The name of a data: URL in the page's own words. The sources of names are ordered by how distinct their names are on
 * real pages: see docs/export.md.
 *
 * @returns null if the page gives no name
 */
export function nameOf({ occurrences, payload }: Pick<DataUrl, 'occurrences' | 'payload'>): Name | null {
  const first = (textOf: (occurrence: Occurrence) => string | undefined) => {
    for (const occurrence of occurrences) {
      const text = plainText(textOf(occurrence) ?? '');
      if (text !== '') return text;
    }
    return undefined;
  };
  const label = commonLabel(occurrences);
  const facts = payload?.facts;
  const candidates: [Name['by'], string | null | undefined][] = [
    ['font', first(({ face }) => face) ?? (facts?.kind === 'font' ? (facts.fullName ?? facts.family) : null)],
    ['title', facts?.kind === 'markup' ? facts.title : null],
    ['download', first(({ fileName }) => fileName)],
    [label?.by ?? 'alt', label?.text],
    ['property', first(({ name }) => (name.startsWith('--') ? name : undefined))],
    ['rule', first(({ rule }) => (rule && isNaming(rule) ? rule : undefined))],
    // In a style sheet, the selector belongs to the element that loads the sheet.
    ['id', first(({ place, selector }) => (place === 'stylesheet' ? undefined : ownId.exec(selector)?.[1]))],
    ['class', first((each) => (each.label?.by === 'class' ? each.label.text : undefined))],
  ];
  for (const [by, text] of candidates) {
    const plain = plainText(text ?? '');
    if (plain !== '') return { text: plain, by };
  }
  return null;
}

/**
 * The label that all labeled elements share; none if labels differ, because the data: URL is then a placeholder for
 * different pictures.
 */
function commonLabel(occurrences: readonly Occurrence[]): Label | undefined {
  const labels = occurrences.flatMap(({ label }) =>
    label && label.by !== 'class' && plainText(label.text) !== '' ? [label] : [],
  );
  return labels.every(({ text }) => text === labels[0]?.text) ? labels[0] : undefined;
}
