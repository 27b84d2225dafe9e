/** The forms of policies: RFC 2397 section 6. */
import type { Disallowed } from '../report/report.ts';
import type { Destination, Severity } from '../vocabulary.ts';

export type By = Disallowed['by'];

/** The severity of a rule's findings, or `off`. */
export type RuleSetting = 'off' | Severity;

/** A decision about a media type. */
export interface PolicyEntry {
  /** A media-type pattern: `text/html`, `image/*`, `*` + `/*+xml`, `group:javascript`. */
  pattern: string;
  /** The destinations where the entry applies; 'any' for all. */
  destinations: readonly Destination[] | 'any';
  /** The severity of using the type at these destinations; null allows the type. */
  severity: Severity | null;
  by: By;
  /** The site to which the entry applies; null for all. */
  site: string | null;
}

/** The policy for one page. */
export interface Policy {
  /** The entries, grouped by `by` and `site`. Groups that take precedence come first. */
  types: readonly PolicyEntry[];
  /** Settings by rule id. Other rules keep their own severity. */
  rules: Readonly<Record<string, RuleSetting>>;
  /** The owner and the site of each setting in `rules`. The administrator's settings are locked. */
  ruledBy: Readonly<Record<string, { by: By; site: string | null }>>;
}

/** A media-type pattern in a policy; without destinations, it applies everywhere. */
export interface AllowedType {
  pattern: string;
  destinations?: Destination[];
}

export interface DisallowedType extends AllowedType {
  /** Default: error */
  severity?: Severity;
}

/** The part of a policy for all pages, or for the pages of one site. */
export interface PolicyPart {
  disallow?: DisallowedType[];
  /** Takes precedence over `disallow` in the same part. */
  allow?: AllowedType[];
  rules?: Record<string, RuleSetting>;
}

/** The user's or the administrator's policy: the format of policy files, storage, import, and export. */
export interface OwnPolicy extends PolicyPart {
  version: 1;
  /**
   * The parts for sites, keyed by host (`example.com`), host with its subdomains (`*.example.com`), either with a port
   * (`example.com:8443`), or `file:`. A key without a port applies to any port.
   */
  sites?: Record<string, PolicyPart>;
  /** Whether only the administrator's policy applies, and not the user's. */
  locked?: boolean;
}
