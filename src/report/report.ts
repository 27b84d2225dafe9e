/**
 * The Report: the facts about one page's data: URLs. Its JSON form is the stable format of exports and of `inspect
 * --json`; `version` changes with that form.
 */

import type { Lint } from '../data-url/lints/index.ts';
import type { OwnMedia } from '../data-url/media-type-differences.ts';
import type { Cost } from '../data-url/rewrite.ts';
import type { Browser } from '../mime/documents.ts';
import type { Disguise } from '../payload/disguise.ts';
import type { Listed } from '../payload/facts.ts';
import type { Payload } from '../payload/read-payload.ts';
import type { Contact } from '../payload/references.ts';
import type { Problem } from '../problem.ts';
import type { Cause } from '../repair/causes.ts';
import type { Differences } from '../repair/compare-urls.ts';
import {
  type Category,
  type Destination,
  type Effect,
  type Label,
  type Occurrence,
  type Severity,
  severityRank,
} from '../vocabulary.ts';
import type { CommandReason, UnreachableReason } from './unreachable-reasons.ts';

/** The encoding of a body's text, for tables; `page or …` if the page's encoding takes precedence. */
export const charsetWord = ({ used, isInherited }: DataUrl['charset']): string | null =>
  used !== null && isInherited ? `page or ${used}` : used;

/** A rule's verdict. `start` and `end` are positions in the written URL, in code units; 0 for a page finding. */
export interface Finding {
  rule: string;
  severity: Severity;
  category: Category;
  effect: Effect;
  messageId: string;
  args: Record<string, string | number>;
  message: string;
  start: number;
  end: number;
  help: string;
  /** For a page finding: the `sha256` of the data: URLs that it is about; only the first ones if there are too many. */
  dataUrls?: string[];
  /** For a finding about a file, but none of its data: URLs: the position in the file, from 1. */
  line?: number;
  column?: number;
}

/** The highest severity of some findings; null if there are none. */
export function highestSeverity(findings: readonly Pick<Finding, 'severity'>[]): Severity | null {
  return findings.reduce<Severity | null>(
    (worst, { severity }) =>
      worst === null || severityRank[severity] > severityRank[worst] ? severity : worst,
    null,
  );
}

/** Whether a data: URL with these findings is flagged: it has an error or a warning. Infos don't count. */
export const isFlagged = (findings: readonly Finding[]): boolean => findings.some(isFlag);

/** Whether a finding is an error or a warning. */
export const isFlag = ({ severity }: Pick<Finding, 'severity'>): boolean => severity !== 'info';

/**
 * Whether a finding is about security. Policy findings count, because a policy disallows types that are dangerous
 * (RFC 2397, section 6).
 */
export const isOfSecurity = ({ category }: Pick<Finding, 'category'>): boolean =>
  category === 'security' || category === 'policy';

/** Whether some finding is about security. */
export const isUnsafe = (findings: readonly Finding[]): boolean => findings.some(isOfSecurity);

/** Why a data: URL is disallowed (RFC 2397 section 6): the policy's pattern that matched, and the destination. */
export interface Disallowed {
  pattern: string;
  destination: Destination;
  type: 'declared' | 'detected';
  by: 'default' | 'user' | 'administrator';
}

/** The error of a request that the browser blocked before it began, for example because of the page's policy. */
export const blockedError = 'blocked';

/** A request for a data: URL, as reported by DevTools. */
export interface DataUrlRequest {
  destination: Destination;
  /** The HTTP status; 0 if there was no response. If there was no error either, the outcome is unknown. */
  status: number;
  /** The browser's error message, or `blockedError`. */
  error: string | null;
  initiator: string | null;
  /** ISO 8601 date and time. */
  startedAt: string;
}

/** A data: URL inside the body of another one, and its positions in that body. */
export interface Nested {
  inspection: Inspection;
  occurrences: Occurrence[];
}

/**
 * Facts about the written text and the body. Rules use them and surfaces show them, but the Report's JSON doesn't
 * contain them. Plain data of limited size.
 */
export interface Reading extends Payload {
  /** Lints without edits; for a URL that is too large to be read at once, only lints of the text before its data. */
  lints: Lint[];
  /** The URL's size after gzip, and a shorter URL, if any; null for a small URL that can't be shortened. */
  cost: Cost | null;
  disguise: Disguise | null;
  /** The data: URLs in the body, with their own Inspections. */
  nested: Nested[];
  /** The number of further data: URLs in the body, beyond the limits on number or depth. */
  nestedLeft: number;
  /** How browsers that differ from the standards read the URL when they load it as a document. */
  otherwise: Otherwise[];
}

/** A data: URL as one browser reads it. */
export interface Otherwise {
  browser: Browser;
  /** The inspection of the equivalent URL; null if this browser doesn't load the URL as a document. */
  inspection: Inspection | null;
}

/** How one browser reads the text before the comma, if it differs from the standards. */
export type EngineReading = Omit<OwnMedia, 'media'>;

