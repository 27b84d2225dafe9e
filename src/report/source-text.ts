/**
 * Finds the source text that contains an occurrence, from the reports of the content scripts in a page's documents, and
 * sets the costs of occurrences.
 *
 * Cost is counted per source text: a style sheet that two elements load, or a document that two frames show, counts
 * once.
 */

import { withoutFragment } from '../uri/fragment.ts';
import { isOfNetwork, type Occurrence } from '../vocabulary.ts';

/** A document, as its content script reports it. */
export interface ReportingDocument {
  url: string;
  /** Whether the parent document can access this one. */
  isAccessible: boolean;
  /** The depths and origins of the document and its parent, or the ids of their frames. */
  lineage: { own: string; parent: string };
}

/**
 * Determines which documents are part of the body of a data: URL, like a `srcdoc` in that body.
 *
 * @returns a function that returns whether a document is part of such a body
 */
export function bodyDocuments(
  documents: readonly ReportingDocument[],
): (document: ReportingDocument) => boolean {
  // False while being computed, because the ancestors that documents report may form a cycle.
  const known = new Map<ReportingDocument, boolean>();
  const isInBody = (document: ReportingDocument): boolean => {
    const before = known.get(document);
    if (before !== undefined) return before;
    known.set(document, false);
    const { url } = document;
    const result = url.startsWith('data:') || (url === 'about:srcdoc' && isHeldByBody(document));
    known.set(document, result);
    return result;
  };
  const isHeldByBody = ({ isAccessible, lineage }: ReportingDocument): boolean => {
    // A document that shares its opaque origin with its parent must be in the body of a data: URL: a sandboxed document
    // would have its own origin.
    if (isAccessible && lineage.own.endsWith(' null')) return true;
    const holders = documents.filter((each) => each.lineage.own === lineage.parent);
    return holders.length > 0 && holders.every(isInBody);
  };
  return isInBody;
}

/** The facts about an occurrence that a content script reported. */
export interface ReportedPlace {
  /** The document that reported the occurrence, and the position; null if no document reported it. */
  inFrame: { frame: ReportingDocument; key: number; index: number } | null;
  /** Size of the URL, in bytes, in the text that contains it; undefined if equal to the size of the written URL. */
  bytes: number | undefined;
  /** The number of the occurrence among those with the same text and use in a style sheet or another file. */
  nthInSheet: number | undefined;
}

/**
 * Whether a document itself contains the text with this key. The key is negative if the worker found the text, in a
 * file that the frame loads or in its headers.
 */
export const isKnownToFrame = ({ key }: { key: number }): boolean => key >= 0;

/** The source text that contains an occurrence. */
export interface SourceText {
  /**
   * Number of bytes that the URL takes in that text as UTF-8; 0 within another data: URL, whose bytes already include
   * them.
   */
  bytes: number;
  /**
   * Identifies the text and the position in that text; the same for all elements that load the text. Null if nothing
   * else can load it.
   */
  key: string | null;
}

/** @param bytes the bytes of the written URL */
export function sourceTextOf(
  bytes: number,
  { frame, destination, sheet, dropped }: Occurrence,
  known: ReportedPlace | undefined,
  isInBody: (document: ReportingDocument) => boolean,
): SourceText {
  const own = known?.bytes ?? bytes;
  if (sheet !== undefined && known?.nthInSheet !== undefined) {
    // Dropped CSS is numbered within the sheet's text; everything else, within the sheet's rules.
    const nth = `${dropped ? 'dropped ' : ''}${known.nthInSheet}`;
    return { bytes: own, key: `${nth} ${destination} ${withoutFragment(sheet)}` };
  }
  const inFrame = known?.inFrame;
  if (frame.startsWith('data:') || (inFrame && isInBody(inFrame.frame))) return { bytes: 0, key: null };
  // The URL of a document with any other scheme doesn't identify a source text.
  if (!inFrame || !/^(?:https?|file|ftp):/.test(frame)) return { bytes: own, key: null };
  // The index is counted among occurrences in the same text, and is the same in all frames that show this document. A
  // header is a separate text.
  const text = isKnownToFrame(inFrame) ? '' : 'header';
  return { bytes: own, key: `${text} ${inFrame.index} ${withoutFragment(frame)}` };
}

/**
 * Sets the cost of each occurrence of one data: URL. If several elements load a text, only the first
 * occurrence that is still in the page counts. A request counts only if no text in the page contains the URL.
 *
 * @param occurrences their `cost` is set
 */
export function chargeCosts(
  occurrences: readonly Occurrence[],
  sourceOf: (occurrence: Occurrence) => SourceText,
): void {
  const charged = new Set<string>();
  let isFound = false;
  const charge = (occurrence: Occurrence) => {
    const { bytes, key } = sourceOf(occurrence);
    const counts = occurrence.removedAt === undefined && (key === null || !charged.has(key));
    if (counts && key !== null) charged.add(key);
    occurrence.cost = counts ? bytes : 0;
    isFound ||= occurrence.removedAt === undefined;
  };
  for (const occurrence of occurrences) if (!isOfNetwork(occurrence)) charge(occurrence);
  for (const occurrence of occurrences) {
    if (!isOfNetwork(occurrence)) continue;
    if (isFound) occurrence.cost = 0;
    else charge(occurrence);
  }
}
