/** The findings of a Report with the occurrences of each, for outputs that report by occurrence. */
import type { Occurrence } from '../vocabulary.ts';
import { fileOf } from './css-place.ts';
import type { DataUrl, Finding, Report } from './report.ts';

/** A finding with its occurrences. */
export interface PlacedFinding {
  finding: Finding;
  /**
   * The data: URL that the finding is about, preceded by the data: URLs whose bodies contain it; empty for a finding
   * about the page as a whole.
   */
  path: readonly DataUrl[];
  /** Empty for a finding about the page as a whole. For a nested data: URL, the occurrences of the outermost one. */
  occurrences: readonly Occurrence[];
  /** Whether the finding is known; absent if there is no baseline. */
  baselineState?: 'unchanged' | 'new';
  /** The reason in the comment that suppresses the finding; absent if no comment does. */
  suppression?: string;
}

/** Every finding, with the occurrences of its data: URL; page findings come first. */
export function* placedFindings({ findings, dataUrls }: Report): Generator<PlacedFinding, void, void> {
  for (const finding of findings) yield { finding, path: [], occurrences: [] };
  for (const dataUrl of dataUrls) yield* findingsIn([dataUrl], dataUrl.occurrences);
}

function* findingsIn(
  path: readonly DataUrl[],
  occurrences: readonly Occurrence[],
): Generator<PlacedFinding, void, void> {
  const dataUrl = path.at(-1);
  for (const finding of dataUrl?.findings ?? []) yield { finding, path, occurrences };
  for (const inner of dataUrl?.nested ?? []) yield* findingsIn([...path, inner], occurrences);
}

/** The file or document that contains an occurrence: the style sheet or scanned file, otherwise the document. */
export const documentOf = (occurrence: Occurrence): string => fileOf(occurrence) ?? occurrence.frame;
