/**
 * The Report: the facts about one page's data: URLs. Its JSON form is the contract of exports and `npm run inspect --
 * --json`; `version` changes when that form does.
 */

import type { Lint } from '../data-url/lints/index.ts';
import type { OwnMedia } from '../data-url/own-media.ts';
import type { Cost } from '../data-url/rewrite.ts';
import type { Browser } from '../mime/documents.ts';
import type { Disguise } from '../payload/disguise.ts';
import type { Listed } from '../payload/facts.ts';
import type { Payload } from '../payload/read-payload.ts';
import type { Contact } from '../payload/references.ts';
import type { Problem } from '../problem.ts';
import type { Cause } from '../repair/causes.ts';
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

/** The encoding of the text, as a word for tables; `page or …` if the page's encoding takes precedence. */
export const charsetWord = ({ used, isInherited }: DataUrl['charset']): string | null =>
  used !== null && isInherited ? `page or ${used}` : used;

/** A rule's verdict. `start` and `end` are code units of the written URL; 0 for a finding on the page. */
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
  /** For a finding on the page: the `sha256` of the data: URLs that it is about; of very many only the first. */
  dataUrls?: string[];
  /** For a finding on a file that is about none of its data: URLs: the position in the file, from 1. */
  line?: number;
  column?: number;
}

/** The highest severity of some findings, or null if there are none. */
export function highestSeverity(findings: readonly Finding[]): Severity | null {
  return findings.reduce<Severity | null>(
    (worst, { severity }) =>
      worst === null || severityRank[severity] > severityRank[worst] ? severity : worst,
    null,
  );
}

/** A data: URL is flagged if it has an error or a warning; infos do not count. */
export const isFlagged = (findings: readonly Finding[]): boolean => findings.some(isFlag);

/** Whether a finding is an error or a warning. */
export const isFlag = ({ severity }: Pick<Finding, 'severity'>): boolean => severity !== 'info';

/** Whether a finding is about security; a policy disallows types for their dangers (RFC 2397, section 6). */
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

/** The error of a request that the browser stopped before it began, as the page's policy does. */
export const blockedError = 'blocked';

/** A request for a data: URL, as DevTools reports it. */
export interface DataUrlRequest {
  destination: Destination;
  /** 0 without a response; if there is no error either, the outcome is unknown. */
  status: number;
  /** The browser's error message, or `blockedError`. */
  error: string | null;
  initiator: string | null;
  /** ISO 8601. */
  startedAt: string;
}

/** A data: URL inside another's body, and its positions there. */
export interface Nested {
  inspection: Inspection;
  occurrences: Occurrence[];
}

/**
 * Facts about the written text and the body that are not part of the Report's JSON: rules judge by them and surfaces
 * show them. Plain data of limited size.
 */
export interface Reading extends Payload {
  /** Without edits; for a URL that is too large to be read at once, only those before its data. */
  lints: Lint[];
  /** Its size under gzip, and a shorter URL's; null for a small URL that could not be shorter. */
  cost: Cost | null;
  disguise: Disguise | null;
  /** data: URLs in the body, inspected. */
  nested: Nested[];
  /** How many more there are, beyond the limits of number or depth. */
  nestedLeft: number;
  /** The URL as browsers that differ from the standards read it when they load a document. */
  otherwise: Otherwise[];
}

/** A data: URL as one browser reads it. */
export interface Otherwise {
  browser: Browser;
  /** The inspection of the equivalent URL; null if this browser makes no document of it. */
  inspection: Inspection | null;
}

/** How one browser reads the text before the comma, if it differs from the standards. */
export type EngineReading = Omit<OwnMedia, 'media'>;

