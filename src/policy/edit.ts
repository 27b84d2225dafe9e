/** Changes to the user's policy, as pure functions. */

import { patternFor } from '../mime/patterns.ts';
import type { Destination } from '../vocabulary.ts';
import { entriesOf } from './policy.ts';
import type { AllowedType, By, OwnPolicy, PolicyEntry, PolicyPart, RuleSetting } from './policy-types.ts';

/** An entry of a single policy, whose owner is therefore known. */
export type OwnEntry = Omit<PolicyEntry, 'by'>;

/** All entries of a policy. Entries for all sites come first. */
export function allEntries(own: OwnPolicy, by: By): PolicyEntry[] {
  const ofSites = Object.entries(own.sites ?? {}).flatMap(([site, part]) => entriesOf(part, by, site));
  return [...entriesOf(own, by, null), ...ofSites];
}

/** Removes empty members. */
const tidied = <Part extends object>(part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  ) as Part;

/** Changes the part of a policy for one site, or for all sites (null), and removes empty members and sites. */
function changePart(
  own: OwnPolicy,
  site: string | null,
  change: (part: PolicyPart) => PolicyPart,
): OwnPolicy {
  if (site === null) return tidied({ ...own, ...change(own) });
  const sites = tidied({ ...own.sites, [site]: tidied(change(own.sites?.[site] ?? {})) });
  return tidied({ ...own, sites });
}

/** A key for the destinations of an entry: sorted, without duplicates; empty for all destinations. */
const placesOf = ({ destinations = [] }: AllowedType): string => [...new Set(destinations)].sort().join(' ');

const typeOf = ({ pattern, destinations }: OwnEntry): AllowedType => ({
  pattern,
  ...(destinations !== 'any' && { destinations: [...destinations] }),
});

/** Removes the entry for the same pattern and destinations from a part. */
function without<Part extends PolicyPart>(part: Part, entry: OwnEntry): Part {
  const gone = typeOf(entry);
  const isOther = (type: AllowedType) => type.pattern !== gone.pattern || placesOf(type) !== placesOf(gone);
  return {
    ...part,
    ...(part.disallow && { disallow: part.disallow.filter(isOther) }),
    ...(part.allow && { allow: part.allow.filter(isOther) }),
  };
}

/** Adds an entry, which replaces the entry for the same pattern, destinations, and site. */
export function addEntry(own: OwnPolicy, entry: OwnEntry): OwnPolicy {
  const { severity } = entry;
  const type = typeOf(entry);
  return changePart(own, entry.site, (part) => {
    const others = without(part, entry);
    return severity === null
      ? { ...others, allow: [...(others.allow ?? []), type] }
      : { ...others, disallow: [...(others.disallow ?? []), { ...type, severity }] };
  });
}

/** Removes the entry for a pattern at its destinations and site. */
export const removeEntry = (own: OwnPolicy, entry: OwnEntry): OwnPolicy =>
  changePart(own, entry.site, (part) => without(part, entry));

/** Sets a rule, everywhere or for one site; null removes its setting. */
export function setRule(
  own: OwnPolicy,
  { rule, site = null }: { rule: string; site?: string | null },
  setting: RuleSetting | null,
): OwnPolicy {
  return changePart(own, site, (part) => {
    const { [rule]: _, ...others } = part.rules ?? {};
    return { ...part, rules: setting === null ? others : { ...others, [rule]: setting } };
  });
}

/** A change of the user's policy that a surface makes, or undoes. */
export type PolicyEdit =
  /**
   * Allows a media type for some uses (default: every use) on a site, or with null on all sites; or revokes the
   * permission.
   */
  | {
      type: 'allow';
      pattern: string;
      destinations?: Destination[] | undefined;
      site: string | null;
      on: boolean;
    }
  /** Sets a rule on a site or everywhere; null removes its setting. */
  | { type: 'severity'; rule: string; site: string | null; severity: RuleSetting | null };

/** @returns the part of a policy for one site, or for all sites (null) */
const partOf = ({ sites = {}, ...all }: OwnPolicy, site: string | null): PolicyPart =>
  site === null ? all : (Object.hasOwn(sites, site) && sites[site]) || {};

/**
 * Makes a change. The media type comes from a page, so a pattern that would also match other types changes nothing.
 *
 * @returns the changed policy, and the edit that undoes exactly this change, whatever else changes in the meantime;
 *   null if nothing has changed
 */
export function applyEdit(own: OwnPolicy, edit: PolicyEdit): { policy: OwnPolicy; undo: PolicyEdit | null } {
  const { site } = edit;
  const part = partOf(own, site);
  if (edit.type === 'severity') {
    const { rule, severity } = edit;
    const before = (Object.hasOwn(part.rules ?? {}, rule) && part.rules?.[rule]) || null;
    return {
      policy: setRule(own, { rule, site }, severity),
      undo: before === severity ? null : { ...edit, severity: before },
    };
  }
  const { pattern, destinations, on } = edit;
  const type: AllowedType = { pattern, ...(destinations && { destinations }) };
  const isOther = (each: AllowedType) => each.pattern !== pattern || placesOf(each) !== placesOf(type);
  const { allow = [] } = part;
  if (on !== allow.every(isOther) || (on && patternFor(pattern) === null)) return { policy: own, undo: null };
  const policy = changePart(own, site, (before) => ({
    ...before,
    allow: on ? [...allow, type] : allow.filter(isOther),
  }));
  return { policy, undo: { ...edit, on: !on } };
}
