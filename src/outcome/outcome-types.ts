/** The types of predictions: the outcome of a data: URL at one destination. */
import type { Browser } from '../mime/documents.ts';
import type { MimeType } from '../mime/mime-type.ts';
import type { Inspection } from '../report/report.ts';
import type { EngineFactName } from './engines.ts';
import type { refusals } from './state-words.ts';

/** Facts about an occurrence on which a prediction depends. Absent ones are unknown. */
export interface OutcomeContext {
  browser: Browser;
  /** Whether the document is in quirks mode (HTML 13.2.6.4.1), in which style sheets may have other types. */
  isQuirky?: boolean;
  /** A script's kind (HTML 4.12.1.1). A data block isn't run, and its URL isn't requested. */
  script?: 'classic' | 'module' | 'data-block';
  /**
   * Whether the element is a link of an unmeasured kind, such as an icon. For such a link, only refusals that apply to
   * every kind of link are predicted.
   */
  isUnmeasured?: boolean;
  /** The API with which a script requests the URL. */
  api?: 'fetch' | 'xhr' | 'eventsource' | 'beacon';
}

/** A prediction. A URL that `loads` is read as its declared type, unless `as` is set. */
export interface Outcome {
  kind: 'loads' | 'refused' | 'download' | 'not-requested' | 'unknown';
  /** The reason, as the key of a message; absent if the URL loads as declared. */
  reason?: string;
  /** The position of the reason in the written URL, in code units. */
  start?: number;
  end?: number;
  /** The essence that the browser assigns to the URL, if it is not the declared one. */
  as?: string;
  /** Whether the URL loads as a document rather than an image. Browsers may apply more CSP directives to documents. */
  isDocument?: boolean;
}

/** A data: URL as a browser has read it: the input of each destination's rules. */
export interface Fetched {
  /** The type, as this browser reads it. */
  type: MimeType;
  /** The charset, as this browser reads it; null if there is none. */
  charset: string | null;
  inspection: Inspection;
  context: OutcomeContext;
}

export const loads: Outcome = { kind: 'loads' };
export const unknown: Outcome = { kind: 'unknown' };
/**
 * The outcome of a URL that isn't a data: URL. Neither policies for data: URLs nor the listed requests of data: URLs
 * apply to it.
 */
export const elsewhere: Outcome = { kind: 'unknown' };
export const refused = (reason: (typeof refusals)[number] | EngineFactName): Outcome => ({
  kind: 'refused',
  reason,
});
/** The outcome of loading as a type. `as` is set only if that isn't the declared type. */
export const loadsAs = ({ type }: Pick<Fetched, 'type'>, as: string): Outcome =>
  type.essence === as ? loads : { kind: 'loads', as };
