/** The Content Security Policies of one document, by what is known of their effect. */
import type { Browser } from '../mime/documents.ts';
import { type CspSource, type Directives, parsePolicies } from './csp.ts';

/** The texts of a document's policies, except for report-only ones. */
export interface PolicyTexts {
  /** The policies in headers. */
  sent: readonly string[];
  /** The policies that were observed to block something in the document, whatever their source. */
  observed: readonly string[];
  /** The policies in meta elements. */
  meta: readonly string[];
}

export interface DocumentPolicies {
  policies: readonly Directives[];
  /**
   * Those that applied to everything in the document: the policies in headers. What was loaded before a meta element is
   * not blocked (HTML 4.2.5.3), and not even the element shows what is enforced, because scripts may have added,
   * changed or removed it. An observed policy may be that of such an element.
   */
  certain: readonly Directives[];
}

/** The policies of a document, as a browser parses them. */
export function documentPolicies({ sent, observed, meta }: PolicyTexts, browser: Browser): DocumentPolicies {
  const parsed = (source: CspSource, texts: readonly string[]) =>
    texts.flatMap((text) => parsePolicies({ source, text, reportOnly: false, browser }));
  const certain = parsed('header', sent);
  return { certain, policies: [...certain, ...parsed('header', observed), ...parsed('meta', meta)] };
}
