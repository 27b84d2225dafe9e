/**
 * The Report: what is known of one page's data: URLs. Its JSON form is the contract that exports and
 * `npm run inspect -- --json` print; `version` changes when that form does.
 */
import type { Cost } from '../data-url/cost.ts';
import type { Lint } from '../data-url/lints.ts';
import type { Browser } from '../mime/documents.ts';
import type { Disguise } from '../payload/disguise.ts';
import type { Payload } from '../payload/read-payload.ts';
import type { Problem } from '../problem.ts';
import {
  type Category,
  type Destination,
  type Occurrence,
  type Severity,
  severityRank,
} from '../vocabulary.ts';

// For extension/background alone, until its imports name the vocabulary.
/** What text is decoded with, in a word for tables; the page's own encoding comes first where it counts. */
export const charsetWord = ({ used, isInherited }: DataUrl['charset']): string | null =>
  used !== null && isInherited ? `page or ${used}` : used;

/** A rule's verdict. `start` and `end` are code units of the written URL, or of its whole length. */
export interface Finding {
  rule: string;
  severity: Severity;
  category: Category;
  messageId: string;
  args: Record<string, string | number>;
  message: string;
  start: number;
  end: number;
  help: string;
  /** Of a finding on the page: the `sha256` of the data: URLs that it speaks of; of very many only the first. */
  dataUrls?: string[];
}

/** The gravest severity of some findings, or null if there are none. */
export function worstOf(findings: readonly Finding[]): Severity | null {
  return findings.reduce<Severity | null>(
    (worst, { severity }) =>
      worst === null || severityRank[severity] > severityRank[worst] ? severity : worst,
    null,
  );
}

/** A data: URL is flagged when something is wrong with it, not when something could be said about it. */
export const isFlagged = (findings: readonly Finding[]): boolean => findings.some(isFlag);

/** Whether a finding says that something is wrong. */
export const isFlag = ({ severity }: Pick<Finding, 'severity'>): boolean => severity !== 'info';

/** Whether a finding is about safety: a media type is disallowed for what it may do (RFC 2397, section 6). */
export const isOfSecurity = (finding: Pick<Finding, 'severity' | 'category'>): boolean =>
  isFlag(finding) && (finding.category === 'security' || finding.category === 'policy');

/** Whether something may be dangerous about it. */
export const isUnsafe = (findings: readonly Finding[]): boolean => findings.some(isOfSecurity);

/** Why a data: URL is disallowed (RFC 2397 section 6): the policy's pattern that matched, and where. */
export interface Disallowed {
  pattern: string;
  destination: Destination;
  type: 'declared' | 'detected';
  by: 'default' | 'user' | 'administrator';
}

/** What became of a data: URL that the page uses: `blocked` before its request began, `not-loaded` without any. */
export const loadings = ['loaded', 'failed', 'blocked', 'not-loaded'] as const;
export type Loading = (typeof loadings)[number];

/** The error of a request that the browser stopped before it began, as the page's policy does. */
export const blockedError = 'blocked';

/** A request for a data: URL, as DevTools reports it. */
export interface DataUrlRequest {
  destination: Destination;
  /** 0 without an answer; without an error, too, its outcome is not told. */
  status: number;
  /** The browser's own word, or `blockedError`. */
  error: string | null;
  initiator: string | null;
  /** ISO 8601. */
  startedAt: string;
}

/** A data: URL inside another's body, and the places in it. */
export interface Nested {
  inspection: Inspection;
  occurrences: Occurrence[];
}

/**
 * What the written text and the body tell beyond the Report's JSON, in which it has no place: rules judge by
 * it and surfaces show it. Plain data, bounded.
 */
export interface Reading extends Payload {
  /** Without repaired URLs; none of a URL that is too large to be read at once. */
  lints: Lint[];
  /** What it costs under gzip, and could cost; null where that is not worth telling. */
  cost: Cost | null;
  disguise: Disguise | null;
  /** data: URLs in the body, inspected. */
  nested: Nested[];
  /** How many more there are: too many, or too deep. */
  nestedLeft: number;
  /** What browsers make of it that read it otherwise than the standards, as they load a document. */
  otherwise: Otherwise[];
}

/** A data: URL as one browser reads it. */
export interface Otherwise {
  browser: Browser;
  /** Of what all browsers would read so; null where this one makes no document of it. */
  inspection: Inspection | null;
}

/** All that reading one data: URL tells, independent of where it stands. */
export interface Inspection {
  /** Hexadecimal SHA-256 of the UTF-8 of the written URL: its identity. */
  sha256: string;
  /** Code units of the written URL. */
  length: number;
  /** The first 100 code units of the written URL, but for a password. */
  head: string;
  /** Serialized MIME type, or null where the URL is rejected. */
  mimeType: string | null;
  essence: string | null;
  /** `isInherited` where a page that loads it has it decoded in the page's own encoding, and not as `used`. */
  charset: { declared: string | null; used: string | null; isInherited?: true };
  encoding: 'base64' | 'percent';
  /** Bytes of the body, or null where the URL is rejected. */
  size: number | null;
  bodySha256: string | null;
  /** What the bytes are, by content; null where nothing tells, or nothing but likeness. */
  detectedType: string | null;
  problem: Problem | null;
  /** Null where the URL is rejected; not part of the Report's JSON, so a Report that was read from it has none. */
  payload?: Reading | null;
}

/** One distinct data: URL of a page. */
export interface DataUrl extends Inspection {
  disallowed: Disallowed | null;
  occurrences: Occurrence[];
  /** Present only when DevTools told. */
  requests?: DataUrlRequest[];
  /** Present only when DevTools told enough. */
  loading?: Loading;
  findings: Finding[];
  nested: DataUrl[];
}

/** Something that was not looked into, and why. */
export interface Unreachable {
  kind: 'page' | 'frame' | 'stylesheet' | 'shadow-root' | 'network' | 'csp-header';
  url: string;
  reason: string;
}

/** What the data: URLs of a page come to; bytes, of what is in the page now. */
export interface Totals {
  /** Distinct written URLs, and all their occurrences: those that have left a watched page, too. */
  dataUrls: number;
  occurrences: number;
  /** What the page carries: the sum of all occurrences' `cost`. */
  cost: number;
  /** Bytes of the distinct bodies of all these URLs. */
  size: number;
  /** How much of the cost is for copies of the same resource, beyond the cheapest of each. */
  copiesCost: number;
  /** How much of the cost could be saved: copies, and a shorter way to write what stays. */
  savings: number;
  /** Those of the data: URLs and those on the page as a whole. */
  findings: Record<Severity, number>;
}

export interface Report {
  version: 2;
  page: { url: string; title: string; frames: number };
  unreachable: Unreachable[];
  /** Milliseconds. */
  timing: { scanMs: number; longestTaskMs: number; totalMs: number };
  totals: Totals;
  dataUrls: DataUrl[];
  findings: Finding[];
}
