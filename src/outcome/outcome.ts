/** The types of a prediction: the outcome of a data: URL at one destination. */
import type { Browser } from '../mime/documents.ts';
import type { MimeType } from '../mime/mime-type.ts';
import type { Inspection } from '../report/report.ts';
import type { EngineFactName } from './engines.ts';

/** Facts about an occurrence that a prediction depends on; absent ones are unknown. */
export interface OutcomeContext {
  browser: Browser;
  /** The document is in quirks mode (HTML 13.2.6.4.1), in which style sheets may have other types. */
  isQuirky?: boolean;
  /** A script's kind (HTML 4.12.1.1): a data block is not run, and its URL not requested. */
  script?: 'classic' | 'module' | 'data-block';
  /** It is an unmeasured kind of link, such as an icon: only refusals for every kind are predicted. */
  isUnmeasured?: boolean;
  /** The API by which a script requests it. */
  api?: 'fetch' | 'xhr' | 'eventsource' | 'beacon';
}

/** `loads` as its declared type unless `as` says otherwise. */
export interface Outcome {
  kind: 'loads' | 'refused' | 'download' | 'not-requested' | 'unknown';
  /** The reason, as the key of a message; absent where it loads as declared. */
  reason?: string;
  /** The position of the reason in the written URL, in code units. */
  start?: number;
  end?: number;
  /** The essence that the browser reads it as, if that is not the declared one. */
  as?: string;
  /** It is shown as a document, for which a browser may check more directives than for an image. */
  isDocument?: boolean;
}

/** A data: URL as a browser has read it: the input of each destination's rules. */
export interface Fetched {
  /** As this browser reads it. */
  type: MimeType;
  /** The charset that this browser reads; null for none. */
  charset: string | null;
  inspection: Inspection;
  context: OutcomeContext;
}

export const loads: Outcome = { kind: 'loads' };
export const unknown: Outcome = { kind: 'unknown' };
/** Of another address than a data: URL, which neither a policy for these nor a list of their requests is about. */
export const elsewhere: Outcome = { kind: 'unknown' };
/** Reasons for which the standards refuse a URL that was read. */
export const refusals = [
  'not-a-font',
  'not-a-media-type',
  'not-a-module',
  'not-a-style-sheet',
  'not-a-track',
  'not-an-event-stream',
  'not-an-image',
  'not-http',
  'not-media',
  'not-shown',
] as const;
export const refused = (reason: (typeof refusals)[number] | EngineFactName): Outcome => ({
  kind: 'refused',
  reason,
});
/** It loads; `as` is set if it is not the declared type. */
export const loadsAs = ({ type }: Pick<Fetched, 'type'>, as: string): Outcome =>
  type.essence === as ? loads : { kind: 'loads', as };
