/**
 * The name of a data: URL for people, in the page's own words. They are hostile: nothing here is a fact about the data:
 * URL, and no character that hides or reorders text is left in them.
 */
import { clip } from '../truncate.ts';
import type { Label, Occurrence } from '../vocabulary.ts';
import { maxNameLength } from './limits.ts';
import type { DataUrl, Name } from './report.ts';

const hidden = /(?!\s)[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]/gu;

/** A text on one line, without invisible characters, of limited length. */
export const plainText = (text: string): string =>
  clip(
    text
      .slice(0, 4 * maxNameLength)
      .replaceAll(hidden, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    maxNameLength,
  );

/** The id at the end of a selector. */
const ownId = /(?:^|[ >])(#[^\s>:]+)$/;

/** Keyframes and at-rules name nothing. */
const isNaming = (rule: string): boolean => !/^(?:@|from$|to$|[\d.]+%)/i.test(rule);

/**
 * The order is that in which names were distinct on real pages: see docs/names.md.
 *
 * @returns null where the page gives no name
 */
export function nameOf({ occurrences, payload }: Pick<DataUrl, 'occurrences' | 'payload'>): Name | null {
  const first = <Value>(value: (occurrence: Occurrence) => Value | undefined) => {
    for (const occurrence of occurrences) {
      const found = value(occurrence);
      if (found) return found;
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
    // Of a style sheet the selector is that of the element that loads it.
    ['id', first(({ place, selector }) => (place === 'stylesheet' ? undefined : ownId.exec(selector)?.[1]))],
    ['class', first((each) => (each.label?.by === 'class' ? each.label.text : undefined))],
  ];
  for (const [by, text] of candidates) {
    const plain = plainText(text ?? '');
    if (plain !== '') return { text: plain, by };
  }
  return null;
}

/** The label that all labeled elements have: a placeholder stands for pictures with a label each. */
function commonLabel(occurrences: readonly Occurrence[]): Label | undefined {
  const labels = occurrences.flatMap(({ label }) => (label && label.by !== 'class' ? [label] : []));
  return labels.every(({ text }) => text === labels[0]?.text) ? labels[0] : undefined;
}
