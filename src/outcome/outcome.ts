/** The types of a prediction: the outcome of a data: URL at one destination. */
import type { Browser } from '../mime/documents.ts';
import type { MimeType } from '../mime/mime-type.ts';
import type { Inspection } from '../report/report.ts';
import type { EngineFactName } from './engines.ts';

/** The prediction's facts about the occurrence's surroundings; absent ones are unknown. */
export interface OutcomeContext {
  browser: Browser;
  /** The document is in quirks mode (HTML 13.2.6.4.1), in which style sheets may have other types. */
  isQuirky?: boolean;
  /** A script's kind (HTML 4.12.1.1): a data block is not run, and its URL not requested. */
  script?: 'classic' | 'module' | 'data-block';
  /** It is of a kind of link that was not measured, such as an icon: only what stops every place is known. */
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
  /** It is shown as a document, for which a browser may ask more of a policy than for a picture. */
  isDocument?: boolean;
}

/** A data: URL that the browser has read: the input of a destination's own rules. */
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
/** Reasons of the standards for refusing what was read. */
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