/** The facts about one data: URL, independent of its occurrences. */
export interface Inspection {
  /** Hexadecimal SHA-256 of the written URL's UTF-8; this identifies the data: URL. */
  sha256: string;
  /** Length of the written URL in code units. */
  length: number;
  /** The first 100 code units of the written URL, without a password. */
  head: string;
  /** The serialized MIME type; null if the URL is rejected. */
  mimeType: string | null;
  essence: string | null;
  /** `isInherited`: a page that loads the URL decodes the body with the page's encoding, not with `used`. */
  charset: { declared: string | null; used: string | null; isInherited?: true };
  encoding: 'base64' | 'percent';
  /** Size of the body in bytes; null if the URL is rejected. */
  size: number | null;
  bodySha256: string | null;
  /** The type detected from the content; null if the content is inconclusive. */
  detectedType: string | null;
  problem: Problem | null;
  /** Null if the URL is rejected. Absent in Reports read from JSON, which doesn't contain it. */
  payload?: Reading | null;
  /** Present if a browser reads the URL differently from the standards; not part of the Report's JSON. */
  engines?: EngineReading[];
  /** The damage to the URL before a browser reads it, if proven; not part of the Report's JSON. */
  cause?: Cause;
}

/** A name in the page's own words, which must not be trusted: see `nameOf`. */
export interface Name {
  text: string;
  by: Label['by'] | 'font' | 'download' | 'property' | 'rule' | 'id';
}

/** The repair of a data: URL in a file. */
export interface FileRepair extends Differences {
  /** The repaired URL. */
  url: string;
  /** The `messageId` of the findings that the repair removes. */
  removes: readonly string[];
}

/** One distinct data: URL of a page. */
export interface DataUrl extends Inspection {
  disallowed: Disallowed | null;
  occurrences: Occurrence[];
  /** Present only if DevTools reported any requests. */
  requests?: DataUrlRequest[];
  findings: Finding[];
  nested: DataUrl[];
  /** The repair of a URL in a scanned file, if there is one; not part of the Report's JSON. */
  repair?: FileRepair;
  /** Only in the Report's JSON: the name of the data: URL, if the page provides one. */
  name?: Name;
  /**
   * Only in the Report's JSON and in lists, which contain no `payload`: the size, in bytes, of a shorter URL, if there
   * is one.
   */
  minimalCost?: number;
  /** Only in the Report's JSON: the addresses in the body, if any. */
  contacts?: Listed<Contact>;
}

/** A part that could not be scanned, with the reason. */
export interface Unreachable {
  kind: 'page' | 'frame' | 'element' | 'stylesheet' | 'image-file' | 'shadow-root' | 'network' | 'headers';
  url: string;
  /**
   * For an element: its selector, if known, possibly with an attribute, such as `#logo[srcset]`. `url` is then the
   * document's.
   */
  selector?: string;
  reason: UnreachableReason | CommandReason;
}

/** The totals of a page's data: URLs. Costs and savings include only occurrences that are in the page now. */
export interface Totals {
  /**
   * The number of distinct written URLs, and the number of all their occurrences. Both include data: URLs that were
   * removed from a watched page, and other URLs that were meant as data: URLs.
   */
  dataUrls: number;
  occurrences: number;
  /** The total cost: the sum of all occurrences' `cost`. */
  cost: number;
  /** Total size, in bytes, of the distinct bodies of all these URLs. */
  size: number;
  /** The part of the cost for copies of the same resource, except the cheapest of each and unused ones. */
  copiesCost: number;
  /** The part of the cost for data: URLs that the page doesn't use now: see `isUnused`. */
  unusedCost: number;
  /**
   * The part of the cost that could be saved: by removing unused data: URLs and copies, and by writing the others in
   * shorter form.
   */
  savings: number;
  /** The number of findings about data: URLs and about the page as a whole, by severity. */
  findings: Record<Severity, number>;
}

/** Marks a Report that contains only some of the page's data: URLs. */
export interface Part {
  /** The search that selects the data: URLs; '' if none. */
  query: string;
  /** The active filters: families of types, states, destinations. */
  filters: string[];
  /** The totals of the whole page; those of the Report are for this part only. */
  page: Totals;
}

/** A comment in a file that suppresses the findings of a rule. */
export interface Suppression {
  /** The position of the comment, from 1. */
  line: number;
  column: number;
  rule: string;
  reason: string;
  /** The line of the suppressed findings; absent if the comment applies to the whole file. */
  of?: number;
}

/** One page's data: URLs, with totals and the findings about the page as a whole. */
export interface Report {
  version: 2;
  /** Only in NDJSON: the id of the run that printed it. */
  run?: string;
  part?: Part;
  page: {
    url: string;
    /** The address that was given to `inspect`, if it differs from the page's, as after a redirect. */
    requested?: string;
    /** For a file from an archive: its record (WARC-Record-ID). */
    record?: string;
    /** For a file from an archive: the archive, and the byte offset of the record in the decompressed archive. */
    archive?: string;
    offset?: number;
    title: string;
    frames: number;
  };
  unreachable: Unreachable[];
  /** Durations in milliseconds. */
  timing: { scanMs: number; longestTaskMs: number; totalMs: number };
  totals: Totals;
  dataUrls: DataUrl[];
  findings: Finding[];
  /** The comments that suppress findings; absent if there are none. */
  suppressions?: Suppression[];
}

/** A data: URL whose occurrences are produced one at a time, because there may be millions. A `DataUrl` is one, too. */
export interface StreamedUrl extends Omit<DataUrl, 'occurrences'> {
  occurrences: Iterable<Occurrence>;
}

/** A Report whose data: URLs are produced one at a time, as printed in JSON. A `Report` is one, too. */
export interface StreamedReport extends Omit<Report, 'dataUrls'> {
  dataUrls: Iterable<StreamedUrl>;
}