/** The facts about one data: URL, independent of its occurrences. */
export interface Inspection {
  /** Hexadecimal SHA-256 of the UTF-8 of the written URL: its identity. */
  sha256: string;
  /** Code units of the written URL. */
  length: number;
  /** The first 100 code units of the written URL, without a password. */
  head: string;
  /** Serialized MIME type, or null if the URL is rejected. */
  mimeType: string | null;
  essence: string | null;
  /** `isInherited`: a page that loads it decodes it in the page's own encoding, not as `used`. */
  charset: { declared: string | null; used: string | null; isInherited?: true };
  encoding: 'base64' | 'percent';
  /** Bytes of the body, or null if the URL is rejected. */
  size: number | null;
  bodySha256: string | null;
  /** The type by content; null if the content is inconclusive. */
  detectedType: string | null;
  problem: Problem | null;
  /** Null if the URL is rejected; not part of the Report's JSON, so Reports read from JSON have none. */
  payload?: Reading | null;
  /** Present where a browser differs; not part of the Report's JSON. */
  engines?: EngineReading[];
  /** The damage that the URL took before a browser read it, where that is proven; not part of the Report's JSON. */
  cause?: Cause;
}

/** A name in the page's own words, which must not be trusted: see `nameOf`. */
export interface Name {
  text: string;
  by: Label['by'] | 'font' | 'download' | 'property' | 'rule' | 'id';
}

/** One distinct data: URL of a page. */
export interface DataUrl extends Inspection {
  disallowed: Disallowed | null;
  occurrences: Occurrence[];
  /** Present only if DevTools reported any. */
  requests?: DataUrlRequest[];
  findings: Finding[];
  nested: DataUrl[];
  /** Only in the Report's JSON: its name, where the page gives it one. */
  name?: Name;
  /** In the Report's JSON and in lists, which have no `payload`: bytes of a shorter URL, if there is one. */
  minimalCost?: number;
  /** Only in the Report's JSON: the addresses that its body names, where there are any. */
  contacts?: Listed<Contact>;
}

/** A part that could not be scanned, and why. */
export interface Unreachable {
  kind: 'page' | 'frame' | 'element' | 'stylesheet' | 'image-file' | 'shadow-root' | 'network' | 'headers';
  url: string;
  /** Of an element its selector, if there is one; also of its attribute: `#logo[srcset]`. `url` is that of its document. */
  selector?: string;
  reason: UnreachableReason | CommandReason;
}

/** The totals of a page's data: URLs; bytes are those in the page now. */
export interface Totals {
  /**
   * Distinct written URLs, and all their occurrences, including those that have left a watched page, and addresses that
   * were meant as data: URLs.
   */
  dataUrls: number;
  occurrences: number;
  /** The total cost: the sum of all occurrences' `cost`. */
  cost: number;
  /** Bytes of the distinct bodies of all these URLs. */
  size: number;
  /** The part of the cost for copies of the same resource, beyond the cheapest of each, without unused ones. */
  copiesCost: number;
  /** The part of the cost for data: URLs that the page uses nowhere now: see `isUnused`. */
  unusedCost: number;
  /**
   * The part of the cost that could be saved: by removing unused data: URLs and copies, and by writing the others in a
   * shorter way.
   */
  savings: number;
  /** Findings of the data: URLs and of the page as a whole. */
  findings: Record<Severity, number>;
}

/** Marks a Report that has only some of the page's data: URLs. */
export interface Part {
  /** The search by which they are listed; '' for none. */
  query: string;
  /** The filters that apply: families of types, states, destinations. */
  filters: string[];
  /** The totals of the page; those of the Report are the part's own. */
  page: Totals;
}

/** A comment in a file that suppresses the findings of a rule. */
export interface Suppression {
  /** The position of the comment, from 1. */
  line: number;
  column: number;
  rule: string;
  reason: string;
  /** The line of the findings; absent for the whole file. */
  of?: number;
}

/** One page's data: URLs, with totals and the findings on the page as a whole. */
export interface Report {
  version: 2;
  /** In NDJSON, the id of the run that printed it. */
  run?: string;
  part?: Part;
  page: {
    url: string;
    /** The address that was given to `inspect`, if it differs from the page's, as after a redirect. */
    requested?: string;
    /** Of a file from an archive: its record (WARC-Record-ID). */
    record?: string;
    /** Of a file from an archive: the archive, and the byte at which the record begins in it, decompressed. */
    archive?: string;
    offset?: number;
    title: string;
    frames: number;
  };
  unreachable: Unreachable[];
  /** Milliseconds. */
  timing: { scanMs: number; longestTaskMs: number; totalMs: number };
  totals: Totals;
  dataUrls: DataUrl[];
  findings: Finding[];
  /** Only of a scanned file that has any. */
  suppressions?: Suppression[];
}
